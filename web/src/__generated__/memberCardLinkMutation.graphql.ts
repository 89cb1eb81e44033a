/**
 * @generated SignedSource<<78299ace640c4b1973c1b7df2d61b930>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CreateMemberLinkInput = {
  clientMutationId?: string | null | undefined;
  id: string;
};
export type memberCardLinkMutation$variables = {
  input: CreateMemberLinkInput;
};
export type memberCardLinkMutation$data = {
  readonly createMemberLink: {
    readonly expiresAt: string;
    readonly link: string;
  };
};
export type memberCardLinkMutation = {
  response: memberCardLinkMutation$data;
  variables: memberCardLinkMutation$variables;
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
    "concreteType": "CreateMemberLinkPayload",
    "kind": "LinkedField",
    "name": "createMemberLink",
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
    "name": "memberCardLinkMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "memberCardLinkMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "b0b60fecbc185d52664b30d35ae2ef4f",
    "id": null,
    "metadata": {},
    "name": "memberCardLinkMutation",
    "operationKind": "mutation",
    "text": "mutation memberCardLinkMutation(\n  $input: CreateMemberLinkInput!\n) {\n  createMemberLink(input: $input) {\n    link\n    expiresAt\n  }\n}\n"
  }
};
})();

(node as any).hash = "ff8043f31ba408566bfd1b4d62467408";

export default node;
