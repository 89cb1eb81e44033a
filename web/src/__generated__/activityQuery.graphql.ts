/**
 * @generated SignedSource<<257dfdd43457c5166ef37b8f7b6b6944>>
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
export type activityQuery$variables = {
  filter?: TransactionFilter | null | undefined;
  wallets: ReadonlyArray<string>;
};
export type activityQuery$data = {
  readonly " $fragmentSpreads": FragmentRefs<"activity_query">;
};
export type activityQuery = {
  response: activityQuery$data;
  variables: activityQuery$variables;
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
    "kind": "Variable",
    "name": "filter",
    "variableName": "filter"
  },
  {
    "kind": "Literal",
    "name": "first",
    "value": 50
  },
  {
    "kind": "Variable",
    "name": "wallets",
    "variableName": "wallets"
  }
],
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
},
v6 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "symbol",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "activityQuery",
    "selections": [
      {
        "args": null,
        "kind": "FragmentSpread",
        "name": "activity_query"
      }
    ],
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
    "name": "activityQuery",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
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
                  (v3/*:: as any*/),
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
                      (v4/*:: as any*/),
                      {
                        "alias": null,
                        "args": null,
                        "kind": "ScalarField",
                        "name": "chainId",
                        "storageKey": null
                      },
                      (v3/*:: as any*/)
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
                      (v5/*:: as any*/),
                      {
                        "alias": null,
                        "args": null,
                        "kind": "ScalarField",
                        "name": "ensName",
                        "storageKey": null
                      },
                      (v3/*:: as any*/)
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
                      (v5/*:: as any*/),
                      (v4/*:: as any*/),
                      (v3/*:: as any*/)
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
                      (v3/*:: as any*/),
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
                          (v5/*:: as any*/),
                          (v6/*:: as any*/)
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
                              (v6/*:: as any*/),
                              (v3/*:: as any*/)
                            ],
                            "storageKey": null
                          },
                          (v3/*:: as any*/)
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
                          (v4/*:: as any*/),
                          (v3/*:: as any*/)
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
        "args": (v2/*:: as any*/),
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
    "cacheID": "5f43cb685647bcea73c08672f1dbfd24",
    "id": null,
    "metadata": {},
    "name": "activityQuery",
    "operationKind": "query",
    "text": "query activityQuery(\n  $wallets: [Address!]!\n  $filter: TransactionFilter\n) {\n  ...activity_query\n}\n\nfragment activity_query on Query {\n  transactions(wallets: $wallets, filter: $filter, first: 50) {\n    count\n    edges {\n      node {\n        id\n        ...transactionRow_transaction\n        __typename\n      }\n      cursor\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n}\n\nfragment leg_transfer on Transfer {\n  amount\n  side\n  value\n  rawToken {\n    address\n    symbol\n  }\n  token {\n    asset {\n      symbol\n      id\n    }\n    id\n  }\n  nft {\n    name\n    id\n  }\n}\n\nfragment transactionRow_transaction on Transaction {\n  hash\n  timestamp\n  kind\n  isError\n  isSpam\n  blockchain {\n    name\n    chainId\n    id\n  }\n  wallet {\n    address\n    ensName\n    id\n  }\n  counterparty {\n    address\n    name\n    id\n  }\n  transfers {\n    id\n    side\n    ...leg_transfer\n  }\n}\n"
  }
};
})();

(node as any).hash = "44a50003d6538c758e087ae01f364265";

export default node;
