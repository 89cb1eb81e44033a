/**
 * @generated SignedSource<<131e98b1062041f7bf7f40c15051bbea>>
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
export type transactionLabelMutation$variables = {
  input: SetCustomLabelInput;
};
export type transactionLabelMutation$data = {
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
export type transactionLabelMutation = {
  response: transactionLabelMutation$data;
  variables: transactionLabelMutation$variables;
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
    "name": "transactionLabelMutation",
    "selections": (v3/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "transactionLabelMutation",
    "selections": (v3/*:: as any*/)
  },
  "params": {
    "cacheID": "120260b5f62f46a5d457a161e5b16e34",
    "id": null,
    "metadata": {},
    "name": "transactionLabelMutation",
    "operationKind": "mutation",
    "text": "mutation transactionLabelMutation(\n  $input: SetCustomLabelInput!\n) {\n  setCustomLabel(input: $input) {\n    counterparties {\n      id\n      name\n      customLabel {\n        id\n        name\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "7027ffa7defcb7f046ff64368f58acc2";

export default node;
