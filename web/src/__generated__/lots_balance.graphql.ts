/**
 * @generated SignedSource<<d8c42009f22cdce4a458ae793fd0c147>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type BasisStatus = "COMPLETE" | "MISSING" | "UNPRICED" | "%future added value";
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type lots_balance$data = {
  readonly costMethod: CostMethod;
  readonly currency: Currency;
  readonly isBooked: boolean;
  readonly lots: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly acquiredAt: string;
      readonly acquiredBy: {
        readonly blockchain: {
          readonly chainId: number;
        };
        readonly hash: string;
        readonly wallet: {
          readonly address: string;
        };
      } | null | undefined;
      readonly basisStatus: BasisStatus;
      readonly cost: string;
      readonly remaining: string;
      readonly unitCost: string;
    }>;
  };
  readonly " $fragmentType": "lots_balance";
};
export type lots_balance$key = {
  readonly " $data"?: lots_balance$data;
  readonly " $fragmentSpreads": FragmentRefs<"lots_balance">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "lots_balance",
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
      "name": "costMethod",
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
      "concreteType": "LotConnection",
      "kind": "LinkedField",
      "name": "lots",
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
          "concreteType": "Lot",
          "kind": "LinkedField",
          "name": "nodes",
          "plural": true,
          "selections": [
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
              ],
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "remaining",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "unitCost",
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
              "name": "basisStatus",
              "storageKey": null
            }
          ],
          "storageKey": null
        }
      ],
      "storageKey": "lots(first:100)"
    }
  ],
  "type": "TokenBalance",
  "abstractKey": null
};

(node as any).hash = "51dae319238ea6127097b8cffcd45a77";

export default node;
