/**
 * @generated SignedSource<<4d1eb868240e117cbc3c7b2dc4e8cc85>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type BookedAs = "ACQUISITION" | "CARRY" | "DISPOSAL" | "EXPENSE" | "HELD" | "INCOME" | "LIABILITY" | "NON_TAXABLE" | "OWN_MOVE" | "%future added value";
export type UndoCorrectionInput = {
  clientMutationId?: string | null | undefined;
  id: string;
};
export type correctionsUndoMutation$variables = {
  input: UndoCorrectionInput;
};
export type correctionsUndoMutation$data = {
  readonly undoCorrection: {
    readonly correction: {
      readonly id: string;
      readonly transfer: {
        readonly bookedAs: BookedAs | null | undefined;
        readonly corrections: ReadonlyArray<{
          readonly id: string;
          readonly " $fragmentSpreads": FragmentRefs<"corrections_correction">;
        }>;
        readonly id: string;
      } | null | undefined;
      readonly undoneAt: string | null | undefined;
    };
  };
};
export type correctionsUndoMutation = {
  response: correctionsUndoMutation$data;
  variables: correctionsUndoMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "input",
    "variableName": "input"
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
  "name": "undoneAt",
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "bookedAs",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "correctionsUndoMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "UndoCorrectionPayload",
        "kind": "LinkedField",
        "name": "undoCorrection",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Correction",
            "kind": "LinkedField",
            "name": "correction",
            "plural": false,
            "selections": [
              (v2/*:: as any*/),
              (v3/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Transfer",
                "kind": "LinkedField",
                "name": "transfer",
                "plural": false,
                "selections": [
                  (v2/*:: as any*/),
                  (v4/*:: as any*/),
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Correction",
                    "kind": "LinkedField",
                    "name": "corrections",
                    "plural": true,
                    "selections": [
                      (v2/*:: as any*/),
                      {
                        "args": null,
                        "kind": "FragmentSpread",
                        "name": "corrections_correction"
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
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "correctionsUndoMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "UndoCorrectionPayload",
        "kind": "LinkedField",
        "name": "undoCorrection",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Correction",
            "kind": "LinkedField",
            "name": "correction",
            "plural": false,
            "selections": [
              (v2/*:: as any*/),
              (v3/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Transfer",
                "kind": "LinkedField",
                "name": "transfer",
                "plural": false,
                "selections": [
                  (v2/*:: as any*/),
                  (v4/*:: as any*/),
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "Correction",
                    "kind": "LinkedField",
                    "name": "corrections",
                    "plural": true,
                    "selections": [
                      (v2/*:: as any*/),
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
                        "name": "treatment",
                        "storageKey": null
                      },
                      {
                        "alias": null,
                        "args": null,
                        "kind": "ScalarField",
                        "name": "price",
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
                        "name": "currency",
                        "storageKey": null
                      },
                      {
                        "alias": null,
                        "args": null,
                        "kind": "ScalarField",
                        "name": "note",
                        "storageKey": null
                      },
                      {
                        "alias": null,
                        "args": null,
                        "kind": "ScalarField",
                        "name": "applies",
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
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "57241711e15d926c0742a931de442802",
    "id": null,
    "metadata": {},
    "name": "correctionsUndoMutation",
    "operationKind": "mutation",
    "text": "mutation correctionsUndoMutation(\n  $input: UndoCorrectionInput!\n) {\n  undoCorrection(input: $input) {\n    correction {\n      id\n      undoneAt\n      transfer {\n        id\n        bookedAs\n        corrections {\n          id\n          ...corrections_correction\n        }\n      }\n    }\n  }\n}\n\nfragment corrections_correction on Correction {\n  id\n  kind\n  treatment\n  price\n  cost\n  currency\n  note\n  applies\n}\n"
  }
};
})();

(node as any).hash = "46f773a88998bcbba6e33626f1ca8cf4";

export default node;
