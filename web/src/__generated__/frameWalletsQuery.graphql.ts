/**
 * @generated SignedSource<<56eb8041023dd6945ab83bc643109ba8>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type frameWalletsQuery$variables = Record<PropertyKey, never>;
export type frameWalletsQuery$data = {
  readonly wallets: {
    readonly nodes: ReadonlyArray<{
      readonly address: string;
      readonly ensName: string | null | undefined;
      readonly id: string;
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
    "cacheID": "481e4532ebb744b1c66af5e42aed0fcf",
    "id": null,
    "metadata": {},
    "name": "frameWalletsQuery",
    "operationKind": "query",
    "text": "query frameWalletsQuery {\n  wallets(first: 100) {\n    nodes {\n      id\n      address\n      ensName\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "b9d72090349f6a9f27f4325dbb0daa00";

export default node;
