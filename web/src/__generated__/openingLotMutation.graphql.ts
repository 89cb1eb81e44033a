/**
 * @generated SignedSource<<700e9181f1e5e5ea66406401f65e4db5>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type Currency = "AUD" | "AVAX" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "ETH" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MATIC" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "XDAI" | "ZAR" | "%future added value";
export type AddOpeningLotInput = {
  acquiredAt: string;
  chainId: number;
  clientMutationId?: string | null | undefined;
  cost?: string | null | undefined;
  currency?: Currency | null | undefined;
  idempotencyKey?: string | null | undefined;
  note?: string | null | undefined;
  quantity: string;
  tokenAddress: string;
  wallet: string;
};
export type openingLotMutation$variables = {
  input: AddOpeningLotInput;
};
export type openingLotMutation$data = {
  readonly addOpeningLot: {
    readonly correction: {
      readonly id: string;
    };
  };
};
export type openingLotMutation = {
  response: openingLotMutation$data;
  variables: openingLotMutation$variables;
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
    "concreteType": "AddOpeningLotPayload",
    "kind": "LinkedField",
    "name": "addOpeningLot",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Correction",
        "kind": "LinkedField",
        "name": "correction",
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
    "name": "openingLotMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "openingLotMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "462c02b31f005e88bd4150ebff776978",
    "id": null,
    "metadata": {},
    "name": "openingLotMutation",
    "operationKind": "mutation",
    "text": "mutation openingLotMutation(\n  $input: AddOpeningLotInput!\n) {\n  addOpeningLot(input: $input) {\n    correction {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "5911083c91ece861b43cc750deeb4340";

export default node;
