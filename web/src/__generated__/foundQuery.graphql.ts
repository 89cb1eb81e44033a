/**
 * @generated SignedSource<<0b858dff6ea374d79960437f2622bdd7>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type foundQuery$variables = {
  wallets: ReadonlyArray<string>;
};
export type foundQuery$data = {
  readonly counterpartyTotals: {
    readonly nodes: ReadonlyArray<{
      readonly counterparty: {
        readonly address: string;
        readonly name: string | null | undefined;
      };
    }>;
  } | null | undefined;
  readonly customLabels: {
    readonly nodes: ReadonlyArray<{
      readonly address: string;
      readonly name: string;
    }>;
  } | null | undefined;
  readonly tokenBalances: {
    readonly nodes: ReadonlyArray<{
      readonly id: string;
      readonly token: {
        readonly asset: {
          readonly name: string;
          readonly symbol: string;
        };
        readonly blockchain: {
          readonly name: string;
        };
      } | null | undefined;
      readonly wallet: {
        readonly address: string;
        readonly ensName: string | null | undefined;
      };
    }>;
  } | null | undefined;
};
export type foundQuery = {
  response: foundQuery$data;
  variables: foundQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "wallets"
  }
],
v1 = [
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
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "symbol",
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
  "name": "ensName",
  "storageKey": null
},
v7 = [
  (v5/*:: as any*/),
  (v3/*:: as any*/)
],
v8 = [
  {
    "kind": "Literal",
    "name": "first",
    "value": 500
  }
],
v9 = [
  (v5/*:: as any*/),
  (v3/*:: as any*/),
  (v2/*:: as any*/)
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "foundQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
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
              (v2/*:: as any*/),
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
                      (v3/*:: as any*/),
                      (v4/*:: as any*/)
                    ],
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
                "concreteType": "Wallet",
                "kind": "LinkedField",
                "name": "wallet",
                "plural": false,
                "selections": [
                  (v5/*:: as any*/),
                  (v6/*:: as any*/)
                ],
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
        "args": (v1/*:: as any*/),
        "concreteType": "CounterpartyTotalConnection",
        "kind": "LinkedField",
        "name": "counterpartyTotals",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "CounterpartyTotal",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "concreteType": "Counterparty",
                "kind": "LinkedField",
                "name": "counterparty",
                "plural": false,
                "selections": (v7/*:: as any*/),
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
        "args": (v8/*:: as any*/),
        "concreteType": "CustomLabelConnection",
        "kind": "LinkedField",
        "name": "customLabels",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "CustomLabel",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": (v7/*:: as any*/),
            "storageKey": null
          }
        ],
        "storageKey": "customLabels(first:500)"
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "foundQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
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
              (v2/*:: as any*/),
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
                      (v3/*:: as any*/),
                      (v4/*:: as any*/),
                      (v2/*:: as any*/)
                    ],
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
                      (v3/*:: as any*/),
                      (v2/*:: as any*/)
                    ],
                    "storageKey": null
                  },
                  (v2/*:: as any*/)
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
                  (v6/*:: as any*/),
                  (v2/*:: as any*/)
                ],
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
        "args": (v1/*:: as any*/),
        "concreteType": "CounterpartyTotalConnection",
        "kind": "LinkedField",
        "name": "counterpartyTotals",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "CounterpartyTotal",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "concreteType": "Counterparty",
                "kind": "LinkedField",
                "name": "counterparty",
                "plural": false,
                "selections": (v9/*:: as any*/),
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
        "args": (v8/*:: as any*/),
        "concreteType": "CustomLabelConnection",
        "kind": "LinkedField",
        "name": "customLabels",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "CustomLabel",
            "kind": "LinkedField",
            "name": "nodes",
            "plural": true,
            "selections": (v9/*:: as any*/),
            "storageKey": null
          }
        ],
        "storageKey": "customLabels(first:500)"
      }
    ]
  },
  "params": {
    "cacheID": "76e7998086aaa19439ed61fbdc9b2f97",
    "id": null,
    "metadata": {},
    "name": "foundQuery",
    "operationKind": "query",
    "text": "query foundQuery(\n  $wallets: [Address!]!\n) {\n  tokenBalances(wallets: $wallets, first: 200) {\n    nodes {\n      id\n      token {\n        asset {\n          name\n          symbol\n          id\n        }\n        blockchain {\n          name\n          id\n        }\n        id\n      }\n      wallet {\n        address\n        ensName\n        id\n      }\n    }\n  }\n  counterpartyTotals(wallets: $wallets, first: 200) {\n    nodes {\n      counterparty {\n        address\n        name\n        id\n      }\n    }\n  }\n  customLabels(first: 500) {\n    nodes {\n      address\n      name\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "49a498c74c0fe60b03c0d5f5ab6fc409";

export default node;
