/**
 * @generated SignedSource<<3a54d918dab4b5040e2504c46af649bc>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type WalletEventType = "BALANCE_AGREES" | "BALANCE_DIFFERS" | "HISTORY_CHANGED" | "HISTORY_RESET" | "ISSUE_CLOSED" | "ISSUE_OPENED" | "LEDGER_BOOKED" | "TRANSFER_ADDED" | "TRANSFER_FINALIZED" | "TRANSFER_RETRACTED" | "TRANSFER_UPDATED" | "WALLET_FAILED" | "WALLET_LOADED" | "WALLET_PROGRESS" | "%future added value";
export type CreateWebhookInput = {
  chainIds?: ReadonlyArray<number> | null | undefined;
  clientMutationId?: string | null | undefined;
  description?: string | null | undefined;
  minValue?: string | null | undefined;
  tokens?: ReadonlyArray<string> | null | undefined;
  types?: ReadonlyArray<WalletEventType> | null | undefined;
  url: string;
  wallets?: ReadonlyArray<string> | null | undefined;
};
export type newWebhookMutation$variables = {
  input: CreateWebhookInput;
};
export type newWebhookMutation$data = {
  readonly createWebhook: {
    readonly secret: string;
    readonly webhook: {
      readonly id: string;
      readonly url: string;
    };
  };
};
export type newWebhookMutation = {
  response: newWebhookMutation$data;
  variables: newWebhookMutation$variables;
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
    "concreteType": "CreateWebhookPayload",
    "kind": "LinkedField",
    "name": "createWebhook",
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
            "name": "url",
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
    "name": "newWebhookMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "newWebhookMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "3e5c31e294ca002797976ef64443714b",
    "id": null,
    "metadata": {},
    "name": "newWebhookMutation",
    "operationKind": "mutation",
    "text": "mutation newWebhookMutation(\n  $input: CreateWebhookInput!\n) {\n  createWebhook(input: $input) {\n    secret\n    webhook {\n      id\n      url\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "4d7ac3a804482cd6b1f5d73adc97ccc4";

export default node;
