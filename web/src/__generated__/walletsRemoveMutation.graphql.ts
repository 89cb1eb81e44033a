/**
 * @generated SignedSource<<bd9a37cc49194a5f4d2f55b647dd5736>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type UnregisterWalletsInput = {
  addresses: ReadonlyArray<string>;
  clientMutationId?: string | null | undefined;
  stillMine?: boolean | null | undefined;
};
export type walletsRemoveMutation$variables = {
  input: UnregisterWalletsInput;
};
export type walletsRemoveMutation$data = {
  readonly unregisterWallets: {
    readonly unregisteredWalletIds: ReadonlyArray<string>;
  };
};
export type walletsRemoveMutation = {
  response: walletsRemoveMutation$data;
  variables: walletsRemoveMutation$variables;
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
    "concreteType": "UnregisterWalletsPayload",
    "kind": "LinkedField",
    "name": "unregisterWallets",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "unregisteredWalletIds",
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
    "name": "walletsRemoveMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "walletsRemoveMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "39f55988c49d0db9ca83d09777c36f56",
    "id": null,
    "metadata": {},
    "name": "walletsRemoveMutation",
    "operationKind": "mutation",
    "text": "mutation walletsRemoveMutation(\n  $input: UnregisterWalletsInput!\n) {\n  unregisterWallets(input: $input) {\n    unregisteredWalletIds\n  }\n}\n"
  }
};
})();

(node as any).hash = "20a0d92b5f83ae77000efc98f9413091";

export default node;
