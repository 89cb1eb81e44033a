/**
 * @generated SignedSource<<c0134b96ed7a3b647d36cf98181b8be2>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CorrectionKind = "BASIS" | "OPENING_LOT" | "PRICE" | "TREATMENT" | "%future added value";
export type Side = "INFLOW" | "OUTFLOW" | "%future added value";
export type SpamReason = "AIRDROP" | "FORGED" | "ZERO_VALUE" | "%future added value";
export type TaxTreatment = "ACQUISITION" | "BASIS_TRANSFER" | "CARRY" | "DISPOSAL" | "EXPENSE" | "HELD" | "INCOME" | "LIABILITY" | "NON_TAXABLE" | "%future added value";
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
      readonly name: string;
      readonly symbol: string;
    };
    readonly counterparty: {
      readonly address: string;
      readonly contractName: string | null | undefined;
      readonly customLabel: {
        readonly id: string;
        readonly name: string;
      } | null | undefined;
      readonly id: string;
      readonly name: string | null | undefined;
    };
    readonly fee: string;
    readonly feePrice: string | null | undefined;
    readonly feePriceSource: string | null | undefined;
    readonly function: string | null | undefined;
    readonly hash: string;
    readonly id: string;
    readonly isError: boolean;
    readonly isSpam: boolean;
    readonly kind: TransactionKind;
    readonly kindReason: string | null | undefined;
    readonly spamReason: SpamReason | null | undefined;
    readonly timestamp: string;
    readonly trade: {
      readonly value: string | null | undefined;
    } | null | undefined;
    readonly transfers: ReadonlyArray<{
      readonly amount: string;
      readonly corrections: ReadonlyArray<{
        readonly id: string;
        readonly kind: CorrectionKind;
        readonly note: string | null | undefined;
      }>;
      readonly counterparty: {
        readonly address: string;
        readonly id: string;
        readonly name: string | null | undefined;
      };
      readonly heldBy: string | null | undefined;
      readonly id: string;
      readonly isSpam: boolean;
      readonly nft: {
        readonly name: string;
      } | null | undefined;
      readonly price: string | null | undefined;
      readonly priceSource: string | null | undefined;
      readonly rawToken: {
        readonly address: string;
        readonly symbol: string;
      };
      readonly side: Side;
      readonly taxTreatment: TaxTreatment | null | undefined;
      readonly token: {
        readonly asset: {
          readonly symbol: string;
        };
      } | null | undefined;
      readonly value: string | null | undefined;
    }>;
    readonly wallet: {
      readonly address: string;
      readonly ensName: string | null | undefined;
    };
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
  "name": "kindReason",
  "storageKey": null
},
v10 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "function",
  "storageKey": null
},
v11 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isError",
  "storageKey": null
},
v12 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "isSpam",
  "storageKey": null
},
v13 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "spamReason",
  "storageKey": null
},
v14 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "fee",
  "storageKey": null
},
v15 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "feePrice",
  "storageKey": null
},
v16 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "feePriceSource",
  "storageKey": null
},
v17 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
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
  "name": "address",
  "storageKey": null
},
v20 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "ensName",
  "storageKey": null
},
v21 = {
  "alias": null,
  "args": null,
  "concreteType": "Counterparty",
  "kind": "LinkedField",
  "name": "counterparty",
  "plural": false,
  "selections": [
    (v4/*:: as any*/),
    (v19/*:: as any*/),
    (v17/*:: as any*/),
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "contractName",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "CustomLabel",
      "kind": "LinkedField",
      "name": "customLabel",
      "plural": false,
      "selections": [
        (v4/*:: as any*/),
        (v17/*:: as any*/)
      ],
      "storageKey": null
    }
  ],
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
  "concreteType": "Trade",
  "kind": "LinkedField",
  "name": "trade",
  "plural": false,
  "selections": [
    (v22/*:: as any*/)
  ],
  "storageKey": null
},
v24 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "amount",
  "storageKey": null
},
v25 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "side",
  "storageKey": null
},
v26 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "price",
  "storageKey": null
},
v27 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "priceSource",
  "storageKey": null
},
v28 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "taxTreatment",
  "storageKey": null
},
v29 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "heldBy",
  "storageKey": null
},
v30 = {
  "alias": null,
  "args": null,
  "concreteType": "Counterparty",
  "kind": "LinkedField",
  "name": "counterparty",
  "plural": false,
  "selections": [
    (v4/*:: as any*/),
    (v19/*:: as any*/),
    (v17/*:: as any*/)
  ],
  "storageKey": null
},
v31 = {
  "alias": null,
  "args": null,
  "concreteType": "RawToken",
  "kind": "LinkedField",
  "name": "rawToken",
  "plural": false,
  "selections": [
    (v19/*:: as any*/),
    (v18/*:: as any*/)
  ],
  "storageKey": null
},
v32 = {
  "alias": null,
  "args": null,
  "concreteType": "Correction",
  "kind": "LinkedField",
  "name": "corrections",
  "plural": true,
  "selections": [
    (v4/*:: as any*/),
    (v8/*:: as any*/),
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "note",
      "storageKey": null
    }
  ],
  "storageKey": null
};
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
          (v12/*:: as any*/),
          (v13/*:: as any*/),
          (v14/*:: as any*/),
          (v15/*:: as any*/),
          (v16/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Blockchain",
            "kind": "LinkedField",
            "name": "blockchain",
            "plural": false,
            "selections": [
              (v17/*:: as any*/),
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
              (v19/*:: as any*/),
              (v20/*:: as any*/)
            ],
            "storageKey": null
          },
          (v21/*:: as any*/),
          (v23/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Transfer",
            "kind": "LinkedField",
            "name": "transfers",
            "plural": true,
            "selections": [
              (v4/*:: as any*/),
              (v24/*:: as any*/),
              (v25/*:: as any*/),
              (v26/*:: as any*/),
              (v27/*:: as any*/),
              (v22/*:: as any*/),
              (v28/*:: as any*/),
              (v12/*:: as any*/),
              (v29/*:: as any*/),
              (v30/*:: as any*/),
              (v31/*:: as any*/),
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
                      (v18/*:: as any*/)
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
                  (v17/*:: as any*/)
                ],
                "storageKey": null
              },
              (v32/*:: as any*/)
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
          (v12/*:: as any*/),
          (v13/*:: as any*/),
          (v14/*:: as any*/),
          (v15/*:: as any*/),
          (v16/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Blockchain",
            "kind": "LinkedField",
            "name": "blockchain",
            "plural": false,
            "selections": [
              (v17/*:: as any*/),
              (v18/*:: as any*/),
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
              (v19/*:: as any*/),
              (v20/*:: as any*/),
              (v4/*:: as any*/)
            ],
            "storageKey": null
          },
          (v21/*:: as any*/),
          (v23/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Transfer",
            "kind": "LinkedField",
            "name": "transfers",
            "plural": true,
            "selections": [
              (v4/*:: as any*/),
              (v24/*:: as any*/),
              (v25/*:: as any*/),
              (v26/*:: as any*/),
              (v27/*:: as any*/),
              (v22/*:: as any*/),
              (v28/*:: as any*/),
              (v12/*:: as any*/),
              (v29/*:: as any*/),
              (v30/*:: as any*/),
              (v31/*:: as any*/),
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
                      (v18/*:: as any*/),
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
                  (v17/*:: as any*/),
                  (v4/*:: as any*/)
                ],
                "storageKey": null
              },
              (v32/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "34dc61760cf7e97196f0e245275aa1a7",
    "id": null,
    "metadata": {},
    "name": "transactionQuery",
    "operationKind": "query",
    "text": "query transactionQuery(\n  $hash: Hash!\n  $chainId: Int\n  $wallet: Address\n) {\n  transaction(hash: $hash, chainId: $chainId, wallet: $wallet) {\n    id\n    hash\n    blockNumber\n    timestamp\n    kind\n    kindReason\n    function\n    isError\n    isSpam\n    spamReason\n    fee\n    feePrice\n    feePriceSource\n    blockchain {\n      name\n      symbol\n      id\n    }\n    wallet {\n      address\n      ensName\n      id\n    }\n    counterparty {\n      id\n      address\n      name\n      contractName\n      customLabel {\n        id\n        name\n      }\n    }\n    trade {\n      value\n    }\n    transfers {\n      id\n      amount\n      side\n      price\n      priceSource\n      value\n      taxTreatment\n      isSpam\n      heldBy\n      counterparty {\n        id\n        address\n        name\n      }\n      rawToken {\n        address\n        symbol\n      }\n      token {\n        asset {\n          symbol\n          id\n        }\n        id\n      }\n      nft {\n        name\n        id\n      }\n      corrections {\n        id\n        kind\n        note\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "ef5cc86efe6a5316e4a70a5858977b76";

export default node;
