/**
 * @generated SignedSource<<0259f7cac5f0f0ac19fffb17041da3cc>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type SetCustomLabelInput = {
  address: string;
  clientMutationId?: string | null | undefined;
  name: string;
  tags?: ReadonlyArray<string> | null | undefined;
};
export type labelFormMutation$variables = {
  input: SetCustomLabelInput;
};
export type labelFormMutation$data = {
  readonly setCustomLabel: {
    readonly counterparties: ReadonlyArray<{
      readonly customLabel: {
        readonly id: string;
        readonly name: string;
      } | null | undefined;
      readonly id: string;
      readonly name: string | null | undefined;
    }>;
  };
};
export type labelFormMutation = {
  response: labelFormMutation$data;
  variables: labelFormMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
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
  "name": "name",
  "storageKey": null
},
v3 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "input",
        "variableName": "input"
      }
    ],
    "concreteType": "SetCustomLabelPayload",
    "kind": "LinkedField",
    "name": "setCustomLabel",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Counterparty",
        "kind": "LinkedField",
        "name": "counterparties",
        "plural": true,
        "selections": [
          (v1/*:: as any*/),
          (v2/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "CustomLabel",
            "kind": "LinkedField",
            "name": "customLabel",
            "plural": false,
            "selections": [
              (v1/*:: as any*/),
              (v2/*:: as any*/)
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
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "labelFormMutation",
    "selections": (v3/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "labelFormMutation",
    "selections": (v3/*:: as any*/)
  },
  "params": {
    "cacheID": "10db71b3272bc001b5929391058ad14b",
    "id": null,
    "metadata": {},
    "name": "labelFormMutation",
    "operationKind": "mutation",
    "text": "mutation labelFormMutation(\n  $input: SetCustomLabelInput!\n) {\n  setCustomLabel(input: $input) {\n    counterparties {\n      id\n      name\n      customLabel {\n        id\n        name\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "37ddbc9c3e16f4c8e438bbe2aa7b7c30";

export default node;
