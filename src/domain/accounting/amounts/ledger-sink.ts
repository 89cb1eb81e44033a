import type { AssetFlow } from './asset-flow.ts';
import type { DisposalRow, LedgerIssue, TotalsEvent } from './types.ts';

/** Receives the ledger's output as it is booked, so that memory holds open lots only. */
export interface LedgerSink {
  readonly disposal?: (row: DisposalRow) => void;
  readonly totals?: (event: TotalsEvent) => void;
  readonly issue?: (issue: LedgerIssue) => void;
  readonly flow?: (flow: AssetFlow) => void;
}
