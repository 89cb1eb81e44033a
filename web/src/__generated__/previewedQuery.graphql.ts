/**
 * @generated SignedSource<<37a296117702a38956d67130fbe30ca4>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CostMethod = "FIFO" | "HIFO" | "LIFO" | "WAC" | "%future added value";
export type Currency = "AVAX" | "ETH" | "MATIC" | "USD" | "XDAI" | "%future added value";
export type PreviewState = "NOT_BOOKED" | "READY" | "TOO_LONG" | "%future added value";
export type TaxTreatment = "ACQUISITION" | "BASIS_TRANSFER" | "CARRY" | "DISPOSAL" | "EXPENSE" | "HELD" | "INCOME" | "LIABILITY" | "NON_TAXABLE" | "%future added value";
export type CorrectTransferInput = {
  acquiredAt?: string | null | undefined;
  basis?: string | null | undefined;
  clientMutationId?: string | null | undefined;
  currency?: Currency | null | undefined;
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
        "name": "input",
        "variableName": "input"
      }
    ],
    "concreteType": "CorrectionPreview",
    "kind": "LinkedField",
    "name": "previewCorrection",
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
    "name": "previewedQuery",
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
    "name": "previewedQuery",
    "selections": (v4/*:: as any*/)
  },
  "params": {
    "cacheID": "f92d31bacfe370be877962df89a9067c",
    "id": null,
    "metadata": {},
    "name": "previewedQuery",
    "operationKind": "query",
    "text": "query previewedQuery(\n  $input: CorrectTransferInput!\n  $currency: Currency!\n  $costMethod: CostMethod!\n) {\n  told: previewCorrection(input: $input, currency: $currency, costMethod: $costMethod) {\n    state\n    otherWalletCount\n    before {\n      realizedPnl\n      unrealizedPnl\n      costBasis\n      income\n      expenses\n      debtValue\n      netWorth\n    }\n    after {\n      realizedPnl\n      unrealizedPnl\n      costBasis\n      income\n      expenses\n      debtValue\n      netWorth\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "8231a07673cfb4c93743415c8dda60a5";

export default node;
