/**
 * @generated SignedSource<<e5854a48fee118de274c51f4455eb264>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type IssueCode = "INCOMPLETE_HISTORY" | "MISSING_BASIS" | "NOT_RECONCILED" | "PAST_YEAR_CHANGED" | "UNMATCHED_BRIDGE" | "UNPRICED_ACQUISITION" | "UNPRICED_DISPOSAL" | "%future added value";
export type issuesQuery$variables = Record<PropertyKey, never>;
export type issuesQuery$data = {
  readonly wallets: {
    readonly nodes: ReadonlyArray<{
      readonly address: string;
      readonly ensName: string | null | undefined;
      readonly id: string;
      readonly issues: {
        readonly count: number;
        readonly nodes: ReadonlyArray<{
          readonly code: IssueCode;
          readonly message: string;
          readonly timestamp: string | null | undefined;
          readonly token: {
            readonly asset: {
              readonly symbol: string;
            };
          } | null | undefined;
          readonly transfer: {
            readonly blockchain: {
              readonly chainId: number;
            };
            readonly hash: string;
            readonly id: string;
          } | null | undefined;
        }>;
      };
    }>;
  } | null | undefined;
};
export type issuesQuery = {
  response: issuesQuery$data;
  variables: issuesQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "kind": "Literal",
    "name": "first",
    "value": 10
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "ensName",
  "storageKey": null
},
v4 = [
  {
    "kind": "Literal",
    "name": "first",
    "value": 100
  }
],
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "count",
  "storageKey": null
},
v6 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "code",
  "storageKey": null
},
v7 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "message",
  "storageKey": null
},
v8 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "timestamp",
  "storageKey": null
},
v9 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "symbol",
  "storageKey": null
},
v10 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "hash",
  "storageKey": null
},
v11 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "chainId",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "issuesQuery",
    "selections": [
      {
        "alias": null,
        "args": (v0/*:: as any*/),
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
              (v1/*:: as any*/),
              (v2/*:: as any*/),
              (v3/*:: as any*/),
              {
                "alias": null,
                "args": (v4/*:: as any*/),
                "concreteType": "IssueConnection",
                "kind": "LinkedField",
                "name": "issues",
                "plural": false,
                "selections": [
                  (v5/*:: as any*/),
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Issue",
                    "kind": "LinkedField",
                    "name": "nodes",
                    "plural": true,
                    "selections": [
                      (v6/*:: as any*/),
                      (v7/*:: as any*/),
                      (v8/*:: as any*/),
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
                              (v9/*:: as any*/)
                            ],
                            "storageKey": null
                          }
                        ],
                        "storageKey": null
                      },
                      {
                        "alias": null,
                        "args": null,
                        "concreteType": "Transfer",
                        "kind": "LinkedField",
                        "name": "transfer",
                        "plural": false,
                        "selections": [
                          (v1/*:: as any*/),
                          (v10/*:: as any*/),
                          {
                            "alias": null,
                            "args": null,
                            "concreteType": "Blockchain",
                            "kind": "LinkedField",
                            "name": "blockchain",
                            "plural": false,
                            "selections": [
                              (v11/*:: as any*/)
                            ],
                            "storageKey": null
                          }
                        ],
                        "storageKey": null
                      }
                    ],
                    "storageKey": null
                  }
                ],
                "storageKey": "issues(first:100)"
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": "wallets(first:10)"
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "issuesQuery",
    "selections": [
      {
        "alias": null,
        "args": (v0/*:: as any*/),
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
              (v1/*:: as any*/),
              (v2/*:: as any*/),
              (v3/*:: as any*/),
              {
                "alias": null,
                "args": (v4/*:: as any*/),
                "concreteType": "IssueConnection",
                "kind": "LinkedField",
                "name": "issues",
                "plural": false,
                "selections": [
                  (v5/*:: as any*/),
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Issue",
                    "kind": "LinkedField",
                    "name": "nodes",
                    "plural": true,
                    "selections": [
                      (v6/*:: as any*/),
                      (v7/*:: as any*/),
                      (v8/*:: as any*/),
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
                              (v9/*:: as any*/),
                              (v1/*:: as any*/)
                            ],
                            "storageKey": null
                          },
                          (v1/*:: as any*/)
                        ],
                        "storageKey": null
                      },
                      {
                        "alias": null,
                        "args": null,
                        "concreteType": "Transfer",
                        "kind": "LinkedField",
                        "name": "transfer",
                        "plural": false,
                        "selections": [
                          (v1/*:: as any*/),
                          (v10/*:: as any*/),
                          {
                            "alias": null,
                            "args": null,
                            "concreteType": "Blockchain",
                            "kind": "LinkedField",
                            "name": "blockchain",
                            "plural": false,
                            "selections": [
                              (v11/*:: as any*/),
                              (v1/*:: as any*/)
                            ],
                            "storageKey": null
                          }
                        ],
                        "storageKey": null
                      }
                    ],
                    "storageKey": null
                  }
                ],
                "storageKey": "issues(first:100)"
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": "wallets(first:10)"
      }
    ]
  },
  "params": {
    "cacheID": "8996a4d9cb684fc89c21b51b08b6c2fb",
    "id": null,
    "metadata": {},
    "name": "issuesQuery",
    "operationKind": "query",
    "text": "query issuesQuery {\n  wallets(first: 10) {\n    nodes {\n      id\n      address\n      ensName\n      issues(first: 100) {\n        count\n        nodes {\n          code\n          message\n          timestamp\n          token {\n            asset {\n              symbol\n              id\n            }\n            id\n          }\n          transfer {\n            id\n            hash\n            blockchain {\n              chainId\n              id\n            }\n          }\n        }\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "de4ee0c2bd3909707c1ff5557c4b8618";

export default node;
