/**
 * @generated SignedSource<<b392d4d86eac56f7b1eca6433d013060>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type SyncPhase = "BACKFILL" | "ENRICH" | "FAILED" | "FOLLOWING" | "QUEUED" | "STALE" | "%future added value";
export type frameWalletsQuery$variables = Record<PropertyKey, never>;
export type frameWalletsQuery$data = {
  readonly me: {
    readonly client: string;
  };
  readonly wallets: {
    readonly nodes: ReadonlyArray<{
      readonly address: string;
      readonly ensName: string | null | undefined;
      readonly id: string;
      readonly sync: ReadonlyArray<{
        readonly phase: SyncPhase;
      }>;
    }>;
  } | null | undefined;
};
export type frameWalletsQuery = {
  response: frameWalletsQuery$data;
  variables: frameWalletsQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
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
        "kind": "ScalarField",
        "name": "client",
        "storageKey": null
      }
    ],
    "storageKey": null
  },
  {
    "alias": null,
    "args": [
      {
        "kind": "Literal",
        "name": "first",
        "value": 100
      }
    ],
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
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "address",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "ensName",
            "storageKey": null
          },
          {
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
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": "wallets(first:100)"
  }
];
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "frameWalletsQuery",
    "selections": (v0/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "frameWalletsQuery",
    "selections": (v0/*:: as any*/)
  },
  "params": {
    "cacheID": "3584abcfb2d8c0c88003b6135f3b6193",
    "id": null,
    "metadata": {},
    "name": "frameWalletsQuery",
    "operationKind": "query",
    "text": "query frameWalletsQuery {\n  me {\n    client\n  }\n  wallets(first: 100) {\n    nodes {\n      id\n      address\n      ensName\n      sync {\n        phase\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "d443361cc8096b66ce89db54c64b48db";

export default node;
