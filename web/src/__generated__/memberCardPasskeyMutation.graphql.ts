/**
 * @generated SignedSource<<85e3bd03ca6da80ab970826f659e1f87>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type RemovePasskeyInput = {
  clientMutationId?: string | null | undefined;
  id: string;
};
export type memberCardPasskeyMutation$variables = {
  input: RemovePasskeyInput;
};
export type memberCardPasskeyMutation$data = {
  readonly removePasskey: {
    readonly clientMutationId: string | null | undefined;
  };
};
export type memberCardPasskeyMutation = {
  response: memberCardPasskeyMutation$data;
  variables: memberCardPasskeyMutation$variables;
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
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "input",
        "variableName": "input"
      }
    ],
    "concreteType": "RemovePasskeyPayload",
    "kind": "LinkedField",
    "name": "removePasskey",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "clientMutationId",
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
    "name": "memberCardPasskeyMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "memberCardPasskeyMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "a5208979f96513139388171975db42a8",
    "id": null,
    "metadata": {},
    "name": "memberCardPasskeyMutation",
    "operationKind": "mutation",
    "text": "mutation memberCardPasskeyMutation(\n  $input: RemovePasskeyInput!\n) {\n  removePasskey(input: $input) {\n    clientMutationId\n  }\n}\n"
  }
};
})();

(node as any).hash = "9171659ca74645b5ec8b5ee14032c661";

export default node;
