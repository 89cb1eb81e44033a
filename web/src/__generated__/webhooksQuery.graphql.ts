/**
 * @generated SignedSource<<aa9d255dbfb1fbf56a61f3ff1e7acf6a>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type WebhookStatus = "ACTIVE" | "DISABLED" | "FAILING" | "%future added value";
export type webhooksQuery$variables = Record<PropertyKey, never>;
export type webhooksQuery$data = {
  readonly webhooks: {
    readonly count: number;
    readonly nodes: ReadonlyArray<{
      readonly delivered: string;
      readonly deliveredAt: string | null | undefined;
      readonly description: string;
      readonly failingSince: string | null | undefined;
      readonly id: string;
      readonly laneCount: number;
      readonly lanesPaused: number;
      readonly lanesWaiting: number;
      readonly status: WebhookStatus;
      readonly url: string;
    }>;
  } | null | undefined;
};
export type webhooksQuery = {
  response: webhooksQuery$data;
  variables: webhooksQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Literal",
        "name": "first",
        "value": 100
      }
    ],
    "concreteType": "WebhookConnection",
    "kind": "LinkedField",
    "name": "webhooks",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "count",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "Webhook",
        "kind": "LinkedField",
        "name": "nodes",
        "plural": true,
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
            "name": "url",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "description",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "status",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "laneCount",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "lanesPaused",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "lanesWaiting",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "delivered",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "deliveredAt",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "failingSince",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": "webhooks(first:100)"
  }
];
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "webhooksQuery",
    "selections": (v0/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "webhooksQuery",
    "selections": (v0/*:: as any*/)
  },
  "params": {
    "cacheID": "e65fb3b69794a9a7a3a8186e7839845d",
    "id": null,
    "metadata": {},
    "name": "webhooksQuery",
    "operationKind": "query",
    "text": "query webhooksQuery {\n  webhooks(first: 100) {\n    count\n    nodes {\n      id\n      url\n      description\n      status\n      laneCount\n      lanesPaused\n      lanesWaiting\n      delivered\n      deliveredAt\n      failingSince\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "686f31db8a9a76df7c856bd10768b405";

export default node;
