/**
 * @generated SignedSource<<b1d99defb4ac88391774499d9c9a4fae>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type SpamFilter = "EXCLUDE" | "INCLUDE" | "ONLY" | "%future added value";
export type TransactionCategory = "CONTRACT_EXECUTION" | "MINT" | "RECEIVE" | "SEND" | "SWAP" | "%future added value";
export type TransactionKind = "AIRDROP" | "APPROVE" | "BORROW" | "BRIDGE_IN" | "BRIDGE_OUT" | "BURN" | "CLAIM" | "CONTRACT_EXECUTION" | "DEPLOY" | "DEPOSIT" | "FAILED" | "LIQUIDATION" | "MIGRATE" | "MINT" | "NFT_BUY" | "NFT_SELL" | "RECEIVE" | "REPAY" | "REVOKE" | "SELF_TRANSFER" | "SEND" | "SWAP" | "UNWRAP" | "WITHDRAW" | "WRAP" | "YIELD" | "%future added value";
export type TransactionFilter = {
  bridgeMessage?: string | null | undefined;
  categories?: ReadonlyArray<TransactionCategory> | null | undefined;
  chainIds?: ReadonlyArray<number> | null | undefined;
  counterparties?: ReadonlyArray<string> | null | undefined;
  from?: string | null | undefined;
  hash?: string | null | undefined;
  isError?: boolean | null | undefined;
  kinds?: ReadonlyArray<TransactionKind> | null | undefined;
  notCounterparties?: ReadonlyArray<string> | null | undefined;
  spam?: SpamFilter | null | undefined;
  to?: string | null | undefined;
};
export type excludedQuery$variables = {
  filter?: TransactionFilter | null | undefined;
  wallets: ReadonlyArray<string>;
};
export type excludedQuery$data = {
  readonly transactions: {
    readonly count: number;
  } | null | undefined;
};
export type excludedQuery = {
  response: excludedQuery$data;
  variables: excludedQuery$variables;
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
  "name": "wallets"
},
v2 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "filter",
        "variableName": "filter"
      },
      {
        "kind": "Literal",
        "name": "first",
        "value": 1
      },
      {
        "kind": "Variable",
        "name": "wallets",
        "variableName": "wallets"
      }
    ],
    "concreteType": "TransactionConnection",
    "kind": "LinkedField",
    "name": "transactions",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "count",
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
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "excludedQuery",
    "selections": (v2/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "excludedQuery",
    "selections": (v2/*:: as any*/)
  },
  "params": {
    "cacheID": "9f729ecba943efbd671af5ba5988c76d",
    "id": null,
    "metadata": {},
    "name": "excludedQuery",
    "operationKind": "query",
    "text": "query excludedQuery(\n  $wallets: [Address!]!\n  $filter: TransactionFilter\n) {\n  transactions(wallets: $wallets, filter: $filter, first: 1) {\n    count\n  }\n}\n"
  }
};
})();

(node as any).hash = "ce4306e0dda1bf0adf0ea690758353e5";

export default node;
