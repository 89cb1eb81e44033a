/** The entry of classification: what a transaction was for the wallet, and how each of its transfers is booked. Pure. */
import type {
  Address,
  Movement,
  Settlement,
  SpamReason,
  TaxTreatment,
  TransactionCategory,
  TransactionKind,
} from '../model.ts';
import type { NormalizedTransaction } from '../normalize/normalized.ts';
import { type Claims, findClaims } from './claims.ts';
import { counterpartyOf } from './counterparty.ts';
import type { ClassifyContext } from './evidence/context.ts';
import { isNft, netFlows } from './evidence/net-flow.ts';
import { type DecidingEvent, type Evidence, flowsAlone, type Verdict } from './evidence/rule.ts';
import { withoutTrades } from './exchanged.ts';
import { claimedBooking, claimsBesideTrade, meaningOf } from './meaning.ts';
import { rules } from './rules/index.ts';
import { spamReason } from './spam.ts';

export interface ClassifiedMovement {
  movement: Movement;
  /** null for spam, which is not booked. */
  taxTreatment: TaxTreatment | null;
  spamReason: SpamReason | null;
  /** The protocol's contract that holds it, or lent it, where an event says so. */
  heldBy: Address | null;
  settles: Settlement | null;
}

export interface Classified {
  normalized: NormalizedTransaction;
  category: TransactionCategory;
  kind: TransactionKind;
  counterparty: Address;
  /** On what the kind stands: the event and who logged it, what is listed, the called function, or the flows alone. */
  kindReason: string;
  /** The event that decided; null: none did. */
  claim: DecidingEvent | null;
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
  const claims = withoutTrades(findClaims(evidence), evidence);
  const verdict = withMeaning(firstVerdict(evidence), evidence, claims);
  return {
    normalized,
    category: verdict.category,
    kind: verdict.kind,
    kindReason: verdict.reason ?? flowsAlone,
    claim: verdict.claim ?? null,
    counterparty: counterpartyOf(verdict.category, evidence),
    isSpam: judged.length > 0 && movements.length === 0,
    movements: judged.map((item) => ({
      ...item,
      taxTreatment: item.spamReason === null ? treatmentOf(item.movement, verdict) : null,
      heldBy: verdict.heldBy?.(item.movement) ?? null,
      settles: verdict.settles?.(item.movement) ?? null,
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

/** Kinds that no event of a protocol makes anything else. */
const settled: ReadonlySet<TransactionKind> = new Set<TransactionKind>([
  'FAILED',
  'DEPLOY',
  'SELF_TRANSFER',
  'WRAP',
  'UNWRAP',
]);

/** The category says in which direction value moved, the kind what it meant: claims decide only the latter. */
function withMeaning(base: Verdict, evidence: Evidence, found: Claims): Verdict {
  if (settled.has(base.kind) || evidence.normalized.credits.length > 0) return base;
  const beside = claimsBesideTrade(found, evidence);
  const claims = beside ?? found;
  const meaning = beside === null ? meaningOf(claims, evidence) : null;
  const booked = claimedBooking(claims);
  const settles = (movement: Movement): Settlement | null => claims.get(movement)?.settles ?? null;
  if (meaning === null) {
    return {
      ...base,
      treatment: (movement) => booked.treatment(movement) ?? treatmentOf(movement, base),
      heldBy: (movement) => booked.holder(movement) ?? base.heldBy?.(movement) ?? null,
      settles,
    };
  }
  const isTrade = base.category === 'SWAP' && meaning.kind !== 'SWAP';
  // What comes beside a reward that was called for is one, too, where the call says so.
  const isClaim = base.kind === 'CLAIM' && meaning.kind === 'CLAIM';
  // Of an event that tells the other side otherwise than it moved, with a fee or in shares, the share speaks. A queue pays later.
  const isOfShare = [...claims.values()].every(({ is, tellsAssets }) => is === 'receipt' && tellsAssets);
  const unclaimed = (movement: Movement): TaxTreatment => {
    if (isOfShare && meaning.kind === 'DEPOSIT' && isCoinForShare(base, evidence)) return 'CARRY';
    const isBase = isClaim || (isOfShare && base.kind === meaning.kind);
    return isBase ? treatmentOf(movement, base) : plainTreatment(movement);
  };
  return {
    category: isTrade ? 'CONTRACT_EXECUTION' : base.category,
    kind: meaning.kind,
    reason: `event ${meaning.claim.event} (${meaning.claim.family}) of ${meaning.claim.contract}`,
    claim: meaning.claim,
    treatment: (movement) => booked.treatment(movement) ?? unclaimed(movement),
    heldBy: booked.holder,
    settles,
  };
}

/** Nothing but a coin went, and nothing but what was made for it came: without an event of a share that would have been bought. */
function isCoinForShare({ kind }: Verdict, { inflows, outflows, normalized }: Evidence): boolean {
  const isAlone = inflows.length === 1 && outflows.length === 1 && !inflows.some(isNft);
  return kind === 'MINT' && isAlone && normalized.swapContracts.length === 0;
}

function plainTreatment({ side }: Movement): TaxTreatment {
  return side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
}

function treatmentOf(movement: Movement, verdict: Verdict): TaxTreatment {
  if (verdict.treatment !== undefined) return verdict.treatment(movement);
  return plainTreatment(movement);
}
