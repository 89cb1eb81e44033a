/**
 * @generated SignedSource<<8581a6031a618343a26401bd7ef900e6>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type effectQuery$variables = {
  costMethod: CostMethod;
  currency: Currency;
  wallets: ReadonlyArray<string>;
};
export type effectQuery$data = {
  readonly totals: {
    readonly costBasis: string;
    readonly debtValue: string;
    readonly expenses: string;
    readonly income: string;
    readonly netWorth: string;
    readonly realizedPnl: string;
    readonly unrealizedPnl: string;
  } | null | undefined;
};
export type effectQuery = {
  response: effectQuery$data;
  variables: effectQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "costMethod"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "currency"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "wallets"
},
v3 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "costMethod",
        "variableName": "costMethod"
      },
      {
        "kind": "Variable",
        "name": "currency",
        "variableName": "currency"
      },
      {
        "kind": "Variable",
        "name": "wallets",
        "variableName": "wallets"
      }
    ],
    "concreteType": "WalletTotals",
    "kind": "LinkedField",
    "name": "totals",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "realizedPnl",
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
        "name": "costBasis",
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
        "name": "expenses",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "debtValue",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "netWorth",
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "effectQuery",
    "selections": (v3/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v2/*:: as any*/),
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "effectQuery",
    "selections": (v3/*:: as any*/)
  },
  "params": {
    "cacheID": "c4ccf1920259e18991937fff04c1d6df",
    "id": null,
    "metadata": {},
    "name": "effectQuery",
    "operationKind": "query",
    "text": "query effectQuery(\n  $wallets: [Address!]!\n  $currency: Currency!\n  $costMethod: CostMethod!\n) {\n  totals(wallets: $wallets, currency: $currency, costMethod: $costMethod) {\n    realizedPnl\n    unrealizedPnl\n    costBasis\n    income\n    expenses\n    debtValue\n    netWorth\n  }\n}\n"
  }
};
})();

(node as any).hash = "f4577bf7c86a59490c1ae86ab3fa736e";

export default node;
