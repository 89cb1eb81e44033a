/**
 * @generated SignedSource<<af73d33f7177ce0ad5d81bf95b0835fa>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type TestWebhookInput = {
  clientMutationId?: string | null | undefined;
  id: string;
};
export type webhookActionsTestMutation$variables = {
  input: TestWebhookInput;
};
export type webhookActionsTestMutation$data = {
  readonly testWebhook: {
    readonly eventId: string;
  };
};
export type webhookActionsTestMutation = {
  response: webhookActionsTestMutation$data;
  variables: webhookActionsTestMutation$variables;
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
    "concreteType": "TestWebhookPayload",
    "kind": "LinkedField",
    "name": "testWebhook",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "eventId",
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
    "name": "webhookActionsTestMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "webhookActionsTestMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "f2e3f05bdff1fd038fc10058ef5f4e4c",
    "id": null,
    "metadata": {},
    "name": "webhookActionsTestMutation",
    "operationKind": "mutation",
    "text": "mutation webhookActionsTestMutation(\n  $input: TestWebhookInput!\n) {\n  testWebhook(input: $input) {\n    eventId\n  }\n}\n"
  }
};
})();

(node as any).hash = "720640d29ec769d979f20b8f68ccee11";

export default node;
