/**
 * @generated SignedSource<<e1858a0663f77091d0e1d84c23c63717>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type portalMeQuery$variables = Record<PropertyKey, never>;
export type portalMeQuery$data = {
  readonly me: {
    readonly client: string;
    readonly scopes: ReadonlyArray<string>;
    readonly session: {
      readonly id: string;
    } | null | undefined;
  };
};
export type portalMeQuery = {
  response: portalMeQuery$data;
  variables: portalMeQuery$variables;
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
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "scopes",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "Session",
        "kind": "LinkedField",
        "name": "session",
        "plural": false,
        "selections": [
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
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "portalMeQuery",
    "selections": (v0/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "portalMeQuery",
    "selections": (v0/*:: as any*/)
  },
  "params": {
    "cacheID": "056ab257329c1312a516ff529fbc2899",
    "id": null,
    "metadata": {},
    "name": "portalMeQuery",
    "operationKind": "query",
    "text": "query portalMeQuery {\n  me {\n    client\n    scopes\n    session {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "7680f036f130cf7475bb185b669c4b5d";

export default node;
