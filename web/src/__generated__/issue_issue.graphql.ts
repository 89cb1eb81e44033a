/**
 * @generated SignedSource<<b8a9a13f7a95ff2f84d73fbc4bf4f7c5>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type BookedAs = "ACQUISITION" | "CARRY" | "DISPOSAL" | "EXPENSE" | "HELD" | "INCOME" | "LIABILITY" | "NON_TAXABLE" | "OWN_MOVE" | "%future added value";
export type IssueCode = "INCOMPLETE_HISTORY" | "MISSING_BASIS" | "NOT_RECONCILED" | "PAST_YEAR_CHANGED" | "UNMATCHED_BRIDGE" | "UNPRICED_ACQUISITION" | "UNPRICED_DISPOSAL" | "%future added value";
export type Side = "INFLOW" | "OUTFLOW" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type issue_issue$data = {
  readonly atStake: string | null | undefined;
  readonly code: IssueCode;
  readonly needsAction: boolean;
  readonly summary: string;
  readonly timestamp: string | null | undefined;
  readonly token: {
    readonly address: string;
    readonly asset: {
      readonly symbol: string;
    };
    readonly blockchain: {
      readonly chainId: number;
    };
  } | null | undefined;
  readonly transfer: {
    readonly amount: string;
    readonly blockchain: {
      readonly chainId: number;
    };
    readonly bookedAs: BookedAs | null | undefined;
    readonly corrections: ReadonlyArray<{
      readonly id: string;
      readonly " $fragmentSpreads": FragmentRefs<"corrections_correction">;
    }>;
    readonly hash: string;
    readonly id: string;
    readonly rawToken: {
      readonly address: string;
      readonly symbol: string;
    };
    readonly side: Side;
    readonly value: string | null | undefined;
  } | null | undefined;
  readonly " $fragmentType": "issue_issue";
};
export type issue_issue$key = {
  readonly " $data"?: issue_issue$data;
  readonly " $fragmentSpreads": FragmentRefs<"issue_issue">;
};

const node: ReaderFragment = (function(){
var v0 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "address",
  "storageKey": null
},
v1 = {
  "alias": null,
  "args": null,
  "concreteType": "Blockchain",
  "kind": "LinkedField",
  "name": "blockchain",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "chainId",
      "storageKey": null
    }
  ],
  "storageKey": null
},
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "symbol",
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
return {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "issue_issue",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "code",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "summary",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "needsAction",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "atStake",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "timestamp",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "Token",
      "kind": "LinkedField",
      "name": "token",
      "plural": false,
      "selections": [
        (v0/*:: as any*/),
        (v1/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "concreteType": "Asset",
          "kind": "LinkedField",
          "name": "asset",
          "plural": false,
          "selections": [
            (v2/*:: as any*/)
          ],
          "storageKey": null
        }
      ],
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "Transfer",
      "kind": "LinkedField",
      "name": "transfer",
      "plural": false,
      "selections": [
        (v3/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "hash",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "side",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "amount",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "value",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "bookedAs",
          "storageKey": null
        },
        (v1/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "concreteType": "RawToken",
          "kind": "LinkedField",
          "name": "rawToken",
          "plural": false,
          "selections": [
            (v0/*:: as any*/),
            (v2/*:: as any*/)
          ],
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "concreteType": "Correction",
          "kind": "LinkedField",
          "name": "corrections",
          "plural": true,
          "selections": [
            (v3/*:: as any*/),
            {
              "args": null,
              "kind": "FragmentSpread",
              "name": "corrections_correction"
            }
          ],
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "type": "Issue",
  "abstractKey": null
};
})();

(node as any).hash = "c41abede7c7e99c5ba138fdd5956771d";

export default node;
