/**
 * @generated SignedSource<<7cfd83a8e6810bd660e1edd9979a08e5>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type BasisStatus = "COMPLETE" | "MISSING" | "UNPRICED" | "%future added value";
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type summaryHoldingsQuery$variables = {
  at: string;
  costMethod: CostMethod;
  currency: Currency;
  wallets: ReadonlyArray<string>;
};
export type summaryHoldingsQuery$data = {
  readonly holdings: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly balance: string;
      readonly basisStatus: BasisStatus;
      readonly blockchain: {
        readonly name: string;
      };
      readonly costBasis: string;
      readonly debt: string;
      readonly debtValue: string;
      readonly nft: {
        readonly tokenId: string;
      } | null | undefined;
      readonly price: string | null | undefined;
      readonly rawToken: {
        readonly address: string;
        readonly symbol: string;
      };
      readonly token: {
        readonly asset: {
          readonly symbol: string;
        };
      } | null | undefined;
      readonly unrealizedPnl: string;
      readonly value: string;
      readonly wallet: {
        readonly address: string;
        readonly ensName: string | null | undefined;
      };
    }>;
  } | null | undefined;
};
export type summaryHoldingsQuery = {
  response: summaryHoldingsQuery$data;
  variables: summaryHoldingsQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "at"
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
  "name": "wallets"
},
v4 = [
  {
    "kind": "Variable",
    "name": "at",
    "variableName": "at"
  },
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
    "kind": "Literal",
    "name": "first",
    "value": 500
  },
  {
    "kind": "Variable",
    "name": "wallets",
    "variableName": "wallets"
  }
],
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "count",
  "storageKey": null
},
v6 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "balance",
  "storageKey": null
},
v7 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "debt",
  "storageKey": null
},
v8 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "price",
  "storageKey": null
},
v9 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "value",
  "storageKey": null
},
v10 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "debtValue",
  "storageKey": null
},
v11 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "costBasis",
  "storageKey": null
},
v12 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "unrealizedPnl",
  "storageKey": null
},
v13 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "basisStatus",
  "storageKey": null
},
v14 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v15 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
},
v16 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "symbol",
  "storageKey": null
},
v17 = {
  "alias": null,
  "args": null,
  "concreteType": "RawToken",
  "kind": "LinkedField",
  "name": "rawToken",
  "plural": false,
  "selections": [
    (v15/*:: as any*/),
    (v16/*:: as any*/)
  ],
  "storageKey": null
},
v18 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "tokenId",
  "storageKey": null
},
v19 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "ensName",
  "storageKey": null
},
v20 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
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
    "name": "summaryHoldingsQuery",
    "selections": [
      {
        "alias": null,
        "args": (v4/*:: as any*/),
        "concreteType": "HoldingConnection",
        "kind": "LinkedField",
        "name": "holdings",
        "plural": false,
        "selections": [
          (v5/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Holding",
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
              (v12/*:: as any*/),
              (v13/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Blockchain",
                "kind": "LinkedField",
                "name": "blockchain",
                "plural": false,
                "selections": [
                  (v14/*:: as any*/)
                ],
                "storageKey": null
              },
              (v17/*:: as any*/),
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
                    "concreteType": "Asset",
                    "kind": "LinkedField",
                    "name": "asset",
                    "plural": false,
                    "selections": [
                      (v16/*:: as any*/)
                    ],
                    "storageKey": null
                  }
                ],
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "concreteType": "Nft",
                "kind": "LinkedField",
                "name": "nft",
                "plural": false,
                "selections": [
                  (v18/*:: as any*/)
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
                  (v15/*:: as any*/),
                  (v19/*:: as any*/)
                ],
                "storageKey": null
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
      (v3/*:: as any*/),
      (v0/*:: as any*/),
      (v2/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "summaryHoldingsQuery",
    "selections": [
      {
        "alias": null,
        "args": (v4/*:: as any*/),
        "concreteType": "HoldingConnection",
        "kind": "LinkedField",
        "name": "holdings",
        "plural": false,
        "selections": [
          (v5/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Holding",
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
              (v12/*:: as any*/),
              (v13/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Blockchain",
                "kind": "LinkedField",
                "name": "blockchain",
                "plural": false,
                "selections": [
                  (v14/*:: as any*/),
                  (v20/*:: as any*/)
                ],
                "storageKey": null
              },
              (v17/*:: as any*/),
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
                    "concreteType": "Asset",
                    "kind": "LinkedField",
                    "name": "asset",
                    "plural": false,
                    "selections": [
                      (v16/*:: as any*/),
                      (v20/*:: as any*/)
                    ],
                    "storageKey": null
                  },
                  (v20/*:: as any*/)
                ],
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "concreteType": "Nft",
                "kind": "LinkedField",
                "name": "nft",
                "plural": false,
                "selections": [
                  (v18/*:: as any*/),
                  (v20/*:: as any*/)
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
                  (v15/*:: as any*/),
                  (v19/*:: as any*/),
                  (v20/*:: as any*/)
                ],
                "storageKey": null
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
    "cacheID": "d4093f8dd02093b850b7db2dda80ef73",
    "id": null,
    "metadata": {},
    "name": "summaryHoldingsQuery",
    "operationKind": "query",
    "text": "query summaryHoldingsQuery(\n  $wallets: [Address!]!\n  $at: DateTime!\n  $currency: Currency!\n  $costMethod: CostMethod!\n) {\n  holdings(wallets: $wallets, at: $at, currency: $currency, costMethod: $costMethod, first: 500) {\n    count\n    nodes {\n      balance\n      debt\n      price\n      value\n      debtValue\n      costBasis\n      unrealizedPnl\n      basisStatus\n      blockchain {\n        name\n        id\n      }\n      rawToken {\n        address\n        symbol\n      }\n      token {\n        asset {\n          symbol\n          id\n        }\n        id\n      }\n      nft {\n        tokenId\n        id\n      }\n      wallet {\n        address\n        ensName\n        id\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "831394ea08a37e242293e1c94f6a3f8e";

export default node;
