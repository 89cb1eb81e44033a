/**
 * @generated SignedSource<<98dc131cfc945a3932f2257c56a4f2ea>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type SyncPhase = "BACKFILL" | "ENRICH" | "FAILED" | "FOLLOWING" | "QUEUED" | "STALE" | "%future added value";
export type systemStateQuery$variables = Record<PropertyKey, never>;
export type systemStateQuery$data = {
  readonly serviceState: {
    readonly asOf: string;
    readonly chains: ReadonlyArray<{
      readonly blockchain: {
        readonly id: string;
        readonly name: string;
      };
      readonly disabledReason: string | null | undefined;
      readonly failedReads: number;
      readonly headBlock: number | null | undefined;
      readonly headReachedAt: string | null | undefined;
      readonly isEnabled: boolean;
      readonly phases: ReadonlyArray<{
        readonly blocksBehind: number;
        readonly overdueSeconds: number;
        readonly phase: SyncPhase;
        readonly wallets: number;
      }>;
      readonly readBlock: number | null | undefined;
    }>;
    readonly staleLedgerSeconds: number;
    readonly staleLedgers: number;
  } | null | undefined;
};
export type systemStateQuery = {
  response: systemStateQuery$data;
  variables: systemStateQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "alias": null,
    "args": null,
    "concreteType": "ServiceState",
    "kind": "LinkedField",
    "name": "serviceState",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "asOf",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "staleLedgers",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "staleLedgerSeconds",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "ChainState",
        "kind": "LinkedField",
        "name": "chains",
        "plural": true,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "isEnabled",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "disabledReason",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "readBlock",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "headBlock",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "headReachedAt",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "failedReads",
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
                "name": "name",
                "storageKey": null
              }
            ],
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "ChainPhase",
            "kind": "LinkedField",
            "name": "phases",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "phase",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "wallets",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "blocksBehind",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "overdueSeconds",
                "storageKey": null
              }
            ],
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
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "systemStateQuery",
    "selections": (v0/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "systemStateQuery",
    "selections": (v0/*:: as any*/)
  },
  "params": {
    "cacheID": "d1b8e2b2569e2c446574388491038197",
    "id": null,
    "metadata": {},
    "name": "systemStateQuery",
    "operationKind": "query",
    "text": "query systemStateQuery {\n  serviceState {\n    asOf\n    staleLedgers\n    staleLedgerSeconds\n    chains {\n      isEnabled\n      disabledReason\n      readBlock\n      headBlock\n      headReachedAt\n      failedReads\n      blockchain {\n        id\n        name\n      }\n      phases {\n        phase\n        wallets\n        blocksBehind\n        overdueSeconds\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "0a521e2588ec91169be069041ffa14ce";

export default node;
