/**
 * @generated SignedSource<<7f48685ccfaf8bea282649a30f04dbba>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type walletsQuery$variables = Record<PropertyKey, never>;
export type walletsQuery$data = {
  readonly wallets: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly address: string;
      readonly id: string;
      readonly " $fragmentSpreads": FragmentRefs<"walletCard_wallet">;
    }>;
  } | null | undefined;
};
export type walletsQuery = {
  response: walletsQuery$data;
  variables: walletsQuery$variables;
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
  "name": "count",
  "storageKey": null
},
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "walletsQuery",
    "selections": [
      {
        "alias": null,
        "args": (v0/*:: as any*/),
        "concreteType": "WalletConnection",
        "kind": "LinkedField",
        "name": "wallets",
        "plural": false,
        "selections": [
          (v1/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Wallet",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              (v2/*:: as any*/),
              (v3/*:: as any*/),
              {
                "args": null,
                "kind": "FragmentSpread",
                "name": "walletCard_wallet"
              }
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
    "name": "walletsQuery",
    "selections": [
      {
        "alias": null,
        "args": (v0/*:: as any*/),
        "concreteType": "WalletConnection",
        "kind": "LinkedField",
        "name": "wallets",
        "plural": false,
        "selections": [
          (v1/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Wallet",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              (v2/*:: as any*/),
              (v3/*:: as any*/),
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
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "percent",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "error",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "warnings",
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
                    "kind": "ScalarField",
                    "name": "staleSince",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "seenWithinSeconds",
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
                      (v2/*:: as any*/),
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
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": "wallets(first:100)"
      }
    ]
  },
  "params": {
    "cacheID": "ed050c3dc8fb423b714e2991d657e7c4",
    "id": null,
    "metadata": {},
    "name": "walletsQuery",
    "operationKind": "query",
    "text": "query walletsQuery {\n  wallets(first: 100) {\n    count\n    nodes {\n      id\n      address\n      ...walletCard_wallet\n    }\n  }\n}\n\nfragment walletCard_wallet on Wallet {\n  address\n  ensName\n  sync {\n    phase\n    percent\n    error\n    warnings\n    syncedBlock\n    headBlock\n    staleSince\n    seenWithinSeconds\n    blockchain {\n      id\n      name\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "2d73a7ab206a2284277e59582ada83f4";

export default node;
