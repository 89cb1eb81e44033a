/**
 * @generated SignedSource<<f179e9e7ce3ffd7d263dd011a74b9fbf>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type previewedUndoQuery$variables = {
  costMethod: CostMethod;
  currency: Currency;
  id: string;
};
export type previewedUndoQuery$data = {
  readonly preview: {
    readonly " $fragmentSpreads": FragmentRefs<"previewed_told">;
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
v4 = [
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
v5 = [
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
    "selections": (v4/*:: as any*/),
    "storageKey": null
  },
  {
    "alias": null,
    "args": null,
    "concreteType": "PreviewedFigures",
    "kind": "LinkedField",
    "name": "after",
    "plural": false,
    "selections": (v4/*:: as any*/),
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
    "selections": [
      {
        "alias": "preview",
        "args": (v3/*:: as any*/),
        "concreteType": "CorrectionPreview",
        "kind": "LinkedField",
        "name": "previewUndo",
        "plural": false,
        "selections": [
          {
            "kind": "InlineDataFragmentSpread",
            "name": "previewed_told",
            "selections": (v5/*:: as any*/),
            "args": null,
            "argumentDefinitions": []
          }
        ],
        "storageKey": null
      }
    ],
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
    "selections": [
      {
        "alias": "preview",
        "args": (v3/*:: as any*/),
        "concreteType": "CorrectionPreview",
        "kind": "LinkedField",
        "name": "previewUndo",
        "plural": false,
        "selections": (v5/*:: as any*/),
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "633f3662ab7476d5ad38bb05e0286e49",
    "id": null,
    "metadata": {},
    "name": "previewedUndoQuery",
    "operationKind": "query",
    "text": "query previewedUndoQuery(\n  $id: ID!\n  $currency: Currency!\n  $costMethod: CostMethod!\n) {\n  preview: previewUndo(id: $id, currency: $currency, costMethod: $costMethod) {\n    ...previewed_told\n  }\n}\n\nfragment previewed_told on CorrectionPreview {\n  state\n  otherWalletCount\n  before {\n    realizedPnl\n    unrealizedPnl\n    costBasis\n    income\n    expenses\n    debtValue\n    netWorth\n  }\n  after {\n    realizedPnl\n    unrealizedPnl\n    costBasis\n    income\n    expenses\n    debtValue\n    netWorth\n  }\n}\n"
  }
};
})();

(node as any).hash = "c95f13e30c9b4c8285dcb54d642aa4a9";

export default node;
