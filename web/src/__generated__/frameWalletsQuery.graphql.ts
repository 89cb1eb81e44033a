/**
 * @generated SignedSource<<5968fcb5335c6da3295a95087ddea5c1>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type SyncPhase = "BACKFILL" | "ENRICH" | "FAILED" | "FOLLOWING" | "QUEUED" | "STALE" | "%future added value";
export type frameWalletsQuery$variables = Record<PropertyKey, never>;
export type frameWalletsQuery$data = {
  readonly me: {
    readonly client: string;
    readonly reportingCurrency: Currency | null | undefined;
  };
  readonly wallets: {
    readonly nodes: ReadonlyArray<{
      readonly address: string;
      readonly ensName: string | null | undefined;
      readonly id: string;
      readonly sync: ReadonlyArray<{
        readonly phase: SyncPhase;
      }>;
    }>;
  } | null | undefined;
};
export type frameWalletsQuery = {
  response: frameWalletsQuery$data;
  variables: frameWalletsQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "alias": null,
    "args": null,
    "concreteType": "Identity",
    "kind": "LinkedField",
    "name": "me",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "client",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "reportingCurrency",
        "storageKey": null
      }
    ],
    "storageKey": null
  },
  {
    "alias": null,
    "args": [
      {
        "kind": "Literal",
        "name": "first",
        "value": 100
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
            "args": null,
            "kind": "ScalarField",
            "name": "ensName",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "ChainSync",
            "kind": "LinkedField",
            "name": "sync",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "phase",
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": "wallets(first:100)"
  }
];
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "frameWalletsQuery",
    "selections": (v0/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "frameWalletsQuery",
    "selections": (v0/*:: as any*/)
  },
  "params": {
    "cacheID": "021eca2ece0d4bb16b8f4b3028f05408",
    "id": null,
    "metadata": {},
    "name": "frameWalletsQuery",
    "operationKind": "query",
    "text": "query frameWalletsQuery {\n  me {\n    client\n    reportingCurrency\n  }\n  wallets(first: 100) {\n    nodes {\n      id\n      address\n      ensName\n      sync {\n        phase\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "75006f10ad7f918eb6bd1f6eb48ab62d";

export default node;
