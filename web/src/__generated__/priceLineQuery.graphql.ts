/**
 * @generated SignedSource<<b025da188397e7019ed752c9aa2e5d38>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
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
export type priceLineQuery$variables = {
  filter: TransferFilter;
  first: number;
  wallets: ReadonlyArray<string>;
};
export type priceLineQuery$data = {
  readonly transfers: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly amount: string;
      readonly id: string;
      readonly price: string | null | undefined;
      readonly side: Side;
      readonly timestamp: string;
    }>;
  } | null | undefined;
};
export type priceLineQuery = {
  response: priceLineQuery$data;
  variables: priceLineQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "filter"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "first"
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
        "name": "filter",
        "variableName": "filter"
      },
      {
        "kind": "Variable",
        "name": "first",
        "variableName": "first"
      },
      {
        "kind": "Variable",
        "name": "wallets",
        "variableName": "wallets"
      }
    ],
    "concreteType": "TransferConnection",
    "kind": "LinkedField",
    "name": "transfers",
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
        "concreteType": "Transfer",
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
            "name": "timestamp",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "side",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "amount",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "price",
            "storageKey": null
          }
        ],
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
    "name": "priceLineQuery",
    "selections": (v3/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v2/*:: as any*/),
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "priceLineQuery",
    "selections": (v3/*:: as any*/)
  },
  "params": {
    "cacheID": "33f991dfc0eeac21199295b60ca0ff4a",
    "id": null,
    "metadata": {},
    "name": "priceLineQuery",
    "operationKind": "query",
    "text": "query priceLineQuery(\n  $wallets: [Address!]!\n  $filter: TransferFilter!\n  $first: Int!\n) {\n  transfers(wallets: $wallets, filter: $filter, first: $first) {\n    count\n    nodes {\n      id\n      timestamp\n      side\n      amount\n      price\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "e4b30991a5be3a41711c524e5c038cd2";

export default node;
