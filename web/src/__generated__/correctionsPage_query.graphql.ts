/**
 * @generated SignedSource<<9222a1d1281a6d3ca563bb3618a57f13>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type CorrectionKind = "BASIS" | "OPENING_LOT" | "PRICE" | "TREATMENT" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type correctionsPage_query$data = {
  readonly corrections: {
    readonly count: number;
    readonly edges: ReadonlyArray<{
      readonly node: {
        readonly id: string;
        readonly kind: CorrectionKind;
        readonly token: {
          readonly address: string;
          readonly blockchain: {
            readonly chainId: number;
          };
        } | null | undefined;
        readonly undoneAt: string | null | undefined;
        readonly wallet: {
          readonly address: string;
        };
        readonly " $fragmentSpreads": FragmentRefs<"correctionLine_correction">;
      };
    }>;
  } | null | undefined;
  readonly " $fragmentType": "correctionsPage_query";
};
export type correctionsPage_query$key = {
  readonly " $data"?: correctionsPage_query$data;
  readonly " $fragmentSpreads": FragmentRefs<"correctionsPage_query">;
};

import correctionsPageMoreQuery_graphql from './correctionsPageMoreQuery.graphql';

const node: ReaderFragment = (function(){
var v0 = [
  "corrections"
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
};
return {
  "argumentDefinitions": [
    {
      "defaultValue": null,
      "kind": "LocalArgument",
      "name": "after"
    },
    {
      "defaultValue": 50,
      "kind": "LocalArgument",
      "name": "first"
    },
    {
      "kind": "RootArgument",
      "name": "includeUndone"
    },
    {
      "kind": "RootArgument",
      "name": "wallets"
    }
  ],
  "kind": "Fragment",
  "metadata": {
    "connection": [
      {
        "count": "first",
        "cursor": "after",
        "direction": "forward",
        "path": (v0/*:: as any*/)
      }
    ],
    "refetch": {
      "connection": {
        "forward": {
          "count": "first",
          "cursor": "after"
        },
        "backward": null,
        "path": (v0/*:: as any*/)
      },
      "fragmentPathInResult": [],
      "operation": correctionsPageMoreQuery_graphql
    }
  },
  "name": "correctionsPage_query",
  "selections": [
    {
      "alias": "corrections",
      "args": [
        {
          "kind": "Variable",
          "name": "includeUndone",
          "variableName": "includeUndone"
        },
        {
          "kind": "Variable",
          "name": "wallets",
          "variableName": "wallets"
        }
      ],
      "concreteType": "CorrectionConnection",
      "kind": "LinkedField",
      "name": "__correctionsPage_corrections_connection",
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
          "concreteType": "CorrectionEdge",
          "kind": "LinkedField",
          "name": "edges",
          "plural": true,
          "selections": [
            {
              "alias": null,
              "args": null,
              "concreteType": "Correction",
              "kind": "LinkedField",
              "name": "node",
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
                  "name": "kind",
                  "storageKey": null
                },
                {
                  "alias": null,
                  "args": null,
                  "kind": "ScalarField",
                  "name": "undoneAt",
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
                    (v1/*:: as any*/)
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
                    (v1/*:: as any*/),
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
                          "name": "chainId",
                          "storageKey": null
                        }
                      ],
                      "storageKey": null
                    }
                  ],
                  "storageKey": null
                },
                {
                  "args": null,
                  "kind": "FragmentSpread",
                  "name": "correctionLine_correction"
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
    }
  ],
  "type": "Query",
  "abstractKey": null
};
})();

(node as any).hash = "9e220827f2ea94f109aab29d5138a315";

export default node;
