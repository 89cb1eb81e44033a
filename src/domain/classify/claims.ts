/**
 * Evidence per flow: which of the wallet's movements an event of a known protocol explains, and as what. An event counts where
 * it has the right shape, names the wallet where it names anybody, and comes from a contract that has a part in what moved.
 */
import type { Address, Movement, Settlement } from '../model.ts';
import { zeroAddress } from '../model.ts';
import { readEvent } from './evidence/event-shape.ts';
import { type EventFlow, type FlowMeaning, flowMeanings, type Seen } from './evidence/family.ts';
import { isMadeMovement } from './evidence/net-flow.ts';
import { isOwnAccount } from './evidence/own-accounts.ts';
import { ownProxy } from './evidence/own-proxy.ts';
import type { Evidence } from './evidence/rule.ts';
import { tokenLogs } from './evidence/token-logs.ts';
import { amountsOf, fits, isOfToken, tokenOf, tokensOf } from './flow-amounts.ts';
import { believed, isFilledByAnother, isPartOfTrade, standingOf } from './heard.ts';
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
  isKeyed: boolean;
  /** As in Family. */
  givesAsMuch: boolean;
  /** The event tells of what was put in, or taken out, too, whether that moved as it says or not. */
  tellsAssets: boolean;
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
  const unmet: Offer[] = [];
  for (const offer of inOrder) {
    const settles = offer.flow.settles ?? null;
    const found = explained(offer, evidence, claims);
    if (found.length === 0) unmet.push(offer);
    for (const [index, movement] of found.entries()) {
      claims.set(movement, { ...offer.claim, settles: index === 0 ? settles : null });
    }
  }
  addPaidTogether(claims, unmet, evidence);
  if (offers.length > 1) agreeOnHolders(claims, inOrder, evidence);
  addOtherEnds(claims, evidence);
  return claims;
}

/**
 * What a contract gives back in one sum with what it earned, as two of its events tell. What of the sum is beyond what was put in is income, as the
 * accounts know.
 */
function addPaidTogether(claims: Map<Movement, Claim>, unmet: readonly Offer[], evidence: Evidence): void {
  const told = unmet.filter(({ flow: { is, amount } }) => amount !== null && paidTogether.has(is));
  for (const offers of Map.groupBy(told, ({ claim }) => claim.contract).values()) {
    const withdrawn = offers.find(({ flow }) => flow.is === 'withdraw');
    if (withdrawn === undefined || offers.every(({ flow }) => flow.is === 'withdraw')) continue;
    const sum = offers
      .flatMap(({ flow, seen }) => (flow.amount === null ? [] : amountsOf(flow.amount, seen)))
      .reduce((total, amount) => total + amount, 0n);
    const paid = evidence.movements.find(
      (movement) =>
        movement.side === 'inflow' &&
        movement.tokenId === null &&
        movement.amount === sum &&
        !claims.has(movement),
    );
    if (paid !== undefined) claims.set(paid, withdrawn.claim);
  }
}

const paidTogether: ReadonlySet<FlowMeaning> = new Set(['withdraw', 'reward'] as const);

/** Contracts that log the same of one flow have one account between them. */
function agreeOnHolders(claims: Map<Movement, Claim>, offers: readonly Offer[], evidence: Evidence): void {
  for (const offer of offers) {
    const { flow, claim } = offer;
    if (flow.amount === null) continue;
    for (const movement of explained(offer, evidence, new Map())) {
      const known = claims.get(movement);
      if (known?.is !== claim.is || known.holder <= claim.contract) continue;
      // A share is in no account of its own: what makes or burns it may log as much.
      if (movement.tokenAddress === claim.contract) continue;
      claims.set(movement, { ...known, holder: claim.contract });
    }
  }
}

const isOfAssets: ReadonlySet<FlowMeaning> = new Set(['deposit', 'withdraw'] as const);

/** Those that name an amount before those that do not. */
function rankOf({ flow }: Offer): number {
  return flowMeanings.indexOf(flow.is) + (flow.amount === null ? flowMeanings.length : 0);
}

/**
 * So many events are heard of one contract, and of one transaction: whoever sends a wallet something can log thousands, and each is compared
 * with all that moved. Nobody's own act has as many.
 */
const mostEvents = { ofContract: 200, ofTransaction: 1000 };

