/**
 * @generated SignedSource<<cc0a6a25254e92daa0f6cb0eeb19bd87>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type SyncPhase = "BACKFILL" | "ENRICH" | "FAILED" | "FOLLOWING" | "QUEUED" | "STALE" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type wallets_wallet$data = {
  readonly address: string;
  readonly ensName: string | null | undefined;
  readonly sync: ReadonlyArray<{
    readonly blockchain: {
      readonly id: string;
      readonly name: string;
    };
    readonly error: string | null | undefined;
    readonly headBlock: number | null | undefined;
    readonly percent: number;
    readonly phase: SyncPhase;
    readonly seenWithinSeconds: number | null | undefined;
    readonly staleSince: string | null | undefined;
    readonly syncedBlock: number | null | undefined;
    readonly warnings: ReadonlyArray<string>;
  }>;
  readonly " $fragmentType": "wallets_wallet";
};
export type wallets_wallet$key = {
  readonly " $data"?: wallets_wallet$data;
  readonly " $fragmentSpreads": FragmentRefs<"wallets_wallet">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "wallets_wallet",
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
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "ChainSync",
      "kind": "LinkedField",
      "name": "sync",
      "plural": true,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "phase",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "percent",
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
          "name": "warnings",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "syncedBlock",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "headBlock",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "staleSince",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "seenWithinSeconds",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "concreteType": "Blockchain",
          "kind": "LinkedField",
          "name": "blockchain",
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
              "name": "name",
              "storageKey": null
            }
          ],
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "type": "Wallet",
  "abstractKey": null
};

(node as any).hash = "ca8282e65b1ab441dd37832b805cb0d4";

export default node;
