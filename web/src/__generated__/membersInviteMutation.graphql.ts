/**
 * @generated SignedSource<<50972295adcdda7b7156608516603bc1>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type MemberRole = "EDITOR" | "OWNER" | "VIEWER" | "%future added value";
export type InviteMemberInput = {
  client?: string | null | undefined;
  clientMutationId?: string | null | undefined;
  name: string;
  role: MemberRole;
};
export type membersInviteMutation$variables = {
  input: InviteMemberInput;
};
export type membersInviteMutation$data = {
  readonly inviteMember: {
    readonly expiresAt: string;
    readonly link: string;
    readonly member: {
      readonly id: string;
    };
  };
};
export type membersInviteMutation = {
  response: membersInviteMutation$data;
  variables: membersInviteMutation$variables;
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
    "concreteType": "InviteMemberPayload",
    "kind": "LinkedField",
    "name": "inviteMember",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "link",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "expiresAt",
        "storageKey": null
      },
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
    "name": "membersInviteMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "membersInviteMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "bb6acc01e973f51022d91bbebf398849",
    "id": null,
    "metadata": {},
    "name": "membersInviteMutation",
    "operationKind": "mutation",
    "text": "mutation membersInviteMutation(\n  $input: InviteMemberInput!\n) {\n  inviteMember(input: $input) {\n    link\n    expiresAt\n    member {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "f2a5598a8b60abb2a18dcc2e22e16d4c";

export default node;
