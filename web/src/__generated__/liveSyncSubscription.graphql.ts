/**
 * @generated SignedSource<<947296436cc85e018efc909d175b3f51>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type liveSyncSubscription$variables = {
  addresses: ReadonlyArray<string>;
};
export type liveSyncSubscription$data = {
  readonly walletSync: {
    readonly id: string;
    readonly " $fragmentSpreads": FragmentRefs<"walletCard_wallet">;
  };
};
export type liveSyncSubscription = {
  response: liveSyncSubscription$data;
  variables: liveSyncSubscription$variables;
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
    "name": "liveSyncSubscription",
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
            "name": "walletCard_wallet"
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
    "name": "liveSyncSubscription",
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
    "cacheID": "819721ed3de8b10b196dba35ca994e0f",
    "id": null,
    "metadata": {},
    "name": "liveSyncSubscription",
    "operationKind": "subscription",
    "text": "subscription liveSyncSubscription(\n  $addresses: [Address!]!\n) {\n  walletSync(addresses: $addresses) {\n    id\n    ...walletCard_wallet\n  }\n}\n\nfragment walletCard_wallet on Wallet {\n  address\n  ensName\n  sync {\n    phase\n    percent\n    error\n    warnings\n    syncedBlock\n    headBlock\n    staleSince\n    seenWithinSeconds\n    blockchain {\n      id\n      name\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "9eca197b70410926d90a98c6d7ecee4d";

export default node;
