/**
 * @generated SignedSource<<46992e8e91d68f3bd2aafcdb8fedc005>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type chainsQuery$variables = Record<PropertyKey, never>;
export type chainsQuery$data = {
  readonly blockchains: ReadonlyArray<{
    readonly chainId: number;
    readonly name: string;
  }>;
};
export type chainsQuery = {
  response: chainsQuery$data;
  variables: chainsQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "chainId",
  "storageKey": null
},
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "chainsQuery",
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Blockchain",
        "kind": "LinkedField",
        "name": "blockchains",
        "plural": true,
        "selections": [
          (v0/*:: as any*/),
          (v1/*:: as any*/)
        ],
        "storageKey": null
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "chainsQuery",
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Blockchain",
        "kind": "LinkedField",
        "name": "blockchains",
        "plural": true,
        "selections": [
          (v0/*:: as any*/),
          (v1/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "b34bb20120e76a3aab8fa55d7e98a6f2",
    "id": null,
    "metadata": {},
    "name": "chainsQuery",
    "operationKind": "query",
    "text": "query chainsQuery {\n  blockchains {\n    chainId\n    name\n    id\n  }\n}\n"
  }
};
})();

(node as any).hash = "bbec3d07748a909bbdd1ffc658556d9b";

export default node;
