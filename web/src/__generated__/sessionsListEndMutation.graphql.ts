/**
 * @generated SignedSource<<3803ef5a9ae9bb8b8bccce7f1131bc2b>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type EndSessionInput = {
  clientMutationId?: string | null | undefined;
  id: string;
};
export type sessionsListEndMutation$variables = {
  input: EndSessionInput;
};
export type sessionsListEndMutation$data = {
  readonly endSession: {
    readonly session: {
      readonly id: string;
    };
  };
};
export type sessionsListEndMutation = {
  response: sessionsListEndMutation$data;
  variables: sessionsListEndMutation$variables;
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
    "concreteType": "EndSessionPayload",
    "kind": "LinkedField",
    "name": "endSession",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Session",
        "kind": "LinkedField",
        "name": "session",
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
    "name": "sessionsListEndMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "sessionsListEndMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "f9049f9bd7de8db20901d14806696f20",
    "id": null,
    "metadata": {},
    "name": "sessionsListEndMutation",
    "operationKind": "mutation",
    "text": "mutation sessionsListEndMutation(\n  $input: EndSessionInput!\n) {\n  endSession(input: $input) {\n    session {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "d40d553e2b48f3054b1dc5d0a987affe";

export default node;
