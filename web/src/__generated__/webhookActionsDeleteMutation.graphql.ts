/**
 * @generated SignedSource<<3ab83f6540f367c9a247b17cffc7abf0>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type DeleteWebhookInput = {
  clientMutationId?: string | null | undefined;
  id: string;
};
export type webhookActionsDeleteMutation$variables = {
  input: DeleteWebhookInput;
};
export type webhookActionsDeleteMutation$data = {
  readonly deleteWebhook: {
    readonly clientMutationId: string | null | undefined;
  };
};
export type webhookActionsDeleteMutation = {
  response: webhookActionsDeleteMutation$data;
  variables: webhookActionsDeleteMutation$variables;
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
    "concreteType": "DeleteWebhookPayload",
    "kind": "LinkedField",
    "name": "deleteWebhook",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "clientMutationId",
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
    "name": "webhookActionsDeleteMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "webhookActionsDeleteMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "79846b2f7a23e357c755dfbe93c5cdc2",
    "id": null,
    "metadata": {},
    "name": "webhookActionsDeleteMutation",
    "operationKind": "mutation",
    "text": "mutation webhookActionsDeleteMutation(\n  $input: DeleteWebhookInput!\n) {\n  deleteWebhook(input: $input) {\n    clientMutationId\n  }\n}\n"
  }
};
})();

(node as any).hash = "5e47e5cb844b191933e2f14305211e35";

export default node;
