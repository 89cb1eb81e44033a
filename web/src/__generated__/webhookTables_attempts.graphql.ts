/**
 * @generated SignedSource<<503e8b7dc055e825b0ec845904eaeaeb>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type WebhookOutcome = "DELIVERED" | "FAILED" | "SKIPPED" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type webhookTables_attempts$data = {
  readonly attempts: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly answer: string | null | undefined;
      readonly at: string;
      readonly attempt: number;
      readonly durationMs: number;
      readonly error: string | null | undefined;
      readonly eventId: string;
      readonly eventType: string;
      readonly outcome: WebhookOutcome;
      readonly status: number | null | undefined;
    }>;
  };
  readonly " $fragmentType": "webhookTables_attempts";
};
export type webhookTables_attempts$key = {
  readonly " $data"?: webhookTables_attempts$data;
  readonly " $fragmentSpreads": FragmentRefs<"webhookTables_attempts">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "webhookTables_attempts",
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
      "concreteType": "WebhookAttemptConnection",
      "kind": "LinkedField",
      "name": "attempts",
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
          "concreteType": "WebhookAttempt",
          "kind": "LinkedField",
          "name": "nodes",
          "plural": true,
          "selections": [
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "eventId",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "eventType",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "attempt",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "outcome",
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
              "name": "error",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "answer",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "durationMs",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "at",
              "storageKey": null
            }
          ],
          "storageKey": null
        }
      ],
      "storageKey": "attempts(first:100)"
    }
  ],
  "type": "Webhook",
  "abstractKey": null
};

(node as any).hash = "cefd114d939ad8f53a7c0e30c33ea873";

export default node;
