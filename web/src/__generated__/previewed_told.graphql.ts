/**
 * @generated SignedSource<<e38b4c1da33a7f84ff3e4fa7dd4fec68>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderInlineDataFragment } from 'relay-runtime';
export type PreviewState = "NOT_BOOKED" | "READY" | "TOO_LONG" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type previewed_told$data = {
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
  readonly " $fragmentType": "previewed_told";
};
export type previewed_told$key = {
  readonly " $data"?: previewed_told$data;
  readonly " $fragmentSpreads": FragmentRefs<"previewed_told">;
};

const node: ReaderInlineDataFragment = {
  "kind": "InlineDataFragment",
  "name": "previewed_told"
};

(node as any).hash = "02868fc3bdcc94251e9432e98f64a975";

export default node;
