/**
 * @generated SignedSource<<5d8041dd04924746a27bf328e04ba929>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type TaxTreatment = "ACQUISITION" | "BASIS_TRANSFER" | "CARRY" | "DISPOSAL" | "EXPENSE" | "HELD" | "INCOME" | "LIABILITY" | "NON_TAXABLE" | "%future added value";
export type CorrectTransferInput = {
  acquiredAt?: string | null | undefined;
  basis?: string | null | undefined;
  clientMutationId?: string | null | undefined;
  currency?: Currency | null | undefined;
  idempotencyKey?: string | null | undefined;
  note?: string | null | undefined;
  price?: string | null | undefined;
  transferId: string;
  treatment?: TaxTreatment | null | undefined;
};
export type previewedQuery$variables = {
  costMethod: CostMethod;
  currency: Currency;
  input: CorrectTransferInput;
};
export type previewedQuery$data = {
  readonly preview: {
    readonly " $fragmentSpreads": FragmentRefs<"previewed_told">;
  } | null | undefined;
};
export type previewedQuery = {
  response: previewedQuery$data;
  variables: previewedQuery$variables;
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
  "name": "input"
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
    "name": "input",
    "variableName": "input"
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
    "name": "previewedQuery",
    "selections": [
      {
        "alias": "preview",
        "args": (v3/*:: as any*/),
        "concreteType": "CorrectionPreview",
        "kind": "LinkedField",
        "name": "previewCorrection",
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
    "name": "previewedQuery",
    "selections": [
      {
        "alias": "preview",
        "args": (v3/*:: as any*/),
        "concreteType": "CorrectionPreview",
        "kind": "LinkedField",
        "name": "previewCorrection",
        "plural": false,
        "selections": (v5/*:: as any*/),
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "9343e919949a31cbb0651aa557bc35e8",
    "id": null,
    "metadata": {},
    "name": "previewedQuery",
    "operationKind": "query",
    "text": "query previewedQuery(\n  $input: CorrectTransferInput!\n  $currency: Currency!\n  $costMethod: CostMethod!\n) {\n  preview: previewCorrection(input: $input, currency: $currency, costMethod: $costMethod) {\n    ...previewed_told\n  }\n}\n\nfragment previewed_told on CorrectionPreview {\n  state\n  otherWalletCount\n  before {\n    realizedPnl\n    unrealizedPnl\n    costBasis\n    income\n    expenses\n    debtValue\n    netWorth\n  }\n  after {\n    realizedPnl\n    unrealizedPnl\n    costBasis\n    income\n    expenses\n    debtValue\n    netWorth\n  }\n}\n"
  }
};
})();

(node as any).hash = "8a8ab26eba25d063b18a5c854f9071d9";

export default node;
