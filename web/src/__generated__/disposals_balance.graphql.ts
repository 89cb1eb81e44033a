/**
 * @generated SignedSource<<67c32913c86c1018fa4432dc51fb42f9>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type DisposalTreatment = "BASIS_TRANSFER" | "DISPOSAL" | "EXPENSE" | "GAS" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type disposals_balance$data = {
  readonly currency: Currency;
  readonly disposals: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly acquiredAt: string | null | undefined;
      readonly acquiredBy: {
        readonly blockchain: {
          readonly chainId: number;
        };
        readonly hash: string;
        readonly wallet: {
          readonly address: string;
        };
      } | null | undefined;
      readonly cost: string;
      readonly disposedAt: string;
      readonly disposedBy: {
        readonly blockchain: {
          readonly chainId: number;
        };
        readonly hash: string;
        readonly wallet: {
          readonly address: string;
        };
      } | null | undefined;
      readonly gain: string | null | undefined;
      readonly proceeds: string | null | undefined;
      readonly quantity: string;
      readonly taxTreatment: DisposalTreatment;
    }>;
  };
  readonly isBooked: boolean;
  readonly " $fragmentType": "disposals_balance";
};
export type disposals_balance$key = {
  readonly " $data"?: disposals_balance$data;
  readonly " $fragmentSpreads": FragmentRefs<"disposals_balance">;
};

const node: ReaderFragment = (function(){
var v0 = [
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
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "address",
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "disposals_balance",
  "selections": [
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
      "name": "isBooked",
      "storageKey": null
    },
    {
      "alias": null,
      "args": [
        {
          "kind": "Literal",
          "name": "first",
          "value": 100
        }
      ],
      "concreteType": "DisposalConnection",
      "kind": "LinkedField",
      "name": "disposals",
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
          "concreteType": "Disposal",
          "kind": "LinkedField",
          "name": "nodes",
          "plural": true,
          "selections": [
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "disposedAt",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "concreteType": "Transfer",
              "kind": "LinkedField",
              "name": "disposedBy",
              "plural": false,
              "selections": (v0/*:: as any*/),
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
              "concreteType": "Transfer",
              "kind": "LinkedField",
              "name": "acquiredBy",
              "plural": false,
              "selections": (v0/*:: as any*/),
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
              "name": "proceeds",
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
              "name": "gain",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "taxTreatment",
              "storageKey": null
            }
          ],
          "storageKey": null
        }
      ],
      "storageKey": "disposals(first:100)"
    }
  ],
  "type": "TokenBalance",
  "abstractKey": null
};
})();

(node as any).hash = "db598e06e57e0bddc2fe13ab7fb1e3c6";

export default node;
