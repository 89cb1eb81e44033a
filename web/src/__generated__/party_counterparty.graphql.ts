/**
 * @generated SignedSource<<43cf2b63e97203ec7f88c8f856d35714>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type party_counterparty$data = {
  readonly address: string;
  readonly contractName: string | null | undefined;
  readonly name: string | null | undefined;
  readonly " $fragmentType": "party_counterparty";
};
export type party_counterparty$key = {
  readonly " $data"?: party_counterparty$data;
  readonly " $fragmentSpreads": FragmentRefs<"party_counterparty">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "party_counterparty",
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
      "name": "name",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "contractName",
      "storageKey": null
    }
  ],
  "type": "Counterparty",
  "abstractKey": null
};

(node as any).hash = "c0775cf6e5479b97f34e58cc44a1323d";

export default node;
