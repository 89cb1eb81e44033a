/**
 * @generated SignedSource<<a206ca270a8f341cc3ac65b1303a4479>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type SyncPhase = "BACKFILL" | "ENRICH" | "FAILED" | "FOLLOWING" | "QUEUED" | "STALE" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type walletCard_wallet$data = {
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
  readonly " $fragmentType": "walletCard_wallet";
};
export type walletCard_wallet$key = {
  readonly " $data"?: walletCard_wallet$data;
  readonly " $fragmentSpreads": FragmentRefs<"walletCard_wallet">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "walletCard_wallet",
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

(node as any).hash = "7fbf86b41aaf375350265574ced14e5e";

export default node;
