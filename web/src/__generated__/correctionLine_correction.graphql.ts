/**
 * @generated SignedSource<<e3e2fd0df00a6a656419369502ef6e84>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type CorrectionKind = "BASIS" | "OPENING_LOT" | "PRICE" | "TREATMENT" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type Side = "INFLOW" | "OUTFLOW" | "%future added value";
export type TaxTreatment = "ACQUISITION" | "BASIS_TRANSFER" | "CARRY" | "DISPOSAL" | "EXPENSE" | "HELD" | "INCOME" | "LIABILITY" | "NON_TAXABLE" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type correctionLine_correction$data = {
  readonly acquiredAt: string | null | undefined;
  readonly applies: boolean;
  readonly cost: string | null | undefined;
  readonly createdAt: string;
  readonly createdBy: {
    readonly keyId: string;
    readonly name: string | null | undefined;
  };
  readonly currency: Currency | null | undefined;
  readonly id: string;
  readonly kind: CorrectionKind;
  readonly note: string | null | undefined;
  readonly price: string | null | undefined;
  readonly quantity: string | null | undefined;
  readonly replacedById: string | null | undefined;
  readonly token: {
    readonly address: string;
    readonly asset: {
      readonly symbol: string;
    };
  } | null | undefined;
  readonly transfer: {
    readonly blockchain: {
      readonly chainId: number;
    };
    readonly hash: string;
    readonly price: string | null | undefined;
    readonly priceSource: string | null | undefined;
    readonly side: Side;
    readonly wallet: {
      readonly address: string;
    };
    readonly " $fragmentSpreads": FragmentRefs<"leg_transfer">;
  } | null | undefined;
  readonly treatment: TaxTreatment | null | undefined;
  readonly undoneAt: string | null | undefined;
  readonly undoneBy: {
    readonly keyId: string;
    readonly name: string | null | undefined;
  } | null | undefined;
  readonly wallet: {
    readonly address: string;
    readonly ensName: string | null | undefined;
  };
  readonly " $fragmentType": "correctionLine_correction";
};
export type correctionLine_correction$key = {
  readonly " $data"?: correctionLine_correction$data;
  readonly " $fragmentSpreads": FragmentRefs<"correctionLine_correction">;
};

const node: ReaderFragment = (function(){
var v0 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "price",
  "storageKey": null
},
v1 = [
  {
    "alias": null,
    "args": null,
    "kind": "ScalarField",
    "name": "keyId",
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
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
};
return {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "correctionLine_correction",
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
      "name": "kind",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "treatment",
      "storageKey": null
    },
    (v0/*:: as any*/),
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "cost",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "currency",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "quantity",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "acquiredAt",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "note",
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
      "concreteType": "Author",
      "kind": "LinkedField",
      "name": "createdBy",
      "plural": false,
      "selections": (v1/*:: as any*/),
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "undoneAt",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "Author",
      "kind": "LinkedField",
      "name": "undoneBy",
      "plural": false,
      "selections": (v1/*:: as any*/),
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "replacedById",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "applies",
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
        (v2/*:: as any*/),
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
      "concreteType": "Token",
      "kind": "LinkedField",
      "name": "token",
      "plural": false,
      "selections": [
        (v2/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "concreteType": "Asset",
          "kind": "LinkedField",
          "name": "asset",
          "plural": false,
          "selections": [
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "symbol",
              "storageKey": null
            }
          ],
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
      "name": "transfer",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "hash",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "side",
          "storageKey": null
        },
        (v0/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "priceSource",
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
              "name": "chainId",
              "storageKey": null
            }
          ],
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
            (v2/*:: as any*/)
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
  "type": "Correction",
  "abstractKey": null
};
})();

(node as any).hash = "378cafa90c2f7f10808839a4036e90df";

export default node;
