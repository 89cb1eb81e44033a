/**
 * @generated SignedSource<<da4ae348a840633348383f2191ebc77a>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type ApiKeyKind = "PUBLISHABLE" | "SECRET" | "%future added value";
export type ApiKeyState = "EXPIRED" | "REVOKED" | "VALID" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type keyList_key$data = {
  readonly addressUnits: number | null | undefined;
  readonly client: string;
  readonly createdAt: string;
  readonly dailyQuota: number | null | undefined;
  readonly expiresAt: string | null | undefined;
  readonly id: string;
  readonly kind: ApiKeyKind;
  readonly lastUsedAt: string | null | undefined;
  readonly monthlyQuota: number | null | undefined;
  readonly name: string;
  readonly origins: ReadonlyArray<string>;
  readonly revokedAt: string | null | undefined;
  readonly scopes: ReadonlyArray<string>;
  readonly state: ApiKeyState;
  readonly wallets: ReadonlyArray<string>;
  readonly " $fragmentType": "keyList_key";
};
export type keyList_key$key = {
  readonly " $data"?: keyList_key$data;
  readonly " $fragmentSpreads": FragmentRefs<"keyList_key">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "keyList_key",
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
      "name": "client",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "name",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "kind",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "state",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "scopes",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "dailyQuota",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "monthlyQuota",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "origins",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "wallets",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "addressUnits",
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
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "expiresAt",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "revokedAt",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "lastUsedAt",
      "storageKey": null
    }
  ],
  "type": "ApiKey",
  "abstractKey": null
};

(node as any).hash = "552c0a781692747650c353f670d38912";

export default node;
