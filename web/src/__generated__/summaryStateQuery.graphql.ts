/**
 * @generated SignedSource<<778bbd9862e7b096b6c446df866eeaf2>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type IssueCode = "INCOMPLETE_HISTORY" | "MISSING_BASIS" | "NOT_RECONCILED" | "PAST_YEAR_CHANGED" | "UNMATCHED_BRIDGE" | "UNPRICED_ACQUISITION" | "UNPRICED_DISPOSAL" | "%future added value";
export type summaryStateQuery$variables = {
  ids: ReadonlyArray<string>;
  wallets: ReadonlyArray<string>;
};
export type summaryStateQuery$data = {
  readonly corrections: {
    readonly count: number;
  } | null | undefined;
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
v3 = [
  {
    "kind": "Variable",
    "name": "ids",
    "variableName": "ids"
  }
],
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
},
v6 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "ensName",
  "storageKey": null
},
v7 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isLoaded",
  "storageKey": null
},
v8 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isBooked",
  "storageKey": null
},
v9 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isBooking",
  "storageKey": null
},
v10 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "staleSince",
  "storageKey": null
},
v11 = {
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
      {
        "alias": null,
        "args": (v3/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "nodes",
        "plural": true,
        "selections": [
          {
            "kind": "InlineFragment",
            "selections": [
              (v4/*:: as any*/),
              (v5/*:: as any*/),
              (v6/*:: as any*/),
              (v7/*:: as any*/),
              (v8/*:: as any*/),
              (v9/*:: as any*/),
              (v10/*:: as any*/),
              (v11/*:: as any*/)
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
      {
        "alias": null,
        "args": (v3/*:: as any*/),
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
          (v4/*:: as any*/),
          {
            "kind": "InlineFragment",
            "selections": [
              (v5/*:: as any*/),
              (v6/*:: as any*/),
              (v7/*:: as any*/),
              (v8/*:: as any*/),
              (v9/*:: as any*/),
              (v10/*:: as any*/),
              (v11/*:: as any*/)
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
    "cacheID": "a915d8cc3190f176bf563544fd30ad48",
    "id": null,
    "metadata": {},
    "name": "summaryStateQuery",
    "operationKind": "query",
    "text": "query summaryStateQuery(\n  $ids: [ID!]!\n  $wallets: [Address!]!\n) {\n  corrections(wallets: $wallets, first: 1) {\n    count\n  }\n  nodes(ids: $ids) {\n    __typename\n    ... on Wallet {\n      id\n      address\n      ensName\n      isLoaded\n      isBooked\n      isBooking\n      staleSince\n      issues(first: 100) {\n        count\n        nodes {\n          code\n          needsAction\n          atStake\n        }\n      }\n    }\n    id\n  }\n}\n"
  }
};
})();

(node as any).hash = "4af2a46c583a73f36ef860e0c02e5068";

export default node;
