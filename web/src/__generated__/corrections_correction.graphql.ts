/**
 * @generated SignedSource<<b8cf0bf79e90b188621175f661ac9640>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type CorrectionKind = "BASIS" | "OPENING_LOT" | "PRICE" | "TREATMENT" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type TaxTreatment = "ACQUISITION" | "BASIS_TRANSFER" | "CARRY" | "DISPOSAL" | "EXPENSE" | "HELD" | "INCOME" | "LIABILITY" | "NON_TAXABLE" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type corrections_correction$data = {
  readonly applies: boolean;
  readonly cost: string | null | undefined;
  readonly currency: Currency | null | undefined;
  readonly id: string;
  readonly kind: CorrectionKind;
  readonly note: string | null | undefined;
  readonly price: string | null | undefined;
  readonly treatment: TaxTreatment | null | undefined;
  readonly " $fragmentType": "corrections_correction";
};
export type corrections_correction$key = {
  readonly " $data"?: corrections_correction$data;
  readonly " $fragmentSpreads": FragmentRefs<"corrections_correction">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "corrections_correction",
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
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "price",
      "storageKey": null
    },
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
      "name": "note",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "applies",
      "storageKey": null
    }
  ],
  "type": "Correction",
  "abstractKey": null
};

(node as any).hash = "c778bf791c5d9d1652e8b766c54c234d";

export default node;
