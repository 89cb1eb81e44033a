/**
 * @generated SignedSource<<41c25f7bcdadfe8be89f59de0c4e11f4>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type yearQuery$variables = {
  costMethod: CostMethod;
  currency: Currency;
  from: string;
  to: string;
  wallets: ReadonlyArray<string>;
};
export type yearQuery$data = {
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
export type yearQuery = {
  response: yearQuery$data;
  variables: yearQuery$variables;
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
    "name": "yearQuery",
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
    "name": "yearQuery",
    "selections": (v5/*:: as any*/)
  },
  "params": {
    "cacheID": "c0dba29cb1cc0abd78c865d758e19a54",
    "id": null,
    "metadata": {},
    "name": "yearQuery",
    "operationKind": "query",
    "text": "query yearQuery(\n  $wallets: [Address!]!\n  $from: DateTime!\n  $to: DateTime!\n  $currency: Currency!\n  $costMethod: CostMethod!\n) {\n  results(wallets: $wallets, from: $from, to: $to, currency: $currency, costMethod: $costMethod) {\n    realizedPnl\n    income\n    expenses\n    fees\n    missingCount\n    unpricedCount\n    asOf\n  }\n}\n"
  }
};
})();

(node as any).hash = "6d7bd98d5099e3e494289d1a8f80f410";

export default node;
