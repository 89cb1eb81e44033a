/**
 * @generated SignedSource<<4beb678114546cd75d514c48aa855f5b>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type yearFiguresQuery$variables = {
  costMethod: CostMethod;
  currency: Currency;
  from: string;
  to: string;
  wallets: ReadonlyArray<string>;
};
export type yearFiguresQuery$data = {
  readonly results: {
    readonly asOf: string | null | undefined;
    readonly expenses: string;
    readonly fees: string;
    readonly income: string;
    readonly missingCount: number;
    readonly realizedPnl: string;
    readonly unpricedCount: number;
  } | null | undefined;
};
export type yearFiguresQuery = {
  response: yearFiguresQuery$data;
  variables: yearFiguresQuery$variables;
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
  "name": "from"
},
v3 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "to"
},
v4 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "wallets"
},
v5 = [
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
        "name": "from",
        "variableName": "from"
      },
      {
        "kind": "Variable",
        "name": "to",
        "variableName": "to"
      },
      {
        "kind": "Variable",
        "name": "wallets",
        "variableName": "wallets"
      }
    ],
    "concreteType": "Results",
    "kind": "LinkedField",
    "name": "results",
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
        "name": "fees",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "missingCount",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "unpricedCount",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "asOf",
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
      (v2/*:: as any*/),
      (v3/*:: as any*/),
      (v4/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "yearFiguresQuery",
    "selections": (v5/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v4/*:: as any*/),
      (v2/*:: as any*/),
      (v3/*:: as any*/),
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "yearFiguresQuery",
    "selections": (v5/*:: as any*/)
  },
  "params": {
    "cacheID": "ef4ac03e05c4a1788d40c9031cb95ad1",
    "id": null,
    "metadata": {},
    "name": "yearFiguresQuery",
    "operationKind": "query",
    "text": "query yearFiguresQuery(\n  $wallets: [Address!]!\n  $from: DateTime!\n  $to: DateTime!\n  $currency: Currency!\n  $costMethod: CostMethod!\n) {\n  results(wallets: $wallets, from: $from, to: $to, currency: $currency, costMethod: $costMethod) {\n    realizedPnl\n    income\n    expenses\n    fees\n    missingCount\n    unpricedCount\n    asOf\n  }\n}\n"
  }
};
})();

(node as any).hash = "7a5c31f76a5d080383d2df6b006e85c9";

export default node;
