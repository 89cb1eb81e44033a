/** The entry of classification: what a transaction was for the wallet, and how each of its transfers is booked. Pure. */
import type {
  Address,
  Movement,
  SpamReason,
  TaxTreatment,
  TransactionCategory,
  TransactionKind,
} from '../model.ts';
import type { NormalizedTransaction } from '../normalize/normalized.ts';
import type { ClassifyContext } from './context.ts';
import { counterpartyOf } from './counterparty.ts';
import { netFlows } from './net-flow.ts';
import type { Evidence, Verdict } from './rule.ts';
import { rules } from './rules/index.ts';
import { spamReason } from './spam.ts';

export interface ClassifiedMovement {
  movement: Movement;
  /** null for spam, which is not booked. */
  taxTreatment: TaxTreatment | null;
  spamReason: SpamReason | null;
}

export interface Classified {
  normalized: NormalizedTransaction;
  category: TransactionCategory;
  kind: TransactionKind;
  counterparty: Address;
  /** There are transfers, and every one is spam. */
  isSpam: boolean;
  /** In position order. */
  movements: readonly ClassifiedMovement[];
}

/** Classifies one normalised transaction. */
export function classifyTransaction(normalized: NormalizedTransaction, context: ClassifyContext): Classified {
  const judged = normalized.movements.map((movement) => ({
    movement,
    spamReason: spamReason(movement, normalized, context),
  }));
  const movements = judged.filter((item) => item.spamReason === null).map((item) => item.movement);
  const flows = netFlows(movements);
  const evidence: Evidence = {
    normalized,
    context,
    movements,
    onlyAirdropSpam: judged.length > 0 && judged.every((item) => item.spamReason === 'airdrop'),
    inflows: flows.filter((flow) => flow.amount > 0n),
    outflows: flows.filter((flow) => flow.amount < 0n),
  };
  const verdict = firstVerdict(evidence);
  return {
    normalized,
    category: verdict.category,
    kind: verdict.kind,
    counterparty: counterpartyOf(verdict.category, evidence),
    isSpam: judged.length > 0 && movements.length === 0,
    movements: judged.map((item) => ({
      ...item,
      taxTreatment: item.spamReason === null ? treatmentOf(item.movement, verdict) : null,
    })),
  };
}

function firstVerdict(evidence: Evidence): Verdict {
  for (const rule of rules) {
    const verdict = rule(evidence);
    if (verdict !== null) return verdict;
  }
  return { category: 'CONTRACT_EXECUTION', kind: 'CONTRACT_EXECUTION' };
}

function treatmentOf(movement: Movement, verdict: Verdict): TaxTreatment {
  if (verdict.treatment !== undefined) return verdict.treatment(movement);
  return movement.side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
}
