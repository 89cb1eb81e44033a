/**
 * @generated SignedSource<<d88dfbe9f7b3c9098dc798e66daf0767>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type SpamFilter = "EXCLUDE" | "INCLUDE" | "ONLY" | "%future added value";
export type TokenBalanceFilter = {
  chainIds?: ReadonlyArray<number> | null | undefined;
  hideZero?: boolean | null | undefined;
  spam?: SpamFilter | null | undefined;
  tokens?: ReadonlyArray<string> | null | undefined;
};
export type holdingsOfQuery$variables = {
  filter: TokenBalanceFilter;
  wallets: ReadonlyArray<string>;
};
export type holdingsOfQuery$data = {
  readonly tokenBalances: {
    readonly nodes: ReadonlyArray<{
      readonly id: string;
      readonly token: {
        readonly address: string;
        readonly blockchain: {
          readonly chainId: number;
        };
      } | null | undefined;
      readonly wallet: {
        readonly address: string;
      };
    }>;
  } | null | undefined;
};
export type holdingsOfQuery = {
  response: holdingsOfQuery$data;
  variables: holdingsOfQuery$variables;
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
    "value": 200
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
  "name": "address",
  "storageKey": null
},
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "chainId",
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
    "name": "holdingsOfQuery",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "TokenBalance",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              (v3/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Wallet",
                "kind": "LinkedField",
                "name": "wallet",
                "plural": false,
                "selections": [
                  (v4/*:: as any*/)
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
                  (v4/*:: as any*/),
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Blockchain",
                    "kind": "LinkedField",
                    "name": "blockchain",
                    "plural": false,
                    "selections": [
                      (v5/*:: as any*/)
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
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "holdingsOfQuery",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "TokenBalanceConnection",
        "kind": "LinkedField",
        "name": "tokenBalances",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "TokenBalance",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              (v3/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Wallet",
                "kind": "LinkedField",
                "name": "wallet",
                "plural": false,
                "selections": [
                  (v4/*:: as any*/),
                  (v3/*:: as any*/)
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
                  (v4/*:: as any*/),
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Blockchain",
                    "kind": "LinkedField",
                    "name": "blockchain",
                    "plural": false,
                    "selections": [
                      (v5/*:: as any*/),
                      (v3/*:: as any*/)
                    ],
                    "storageKey": null
                  },
                  (v3/*:: as any*/)
                ],
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
    "cacheID": "569c80305afb49fae864dc88ded4c0c2",
    "id": null,
    "metadata": {},
    "name": "holdingsOfQuery",
    "operationKind": "query",
    "text": "query holdingsOfQuery(\n  $wallets: [Address!]!\n  $filter: TokenBalanceFilter!\n) {\n  tokenBalances(wallets: $wallets, filter: $filter, first: 200) {\n    nodes {\n      id\n      wallet {\n        address\n        id\n      }\n      token {\n        address\n        blockchain {\n          chainId\n          id\n        }\n        id\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "707d1c5406600238fc1d195a295b506c";

export default node;
