/**
 * @generated SignedSource<<64db6b356f93b8fa62080fa21ff63aef>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type Side = "INFLOW" | "OUTFLOW" | "%future added value";
export type TransactionKind = "AIRDROP" | "APPROVE" | "BORROW" | "BRIDGE_IN" | "BRIDGE_OUT" | "BURN" | "CLAIM" | "CONTRACT_EXECUTION" | "DEPLOY" | "DEPOSIT" | "FAILED" | "LIQUIDATION" | "MIGRATE" | "MINT" | "NFT_BUY" | "NFT_SELL" | "RECEIVE" | "REPAY" | "REVOKE" | "SELF_TRANSFER" | "SEND" | "SWAP" | "UNWRAP" | "WITHDRAW" | "WRAP" | "YIELD" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type transactionRow_transaction$data = {
  readonly blockchain: {
    readonly chainId: number;
    readonly name: string;
  };
  readonly counterparty: {
    readonly address: string;
    readonly name: string | null | undefined;
  };
  readonly hash: string;
  readonly isError: boolean;
  readonly isSpam: boolean;
  readonly kind: TransactionKind;
  readonly timestamp: string;
  readonly transfers: ReadonlyArray<{
    readonly id: string;
    readonly side: Side;
    readonly " $fragmentSpreads": FragmentRefs<"leg_transfer">;
  }>;
  readonly wallet: {
    readonly address: string;
    readonly ensName: string | null | undefined;
  };
  readonly " $fragmentType": "transactionRow_transaction";
};
export type transactionRow_transaction$key = {
  readonly " $data"?: transactionRow_transaction$data;
  readonly " $fragmentSpreads": FragmentRefs<"transactionRow_transaction">;
};

const node: ReaderFragment = (function(){
var v0 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
};
return {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "transactionRow_transaction",
  "selections": [
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
        (v0/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "chainId",
          "storageKey": null
        }
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
        (v1/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "ensName",
          "storageKey": null
        }
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
        (v1/*:: as any*/),
        (v0/*:: as any*/)
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
          "name": "side",
          "storageKey": null
        },
        {
          "args": null,
          "kind": "FragmentSpread",
          "name": "leg_transfer"
        }
      ],
      "storageKey": null
    }
  ],
  "type": "Transaction",
  "abstractKey": null
};
})();

(node as any).hash = "ebb149903f2b3c2d092e998182d90080";

export default node;
