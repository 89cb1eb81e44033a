/**
 * @generated SignedSource<<ab3eb28c800a08030164f600871c5d32>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type BasisStatus = "COMPLETE" | "MISSING" | "UNPRICED" | "%future added value";
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type Period = "DAY" | "MAX" | "MONTH" | "THREE_MONTHS" | "WEEK" | "YEAR" | "YTD" | "%future added value";
export type SpamFilter = "EXCLUDE" | "INCLUDE" | "ONLY" | "%future added value";
export type TokenBalanceFilter = {
  chainIds?: ReadonlyArray<number> | null | undefined;
  hideZero?: boolean | null | undefined;
  spam?: SpamFilter | null | undefined;
  tokens?: ReadonlyArray<string> | null | undefined;
};
export type holdingQuery$variables = {
  costMethod: CostMethod;
  currency: Currency;
  filter: TokenBalanceFilter;
  period: Period;
  wallets: ReadonlyArray<string>;
};
export type holdingQuery$data = {
  readonly tokenBalances: {
    readonly nodes: ReadonlyArray<{
      readonly balance: string;
      readonly basisStatus: BasisStatus;
      readonly costMethod: CostMethod;
      readonly currency: Currency;
      readonly id: string;
      readonly isSpam: boolean;
      readonly rawToken: {
        readonly address: string;
        readonly name: string;
        readonly symbol: string;
      };
      readonly token: {
        readonly asset: {
          readonly name: string;
          readonly symbol: string;
        };
        readonly blockchain: {
          readonly chainId: number;
          readonly name: string;
        };
      } | null | undefined;
      readonly wallet: {
        readonly address: string;
        readonly ensName: string | null | undefined;
      };
      readonly " $fragmentSpreads": FragmentRefs<"disposals_balance" | "holdingFigures_balance" | "lots_balance">;
    }>;
  } | null | undefined;
};
export type holdingQuery = {
  response: holdingQuery$data;
  variables: holdingQuery$variables;
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
  "name": "filter"
},
v3 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "period"
},
v4 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "wallets"
},
v5 = [
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
    "name": "filter",
    "variableName": "filter"
  },
  {
    "kind": "Literal",
    "name": "first",
    "value": 10
  },
  {
    "kind": "Variable",
    "name": "period",
    "variableName": "period"
  },
  {
    "kind": "Variable",
    "name": "wallets",
    "variableName": "wallets"
  }
],
v6 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v7 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "balance",
  "storageKey": null
},
v8 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "currency",
  "storageKey": null
},
v9 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "costMethod",
  "storageKey": null
},
v10 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "basisStatus",
  "storageKey": null
},
v11 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isSpam",
  "storageKey": null
},
v12 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
},
v13 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "ensName",
  "storageKey": null
},
v14 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "symbol",
  "storageKey": null
},
v15 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v16 = {
  "alias": null,
  "args": null,
  "concreteType": "RawToken",
  "kind": "LinkedField",
  "name": "rawToken",
  "plural": false,
  "selections": [
    (v12/*:: as any*/),
    (v14/*:: as any*/),
    (v15/*:: as any*/)
  ],
  "storageKey": null
},
v17 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "chainId",
  "storageKey": null
},
v18 = [
  {
    "kind": "Literal",
    "name": "first",
    "value": 100
  }
],
v19 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "count",
  "storageKey": null
},
v20 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "acquiredAt",
  "storageKey": null
},
v21 = [
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
      (v17/*:: as any*/),
      (v6/*:: as any*/)
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
      (v12/*:: as any*/),
      (v6/*:: as any*/)
    ],
    "storageKey": null
  },
  (v6/*:: as any*/)
],
v22 = {
  "alias": null,
  "args": null,
  "concreteType": "Transfer",
  "kind": "LinkedField",
  "name": "acquiredBy",
  "plural": false,
  "selections": (v21/*:: as any*/),
  "storageKey": null
},
v23 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "cost",
  "storageKey": null
};
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
    "name": "holdingQuery",
    "selections": [
      {
        "alias": null,
        "args": (v5/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "TokenBalance",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              (v6/*:: as any*/),
              (v7/*:: as any*/),
              (v8/*:: as any*/),
              (v9/*:: as any*/),
              (v10/*:: as any*/),
              (v11/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Wallet",
                "kind": "LinkedField",
                "name": "wallet",
                "plural": false,
                "selections": [
                  (v12/*:: as any*/),
                  (v13/*:: as any*/)
                ],
                "storageKey": null
              },
              (v16/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Token",
                "kind": "LinkedField",
                "name": "token",
                "plural": false,
                "selections": [
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Blockchain",
                    "kind": "LinkedField",
                    "name": "blockchain",
                    "plural": false,
                    "selections": [
                      (v17/*:: as any*/),
                      (v15/*:: as any*/)
                    ],
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Asset",
                    "kind": "LinkedField",
                    "name": "asset",
                    "plural": false,
                    "selections": [
                      (v14/*:: as any*/),
                      (v15/*:: as any*/)
                    ],
                    "storageKey": null
                  }
                ],
                "storageKey": null
              },
              {
                "args": null,
                "kind": "FragmentSpread",
                "name": "holdingFigures_balance"
              },
              {
                "args": null,
                "kind": "FragmentSpread",
                "name": "lots_balance"
              },
              {
                "args": null,
                "kind": "FragmentSpread",
                "name": "disposals_balance"
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v4/*:: as any*/),
      (v1/*:: as any*/),
      (v0/*:: as any*/),
      (v3/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "holdingQuery",
    "selections": [
      {
        "alias": null,
        "args": (v5/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "TokenBalance",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              (v6/*:: as any*/),
              (v7/*:: as any*/),
              (v8/*:: as any*/),
              (v9/*:: as any*/),
              (v10/*:: as any*/),
              (v11/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Wallet",
                "kind": "LinkedField",
                "name": "wallet",
                "plural": false,
                "selections": [
                  (v12/*:: as any*/),
                  (v13/*:: as any*/),
                  (v6/*:: as any*/)
                ],
                "storageKey": null
              },
              (v16/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Token",
                "kind": "LinkedField",
                "name": "token",
                "plural": false,
                "selections": [
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Blockchain",
                    "kind": "LinkedField",
                    "name": "blockchain",
                    "plural": false,
                    "selections": [
                      (v17/*:: as any*/),
                      (v15/*:: as any*/),
                      (v6/*:: as any*/)
                    ],
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Asset",
                    "kind": "LinkedField",
                    "name": "asset",
                    "plural": false,
                    "selections": [
                      (v14/*:: as any*/),
                      (v15/*:: as any*/),
                      (v6/*:: as any*/)
                    ],
                    "storageKey": null
                  },
                  (v6/*:: as any*/)
                ],
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
              },
              {
                "alias": null,
                "args": (v18/*:: as any*/),
                "concreteType": "LotConnection",
                "kind": "LinkedField",
                "name": "lots",
                "plural": false,
                "selections": [
                  (v19/*:: as any*/),
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Lot",
                    "kind": "LinkedField",
                    "name": "nodes",
                    "plural": true,
                    "selections": [
                      (v20/*:: as any*/),
                      (v22/*:: as any*/),
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
                      (v23/*:: as any*/),
                      (v10/*:: as any*/)
                    ],
                    "storageKey": null
                  }
                ],
                "storageKey": "lots(first:100)"
              },
              {
                "alias": null,
                "args": (v18/*:: as any*/),
                "concreteType": "DisposalConnection",
                "kind": "LinkedField",
                "name": "disposals",
                "plural": false,
                "selections": [
                  (v19/*:: as any*/),
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
                        "selections": (v21/*:: as any*/),
                        "storageKey": null
                      },
                      (v20/*:: as any*/),
                      (v22/*:: as any*/),
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
                      (v23/*:: as any*/),
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
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "f84017fbc504e5192cc8a235b6ca33cf",
    "id": null,
    "metadata": {},
    "name": "holdingQuery",
    "operationKind": "query",
    "text": "query holdingQuery(\n  $wallets: [Address!]!\n  $currency: Currency!\n  $costMethod: CostMethod!\n  $period: Period!\n  $filter: TokenBalanceFilter!\n) {\n  tokenBalances(wallets: $wallets, currency: $currency, costMethod: $costMethod, period: $period, filter: $filter, first: 10) {\n    nodes {\n      id\n      balance\n      currency\n      costMethod\n      basisStatus\n      isSpam\n      wallet {\n        address\n        ensName\n        id\n      }\n      rawToken {\n        address\n        symbol\n        name\n      }\n      token {\n        blockchain {\n          chainId\n          name\n          id\n        }\n        asset {\n          symbol\n          name\n          id\n        }\n        id\n      }\n      ...holdingFigures_balance\n      ...lots_balance\n      ...disposals_balance\n    }\n  }\n}\n\nfragment disposals_balance on TokenBalance {\n  currency\n  isBooked\n  disposals(first: 100) {\n    count\n    nodes {\n      disposedAt\n      disposedBy {\n        hash\n        blockchain {\n          chainId\n          id\n        }\n        wallet {\n          address\n          id\n        }\n        id\n      }\n      acquiredAt\n      acquiredBy {\n        hash\n        blockchain {\n          chainId\n          id\n        }\n        wallet {\n          address\n          id\n        }\n        id\n      }\n      quantity\n      proceeds\n      cost\n      gain\n      taxTreatment\n    }\n  }\n}\n\nfragment holdingFigures_balance on TokenBalance {\n  balance\n  value\n  price\n  priceSource\n  costBasis\n  averageCost\n  unrealizedPnl\n  totalRealizedPnl\n  income\n  currency\n  period\n  isBooked\n  reconciliation {\n    difference\n    onChainBalance\n    blockNumber\n  }\n}\n\nfragment lots_balance on TokenBalance {\n  currency\n  costMethod\n  isBooked\n  lots(first: 100) {\n    count\n    nodes {\n      acquiredAt\n      acquiredBy {\n        hash\n        blockchain {\n          chainId\n          id\n        }\n        wallet {\n          address\n          id\n        }\n        id\n      }\n      remaining\n      unitCost\n      cost\n      basisStatus\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "20d1c2366e2e15c9fd19f3a423566b01";

export default node;
