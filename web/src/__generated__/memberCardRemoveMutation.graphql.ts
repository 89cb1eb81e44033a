/**
 * @generated SignedSource<<64f3331aa2de94519412267d1e3b07df>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type RemoveMemberInput = {
  clientMutationId?: string | null | undefined;
  id: string;
};
export type memberCardRemoveMutation$variables = {
  input: RemoveMemberInput;
};
export type memberCardRemoveMutation$data = {
  readonly removeMember: {
    readonly member: {
      readonly id: string;
    };
  };
};
export type memberCardRemoveMutation = {
  response: memberCardRemoveMutation$data;
  variables: memberCardRemoveMutation$variables;
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
    "concreteType": "RemoveMemberPayload",
    "kind": "LinkedField",
    "name": "removeMember",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Member",
        "kind": "LinkedField",
        "name": "member",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
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
    "name": "memberCardRemoveMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "memberCardRemoveMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "1fddea5f7a5a809ba02263147d777a21",
    "id": null,
    "metadata": {},
    "name": "memberCardRemoveMutation",
    "operationKind": "mutation",
    "text": "mutation memberCardRemoveMutation(\n  $input: RemoveMemberInput!\n) {\n  removeMember(input: $input) {\n    member {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "f7f668415b86c0e7cd4e16219816f1a1";

export default node;
