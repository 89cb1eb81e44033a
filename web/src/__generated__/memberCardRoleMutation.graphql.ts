/**
 * @generated SignedSource<<9fc8f07f53b3c44557c751a6657e8c05>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type MemberRole = "EDITOR" | "OWNER" | "VIEWER" | "%future added value";
export type UpdateMemberInput = {
  clientMutationId?: string | null | undefined;
  id: string;
  name?: string | null | undefined;
  role?: MemberRole | null | undefined;
};
export type memberCardRoleMutation$variables = {
  input: UpdateMemberInput;
};
export type memberCardRoleMutation$data = {
  readonly updateMember: {
    readonly member: {
      readonly id: string;
      readonly role: MemberRole;
    };
  };
};
export type memberCardRoleMutation = {
  response: memberCardRoleMutation$data;
  variables: memberCardRoleMutation$variables;
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
    "concreteType": "UpdateMemberPayload",
    "kind": "LinkedField",
    "name": "updateMember",
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
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "role",
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
    "name": "memberCardRoleMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "memberCardRoleMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "ab3763fae9c990ad4b77539fc8dc55b0",
    "id": null,
    "metadata": {},
    "name": "memberCardRoleMutation",
    "operationKind": "mutation",
    "text": "mutation memberCardRoleMutation(\n  $input: UpdateMemberInput!\n) {\n  updateMember(input: $input) {\n    member {\n      id\n      role\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "c253d1c2edd53193afabe30e9314160c";

export default node;
