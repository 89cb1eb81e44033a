/**
 * @generated SignedSource<<1ab046673aa3a9de386c5317db7eae83>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type Side = "INFLOW" | "OUTFLOW" | "%future added value";
export type SpamReason = "AIRDROP" | "FORGED" | "ZERO_VALUE" | "%future added value";
export type TransactionKind = "AIRDROP" | "APPROVE" | "BORROW" | "BRIDGE_IN" | "BRIDGE_OUT" | "BURN" | "CLAIM" | "CONTRACT_EXECUTION" | "DEPLOY" | "DEPOSIT" | "FAILED" | "LIQUIDATION" | "MIGRATE" | "MINT" | "NFT_BUY" | "NFT_SELL" | "RECEIVE" | "REPAY" | "REVOKE" | "SELF_TRANSFER" | "SEND" | "SWAP" | "UNWRAP" | "WITHDRAW" | "WRAP" | "YIELD" | "%future added value";
export type transactionQuery$variables = {
  chainId?: number | null | undefined;
  hash: string;
  wallet?: string | null | undefined;
};
export type transactionQuery$data = {
  readonly transaction: {
    readonly blockNumber: number;
    readonly blockchain: {
      readonly chainId: number;
      readonly name: string;
    };
    readonly hash: string;
    readonly id: string;
    readonly isError: boolean;
    readonly isSpam: boolean;
    readonly kind: TransactionKind;
    readonly spamReason: SpamReason | null | undefined;
    readonly timestamp: string;
    readonly transfers: ReadonlyArray<{
      readonly nft: {
        readonly id: string;
      } | null | undefined;
      readonly rawToken: {
        readonly address: string;
      };
      readonly side: Side;
    }>;
    readonly wallet: {
      readonly address: string;
    };
    readonly " $fragmentSpreads": FragmentRefs<"facts_transaction" | "flows_transaction" | "legsTable_transaction">;
  } | null | undefined;
};
export type transactionQuery = {
  response: transactionQuery$data;
  variables: transactionQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "chainId"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "hash"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "wallet"
},
v3 = [
  {
    "kind": "Variable",
    "name": "chainId",
    "variableName": "chainId"
  },
  {
    "kind": "Variable",
    "name": "hash",
    "variableName": "hash"
  },
  {
    "kind": "Variable",
    "name": "wallet",
    "variableName": "wallet"
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
  "name": "hash",
  "storageKey": null
},
v6 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "blockNumber",
  "storageKey": null
},
v7 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "timestamp",
  "storageKey": null
},
v8 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "kind",
  "storageKey": null
},
v9 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isError",
  "storageKey": null
},
v10 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isSpam",
  "storageKey": null
},
v11 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "spamReason",
  "storageKey": null
},
v12 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v13 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "chainId",
  "storageKey": null
},
v14 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
},
v15 = [
  (v14/*:: as any*/)
],
v16 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "side",
  "storageKey": null
},
v17 = [
  (v4/*:: as any*/)
],
v18 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "symbol",
  "storageKey": null
},
v19 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "ensName",
  "storageKey": null
},
v20 = [
  (v4/*:: as any*/),
  (v12/*:: as any*/)
],
v21 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "price",
  "storageKey": null
},
v22 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "value",
  "storageKey": null
},
v23 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "amount",
  "storageKey": null
},
v24 = [
  (v23/*:: as any*/),
  (v22/*:: as any*/),
  {
    "alias": null,
    "args": null,
    "concreteType": "Token",
    "kind": "LinkedField",
    "name": "token",
    "plural": false,
    "selections": (v17/*:: as any*/),
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
    "name": "transactionQuery",
    "selections": [
      {
        "alias": null,
        "args": (v3/*:: as any*/),
        "concreteType": "Transaction",
        "kind": "LinkedField",
        "name": "transaction",
        "plural": false,
        "selections": [
          (v4/*:: as any*/),
          (v5/*:: as any*/),
          (v6/*:: as any*/),
          (v7/*:: as any*/),
          (v8/*:: as any*/),
          (v9/*:: as any*/),
          (v10/*:: as any*/),
          (v11/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Blockchain",
            "kind": "LinkedField",
            "name": "blockchain",
            "plural": false,
            "selections": [
              (v12/*:: as any*/),
              (v13/*:: as any*/)
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
            "selections": (v15/*:: as any*/),
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
              (v16/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "RawToken",
                "kind": "LinkedField",
                "name": "rawToken",
                "plural": false,
                "selections": (v15/*:: as any*/),
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "concreteType": "Nft",
                "kind": "LinkedField",
                "name": "nft",
                "plural": false,
                "selections": (v17/*:: as any*/),
                "storageKey": null
              }
            ],
            "storageKey": null
          },
          {
            "args": null,
            "kind": "FragmentSpread",
            "name": "facts_transaction"
          },
          {
            "args": null,
            "kind": "FragmentSpread",
            "name": "flows_transaction"
          },
          {
            "args": null,
            "kind": "FragmentSpread",
            "name": "legsTable_transaction"
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
      (v1/*:: as any*/),
      (v0/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "transactionQuery",
    "selections": [
      {
        "alias": null,
        "args": (v3/*:: as any*/),
        "concreteType": "Transaction",
        "kind": "LinkedField",
        "name": "transaction",
        "plural": false,
        "selections": [
          (v4/*:: as any*/),
          (v5/*:: as any*/),
          (v6/*:: as any*/),
          (v7/*:: as any*/),
          (v8/*:: as any*/),
          (v9/*:: as any*/),
          (v10/*:: as any*/),
          (v11/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Blockchain",
            "kind": "LinkedField",
            "name": "blockchain",
            "plural": false,
            "selections": [
              (v12/*:: as any*/),
              (v13/*:: as any*/),
              (v4/*:: as any*/),
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
              (v14/*:: as any*/),
              (v4/*:: as any*/),
              (v19/*:: as any*/)
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
              (v16/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "RawToken",
                "kind": "LinkedField",
                "name": "rawToken",
                "plural": false,
                "selections": [
                  (v14/*:: as any*/),
                  (v18/*:: as any*/)
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
                "selections": (v20/*:: as any*/),
                "storageKey": null
              },
              (v4/*:: as any*/),
              (v10/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "priceTier",
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
                  (v4/*:: as any*/),
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Asset",
                    "kind": "LinkedField",
                    "name": "asset",
                    "plural": false,
                    "selections": [
                      (v18/*:: as any*/),
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
                "concreteType": "Correction",
                "kind": "LinkedField",
                "name": "corrections",
                "plural": true,
                "selections": [
                  (v4/*:: as any*/),
                  (v8/*:: as any*/),
                  (v21/*:: as any*/),
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "currency",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "applies",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "treatment",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "cost",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "note",
                    "storageKey": null
                  }
                ],
                "storageKey": null
              },
              (v22/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Counterparty",
                "kind": "LinkedField",
                "name": "counterparty",
                "plural": false,
                "selections": [
                  (v4/*:: as any*/),
                  (v14/*:: as any*/),
                  (v12/*:: as any*/)
                ],
                "storageKey": null
              },
              (v23/*:: as any*/),
              (v21/*:: as any*/),
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
                "name": "bookedAs",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "heldBy",
                "storageKey": null
              }
            ],
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "kindReason",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "bridgeMessage",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "Transaction",
            "kind": "LinkedField",
            "name": "otherEnd",
            "plural": false,
            "selections": [
              (v5/*:: as any*/),
              (v7/*:: as any*/),
              (v8/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Blockchain",
                "kind": "LinkedField",
                "name": "blockchain",
                "plural": false,
                "selections": [
                  (v12/*:: as any*/),
                  (v13/*:: as any*/),
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
                  (v14/*:: as any*/),
                  (v19/*:: as any*/),
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
            "kind": "ScalarField",
            "name": "function",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "fee",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "feePrice",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "feePriceSource",
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
              (v4/*:: as any*/),
              (v14/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "CustomLabel",
                "kind": "LinkedField",
                "name": "customLabel",
                "plural": false,
                "selections": (v20/*:: as any*/),
                "storageKey": null
              },
              (v12/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "contractName",
                "storageKey": null
              }
            ],
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "Trade",
            "kind": "LinkedField",
            "name": "trade",
            "plural": false,
            "selections": [
              (v22/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "TradeLeg",
                "kind": "LinkedField",
                "name": "sold",
                "plural": true,
                "selections": (v24/*:: as any*/),
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "concreteType": "TradeLeg",
                "kind": "LinkedField",
                "name": "bought",
                "plural": true,
                "selections": (v24/*:: as any*/),
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
    "cacheID": "440b233b9e0c21a417500bce69bfbf7f",
    "id": null,
    "metadata": {},
    "name": "transactionQuery",
    "operationKind": "query",
    "text": "query transactionQuery(\n  $hash: Hash!\n  $chainId: Int\n  $wallet: Address\n) {\n  transaction(hash: $hash, chainId: $chainId, wallet: $wallet) {\n    id\n    hash\n    blockNumber\n    timestamp\n    kind\n    isError\n    isSpam\n    spamReason\n    blockchain {\n      name\n      chainId\n      id\n    }\n    wallet {\n      address\n      id\n    }\n    transfers {\n      side\n      rawToken {\n        address\n      }\n      nft {\n        id\n      }\n      id\n    }\n    ...facts_transaction\n    ...flows_transaction\n    ...legsTable_transaction\n  }\n}\n\nfragment corrections_correction on Correction {\n  id\n  kind\n  treatment\n  price\n  cost\n  currency\n  note\n  applies\n}\n\nfragment facts_transaction on Transaction {\n  kind\n  kindReason\n  bridgeMessage\n  otherEnd {\n    hash\n    timestamp\n    kind\n    blockchain {\n      name\n      chainId\n      id\n    }\n    wallet {\n      address\n      ensName\n      id\n    }\n    id\n  }\n  function\n  fee\n  feePrice\n  feePriceSource\n  blockchain {\n    symbol\n    id\n  }\n  wallet {\n    address\n    ensName\n    id\n  }\n  counterparty {\n    id\n    address\n    customLabel {\n      id\n      name\n    }\n    ...party_counterparty\n  }\n  trade {\n    value\n    sold {\n      amount\n      value\n      token {\n        id\n      }\n    }\n    bought {\n      amount\n      value\n      token {\n        id\n      }\n    }\n  }\n  transfers {\n    id\n    isSpam\n    priceTier\n    token {\n      id\n    }\n    corrections {\n      id\n      kind\n      price\n      currency\n      applies\n    }\n  }\n}\n\nfragment flows_transaction on Transaction {\n  wallet {\n    address\n    ensName\n    id\n  }\n  transfers {\n    id\n    side\n    value\n    counterparty {\n      id\n      address\n      name\n    }\n    ...leg_transfer\n  }\n}\n\nfragment leg_transfer on Transfer {\n  amount\n  side\n  value\n  rawToken {\n    address\n    symbol\n  }\n  token {\n    asset {\n      symbol\n      id\n    }\n    id\n  }\n  nft {\n    name\n    id\n  }\n}\n\nfragment legsTable_transaction on Transaction {\n  transfers {\n    id\n    side\n    amount\n    price\n    priceSource\n    value\n    bookedAs\n    isSpam\n    heldBy\n    counterparty {\n      id\n      address\n      name\n    }\n    corrections {\n      id\n      kind\n      price\n      currency\n      applies\n      ...corrections_correction\n    }\n    ...leg_transfer\n  }\n}\n\nfragment party_counterparty on Counterparty {\n  address\n  name\n  contractName\n}\n"
  }
};
})();

(node as any).hash = "1addb1206ea344bf6e51393258c34ee3";

export default node;
