/**
 * @generated SignedSource<<118879fac9f52143644ba2e3fb6d1a68>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type EndOtherSessionsInput = {
  clientMutationId?: string | null | undefined;
};
export type sessionsListOthersMutation$variables = {
  input: EndOtherSessionsInput;
};
export type sessionsListOthersMutation$data = {
  readonly endOtherSessions: {
    readonly count: number;
  };
};
export type sessionsListOthersMutation = {
  response: sessionsListOthersMutation$data;
  variables: sessionsListOthersMutation$variables;
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
    "concreteType": "EndOtherSessionsPayload",
    "kind": "LinkedField",
    "name": "endOtherSessions",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "count",
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
    "name": "sessionsListOthersMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "sessionsListOthersMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "caf66b6898eb5228ee2e3e82a5603b6b",
    "id": null,
    "metadata": {},
    "name": "sessionsListOthersMutation",
    "operationKind": "mutation",
    "text": "mutation sessionsListOthersMutation(\n  $input: EndOtherSessionsInput!\n) {\n  endOtherSessions(input: $input) {\n    count\n  }\n}\n"
  }
};
})();

(node as any).hash = "20bf0fd762e8503a4b772541209dd250";

export default node;
