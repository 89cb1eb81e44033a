/**
 * @generated SignedSource<<979a53f9b79e70803ff2dae8058e4cc7>>
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
  readonly isBooked: boolean;
  readonly price: string | null | undefined;
  readonly totalRealizedPnl: string;
  readonly unrealizedPnl: string;
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
      "kind": "ScalarField",
      "name": "isBooked",
      "storageKey": null
    }
  ],
  "type": "TokenBalance",
  "abstractKey": null
};

(node as any).hash = "bd9b204f66afdd7e8acce127fdd1336b";

export default node;
