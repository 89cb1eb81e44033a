/**
 * @generated SignedSource<<65657a740ee8104779e771434654ca95>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AVAX" | "ETH" | "MATIC" | "USD" | "XDAI" | "%future added value";
export type PreviewState = "NOT_BOOKED" | "READY" | "TOO_LONG" | "%future added value";
export type previewedUndoQuery$variables = {
  costMethod: CostMethod;
  currency: Currency;
  id: string;
};
export type previewedUndoQuery$data = {
  readonly told: {
    readonly after: {
      readonly costBasis: string;
      readonly debtValue: string;
      readonly expenses: string;
      readonly income: string;
      readonly netWorth: string;
      readonly realizedPnl: string;
      readonly unrealizedPnl: string;
    } | null | undefined;
    readonly before: {
      readonly costBasis: string;
      readonly debtValue: string;
      readonly expenses: string;
      readonly income: string;
      readonly netWorth: string;
      readonly realizedPnl: string;
      readonly unrealizedPnl: string;
    } | null | undefined;
    readonly otherWalletCount: number;
    readonly state: PreviewState;
  } | null | undefined;
};
export type previewedUndoQuery = {
  response: previewedUndoQuery$data;
  variables: previewedUndoQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "costMethod"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "currency"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "id"
},
v3 = [
  {
    "alias": null,
    "args": null,
    "kind": "ScalarField",
    "name": "realizedPnl",
    "storageKey": null
  },
  {
    "alias": null,
    "args": null,
    "kind": "ScalarField",
    "name": "unrealizedPnl",
    "storageKey": null
  },
  {
    "alias": null,
    "args": null,
    "kind": "ScalarField",
    "name": "costBasis",
    "storageKey": null
  },
  {
    "alias": null,
    "args": null,
    "kind": "ScalarField",
    "name": "income",
    "storageKey": null
  },
  {
    "alias": null,
    "args": null,
    "kind": "ScalarField",
    "name": "expenses",
    "storageKey": null
  },
  {
    "alias": null,
    "args": null,
    "kind": "ScalarField",
    "name": "debtValue",
    "storageKey": null
  },
  {
    "alias": null,
    "args": null,
    "kind": "ScalarField",
    "name": "netWorth",
    "storageKey": null
  }
],
v4 = [
  {
    "alias": "told",
    "args": [
      {
        "kind": "Variable",
        "name": "costMethod",
        "variableName": "costMethod"
      },
      {
        "kind": "Variable",
        "name": "currency",
        "variableName": "currency"
      },
      {
        "kind": "Variable",
        "name": "id",
        "variableName": "id"
      }
    ],
    "concreteType": "CorrectionPreview",
    "kind": "LinkedField",
    "name": "previewUndo",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "state",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "otherWalletCount",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "PreviewedFigures",
        "kind": "LinkedField",
        "name": "before",
        "plural": false,
        "selections": (v3/*:: as any*/),
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "PreviewedFigures",
        "kind": "LinkedField",
        "name": "after",
        "plural": false,
        "selections": (v3/*:: as any*/),
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "previewedUndoQuery",
    "selections": (v4/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v2/*:: as any*/),
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "previewedUndoQuery",
    "selections": (v4/*:: as any*/)
  },
  "params": {
    "cacheID": "8c9bf42f3a2b2db4e3c50c1cd9f3b03d",
    "id": null,
    "metadata": {},
    "name": "previewedUndoQuery",
    "operationKind": "query",
    "text": "query previewedUndoQuery(\n  $id: ID!\n  $currency: Currency!\n  $costMethod: CostMethod!\n) {\n  told: previewUndo(id: $id, currency: $currency, costMethod: $costMethod) {\n    state\n    otherWalletCount\n    before {\n      realizedPnl\n      unrealizedPnl\n      costBasis\n      income\n      expenses\n      debtValue\n      netWorth\n    }\n    after {\n      realizedPnl\n      unrealizedPnl\n      costBasis\n      income\n      expenses\n      debtValue\n      netWorth\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "810027916a0803af5dc76e118ed9cdb0";

export default node;
