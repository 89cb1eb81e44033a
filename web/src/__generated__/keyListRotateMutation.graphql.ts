/**
 * @generated SignedSource<<f0656c990b18d40eac0afefc28709167>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type ApiKeyKind = "PUBLISHABLE" | "SECRET" | "%future added value";
export type RotateApiKeyInput = {
  clientMutationId?: string | null | undefined;
  expiresAt?: string | null | undefined;
  id: string;
  overlapSeconds?: number;
};
export type keyListRotateMutation$variables = {
  input: RotateApiKeyInput;
};
export type keyListRotateMutation$data = {
  readonly rotateApiKey: {
    readonly apiKey: {
      readonly id: string;
      readonly kind: ApiKeyKind;
      readonly name: string;
    };
    readonly key: string;
  };
};
export type keyListRotateMutation = {
  response: keyListRotateMutation$data;
  variables: keyListRotateMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
  }
],
v1 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "input",
        "variableName": "input"
      }
    ],
    "concreteType": "RotateApiKeyPayload",
    "kind": "LinkedField",
    "name": "rotateApiKey",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "key",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "ApiKey",
        "kind": "LinkedField",
        "name": "apiKey",
        "plural": false,
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
            "name": "name",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "kind",
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
    "name": "keyListRotateMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "keyListRotateMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "6fd75ae34cb38891fcd01cf5d0c6417c",
    "id": null,
    "metadata": {},
    "name": "keyListRotateMutation",
    "operationKind": "mutation",
    "text": "mutation keyListRotateMutation(\n  $input: RotateApiKeyInput!\n) {\n  rotateApiKey(input: $input) {\n    key\n    apiKey {\n      id\n      name\n      kind\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "a941d668278ce46550d315de086f151e";

export default node;
