/**
 * @generated SignedSource<<31f4ebbf6e5444441dc977db1d88f591>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CreateClientInput = {
  clientMutationId?: string | null | undefined;
  name: string;
};
export type clientsCreateMutation$variables = {
  input: CreateClientInput;
};
export type clientsCreateMutation$data = {
  readonly createClient: {
    readonly client: {
      readonly name: string;
    };
  };
};
export type clientsCreateMutation = {
  response: clientsCreateMutation$data;
  variables: clientsCreateMutation$variables;
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
    "concreteType": "CreateClientPayload",
    "kind": "LinkedField",
    "name": "createClient",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Client",
        "kind": "LinkedField",
        "name": "client",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "name",
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
    "name": "clientsCreateMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "clientsCreateMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "9d8964394c2ddf76f7f7c25583bf7c21",
    "id": null,
    "metadata": {},
    "name": "clientsCreateMutation",
    "operationKind": "mutation",
    "text": "mutation clientsCreateMutation(\n  $input: CreateClientInput!\n) {\n  createClient(input: $input) {\n    client {\n      name\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "d5760256b1bca0fe0b3daca3a39fdcc2";

export default node;
