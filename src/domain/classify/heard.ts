/** What is believed of an event that a contract logs: whose word counts, and what the transaction itself speaks against. */
import { type Address, type Movement, zeroAddress } from '../model.ts';
import type { EventFlow, EventRule, FlowMeaning, Seen } from './evidence/family.ts';
import { assetOf, isMade, isMadeMovement, isNft, type NetFlow } from './evidence/net-flow.ts';
import type { Evidence } from './evidence/rule.ts';

/** What may be believed of an exchange that somebody else carries out: that it filled an order, or took what was owed. */
const fillersTell: ReadonlySet<FlowMeaning> = new Set([
  ...(['bridge-out', 'bridge-in', 'liquidation', 'debt', 'proceeds'] as const),
]);

/**
 * Somebody else's transaction takes something of the wallet's and gives something else, neither of which is made or destroyed: an order is
 * filled. Whoever fills it can log that the one was deposited and the other withdrawn, or a reward.
 */
export function isFilledByAnother({ normalized, movements, inflows, outflows }: Evidence): boolean {
  const isMadeNft = (flow: NetFlow): boolean =>
    flow.tokenId !== null &&
    movements.some((moved) => moved.counterparty === zeroAddress && assetOf(moved) === assetOf(flow));
  const isPassedOn = (flow: NetFlow): boolean => !isMade(flow, normalized) && !isMadeNft(flow);
  return !normalized.walletActed && inflows.some(isPassedOn) && outflows.some(isPassedOn);
}

/**
 * Nothing is got at once for what leaves over a bridge, and nothing is given for what arrives: what goes the other way says that it was
 * sold, or bought, in this transaction, whatever the event says. A coin that is given for what arrives pays the bridge; what is burned stood for
 * it; and of what crosses a rest may come back from the contract that tells of it.
 */
function isExchangedHere({ is, refund }: EventFlow, { emitter, evidence }: Seen): boolean {
  const { inflows, outflows, movements, normalized } = evidence;
  const { swapContracts, walletActed } = normalized;
  const isSwap = swapContracts.length > 0;
  if (is === 'bridge-in') {
    const isGiven = (flow: NetFlow): boolean =>
      isToken(flow) &&
      movements.some(
        ({ side, tokenAddress, counterparty }) =>
          side === 'outflow' && tokenAddress === flow.tokenAddress && counterparty !== zeroAddress,
      );
    return outflows.some(isGiven) || (isSwap && outflows.length > 0);
  }
  if (is !== 'bridge-out') return false;
  const isRest = (flow: NetFlow): boolean =>
    flow.tokenAddress === refund &&
    movements.every(
      ({ side, tokenAddress, counterparty }) =>
        side === 'outflow' || tokenAddress !== refund || counterparty === emitter,
    );
  return inflows.some((flow) => isNft(flow) || ((isSwap || !walletActed) && !isRest(flow)));
}

const isToken = ({ tokenAddress }: NetFlow): boolean => tokenAddress !== zeroAddress;

/** What is lent, or kept for the wallet: of what one thing was exchanged for, neither is. */
const lentOrKept: ReadonlySet<FlowMeaning> = new Set([
  ...(['borrow', 'repay', 'deposit', 'withdraw'] as const),
]);

/**
 * An event that tells no amount would speak of all that goes one way. Where something else comes for it of which nobody speaks, and neither is made or
 * destroyed, the one was sold for the other, whatever is logged. A coin that goes pays a fee.
 */
export function isPartOfTrade(
  { is, side }: EventFlow,
  { movements, inflows, outflows, normalized }: Evidence,
  isExplained: (movement: Movement) => boolean,
): boolean {
  if (!lentOrKept.has(is)) return false;
  const isOpen = (flow: NetFlow): boolean =>
    !isMade(flow, normalized) &&
    movements.some((movement) => assetOf(movement) === assetOf(flow) && !isExplained(movement));
  const [own, others] = side === 'inflow' ? [inflows, outflows.filter(isToken)] : [outflows, inflows];
  return own.some(isOpen) && others.some(isOpen);
}

/** Why a contract's word counts: it has a part in what moved, or in what the wallet called for; or anybody's does. */
type Standing = 'party' | 'anyone';

/** null: its word does not count at all. */
export function standingOf(
  emitter: Address,
  rule: EventRule,
  { evidence, parties }: { evidence: Evidence; parties: ReadonlySet<Address> },
): Standing | null {
  const { transaction, walletActed, transferParties } = evidence.normalized;
  const isAnyone = rule.emitter === 'anyone';
  // The chain itself acts as nobody.
  if (isAnyone && (walletActed || transaction.from === zeroAddress)) return 'party';
  if (parties.has(emitter) || emitter === transaction.to) return 'party';
  if (walletActed && transferParties.has(emitter)) return 'party';
  if (rule.emitter === 'supplier' && transferParties.has(emitter)) return 'party';
  return isAnyone && rule.wallet.length > 0 ? 'anyone' : null;
}

const strangersTell: ReadonlySet<FlowMeaning> = new Set(['bridge-out', 'bridge-in', 'liquidation']);

/** Of an event: why its contract is heard, whether the account that it tells of is the wallet's, and whether somebody else fills an order. */
export interface Hearing {
  standing: Standing;
  isOwner: boolean;
  isFilled: boolean;
}

/** What is believed of a flow that the contract tells of; null: nothing. */
export function believed(
  flow: EventFlow,
  seen: Seen,
  { standing, isOwner, isFilled }: Hearing,
): EventFlow | null {
  const { emitter, evidence } = seen;
  const { normalized, movements, context } = evidence;
  if (isExchangedHere(flow, seen) || (isFilled && !fillersTell.has(flow.is))) return null;
  if (!isOwner && (flow.is === 'borrow' || flow.is === 'repay')) return null;
  const isIncome = flow.is === 'reward' || flow.is === 'airdrop' || flow.is === 'interest';
  if (!normalized.walletActed && isIncome) {
    // Whoever sends something unasked can say that it is a reward; a listed token is believed of itself.
    const isBelieved = movements.some(
      ({ tokenAddress, counterparty }) =>
        (counterparty === emitter || tokenAddress === emitter) && context.isTrustedToken(tokenAddress),
    );
    return isBelieved ? { ...flow, isListed: true } : null;
  }
  if (standing === 'party') return flow;
  if (flow.amount === null) return null;
  // A pool tells of loans and deposits for which its tokens are made or burned; nobody else makes what is no spam.
  if (!strangersTell.has(flow.is))
    return movements.some((moved) => isMadeMovement(moved, normalized)) ? flow : null;
  // Of another's word on what somebody else pays, a bridge's counts only where something is minted or burned.
  return flow.is === 'bridge-in' || flow.is === 'bridge-out' ? { ...flow, of: 'made' } : flow;
}
