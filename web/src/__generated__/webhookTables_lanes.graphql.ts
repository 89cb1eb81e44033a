/**
 * @generated SignedSource<<8d307cf8c502cc8894243ae0a26388f7>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type WebhookLaneStatus = "IDLE" | "PAUSED" | "SENDING" | "WAITING" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type webhookTables_lanes$data = {
  readonly lanes: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly attempts: number;
      readonly last: string;
      readonly lastError: string | null | undefined;
      readonly lastStatus: number | null | undefined;
      readonly nextAttemptAt: string | null | undefined;
      readonly sequence: string;
      readonly status: WebhookLaneStatus;
      readonly wallet: {
        readonly address: string;
        readonly ensName: string | null | undefined;
      };
    }>;
  };
  readonly " $fragmentType": "webhookTables_lanes";
};
export type webhookTables_lanes$key = {
  readonly " $data"?: webhookTables_lanes$data;
  readonly " $fragmentSpreads": FragmentRefs<"webhookTables_lanes">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "webhookTables_lanes",
  "selections": [
    {
      "alias": null,
      "args": [
        {
          "kind": "Literal",
          "name": "first",
          "value": 100
        }
      ],
      "concreteType": "WebhookLaneConnection",
      "kind": "LinkedField",
      "name": "lanes",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "count",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "concreteType": "WebhookLane",
          "kind": "LinkedField",
          "name": "nodes",
          "plural": true,
          "selections": [
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
              "name": "sequence",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "last",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "attempts",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "lastError",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "lastStatus",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "nextAttemptAt",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "concreteType": "Wallet",
              "kind": "LinkedField",
              "name": "wallet",
              "plural": false,
              "selections": [
                {
                  "alias": null,
                  "args": null,
                  "kind": "ScalarField",
                  "name": "address",
                  "storageKey": null
                },
                {
                  "alias": null,
                  "args": null,
                  "kind": "ScalarField",
                  "name": "ensName",
                  "storageKey": null
                }
              ],
              "storageKey": null
            }
          ],
          "storageKey": null
        }
      ],
      "storageKey": "lanes(first:100)"
    }
  ],
  "type": "Webhook",
  "abstractKey": null
};

(node as any).hash = "391f06e6ce4b68f0387c4ae2ba6df623";

export default node;
