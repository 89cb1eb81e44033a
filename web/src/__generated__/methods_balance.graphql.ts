/**
 * @generated SignedSource<<ef9765d15a1527b91335ac24d461a16c>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type methods_balance$data = {
  readonly averageCost: string;
  readonly costBasis: string;
  readonly price: string | null | undefined;
  readonly totalRealizedPnl: string;
  readonly unrealizedPnl: string;
  readonly wallet: {
    readonly isBooked: boolean;
  };
  readonly " $fragmentType": "methods_balance";
};
export type methods_balance$key = {
  readonly " $data"?: methods_balance$data;
  readonly " $fragmentSpreads": FragmentRefs<"methods_balance">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "methods_balance",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "price",
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
      "name": "averageCost",
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
      "name": "totalRealizedPnl",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "Wallet",
      "kind": "LinkedField",
      "name": "wallet",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "isBooked",
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "type": "TokenBalance",
  "abstractKey": null
};

(node as any).hash = "e65be6ac7b82946b5b9f38ee4f1c75fe";

export default node;
