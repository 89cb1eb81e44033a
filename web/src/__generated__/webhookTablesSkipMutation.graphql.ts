/**
 * @generated SignedSource<<dbd21ccbd66a5a19e53e74ec097df684>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type SkipWebhookEventInput = {
  clientMutationId?: string | null | undefined;
  id: string;
  wallet: string;
};
export type webhookTablesSkipMutation$variables = {
  input: SkipWebhookEventInput;
};
export type webhookTablesSkipMutation$data = {
  readonly skipWebhookEvent: {
    readonly webhook: {
      readonly id: string;
    };
  };
};
export type webhookTablesSkipMutation = {
  response: webhookTablesSkipMutation$data;
  variables: webhookTablesSkipMutation$variables;
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
    "concreteType": "SkipWebhookEventPayload",
    "kind": "LinkedField",
    "name": "skipWebhookEvent",
    "plural": false,
    "selections": [
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
    "name": "webhookTablesSkipMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "webhookTablesSkipMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "fae366d8f547cb4bfbc07fb2bce9222d",
    "id": null,
    "metadata": {},
    "name": "webhookTablesSkipMutation",
    "operationKind": "mutation",
    "text": "mutation webhookTablesSkipMutation(\n  $input: SkipWebhookEventInput!\n) {\n  skipWebhookEvent(input: $input) {\n    webhook {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "cfc8a3f20114fe9cdf55b6c45effca63";

export default node;
