/**
 * @generated SignedSource<<5834df4ce00caa143e98c2a65b38f8fc>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type SignInMethod = "ETHEREUM" | "LINK" | "PASSKEY" | "%future added value";
export type sessionsListQuery$variables = {
  member?: string | null | undefined;
};
export type sessionsListQuery$data = {
  readonly sessions: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly address: string;
      readonly createdAt: string;
      readonly expiresAt: string;
      readonly id: string;
      readonly isCurrent: boolean;
      readonly lastSeenAt: string;
      readonly method: SignInMethod;
      readonly userAgent: string;
    }>;
  } | null | undefined;
};
export type sessionsListQuery = {
  response: sessionsListQuery$data;
  variables: sessionsListQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "member"
  }
],
v1 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Literal",
        "name": "first",
        "value": 100
      },
      {
        "kind": "Variable",
        "name": "member",
        "variableName": "member"
      }
    ],
    "concreteType": "SessionConnection",
    "kind": "LinkedField",
    "name": "sessions",
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
        "concreteType": "Session",
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
            "name": "createdAt",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "expiresAt",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "isCurrent",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "lastSeenAt",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "method",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "userAgent",
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
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "sessionsListQuery",
    "selections": (v1/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "sessionsListQuery",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "f20a00ff6aa01de940fa701975b4e785",
    "id": null,
    "metadata": {},
    "name": "sessionsListQuery",
    "operationKind": "query",
    "text": "query sessionsListQuery(\n  $member: String\n) {\n  sessions(first: 100, member: $member) {\n    count\n    nodes {\n      id\n      address\n      createdAt\n      expiresAt\n      isCurrent\n      lastSeenAt\n      method\n      userAgent\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "350e40c2911df1594d08491c67b4b908";

export default node;
