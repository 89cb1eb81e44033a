/**
 * @generated SignedSource<<2bab53cfee9de69097831a8df0998e91>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type Currency = "AVAX" | "ETH" | "MATIC" | "USD" | "XDAI" | "%future added value";
export type ValueInterval = "DAY" | "HOUR" | "MONTH" | "WEEK" | "%future added value";
export type overviewValuesQuery$variables = {
  currency: Currency;
  from: string;
  interval: ValueInterval;
  to: string;
};
export type overviewValuesQuery$data = {
  readonly wallets: {
    readonly nodes: ReadonlyArray<{
      readonly address: string;
      readonly id: string;
      readonly valueHistory: ReadonlyArray<{
        readonly staleCount: number;
        readonly timestamp: string;
        readonly unpricedCount: number;
        readonly value: string;
      }>;
    }>;
  } | null | undefined;
};
export type overviewValuesQuery = {
  response: overviewValuesQuery$data;
  variables: overviewValuesQuery$variables;
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
  "name": "from"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "interval"
},
v3 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "to"
},
v4 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Literal",
        "name": "first",
        "value": 10
      }
    ],
    "concreteType": "WalletConnection",
    "kind": "LinkedField",
    "name": "wallets",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Wallet",
        "kind": "LinkedField",
        "name": "nodes",
        "plural": true,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "address",
            "storageKey": null
          },
          {
            "alias": null,
            "args": [
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
                "name": "interval",
                "variableName": "interval"
              },
              {
                "kind": "Variable",
                "name": "to",
                "variableName": "to"
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
                "name": "timestamp",
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
                "name": "unpricedCount",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "staleCount",
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": "wallets(first:10)"
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
    "name": "overviewValuesQuery",
    "selections": (v4/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/),
      (v3/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "overviewValuesQuery",
    "selections": (v4/*:: as any*/)
  },
  "params": {
    "cacheID": "193082d7e8aa1f21f90fdec9381f6656",
    "id": null,
    "metadata": {},
    "name": "overviewValuesQuery",
    "operationKind": "query",
    "text": "query overviewValuesQuery(\n  $currency: Currency!\n  $from: DateTime!\n  $to: DateTime!\n  $interval: ValueInterval!\n) {\n  wallets(first: 10) {\n    nodes {\n      id\n      address\n      valueHistory(currency: $currency, from: $from, to: $to, interval: $interval) {\n        timestamp\n        value\n        unpricedCount\n        staleCount\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "5ee97aaf9002a1bbf1de26ee7b3a6471";

export default node;
