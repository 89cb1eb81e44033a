/**
 * @generated SignedSource<<e4863100801d64fe9c2f3b85d02468bb>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type SyncPhase = "BACKFILL" | "ENRICH" | "FAILED" | "FOLLOWING" | "QUEUED" | "STALE" | "%future added value";
export type systemOwnQuery$variables = Record<PropertyKey, never>;
export type systemOwnQuery$data = {
  readonly wallets: {
    readonly nodes: ReadonlyArray<{
      readonly sync: ReadonlyArray<{
        readonly blockchain: {
          readonly id: string;
          readonly name: string;
        };
        readonly headBlock: number | null | undefined;
        readonly phase: SyncPhase;
        readonly syncedBlock: number | null | undefined;
      }>;
    }>;
  } | null | undefined;
};
export type systemOwnQuery = {
  response: systemOwnQuery$data;
  variables: systemOwnQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "kind": "Literal",
    "name": "first",
    "value": 100
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v2 = {
  "alias": null,
  "args": null,
  "concreteType": "ChainSync",
  "kind": "LinkedField",
  "name": "sync",
  "plural": true,
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "phase",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "syncedBlock",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "headBlock",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "Blockchain",
      "kind": "LinkedField",
      "name": "blockchain",
      "plural": false,
      "selections": [
        (v1/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "name",
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "systemOwnQuery",
    "selections": [
      {
        "alias": null,
        "args": (v0/*:: as any*/),
        "concreteType": "WalletConnection",
        "kind": "LinkedField",
        "name": "wallets",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Wallet",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              (v2/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": "wallets(first:100)"
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "systemOwnQuery",
    "selections": [
      {
        "alias": null,
        "args": (v0/*:: as any*/),
        "concreteType": "WalletConnection",
        "kind": "LinkedField",
        "name": "wallets",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Wallet",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              (v2/*:: as any*/),
              (v1/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": "wallets(first:100)"
      }
    ]
  },
  "params": {
    "cacheID": "64d07261e3a31c1edb904e82e4388a2f",
    "id": null,
    "metadata": {},
    "name": "systemOwnQuery",
    "operationKind": "query",
    "text": "query systemOwnQuery {\n  wallets(first: 100) {\n    nodes {\n      sync {\n        phase\n        syncedBlock\n        headBlock\n        blockchain {\n          id\n          name\n        }\n      }\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "cb9cefd8a9e50b1c2e7c6de456a404c7";

export default node;