function offersOf(evidence: Evidence): Offer[] {
  const { normalized, context, movements } = evidence;
  if (movements.length === 0) return [];
  const offers: Offer[] = [];
  const heardOf = new Map<Address, number>();
  let heard = 0;
  const parties = new Set(
    movements.flatMap(({ tokenAddress, counterparty }) => [tokenAddress, counterparty]),
  );
  const { transaction, wallet, walletActed } = normalized;
  const selves = [wallet, ownProxy(normalized)];
  const isFilled = isFilledByAnother(evidence);
  const called = walletActed ? transaction.to : null;
  for (const [index, log] of normalized.logs.entries()) {
    for (const { family, givesAsMuch, shape, rule } of eventsOf(log)) {
      const values = readEvent(log, shape);
      if (values === null) continue;
      const names = rule.wallet.map((name) => values.address(name));
      const own: readonly (Address | null | undefined)[] =
        rule.orCalled === true ? [...selves, called] : selves;
      const isNamed = names.some(
        (name) =>
          name !== undefined &&
          (own.includes(name) || (rule.hasAccounts === true && isOwnAccount(name, wallet))),
      );
      const isByStandIn = isNamed && !names.includes(wallet);
      if (rule.wallet.length > 0 && !isNamed) continue;
      if (rule.isOwnAct === true && !walletActed) continue;
      // What a wrapper logs is no deposit in a protocol.
      if (log.address === context.wrappedNative || normalized.wrapContracts.has(log.address)) continue;
      const standing = standingOf(log.address, rule, { evidence, parties });
      const before = heardOf.get(log.address) ?? 0;
      if (standing === null || before === mostEvents.ofContract || heard === mostEvents.ofTransaction)
        continue;
      heardOf.set(log.address, before + 1);
      heard += 1;
      const seen: Seen = { values, emitter: log.address, index, evidence };
      const isOwner = rule.owner === undefined || own.includes(values.address(rule.owner));
      const hearing = { standing, isOwner, isFilled };
      const flows = typeof rule.flows === 'function' ? rule.flows(seen) : rule.flows;
      const claim = {
        ...{ family, event: shape.name, contract: log.address, holder: log.address },
        ...{ settles: null, givesAsMuch, tellsAssets: flows.some(({ is }) => isOfAssets.has(is)) },
      };
      for (const flow of flows) {
        const told = believed(flow, seen, hearing);
        if (told === null) continue;
        const { is, isOfAnother = !isOwner, isKeyed = false } = told;
        offers.push({ flow: told, claim: { ...claim, is, isOfAnother, isKeyed }, seen, isByStandIn });
      }
    }
  }
  return offers;
}

/** Movements of the wallet that the offer is about and that nothing else explains yet. */
function explained(offer: Offer, evidence: Evidence, claims: Claims): readonly Movement[] {
  const { flow, seen } = offer;
  const named = tokenOf(flow, seen);
  const free = evidence.movements.filter(
    (movement) =>
      movement.amount > 0n &&
      !claims.has(movement) &&
      isOfToken(movement, flow, named) &&
      (flow.isListed !== true || evidence.context.isTrustedToken(movement.tokenAddress)) &&
      (flow.tokenId == null || flow.tokenId === movement.tokenId) &&
      (flow.of === undefined || (flow.of === 'made') === isMadeMovement(movement, evidence.normalized)) &&
      (flow.isWithEmitter !== true || movement.counterparty === seen.emitter),
  );
  const nets = flow.side === 'inflow' ? evidence.inflows : evidence.outflows;
  if (flow.amount === null) {
    if (offer.isByStandIn && evidence.normalized.swapContracts.length > 0) return [];
    if (isPartOfTrade(flow, evidence, (movement) => claims.has(movement))) return [];
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
    const tokens = tokensOf(nets, { amount, flow, wrapped: evidence.context.wrappedNative });
    // What came back of it belongs to it.
    return free.filter(({ tokenAddress }) => tokens.includes(tokenAddress));
  });
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
    if (!isMadeMovement(movement, evidence.normalized) && !isNft) continue;
    if (isIn && !isOwnMint(movement, evidence)) continue;
    const beside = isIn ? ['deposit', 'join', 'borrow'] : ['withdraw', 'exit', 'repay'];
    const candidates = found.filter(
      ([other, { is, settles }]) =>
        beside.includes(is) && settles === null && other.tokenAddress !== movement.tokenAddress,
    );
    if (movement.tokenId !== null && candidates.some(([, { isKeyed }]) => isKeyed)) continue;
    const nearest = candidates.sort(([left], [right]) =>
      Number(distance(left, movement) - distance(right, movement)),
    )[0];
    if (nearest === undefined) continue;
    const [other, claim] = nearest;
    // What else a farm makes is what was earned.
    const isShare = movement.tokenAddress === claim.contract || fits(other.amount, movement.amount, {});
    if (claim.givesAsMuch && movement.tokenId === null && !isShare) continue;
    const isDebt = claim.is === 'borrow' || claim.is === 'repay';
    claims.set(movement, { ...claim, is: isDebt ? 'debt' : 'receipt', settles: null });
  }
}

/**
 * Whether it was made for the wallet: it comes from nowhere, or as much as comes was made. A farm makes rewards for all, and gives each its
 * part.
 */
function isOwnMint({ tokenAddress, counterparty, amount }: Movement, { normalized }: Evidence): boolean {
  if (counterparty === zeroAddress) return true;
  return tokenLogs(normalized.logs).some(
    (log) => log.token === tokenAddress && log.from === zeroAddress && log.amount === amount,
  );
}

function distance(left: Movement, right: Movement): bigint {
  return left.amount > right.amount ? left.amount - right.amount : right.amount - left.amount;
}
