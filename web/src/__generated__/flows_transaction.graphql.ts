/**
 * @generated SignedSource<<63fcd969f6401b5f973c9d9d0dccdd78>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type Side = "INFLOW" | "OUTFLOW" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type flows_transaction$data = {
  readonly transfers: ReadonlyArray<{
    readonly counterparty: {
      readonly address: string;
      readonly id: string;
      readonly name: string | null | undefined;
    };
    readonly id: string;
    readonly side: Side;
    readonly value: string | null | undefined;
    readonly " $fragmentSpreads": FragmentRefs<"leg_transfer">;
  }>;
  readonly wallet: {
    readonly address: string;
    readonly ensName: string | null | undefined;
  };
  readonly " $fragmentType": "flows_transaction";
};
export type flows_transaction$key = {
  readonly " $data"?: flows_transaction$data;
  readonly " $fragmentSpreads": FragmentRefs<"flows_transaction">;
};

const node: ReaderFragment = (function(){
var v0 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
},
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
return {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "flows_transaction",
  "selections": [
    {
      "alias": null,
      "args": null,
      "concreteType": "Wallet",
      "kind": "LinkedField",
      "name": "wallet",
      "plural": false,
      "selections": [
        (v0/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "ensName",
          "storageKey": null
        }
      ],
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "Transfer",
      "kind": "LinkedField",
      "name": "transfers",
      "plural": true,
      "selections": [
        (v1/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "side",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "value",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "concreteType": "Counterparty",
          "kind": "LinkedField",
          "name": "counterparty",
          "plural": false,
          "selections": [
            (v1/*:: as any*/),
            (v0/*:: as any*/),
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "name",
              "storageKey": null
            }
          ],
          "storageKey": null
        },
        {
          "args": null,
          "kind": "FragmentSpread",
          "name": "leg_transfer"
        }
      ],
      "storageKey": null
    }
  ],
  "type": "Transaction",
  "abstractKey": null
};
})();

(node as any).hash = "a0c75ed284c18e127d70a3fbeb42b299";

export default node;
