/**
 * @generated SignedSource<<9a3af9fd3660e9108f5d87ade33aa5d1>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
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
export type activityMoreQuery$variables = {
  after?: string | null | undefined;
  filter?: TransactionFilter | null | undefined;
  first?: number | null | undefined;
  wallets: ReadonlyArray<string>;
};
export type activityMoreQuery$data = {
  readonly " $fragmentSpreads": FragmentRefs<"activity_query">;
};
export type activityMoreQuery = {
  response: activityMoreQuery$data;
  variables: activityMoreQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "after"
  },
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "filter"
  },
  {
    "defaultValue": 50,
    "kind": "LocalArgument",
    "name": "first"
  },
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "wallets"
  }
],
v1 = {
  "kind": "Variable",
  "name": "after",
  "variableName": "after"
},
v2 = {
  "kind": "Variable",
  "name": "first",
  "variableName": "first"
},
v3 = [
  (v1/*:: as any*/),
  {
    "kind": "Variable",
    "name": "filter",
    "variableName": "filter"
  },
  (v2/*:: as any*/),
  {
    "kind": "Variable",
    "name": "wallets",
    "variableName": "wallets"
  }
],
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v6 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
},
v7 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "symbol",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "activityMoreQuery",
    "selections": [
      {
        "args": [
          (v1/*:: as any*/),
          (v2/*:: as any*/)
        ],
        "kind": "FragmentSpread",
        "name": "activity_query"
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "activityMoreQuery",
    "selections": [
      {
        "alias": null,
        "args": (v3/*:: as any*/),
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
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "TransactionEdge",
            "kind": "LinkedField",
            "name": "edges",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "concreteType": "Transaction",
                "kind": "LinkedField",
                "name": "node",
                "plural": false,
                "selections": [
                  (v4/*:: as any*/),
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
                    "kind": "ScalarField",
                    "name": "timestamp",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "kind",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "isError",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "isSpam",
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
                      (v5/*:: as any*/),
                      {
                        "alias": null,
                        "args": null,
                        "kind": "ScalarField",
                        "name": "chainId",
                        "storageKey": null
                      },
                      (v4/*:: as any*/)
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
                      (v6/*:: as any*/),
                      {
                        "alias": null,
                        "args": null,
                        "kind": "ScalarField",
                        "name": "ensName",
                        "storageKey": null
                      },
                      (v4/*:: as any*/)
                    ],
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Counterparty",
                    "kind": "LinkedField",
                    "name": "counterparty",
                    "plural": false,
                    "selections": [
                      (v6/*:: as any*/),
                      (v5/*:: as any*/),
                      (v4/*:: as any*/)
                    ],
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Transfer",
                    "kind": "LinkedField",
                    "name": "transfers",
                    "plural": true,
                    "selections": [
                      (v4/*:: as any*/),
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
                        "name": "value",
                        "storageKey": null
                      },
                      {
                        "alias": null,
                        "args": null,
                        "concreteType": "RawToken",
                        "kind": "LinkedField",
                        "name": "rawToken",
                        "plural": false,
                        "selections": [
                          (v6/*:: as any*/),
                          (v7/*:: as any*/)
                        ],
                        "storageKey": null
                      },
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
                              (v7/*:: as any*/),
                              (v4/*:: as any*/)
                            ],
                            "storageKey": null
                          },
                          (v4/*:: as any*/)
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
                          (v5/*:: as any*/),
                          (v4/*:: as any*/)
                        ],
                        "storageKey": null
                      }
                    ],
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "__typename",
                    "storageKey": null
                  }
                ],
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "cursor",
                "storageKey": null
              }
            ],
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "PageInfo",
            "kind": "LinkedField",
            "name": "pageInfo",
            "plural": false,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "endCursor",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "hasNextPage",
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      },
      {
        "alias": null,
        "args": (v3/*:: as any*/),
        "filters": [
          "wallets",
          "filter"
        ],
        "handle": "connection",
        "key": "activity_transactions",
        "kind": "LinkedHandle",
        "name": "transactions"
      }
    ]
  },
  "params": {
    "cacheID": "b1899ea84fe736e24557d70616e76597",
    "id": null,
    "metadata": {},
    "name": "activityMoreQuery",
    "operationKind": "query",
    "text": "query activityMoreQuery(\n  $after: String\n  $filter: TransactionFilter\n  $first: Int = 50\n  $wallets: [Address!]!\n) {\n  ...activity_query_2HEEH6\n}\n\nfragment activity_query_2HEEH6 on Query {\n  transactions(wallets: $wallets, filter: $filter, first: $first, after: $after) {\n    count\n    edges {\n      node {\n        id\n        ...transactionRow_transaction\n        __typename\n      }\n      cursor\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n}\n\nfragment leg_transfer on Transfer {\n  amount\n  side\n  value\n  rawToken {\n    address\n    symbol\n  }\n  token {\n    asset {\n      symbol\n      id\n    }\n    id\n  }\n  nft {\n    name\n    id\n  }\n}\n\nfragment transactionRow_transaction on Transaction {\n  hash\n  timestamp\n  kind\n  isError\n  isSpam\n  blockchain {\n    name\n    chainId\n    id\n  }\n  wallet {\n    address\n    ensName\n    id\n  }\n  counterparty {\n    address\n    name\n    id\n  }\n  transfers {\n    id\n    side\n    ...leg_transfer\n  }\n}\n"
  }
};
})();

(node as any).hash = "2006eec26b95925de64823e367a74e0d";

export default node;
