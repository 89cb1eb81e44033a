/**
 * @generated SignedSource<<9acb3185f5f0f56e39ba03a4a6e30da6>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CreateApiKeyInput = {
  client: string;
  clientMutationId?: string | null | undefined;
  dailyQuota?: number | null | undefined;
  expiresAt?: string | null | undefined;
  monthlyQuota?: number | null | undefined;
  name: string;
  publishable?: PublishableInput | null | undefined;
  scopes?: ReadonlyArray<string> | null | undefined;
};
export type PublishableInput = {
  addressUnits?: number | null | undefined;
  origins: ReadonlyArray<string>;
  wallets: ReadonlyArray<string>;
};
export type newKeyMutation$variables = {
  input: CreateApiKeyInput;
};
export type newKeyMutation$data = {
  readonly createApiKey: {
    readonly apiKey: {
      readonly id: string;
      readonly name: string;
    };
    readonly key: string;
  };
};
export type newKeyMutation = {
  response: newKeyMutation$data;
  variables: newKeyMutation$variables;
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
    "concreteType": "CreateApiKeyPayload",
    "kind": "LinkedField",
    "name": "createApiKey",
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
    "name": "newKeyMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "newKeyMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "33c78c3e57cd2612b66b7b672024a8e3",
    "id": null,
    "metadata": {},
    "name": "newKeyMutation",
    "operationKind": "mutation",
    "text": "mutation newKeyMutation(\n  $input: CreateApiKeyInput!\n) {\n  createApiKey(input: $input) {\n    key\n    apiKey {\n      id\n      name\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "0ab650ee991973991c03b9bde679ee45";

export default node;
