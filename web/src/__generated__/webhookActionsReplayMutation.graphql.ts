/**
 * @generated SignedSource<<7f381c3c78d2f0942c21467392387f68>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type ReplayWebhookInput = {
  after?: string | null | undefined;
  clientMutationId?: string | null | undefined;
  from?: string | null | undefined;
  id: string;
  wallets?: ReadonlyArray<string> | null | undefined;
};
export type webhookActionsReplayMutation$variables = {
  input: ReplayWebhookInput;
};
export type webhookActionsReplayMutation$data = {
  readonly replayWebhook: {
    readonly lanes: number;
    readonly webhook: {
      readonly id: string;
    };
  };
};
export type webhookActionsReplayMutation = {
  response: webhookActionsReplayMutation$data;
  variables: webhookActionsReplayMutation$variables;
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
    "concreteType": "ReplayWebhookPayload",
    "kind": "LinkedField",
    "name": "replayWebhook",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "lanes",
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
    "name": "webhookActionsReplayMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "webhookActionsReplayMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "892dff057c8f054e5e0c56bf401c40b2",
    "id": null,
    "metadata": {},
    "name": "webhookActionsReplayMutation",
    "operationKind": "mutation",
    "text": "mutation webhookActionsReplayMutation(\n  $input: ReplayWebhookInput!\n) {\n  replayWebhook(input: $input) {\n    lanes\n    webhook {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "805d8df359147ca61ce0c455d63a6c73";

export default node;
