/**
 * @generated SignedSource<<f8b680a1ade744bb459a14636112f2ec>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type IssueCode = "INCOMPLETE_HISTORY" | "MISSING_BASIS" | "NOT_RECONCILED" | "PAST_YEAR_CHANGED" | "UNMATCHED_BRIDGE" | "UNPRICED_ACQUISITION" | "UNPRICED_DISPOSAL" | "%future added value";
export type LedgerChoice = "CARRY" | "REALIZE" | "%future added value";
export type summaryStateQuery$variables = {
  ids: ReadonlyArray<string>;
  wallets: ReadonlyArray<string>;
};
export type summaryStateQuery$data = {
  readonly corrections: {
    readonly count: number;
  } | null | undefined;
  readonly me: {
    readonly ledgerSettings: {
      readonly deposits: LedgerChoice;
      readonly liquidityTokens: LedgerChoice;
      readonly ownTransfers: LedgerChoice;
      readonly receiptTokens: LedgerChoice;
    };
  };
  readonly nodes: ReadonlyArray<{
    readonly address?: string;
    readonly ensName?: string | null | undefined;
    readonly id?: string;
    readonly isBooked?: boolean;
    readonly isBooking?: boolean;
    readonly isLoaded?: boolean;
    readonly issues?: {
      readonly count: number;
      readonly nodes: ReadonlyArray<{
        readonly atStake: string | null | undefined;
        readonly code: IssueCode;
        readonly needsAction: boolean;
      }>;
    };
    readonly staleSince?: string | null | undefined;
  } | null | undefined>;
};
export type summaryStateQuery = {
  response: summaryStateQuery$data;
  variables: summaryStateQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "ids"
  },
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "wallets"
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "count",
  "storageKey": null
},
v2 = {
  "alias": null,
  "args": [
    {
      "kind": "Literal",
      "name": "first",
      "value": 1
    },
    {
      "kind": "Variable",
      "name": "wallets",
      "variableName": "wallets"
    }
  ],
  "concreteType": "CorrectionConnection",
  "kind": "LinkedField",
  "name": "corrections",
  "plural": false,
  "selections": [
    (v1/*:: as any*/)
  ],
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "concreteType": "Identity",
  "kind": "LinkedField",
  "name": "me",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": null,
      "concreteType": "LedgerSettings",
      "kind": "LinkedField",
      "name": "ledgerSettings",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "ownTransfers",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "receiptTokens",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "liquidityTokens",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "deposits",
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "storageKey": null
},
v4 = [
  {
    "kind": "Variable",
    "name": "ids",
    "variableName": "ids"
  }
],
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v6 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
},
v7 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "ensName",
  "storageKey": null
},
v8 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isLoaded",
  "storageKey": null
},
v9 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isBooked",
  "storageKey": null
},
v10 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isBooking",
  "storageKey": null
},
v11 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "staleSince",
  "storageKey": null
},
v12 = {
  "alias": null,
  "args": [
    {
      "kind": "Literal",
      "name": "first",
      "value": 100
    }
  ],
  "concreteType": "IssueConnection",
  "kind": "LinkedField",
  "name": "issues",
  "plural": false,
  "selections": [
    (v1/*:: as any*/),
    {
      "alias": null,
      "args": null,
      "concreteType": "Issue",
      "kind": "LinkedField",
      "name": "nodes",
      "plural": true,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "code",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "needsAction",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "atStake",
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "storageKey": "issues(first:100)"
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "summaryStateQuery",
    "selections": [
      (v2/*:: as any*/),
      (v3/*:: as any*/),
      {
        "alias": null,
        "args": (v4/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "nodes",
        "plural": true,
        "selections": [
          {
            "kind": "InlineFragment",
            "selections": [
              (v5/*:: as any*/),
              (v6/*:: as any*/),
              (v7/*:: as any*/),
              (v8/*:: as any*/),
              (v9/*:: as any*/),
              (v10/*:: as any*/),
              (v11/*:: as any*/),
              (v12/*:: as any*/)
            ],
            "type": "Wallet",
            "abstractKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "summaryStateQuery",
    "selections": [
      (v2/*:: as any*/),
      (v3/*:: as any*/),
      {
        "alias": null,
        "args": (v4/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "nodes",
        "plural": true,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "__typename",
            "storageKey": null
          },
          (v5/*:: as any*/),
          {
            "kind": "InlineFragment",
            "selections": [
              (v6/*:: as any*/),
              (v7/*:: as any*/),
              (v8/*:: as any*/),
              (v9/*:: as any*/),
              (v10/*:: as any*/),
              (v11/*:: as any*/),
              (v12/*:: as any*/)
            ],
            "type": "Wallet",
            "abstractKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "a10022a22fb3b45a491f0efd88a3d85a",
    "id": null,
    "metadata": {},
    "name": "summaryStateQuery",
    "operationKind": "query",
    "text": "query summaryStateQuery(\n  $ids: [ID!]!\n  $wallets: [Address!]!\n) {\n  corrections(wallets: $wallets, first: 1) {\n    count\n  }\n  me {\n    ledgerSettings {\n      ownTransfers\n      receiptTokens\n      liquidityTokens\n      deposits\n    }\n  }\n  nodes(ids: $ids) {\n    __typename\n    ... on Wallet {\n      id\n      address\n      ensName\n      isLoaded\n      isBooked\n      isBooking\n      staleSince\n      issues(first: 100) {\n        count\n        nodes {\n          code\n          needsAction\n          atStake\n        }\n      }\n    }\n    id\n  }\n}\n"
  }
};
})();

(node as any).hash = "b18d7413cfcb65778c3a0a85704a14e1";

export default node;
