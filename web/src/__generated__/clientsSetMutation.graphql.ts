/**
 * @generated SignedSource<<f33d9b24000ae010d02169149a530511>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type SetClientSettingsInput = {
  client: string;
  clientMutationId?: string | null | undefined;
  settings: ReadonlyArray<ClientSettingInput>;
};
export type ClientSettingInput = {
  name: string;
  value: string;
};
export type clientsSetMutation$variables = {
  input: SetClientSettingsInput;
};
export type clientsSetMutation$data = {
  readonly setClientSettings: {
    readonly client: {
      readonly name: string;
    };
  };
};
export type clientsSetMutation = {
  response: clientsSetMutation$data;
  variables: clientsSetMutation$variables;
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
    "concreteType": "SetClientSettingsPayload",
    "kind": "LinkedField",
    "name": "setClientSettings",
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
    "name": "clientsSetMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "clientsSetMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "01e997bea9c640be3f4d5f22db7f76c4",
    "id": null,
    "metadata": {},
    "name": "clientsSetMutation",
    "operationKind": "mutation",
    "text": "mutation clientsSetMutation(\n  $input: SetClientSettingsInput!\n) {\n  setClientSettings(input: $input) {\n    client {\n      name\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "66619597b67d0e95eb78aad19abe3d9e";

export default node;
