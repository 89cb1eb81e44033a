/**
 * @generated SignedSource<<beb58ba801526834b8041e8be40e62f0>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type Period = "DAY" | "MAX" | "MONTH" | "THREE_MONTHS" | "WEEK" | "YEAR" | "YTD" | "%future added value";
export type SpamFilter = "EXCLUDE" | "INCLUDE" | "ONLY" | "%future added value";
export type TokenBalanceFilter = {
  chainIds?: ReadonlyArray<number> | null | undefined;
  hideZero?: boolean | null | undefined;
  spam?: SpamFilter | null | undefined;
  tokens?: ReadonlyArray<string> | null | undefined;
};
export type methodsQuery$variables = {
  currency: Currency;
  filter: TokenBalanceFilter;
  period: Period;
  wallets: ReadonlyArray<string>;
};
export type methodsQuery$data = {
  readonly FIFO: {
    readonly nodes: ReadonlyArray<{
      readonly " $fragmentSpreads": FragmentRefs<"methods_balance">;
    }>;
  } | null | undefined;
  readonly HIFO: {
    readonly nodes: ReadonlyArray<{
      readonly " $fragmentSpreads": FragmentRefs<"methods_balance">;
    }>;
  } | null | undefined;
  readonly LIFO: {
    readonly nodes: ReadonlyArray<{
      readonly " $fragmentSpreads": FragmentRefs<"methods_balance">;
    }>;
  } | null | undefined;
  readonly WAC: {
    readonly nodes: ReadonlyArray<{
      readonly " $fragmentSpreads": FragmentRefs<"methods_balance">;
    }>;
  } | null | undefined;
};
export type methodsQuery = {
  response: methodsQuery$data;
  variables: methodsQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "currency"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "filter"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "period"
},
v3 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "wallets"
},
v4 = {
  "kind": "Variable",
  "name": "currency",
  "variableName": "currency"
},
v5 = {
  "kind": "Variable",
  "name": "filter",
  "variableName": "filter"
},
v6 = {
  "kind": "Literal",
  "name": "first",
  "value": 1
},
v7 = {
  "kind": "Variable",
  "name": "period",
  "variableName": "period"
},
v8 = {
  "kind": "Variable",
  "name": "wallets",
  "variableName": "wallets"
},
v9 = [
  {
    "kind": "Literal",
    "name": "costMethod",
    "value": "FIFO"
  },
  (v4/*:: as any*/),
  (v5/*:: as any*/),
  (v6/*:: as any*/),
  (v7/*:: as any*/),
  (v8/*:: as any*/)
],
v10 = [
  {
    "alias": null,
    "args": null,
    "concreteType": "TokenBalance",
    "kind": "LinkedField",
    "name": "nodes",
    "plural": true,
    "selections": [
      {
        "args": null,
        "kind": "FragmentSpread",
        "name": "methods_balance"
      }
    ],
    "storageKey": null
  }
],
v11 = [
  {
    "kind": "Literal",
    "name": "costMethod",
    "value": "LIFO"
  },
  (v4/*:: as any*/),
  (v5/*:: as any*/),
  (v6/*:: as any*/),
  (v7/*:: as any*/),
  (v8/*:: as any*/)
],
v12 = [
  {
    "kind": "Literal",
    "name": "costMethod",
    "value": "HIFO"
  },
  (v4/*:: as any*/),
  (v5/*:: as any*/),
  (v6/*:: as any*/),
  (v7/*:: as any*/),
  (v8/*:: as any*/)
],
v13 = [
  {
    "kind": "Literal",
    "name": "costMethod",
    "value": "WAC"
  },
  (v4/*:: as any*/),
  (v5/*:: as any*/),
  (v6/*:: as any*/),
  (v7/*:: as any*/),
  (v8/*:: as any*/)
],
v14 = [
  {
    "alias": null,
    "args": null,
    "concreteType": "TokenBalance",
    "kind": "LinkedField",
    "name": "nodes",
    "plural": true,
    "selections": [
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
        "name": "isBooked",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "id",
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
      (v3/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "methodsQuery",
    "selections": [
      {
        "alias": "FIFO",
        "args": (v9/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": (v10/*:: as any*/),
        "storageKey": null
      },
      {
        "alias": "LIFO",
        "args": (v11/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": (v10/*:: as any*/),
        "storageKey": null
      },
      {
        "alias": "HIFO",
        "args": (v12/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": (v10/*:: as any*/),
        "storageKey": null
      },
      {
        "alias": "WAC",
        "args": (v13/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": (v10/*:: as any*/),
        "storageKey": null
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v3/*:: as any*/),
      (v0/*:: as any*/),
      (v2/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "methodsQuery",
    "selections": [
      {
        "alias": "FIFO",
        "args": (v9/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": (v14/*:: as any*/),
        "storageKey": null
      },
      {
        "alias": "LIFO",
        "args": (v11/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": (v14/*:: as any*/),
        "storageKey": null
      },
      {
        "alias": "HIFO",
        "args": (v12/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": (v14/*:: as any*/),
        "storageKey": null
      },
      {
        "alias": "WAC",
        "args": (v13/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": (v14/*:: as any*/),
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "8fead0b59d062d5372c47497965b8f33",
    "id": null,
    "metadata": {},
    "name": "methodsQuery",
    "operationKind": "query",
    "text": "query methodsQuery(\n  $wallets: [Address!]!\n  $currency: Currency!\n  $period: Period!\n  $filter: TokenBalanceFilter!\n) {\n  FIFO: tokenBalances(wallets: $wallets, currency: $currency, period: $period, filter: $filter, costMethod: FIFO, first: 1) {\n    nodes {\n      ...methods_balance\n      id\n    }\n  }\n  LIFO: tokenBalances(wallets: $wallets, currency: $currency, period: $period, filter: $filter, costMethod: LIFO, first: 1) {\n    nodes {\n      ...methods_balance\n      id\n    }\n  }\n  HIFO: tokenBalances(wallets: $wallets, currency: $currency, period: $period, filter: $filter, costMethod: HIFO, first: 1) {\n    nodes {\n      ...methods_balance\n      id\n    }\n  }\n  WAC: tokenBalances(wallets: $wallets, currency: $currency, period: $period, filter: $filter, costMethod: WAC, first: 1) {\n    nodes {\n      ...methods_balance\n      id\n    }\n  }\n}\n\nfragment methods_balance on TokenBalance {\n  price\n  costBasis\n  averageCost\n  unrealizedPnl\n  totalRealizedPnl\n  isBooked\n}\n"
  }
};
})();

(node as any).hash = "9f9be9c57a973ac7f8bc9bf807d8f45c";

export default node;
