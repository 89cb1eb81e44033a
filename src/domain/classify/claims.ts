/**
 * Evidence per flow: which of the wallet's movements an event of a known protocol explains, and as what. An event counts where
 * it has the right shape, names the wallet where it names anybody, and comes from a contract that has a part in what moved.
 */
import type { Address, Movement, Settlement } from '../model.ts';
import { zeroAddress } from '../model.ts';
import { readEvent } from './evidence/event-shape.ts';
import {
  type EventFlow,
  type EventRule,
  type FlowMeaning,
  flowMeanings,
  type Seen,
} from './evidence/family.ts';
import { isMade, isNft, type NetFlow } from './evidence/net-flow.ts';
import { ownProxy } from './evidence/own-proxy.ts';
import type { Evidence } from './evidence/rule.ts';
import { eventsOf } from './known-events.ts';

/** What is known of one movement, and from whom. */
export interface Claim {
  is: FlowMeaning;
  family: string;
  /** Name of the event. */
  event: string;
  contract: Address;
  /**
   * Of all contracts that log the same of the same flow, the lowest address: a booster and its pool log one deposit in one order
   * and its withdrawal in the other, and both are of one account.
   */
  holder: Address;
  /** What it settles beside itself; one movement of all that an event explains says it. */
  settles: Settlement | null;
  /** As in EventFlow. */
  isOfAnother: boolean;
}

export type Claims = ReadonlyMap<Movement, Claim>;

interface Offer {
  flow: EventFlow;
  claim: Claim;
  seen: Seen;
  /** The event names a proxy, or the contract that the wallet called, and not the wallet. */
  isByStandIn: boolean;
}

/** Everything that the transaction's events explain of the wallet's movements. */
export function findClaims(evidence: Evidence): Claims {
  const offers = offersOf(evidence);
  if (offers.length === 0) return new Map();
  const claims = new Map<Movement, Claim>();
  const inOrder = [...offers].sort((left, right) => rankOf(left) - rankOf(right));
  for (const offer of inOrder) {
    const settles = offer.flow.settles ?? null;
    for (const [index, movement] of explained(offer, evidence, claims).entries()) {
      claims.set(movement, { ...offer.claim, settles: index === 0 ? settles : null });
    }
  }
  if (offers.length > 1) agreeOnHolders(claims, inOrder, evidence);
  addOtherEnds(claims, evidence);
  return claims;
}

/** Contracts that log the same of one flow have one account between them. */
function agreeOnHolders(claims: Map<Movement, Claim>, offers: readonly Offer[], evidence: Evidence): void {
  for (const offer of offers) {
    const { flow, claim } = offer;
    if (flow.amount === null) continue;
    for (const movement of explained(offer, evidence, new Map())) {
      const known = claims.get(movement);
      if (known?.is !== claim.is || known.holder <= claim.contract) continue;
      claims.set(movement, { ...known, holder: claim.contract });
    }
  }
}

/** Those that name an amount before those that do not. */
function rankOf({ flow }: Offer): number {
  return flowMeanings.indexOf(flow.is) + (flow.amount === null ? flowMeanings.length : 0);
}

function offersOf(evidence: Evidence): Offer[] {
  const { normalized, context } = evidence;
  if (evidence.movements.length === 0) return [];
  const offers: Offer[] = [];
  const { transaction, wallet, walletActed } = normalized;
  const selves = [wallet, ownProxy(normalized)];
  const called = walletActed ? transaction.to : null;
  for (const log of normalized.logs) {
    for (const { family, shape, rule } of eventsOf(log)) {
      const values = readEvent(log, shape);
      if (values === null) continue;
      const names = rule.wallet.map((name) => values.address(name));
      const own = rule.orCalled === true ? [...selves, called] : selves;
      const isNamed = names.some((name) => name !== undefined && own.includes(name));
      const isByStandIn = isNamed && !names.includes(wallet);
      if (rule.wallet.length > 0 && !isNamed) continue;
      if (rule.isOwnAct === true && !walletActed) continue;
      // What a wrapper logs is no deposit in a protocol.
      if (log.address === context.wrappedNative || normalized.wrapContracts.has(log.address)) continue;
      const seen: Seen = { values, emitter: log.address, evidence };
      const claim = {
        ...{ family, event: shape.name, contract: log.address, holder: log.address },
        settles: null,
      };
      for (const flow of typeof rule.flows === 'function' ? rule.flows(seen) : rule.flows) {
        if (isExchangedHere(flow, evidence)) continue;
        const heard = asHeard(log.address, rule, flow, evidence);
        if (heard === null) continue;
        const { is, isOfAnother = false } = flow;
        offers.push({ flow: heard, claim: { ...claim, is, isOfAnother }, seen, isByStandIn });
      }
    }
  }
  return offers;
}

/**
 * Nothing is got at once for what leaves over a bridge, and nothing is given for what arrives: what goes the other way says that it was
 * sold, or bought, in this transaction, whatever the event says. A coin that goes the other way pays the bridge, or is what it did not need;
 * and what is burned stood for what arrives.
 */
function isExchangedHere({ is }: EventFlow, { inflows, outflows, movements, normalized }: Evidence): boolean {
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
  return inflows.some((flow) => isNft(flow) || (isToken(flow) && (isSwap || !walletActed)));
}

const isToken = ({ tokenAddress }: NetFlow): boolean => tokenAddress !== zeroAddress;

