/**
 * @generated SignedSource<<421544ae9807889acce6c57d7c0389ab>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type requestsQuery$variables = {
  code?: string | null | undefined;
  first: number;
  requestId?: string | null | undefined;
};
export type requestsQuery$data = {
  readonly requestProblems: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly at: string;
      readonly client: string;
      readonly code: string;
      readonly keyId: string;
      readonly operation: string;
      readonly requestId: string;
      readonly status: number;
    }>;
  } | null | undefined;
};
export type requestsQuery = {
  response: requestsQuery$data;
  variables: requestsQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "code"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "first"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "requestId"
},
v3 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "code",
        "variableName": "code"
      },
      {
        "kind": "Variable",
        "name": "first",
        "variableName": "first"
      },
      {
        "kind": "Variable",
        "name": "requestId",
        "variableName": "requestId"
      }
    ],
    "concreteType": "RequestProblemConnection",
    "kind": "LinkedField",
    "name": "requestProblems",
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
        "concreteType": "RequestProblem",
        "kind": "LinkedField",
        "name": "nodes",
        "plural": true,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "at",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "requestId",
            "storageKey": null
          },
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
            "name": "keyId",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "operation",
            "storageKey": null
          },
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
            "name": "status",
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
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "requestsQuery",
    "selections": (v3/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v1/*:: as any*/),
      (v2/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "requestsQuery",
    "selections": (v3/*:: as any*/)
  },
  "params": {
    "cacheID": "712bfe2df10dbffc5d4beb7f50233480",
    "id": null,
    "metadata": {},
    "name": "requestsQuery",
    "operationKind": "query",
    "text": "query requestsQuery(\n  $first: Int!\n  $requestId: String\n  $code: String\n) {\n  requestProblems(first: $first, requestId: $requestId, code: $code) {\n    count\n    nodes {\n      at\n      requestId\n      client\n      keyId\n      operation\n      code\n      status\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "39ad7f8de188a39cb6ad66eec09d39f7";

export default node;
