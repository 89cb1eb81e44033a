/**
 * @generated SignedSource<<be1b3847835515f5e027385cc4e84a7a>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type liveEventsSubscription$variables = {
  wallets: ReadonlyArray<string>;
};
export type liveEventsSubscription$data = {
  readonly events: {
    readonly cursor: string;
    readonly event: {
      readonly id: string;
    } | null | undefined;
  };
};
export type liveEventsSubscription = {
  response: liveEventsSubscription$data;
  variables: liveEventsSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "wallets"
  }
],
v1 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "wallets",
        "variableName": "wallets"
      }
    ],
    "concreteType": "StreamedEvent",
    "kind": "LinkedField",
    "name": "events",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "cursor",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "WalletEvent",
        "kind": "LinkedField",
        "name": "event",
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
    "name": "liveEventsSubscription",
    "selections": (v1/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "liveEventsSubscription",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "311b82a221dea0d643369d665d3869bb",
    "id": null,
    "metadata": {},
    "name": "liveEventsSubscription",
    "operationKind": "subscription",
    "text": "subscription liveEventsSubscription(\n  $wallets: [Address!]!\n) {\n  events(wallets: $wallets) {\n    cursor\n    event {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "adbc9bf5cb1fc35fb85a3c6453d88394";

export default node;
