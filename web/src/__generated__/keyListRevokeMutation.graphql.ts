/**
 * @generated SignedSource<<6018a95e9e1c18f082bf770f9c324185>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type RevokeApiKeyInput = {
  clientMutationId?: string | null | undefined;
  id: string;
};
export type keyListRevokeMutation$variables = {
  input: RevokeApiKeyInput;
};
export type keyListRevokeMutation$data = {
  readonly revokeApiKey: {
    readonly apiKey: {
      readonly id: string;
    };
  };
};
export type keyListRevokeMutation = {
  response: keyListRevokeMutation$data;
  variables: keyListRevokeMutation$variables;
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
    "concreteType": "RevokeApiKeyPayload",
    "kind": "LinkedField",
    "name": "revokeApiKey",
    "plural": false,
    "selections": [
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
    "name": "keyListRevokeMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "keyListRevokeMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "b8df3cc84febeb9c3a5599762eeebe83",
    "id": null,
    "metadata": {},
    "name": "keyListRevokeMutation",
    "operationKind": "mutation",
    "text": "mutation keyListRevokeMutation(\n  $input: RevokeApiKeyInput!\n) {\n  revokeApiKey(input: $input) {\n    apiKey {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "fe8e2a88c52abd76b6b179887d0a4896";

export default node;
