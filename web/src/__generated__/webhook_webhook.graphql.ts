/**
 * @generated SignedSource<<e6a432eb2100846fad535b5a5dcc03cb>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type WalletEventType = "BALANCE_AGREES" | "BALANCE_DIFFERS" | "HISTORY_CHANGED" | "HISTORY_RESET" | "ISSUE_CLOSED" | "ISSUE_OPENED" | "LEDGER_BOOKED" | "TRANSFER_ADDED" | "TRANSFER_FINALIZED" | "TRANSFER_RETRACTED" | "TRANSFER_UPDATED" | "WALLET_FAILED" | "WALLET_LOADED" | "WALLET_PROGRESS" | "%future added value";
export type WebhookDisabledReason = "CLIENT" | "FAILING" | "GONE" | "%future added value";
export type WebhookStatus = "ACTIVE" | "DISABLED" | "FAILING" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type webhook_webhook$data = {
  readonly allWallets: boolean;
  readonly chainIds: ReadonlyArray<number>;
  readonly createdAt: string;
  readonly delivered: string;
  readonly deliveredAt: string | null | undefined;
  readonly description: string;
  readonly disabledReason: WebhookDisabledReason | null | undefined;
  readonly failingSince: string | null | undefined;
  readonly formerSecretUntil: string | null | undefined;
  readonly id: string;
  readonly laneCount: number;
  readonly status: WebhookStatus;
  readonly types: ReadonlyArray<WalletEventType>;
  readonly url: string;
  readonly " $fragmentSpreads": FragmentRefs<"webhookTables_attempts" | "webhookTables_lanes">;
  readonly " $fragmentType": "webhook_webhook";
};
export type webhook_webhook$key = {
  readonly " $data"?: webhook_webhook$data;
  readonly " $fragmentSpreads": FragmentRefs<"webhook_webhook">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "webhook_webhook",
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
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "description",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "status",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "types",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "chainIds",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "allWallets",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "laneCount",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "delivered",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "deliveredAt",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "failingSince",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "formerSecretUntil",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "disabledReason",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "createdAt",
      "storageKey": null
    },
    {
      "args": null,
      "kind": "FragmentSpread",
      "name": "webhookTables_lanes"
    },
    {
      "args": null,
      "kind": "FragmentSpread",
      "name": "webhookTables_attempts"
    }
  ],
  "type": "Webhook",
  "abstractKey": null
};

(node as any).hash = "bcd163b3e898b90a3d78a80e050f4b7f";

export default node;
