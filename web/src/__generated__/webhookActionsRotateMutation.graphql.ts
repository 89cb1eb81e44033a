/**
 * @generated SignedSource<<875b7f0296adc9d9c874e0d1fd0abcec>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type RotateWebhookSecretInput = {
  clientMutationId?: string | null | undefined;
  id: string;
};
export type webhookActionsRotateMutation$variables = {
  input: RotateWebhookSecretInput;
};
export type webhookActionsRotateMutation$data = {
  readonly rotateWebhookSecret: {
    readonly secret: string;
    readonly webhook: {
      readonly formerSecretUntil: string | null | undefined;
      readonly id: string;
    };
  };
};
export type webhookActionsRotateMutation = {
  response: webhookActionsRotateMutation$data;
  variables: webhookActionsRotateMutation$variables;
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
    "concreteType": "RotateWebhookSecretPayload",
    "kind": "LinkedField",
    "name": "rotateWebhookSecret",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "secret",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "Webhook",
        "kind": "LinkedField",
        "name": "webhook",
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
            "name": "formerSecretUntil",
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
    "name": "webhookActionsRotateMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "webhookActionsRotateMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "49c28b8b425e0c6aa92e937149712ccc",
    "id": null,
    "metadata": {},
    "name": "webhookActionsRotateMutation",
    "operationKind": "mutation",
    "text": "mutation webhookActionsRotateMutation(\n  $input: RotateWebhookSecretInput!\n) {\n  rotateWebhookSecret(input: $input) {\n    secret\n    webhook {\n      id\n      formerSecretUntil\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "d1976c23ae9f0a126924e2eea1f79f2a";

export default node;