/** What is believed of a flow that the contract tells of; null: nothing. */
function asHeard(emitter: Address, rule: EventRule, flow: EventFlow, evidence: Evidence): EventFlow | null {
  const { normalized, movements, context } = evidence;
  const { transaction, walletActed } = normalized;
  const isIncome = flow.is === 'reward' || flow.is === 'airdrop' || flow.is === 'interest';
  if (!walletActed && isIncome) {
    // Whoever sends something unasked can say that it is a reward; a listed token is believed of itself.
    const isBelieved = movements.some(
      ({ tokenAddress, counterparty }) =>
        (counterparty === emitter || tokenAddress === emitter) && context.isTrustedToken(tokenAddress),
    );
    return isBelieved ? flow : null;
  }
  const isAnyone = rule.emitter === 'anyone';
  // The chain itself acts as nobody.
  if (isAnyone && (walletActed || transaction.from === zeroAddress)) return flow;
  const isParty = movements.some(
    ({ tokenAddress, counterparty }) => tokenAddress === emitter || counterparty === emitter,
  );
  if (isParty || emitter === transaction.to || (walletActed && normalized.transferParties.has(emitter)))
    return flow;
  if (!isAnyone || rule.wallet.length === 0 || flow.amount === null) return null;
  // Of another's word on what somebody else pays, a bridge's counts only where something is minted or burned.
  return flow.is === 'bridge-in' || flow.is === 'bridge-out' ? { ...flow, of: 'made' } : flow;
}

/** Movements of the wallet that the offer is about and that nothing else explains yet. */
function explained(offer: Offer, evidence: Evidence, claims: Claims): readonly Movement[] {
  const { flow, seen } = offer;
  const free = evidence.movements.filter(
    (movement) =>
      movement.amount > 0n &&
      !claims.has(movement) &&
      isOfToken(movement, offer) &&
      (flow.tokenId == null || flow.tokenId === movement.tokenId) &&
      (flow.of === undefined || (flow.of === 'made') === isOfProtocol(movement, evidence)) &&
      (flow.isWithEmitter !== true || movement.counterparty === seen.emitter),
  );
  const nets = flow.side === 'inflow' ? evidence.inflows : evidence.outflows;
  if (flow.amount === null) {
    if (offer.isByStandIn && evidence.normalized.swapContracts.length > 0) return [];
    return free.filter(
      (movement) =>
        movement.side === flow.side &&
        movement.tokenId === null &&
        nets.some((net) => net.tokenAddress === movement.tokenAddress),
    );
  }
  const amounts = amountsOf(flow.amount, seen).filter((amount) => amount > 0n);
  return amounts.flatMap((amount) => {
    const exact = free.find(
      (movement) =>
        movement.side === flow.side && !claims.has(movement) && fits(movement.amount, amount, flow),
    );
    if (exact !== undefined) return [exact];
    const net = nets.find((item) => fits(item.amount < 0n ? -item.amount : item.amount, amount, flow));
    // What came back of it belongs to it.
    return net === undefined ? [] : free.filter(({ tokenAddress }) => tokenAddress === net.tokenAddress);
  });
}

function amountsOf(amount: string | readonly string[] | bigint, { values }: Seen): readonly bigint[] {
  if (typeof amount === 'bigint') return [amount];
  return typeof amount === 'string' ? values.numbers(amount) : amount.flatMap((name) => values.numbers(name));
}

/** Rebasing tokens round by a unit or two; of a handful of units that would be another amount. */
const rounding = 2n;
const handful = 1000n;

function fits(moved: bigint, named: bigint, { feeBasisPoints = 0 }: EventFlow): boolean {
  const slack = named < handful ? 0n : rounding;
  const most = named + (named * BigInt(feeBasisPoints)) / 10_000n + slack;
  return moved <= most && moved >= named - slack;
}

function isOfToken({ tokenAddress }: Movement, { flow, seen }: Offer): boolean {
  if (flow.token === undefined) return true;
  const named = flow.token === 'emitter' ? seen.emitter : seen.values.address(flow.token);
  // A gateway wraps native coins on the way, whatever the wrapper.
  return tokenAddress === named || (tokenAddress === zeroAddress && flow.token !== 'emitter');
}

/**
 * The tokens that stand for what is claimed and that no event named: minted to, or burned from, the wallet beside it. What is
 * minted for a loan stands for the debt.
 */
function addOtherEnds(claims: Map<Movement, Claim>, evidence: Evidence): void {
  const found = [...claims.entries()];
  const ends = evidence.movements.filter(
    (movement) => movement.standard !== 'native' && movement.amount > 0n && !claims.has(movement),
  );
  for (const movement of ends) {
    const isIn = movement.side === 'inflow';
    const isNft = movement.tokenId !== null && movement.counterparty === zeroAddress;
    if (!isOfProtocol(movement, evidence) && !isNft) continue;
    const beside = isIn ? ['deposit', 'join', 'borrow'] : ['withdraw', 'exit', 'repay'];
    const candidates = found.filter(
      ([other, { is }]) => beside.includes(is) && other.tokenAddress !== movement.tokenAddress,
    );
    const nearest = candidates.sort(([left], [right]) =>
      Number(distance(left, movement) - distance(right, movement)),
    )[0];
    if (nearest === undefined) continue;
    const [, claim] = nearest;
    const isDebt = claim.is === 'borrow' || claim.is === 'repay';
    claims.set(movement, { ...claim, is: isDebt ? 'debt' : 'receipt', settles: null });
  }
}

/** Whether a protocol made, or destroyed, what moved. */
function isOfProtocol({ side, tokenAddress, amount }: Movement, { normalized }: Evidence): boolean {
  return isMade({ tokenAddress, amount: side === 'inflow' ? amount : -amount }, normalized);
}

function distance(left: Movement, right: Movement): bigint {
  return left.amount > right.amount ? left.amount - right.amount : right.amount - left.amount;
}
