/**
 * @generated SignedSource<<f1c4b462d41b82ac3d28d3dbda562057>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type WalletEventType = "BALANCE_AGREES" | "BALANCE_DIFFERS" | "HISTORY_CHANGED" | "HISTORY_RESET" | "ISSUE_CLOSED" | "ISSUE_OPENED" | "LEDGER_BOOKED" | "TRANSFER_ADDED" | "TRANSFER_FINALIZED" | "TRANSFER_RETRACTED" | "TRANSFER_UPDATED" | "WALLET_FAILED" | "WALLET_LOADED" | "WALLET_PROGRESS" | "%future added value";
export type WebhookStatus = "ACTIVE" | "DISABLED" | "FAILING" | "%future added value";
export type UpdateWebhookInput = {
  allWallets?: boolean | null | undefined;
  chainIds?: ReadonlyArray<number> | null | undefined;
  clientMutationId?: string | null | undefined;
  description?: string | null | undefined;
  enabled?: boolean | null | undefined;
  id: string;
  minValue?: string | null | undefined;
  tokens?: ReadonlyArray<string> | null | undefined;
  types?: ReadonlyArray<WalletEventType> | null | undefined;
  url?: string | null | undefined;
  wallets?: ReadonlyArray<string> | null | undefined;
};
export type webhookActionsUpdateMutation$variables = {
  input: UpdateWebhookInput;
};
export type webhookActionsUpdateMutation$data = {
  readonly updateWebhook: {
    readonly webhook: {
      readonly id: string;
      readonly status: WebhookStatus;
    };
  };
};
export type webhookActionsUpdateMutation = {
  response: webhookActionsUpdateMutation$data;
  variables: webhookActionsUpdateMutation$variables;
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
    "concreteType": "UpdateWebhookPayload",
    "kind": "LinkedField",
    "name": "updateWebhook",
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
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "webhookActionsUpdateMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "webhookActionsUpdateMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "492dc7749fe2d7a5bc99405788e984a2",
    "id": null,
    "metadata": {},
    "name": "webhookActionsUpdateMutation",
    "operationKind": "mutation",
    "text": "mutation webhookActionsUpdateMutation(\n  $input: UpdateWebhookInput!\n) {\n  updateWebhook(input: $input) {\n    webhook {\n      id\n      status\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "385be5239b5bb6f35c71bbcac068656b";

export default node;
