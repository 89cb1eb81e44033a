/**
 * @generated SignedSource<<f43e6af5c983c226a0ebe05e04b813a1>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type walletsSyncSubscription$variables = {
  addresses: ReadonlyArray<string>;
};
export type walletsSyncSubscription$data = {
  readonly walletSync: {
    readonly id: string;
    readonly " $fragmentSpreads": FragmentRefs<"wallets_wallet">;
  };
};
export type walletsSyncSubscription = {
  response: walletsSyncSubscription$data;
  variables: walletsSyncSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "addresses"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "addresses",
    "variableName": "addresses"
  }
],
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "walletsSyncSubscription",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "Wallet",
        "kind": "LinkedField",
        "name": "walletSync",
        "plural": false,
        "selections": [
          (v2/*:: as any*/),
          {
            "args": null,
            "kind": "FragmentSpread",
            "name": "wallets_wallet"
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "walletsSyncSubscription",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "Wallet",
        "kind": "LinkedField",
        "name": "walletSync",
        "plural": false,
        "selections": [
          (v2/*:: as any*/),
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
    ]
  },
  "params": {
    "cacheID": "eec2c89bf0c4c6f51a52331d5fa584f7",
    "id": null,
    "metadata": {},
    "name": "walletsSyncSubscription",
    "operationKind": "subscription",
    "text": "subscription walletsSyncSubscription(\n  $addresses: [Address!]!\n) {\n  walletSync(addresses: $addresses) {\n    id\n    ...wallets_wallet\n  }\n}\n\nfragment wallets_wallet on Wallet {\n  address\n  ensName\n  sync {\n    phase\n    percent\n    error\n    warnings\n    syncedBlock\n    headBlock\n    staleSince\n    seenWithinSeconds\n    blockchain {\n      id\n      name\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "349a597832de54c64078fe99688ad15a";

export default node;
