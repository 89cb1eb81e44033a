/**
 * @generated SignedSource<<42f0916bed40ceef1649f10f6d3fd801>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type Period = "DAY" | "MAX" | "MONTH" | "THREE_MONTHS" | "WEEK" | "YEAR" | "YTD" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type holdingFigures_balance$data = {
  readonly averageCost: string;
  readonly balance: string;
  readonly costBasis: string;
  readonly currency: Currency;
  readonly income: string;
  readonly isBooked: boolean;
  readonly period: Period;
  readonly price: string | null | undefined;
  readonly priceSource: string | null | undefined;
  readonly reconciliation: {
    readonly blockNumber: number;
    readonly difference: string;
    readonly onChainBalance: string;
  } | null | undefined;
  readonly totalRealizedPnl: string;
  readonly unrealizedPnl: string;
  readonly value: string;
  readonly " $fragmentType": "holdingFigures_balance";
};
export type holdingFigures_balance$key = {
  readonly " $data"?: holdingFigures_balance$data;
  readonly " $fragmentSpreads": FragmentRefs<"holdingFigures_balance">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "holdingFigures_balance",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "balance",
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
      "kind": "ScalarField",
      "name": "price",
      "storageKey": null
    },
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
      "kind": "ScalarField",
      "name": "costBasis",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "averageCost",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "unrealizedPnl",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "totalRealizedPnl",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "income",
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
      "name": "period",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "isBooked",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "Reconciliation",
      "kind": "LinkedField",
      "name": "reconciliation",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "difference",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "onChainBalance",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "blockNumber",
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "type": "TokenBalance",
  "abstractKey": null
};

(node as any).hash = "c7f182b1c482c7306fc802a58b144ba0";

export default node;
