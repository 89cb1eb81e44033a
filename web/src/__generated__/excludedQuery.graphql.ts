/**
 * @generated SignedSource<<af5faebdc56be9e4206b6eb8c5ab9b1e>>
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
  anyKind?: TransactionFilter | null | undefined;
  anybody?: TransactionFilter | null | undefined;
  noPills?: TransactionFilter | null | undefined;
  wallets: ReadonlyArray<string>;
  withSpam?: TransactionFilter | null | undefined;
};
export type excludedQuery$data = {
  readonly anyKind: {
    readonly count: number;
  } | null | undefined;
  readonly anybody: {
    readonly count: number;
  } | null | undefined;
  readonly noPills: {
    readonly count: number;
  } | null | undefined;
  readonly withSpam: {
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
  "name": "anyKind"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "anybody"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "noPills"
},
v3 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "wallets"
},
v4 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "withSpam"
},
v5 = {
  "kind": "Literal",
  "name": "first",
  "value": 1
},
v6 = {
  "kind": "Variable",
  "name": "wallets",
  "variableName": "wallets"
},
v7 = [
  {
    "alias": null,
    "args": null,
    "kind": "ScalarField",
    "name": "count",
    "storageKey": null
  }
],
v8 = [
  {
    "alias": "anyKind",
    "args": [
      {
        "kind": "Variable",
        "name": "filter",
        "variableName": "anyKind"
      },
      (v5/*:: as any*/),
      (v6/*:: as any*/)
    ],
    "concreteType": "TransactionConnection",
    "kind": "LinkedField",
    "name": "transactions",
    "plural": false,
    "selections": (v7/*:: as any*/),
    "storageKey": null
  },
  {
    "alias": "anybody",
    "args": [
      {
        "kind": "Variable",
        "name": "filter",
        "variableName": "anybody"
      },
      (v5/*:: as any*/),
      (v6/*:: as any*/)
    ],
    "concreteType": "TransactionConnection",
    "kind": "LinkedField",
    "name": "transactions",
    "plural": false,
    "selections": (v7/*:: as any*/),
    "storageKey": null
  },
  {
    "alias": "withSpam",
    "args": [
      {
        "kind": "Variable",
        "name": "filter",
        "variableName": "withSpam"
      },
      (v5/*:: as any*/),
      (v6/*:: as any*/)
    ],
    "concreteType": "TransactionConnection",
    "kind": "LinkedField",
    "name": "transactions",
    "plural": false,
    "selections": (v7/*:: as any*/),
    "storageKey": null
  },
  {
    "alias": "noPills",
    "args": [
      {
        "kind": "Variable",
        "name": "filter",
        "variableName": "noPills"
      },
      (v5/*:: as any*/),
      (v6/*:: as any*/)
    ],
    "concreteType": "TransactionConnection",
    "kind": "LinkedField",
    "name": "transactions",
    "plural": false,
    "selections": (v7/*:: as any*/),
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
    "name": "excludedQuery",
    "selections": (v8/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v3/*:: as any*/),
      (v0/*:: as any*/),
      (v1/*:: as any*/),
      (v4/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "excludedQuery",
    "selections": (v8/*:: as any*/)
  },
  "params": {
    "cacheID": "61b0b7363502690631d45eae0f10c087",
    "id": null,
    "metadata": {},
    "name": "excludedQuery",
    "operationKind": "query",
    "text": "query excludedQuery(\n  $wallets: [Address!]!\n  $anyKind: TransactionFilter\n  $anybody: TransactionFilter\n  $withSpam: TransactionFilter\n  $noPills: TransactionFilter\n) {\n  anyKind: transactions(wallets: $wallets, filter: $anyKind, first: 1) {\n    count\n  }\n  anybody: transactions(wallets: $wallets, filter: $anybody, first: 1) {\n    count\n  }\n  withSpam: transactions(wallets: $wallets, filter: $withSpam, first: 1) {\n    count\n  }\n  noPills: transactions(wallets: $wallets, filter: $noPills, first: 1) {\n    count\n  }\n}\n"
  }
};
})();

(node as any).hash = "6a15496fb729cc2bd8e992c290e70b8e";

export default node;
