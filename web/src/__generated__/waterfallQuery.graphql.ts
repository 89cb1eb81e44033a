/**
 * @generated SignedSource<<82d37c2d0e0b5c19eb27a2ec6fffed29>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type Period = "DAY" | "MAX" | "MONTH" | "THREE_MONTHS" | "WEEK" | "YEAR" | "YTD" | "%future added value";
export type Side = "INFLOW" | "OUTFLOW" | "%future added value";
export type SpamFilter = "EXCLUDE" | "INCLUDE" | "ONLY" | "%future added value";
export type TransactionCategory = "CONTRACT_EXECUTION" | "MINT" | "RECEIVE" | "SEND" | "SWAP" | "%future added value";
export type TransferFilter = {
  categories?: ReadonlyArray<TransactionCategory> | null | undefined;
  chainIds?: ReadonlyArray<number> | null | undefined;
  counterparties?: ReadonlyArray<string> | null | undefined;
  from?: string | null | undefined;
  minValue?: string | null | undefined;
  side?: Side | null | undefined;
  spam?: SpamFilter | null | undefined;
  to?: string | null | undefined;
  tokens?: ReadonlyArray<string> | null | undefined;
};
export type waterfallQuery$variables = {
  came: TransferFilter;
  costMethod: CostMethod;
  currency: Currency;
  from: string;
  hasStart: boolean;
  ids: ReadonlyArray<string>;
  period: Period;
  wallets: ReadonlyArray<string>;
  went: TransferFilter;
};
export type waterfallQuery$data = {
  readonly came: {
    readonly totals: {
      readonly inflow: string;
      readonly unpricedCount: number;
    };
  } | null | undefined;
  readonly nodes?: ReadonlyArray<{
    readonly id?: string;
    readonly valueHistory?: ReadonlyArray<{
      readonly unpricedCount: number;
      readonly value: string;
    }>;
  } | null | undefined>;
  readonly totals: {
    readonly debtValue: string;
    readonly expenses: string;
    readonly fees: string;
    readonly heldValue: string;
    readonly income: string;
    readonly netWorth: string;
    readonly realizedPnl: string;
    readonly unrealizedPnl: string;
  } | null | undefined;
  readonly went: {
    readonly totals: {
      readonly outflow: string;
      readonly unpricedCount: number;
    };
  } | null | undefined;
};
export type waterfallQuery = {
  response: waterfallQuery$data;
  variables: waterfallQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "came"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "costMethod"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "currency"
},
v3 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "from"
},
v4 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "hasStart"
},
v5 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "ids"
},
v6 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "period"
},
v7 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "wallets"
},
v8 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "went"
},
v9 = {
  "kind": "Variable",
  "name": "currency",
  "variableName": "currency"
},
v10 = {
  "kind": "Variable",
  "name": "wallets",
  "variableName": "wallets"
},
v11 = {
  "alias": null,
  "args": [
    {
      "kind": "Variable",
      "name": "costMethod",
      "variableName": "costMethod"
    },
    (v9/*:: as any*/),
    {
      "kind": "Variable",
      "name": "period",
      "variableName": "period"
    },
    (v10/*:: as any*/)
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
      "name": "netWorth",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "heldValue",
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
    }
  ],
  "storageKey": null
},
v12 = {
  "kind": "Literal",
  "name": "first",
  "value": 1
},
v13 = [
  (v9/*:: as any*/)
],
v14 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "unpricedCount",
  "storageKey": null
},
v15 = {
  "alias": "came",
  "args": [
    {
      "kind": "Variable",
      "name": "filter",
      "variableName": "came"
    },
    (v12/*:: as any*/),
    (v10/*:: as any*/)
  ],
  "concreteType": "TransferConnection",
  "kind": "LinkedField",
  "name": "transfers",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": (v13/*:: as any*/),
      "concreteType": "FlowTotals",
      "kind": "LinkedField",
      "name": "totals",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "inflow",
          "storageKey": null
        },
        (v14/*:: as any*/)
      ],
      "storageKey": null
    }
  ],
  "storageKey": null
},
v16 = {
  "alias": "went",
  "args": [
    {
      "kind": "Variable",
      "name": "filter",
      "variableName": "went"
    },
    (v12/*:: as any*/),
    (v10/*:: as any*/)
  ],
  "concreteType": "TransferConnection",
  "kind": "LinkedField",
  "name": "transfers",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": (v13/*:: as any*/),
      "concreteType": "FlowTotals",
      "kind": "LinkedField",
      "name": "totals",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "outflow",
          "storageKey": null
        },
        (v14/*:: as any*/)
      ],
      "storageKey": null
    }
  ],
  "storageKey": null
},
v17 = [
  {
    "kind": "Variable",
    "name": "ids",
    "variableName": "ids"
  }
],
v18 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v19 = {
  "alias": null,
  "args": [
    (v9/*:: as any*/),
    {
      "kind": "Variable",
      "name": "from",
      "variableName": "from"
    },
    {
      "kind": "Literal",
      "name": "interval",
      "value": "DAY"
    },
    {
      "kind": "Variable",
      "name": "to",
      "variableName": "from"
    }
  ],
  "concreteType": "ValuePoint",
  "kind": "LinkedField",
  "name": "valueHistory",
  "plural": true,
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "value",
      "storageKey": null
    },
    (v14/*:: as any*/)
  ],
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/),
      (v2/*:: as any*/),
      (v3/*:: as any*/),
      (v4/*:: as any*/),
      (v5/*:: as any*/),
      (v6/*:: as any*/),
      (v7/*:: as any*/),
      (v8/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "waterfallQuery",
    "selections": [
      (v11/*:: as any*/),
      (v15/*:: as any*/),
      (v16/*:: as any*/),
      {
        "condition": "hasStart",
        "kind": "Condition",
        "passingValue": true,
        "selections": [
          {
            "alias": null,
            "args": (v17/*:: as any*/),
            "concreteType": null,
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              {
                "kind": "InlineFragment",
                "selections": [
                  (v18/*:: as any*/),
                  (v19/*:: as any*/)
                ],
                "type": "Wallet",
                "abstractKey": null
              }
            ],
            "storageKey": null
          }
        ]
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v7/*:: as any*/),
      (v5/*:: as any*/),
      (v2/*:: as any*/),
      (v1/*:: as any*/),
      (v6/*:: as any*/),
      (v3/*:: as any*/),
      (v4/*:: as any*/),
      (v0/*:: as any*/),
      (v8/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "waterfallQuery",
    "selections": [
      (v11/*:: as any*/),
      (v15/*:: as any*/),
      (v16/*:: as any*/),
      {
        "condition": "hasStart",
        "kind": "Condition",
        "passingValue": true,
        "selections": [
          {
            "alias": null,
            "args": (v17/*:: as any*/),
            "concreteType": null,
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "__typename",
                "storageKey": null
              },
              (v18/*:: as any*/),
              {
                "kind": "InlineFragment",
                "selections": [
                  (v19/*:: as any*/)
                ],
                "type": "Wallet",
                "abstractKey": null
              }
            ],
            "storageKey": null
          }
        ]
      }
    ]
  },
  "params": {
    "cacheID": "a7a9b122f34790899e8ee8755b041385",
    "id": null,
    "metadata": {},
    "name": "waterfallQuery",
    "operationKind": "query",
    "text": "query waterfallQuery(\n  $wallets: [Address!]!\n  $ids: [ID!]!\n  $currency: Currency!\n  $costMethod: CostMethod!\n  $period: Period!\n  $from: DateTime!\n  $hasStart: Boolean!\n  $came: TransferFilter!\n  $went: TransferFilter!\n) {\n  totals(wallets: $wallets, currency: $currency, costMethod: $costMethod, period: $period) {\n    netWorth\n    heldValue\n    debtValue\n    realizedPnl\n    unrealizedPnl\n    income\n    expenses\n    fees\n  }\n  came: transfers(wallets: $wallets, first: 1, filter: $came) {\n    totals(currency: $currency) {\n      inflow\n      unpricedCount\n    }\n  }\n  went: transfers(wallets: $wallets, first: 1, filter: $went) {\n    totals(currency: $currency) {\n      outflow\n      unpricedCount\n    }\n  }\n  nodes(ids: $ids) @include(if: $hasStart) {\n    __typename\n    ... on Wallet {\n      id\n      valueHistory(currency: $currency, from: $from, to: $from, interval: DAY) {\n        value\n        unpricedCount\n      }\n    }\n    id\n  }\n}\n"
  }
};
})();

(node as any).hash = "215cc7f38bf8fdc696beec4526671fdd";

export default node;
