/**
 * @generated SignedSource<<00baa7671b9991931d0e00d6fb14275c>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type Side = "INFLOW" | "OUTFLOW" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type leg_transfer$data = {
  readonly amount: string;
  readonly nft: {
    readonly name: string;
  } | null | undefined;
  readonly rawToken: {
    readonly address: string;
    readonly symbol: string;
  };
  readonly side: Side;
  readonly token: {
    readonly asset: {
      readonly symbol: string;
    };
  } | null | undefined;
  readonly value: string | null | undefined;
  readonly " $fragmentType": "leg_transfer";
};
export type leg_transfer$key = {
  readonly " $data"?: leg_transfer$data;
  readonly " $fragmentSpreads": FragmentRefs<"leg_transfer">;
};

const node: ReaderFragment = (function(){
var v0 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "symbol",
  "storageKey": null
};
return {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "leg_transfer",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "amount",
      "storageKey": null
    },
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
      "concreteType": "RawToken",
      "kind": "LinkedField",
      "name": "rawToken",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "address",
          "storageKey": null
        },
        (v0/*:: as any*/)
      ],
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "Token",
      "kind": "LinkedField",
      "name": "token",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "concreteType": "Asset",
          "kind": "LinkedField",
          "name": "asset",
          "plural": false,
          "selections": [
            (v0/*:: as any*/)
          ],
          "storageKey": null
        }
      ],
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "Nft",
      "kind": "LinkedField",
      "name": "nft",
      "plural": false,
      "selections": [
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
  "type": "Transfer",
  "abstractKey": null
};
})();

(node as any).hash = "2d2a7c8eca481622a3681ae796653974";

export default node;
