/**
 * @generated SignedSource<<c1622eaefb2767167a98d0275c0bdc1a>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type clientsQuery$variables = Record<PropertyKey, never>;
export type clientsQuery$data = {
  readonly clients: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly createdAt: string;
      readonly name: string;
      readonly settings: ReadonlyArray<{
        readonly name: string;
        readonly value: string;
      }>;
    }>;
  } | null | undefined;
};
export type clientsQuery = {
  response: clientsQuery$data;
  variables: clientsQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v1 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Literal",
        "name": "first",
        "value": 500
      }
    ],
    "concreteType": "ClientConnection",
    "kind": "LinkedField",
    "name": "clients",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "count",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "Client",
        "kind": "LinkedField",
        "name": "nodes",
        "plural": true,
        "selections": [
          (v0/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "createdAt",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "ClientSetting",
            "kind": "LinkedField",
            "name": "settings",
            "plural": true,
            "selections": [
              (v0/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "value",
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": "clients(first:500)"
  }
];
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "clientsQuery",
    "selections": (v1/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "clientsQuery",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "25af70683801e2fece06d5ccdbafc490",
    "id": null,
    "metadata": {},
    "name": "clientsQuery",
    "operationKind": "query",
    "text": "query clientsQuery {\n  clients(first: 500) {\n    count\n    nodes {\n      name\n      createdAt\n      settings {\n        name\n        value\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "bd2cb2fb3f5df2b9052e86e3a60a353e";

export default node;
