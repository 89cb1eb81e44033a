/** The shape of a classification rule: one per file in rules/, tried in the order of rules/index.ts. */
import type {
  Address,
  Movement,
  Settlement,
  TaxTreatment,
  TransactionCategory,
  TransactionKind,
} from '../../model.ts';
import type { NormalizedTransaction } from '../../normalize/normalized.ts';
import type { ClassifyContext } from './context.ts';
import type { NetFlow } from './net-flow.ts';

/** A transaction as the rules see it. */
export interface Evidence {
  normalized: NormalizedTransaction;
  context: ClassifyContext;
  /** Movements that are not spam. */
  movements: readonly Movement[];
  /** Every spam movement is an unsolicited airdrop, and there is one. */
  onlyAirdropSpam: boolean;
  /** Net flows of `movements`. */
  inflows: readonly NetFlow[];
  outflows: readonly NetFlow[];
}

/** On what a kind stands that no event and no list speaks for, as people are told (`kindReason`). */
export const flowsAlone = 'the flows';

export interface Verdict {
  category: TransactionCategory;
  kind: TransactionKind;
  /** Where it differs from ACQUISITION for what comes and DISPOSAL for what goes. */
  treatment?: (movement: Movement) => TaxTreatment;
  /** The protocol's contract that holds what moved, lent it, or takes it to another chain; null: nobody says so. */
  heldBy?: (movement: Movement) => Address | null;
  /** What of the wallet's accounts with protocols it settles; null: nothing. */
  settles?: (movement: Movement) => Settlement | null;
  /** On what it stands, for people; where it is not given, on the shape of the flows alone. */
  reason?: string;
  /** The event that decided; left out: none did. */
  claim?: DecidingEvent;
}

/** An event of a protocol: its family, its name, and who logged it. */
export interface DecidingEvent {
  readonly family: string;
  readonly event: string;
  readonly contract: Address;
}

/** null: the rule does not apply, the next one is asked. */
export type Rule = (evidence: Evidence) => Verdict | null;

/** What arrives is income; what leaves is disposed of as usual. */
export function incomeTreatment(movement: Movement): TaxTreatment {
  return movement.side === 'inflow' ? 'INCOME' : 'DISPOSAL';
}
