/** What is told of a trade by contracts that have no part in it: how the tokens move says more than what anybody logs. */
import { type Address, type Movement, type Side, zeroAddress } from '../model.ts';
import type { Claims } from './claims.ts';
import type { FlowMeaning } from './evidence/family.ts';
import { isNft } from './evidence/net-flow.ts';
import type { Evidence } from './evidence/rule.ts';
import { tokenLogs } from './evidence/token-logs.ts';

/** What keeps, lends or replaces what was given: the rest of the meanings is booked as a trade, or has rules of its own. */
const denied: ReadonlySet<FlowMeaning> = new Set([
  ...(['migrate', 'debt', 'borrow', 'repay', 'deposit', 'withdraw', 'receipt', 'request'] as const),
]);

/**
 * The claims without those of a contract that speaks of a trade: one thing goes on to who exchanges, and another comes from there, of which
 * that contract speaks, or nobody; or an NFT is bought or sold for it. A share that is made beside it proves nothing: whoever logs can make one.
 */
export function withoutTrades(claims: Claims, evidence: Evidence): Claims {
  const told = [...claims].filter(([, { is }]) => denied.has(is));
  if (told.length === 0) return claims;
  const isExchanged = exchanged(claims, evidence);
  const isPrice = pricesOfNfts(claims, evidence);
  const traders = new Set<Address>();
  for (const [movement, { contract }] of told) {
    if (traders.has(contract)) continue;
    if (isPrice(movement, contract) || isExchanged(movement, contract)) traders.add(contract);
  }
  if (traders.size === 0) return claims;
  return new Map([...claims].filter(([, { contract }]) => !traders.has(contract)));
}

type IsTraded = (movement: Movement, teller: Address) => boolean;

const otherSide = ({ side }: Movement): Side => (side === 'inflow' ? 'outflow' : 'inflow');

/** Whether a movement is one leg of an exchange, and another token the other. */
function exchanged(claims: Claims, evidence: Evidence): IsTraded {
  if (evidence.normalized.swapContracts.length === 0) return () => false;
  const isLeg = legs(claims, evidence);
  const traded = new Set(evidence.movements.filter((movement) => movement.amount > 0n && isLeg(movement)));
  /** By side and by who speaks of them. */
  const byTeller = Map.groupBy(traded, (movement) => nameOf(movement.side, claims.get(movement)?.contract));
  return (movement, teller) =>
    traded.has(movement) &&
    [undefined, teller]
      .flatMap((contract) => byTeller.get(nameOf(otherSide(movement), contract)) ?? [])
      .some(({ tokenAddress }) => tokenAddress !== movement.tokenAddress);
}

/**
 * Whether a movement is the price of an NFT of which nobody speaks: its buyer or seller is paid, or a market that is called is paid in coins. What is
 * made, or burned, stood for something; and what the contract that speaks gives or takes is its own affair.
 */
function pricesOfNfts(claims: Claims, { movements, normalized }: Evidence): IsTraded {
  const { transaction, walletActed } = normalized;
  const nfts = movements.filter(
    (movement) => isNft(movement) && movement.counterparty !== zeroAddress && !claims.has(movement),
  );
  if (nfts.length === 0) return () => false;
  const parties = Map.groupBy(nfts, ({ side, counterparty }) => nameOf(side, counterparty));
  const sides = new Map(nfts.map(({ side, counterparty }) => [side, counterparty]));
  return (movement, teller) => {
    const { counterparty, tokenAddress } = movement;
    if (counterparty === teller) return false;
    if (parties.has(nameOf(otherSide(movement), counterparty))) return true;
    const other = sides.get(otherSide(movement));
    const isPaidByMarket = tokenAddress === zeroAddress && walletActed && counterparty === transaction.to;
    return isPaidByMarket && other !== undefined && other !== teller;
  };
}

const nameOf = (side: Side, account: Address | undefined): string => `${side} ${account ?? ''}`;

/** Whether at least half of what moves goes to, or comes from, a contract that exchanges, through whomever but those that tell of it. */
function legs(claims: Claims, { normalized, context }: Evidence): (movement: Movement) => boolean {
  const { logs, transaction, walletActed } = normalized;
  const exchanges = new Set(normalized.swapContracts);
  const tellers = new Set([...claims.values()].map(({ contract }) => contract));
  const moved = tokenLogs(logs);
  const through = {
    outflow: amountsThrough(moved.toReversed(), 'outflow', { exchanges, tellers }),
    inflow: amountsThrough(moved, 'inflow', { exchanges, tellers }),
  };
  return ({ side, tokenAddress, counterparty, amount }) => {
    if (exchanges.has(counterparty)) return true;
    if (tellers.has(counterparty)) return false;
    const isCoin = tokenAddress === zeroAddress;
    const token = isCoin ? context.wrappedNative : tokenAddress;
    if ((through[side].get(`${token} ${counterparty}`) ?? 0n) * 2n >= amount) return true;
    // No log tells where a coin goes on to that nobody wraps.
    return isCoin && walletActed && counterparty === transaction.to;
  };
}

/** How much of a token everybody passes on to an exchange, or has from one: by token and account. The moves: what is nearest to it first. */
function amountsThrough(
  moves: ReturnType<typeof tokenLogs>,
  side: Side,
  { exchanges, tellers }: Readonly<Record<'exchanges' | 'tellers', ReadonlySet<Address>>>,
): ReadonlyMap<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const { token, from, to, amount } of moves) {
    const [near, far] = side === 'outflow' ? [from, to] : [to, from];
    if (near === zeroAddress || far === zeroAddress || tellers.has(near) || tellers.has(far)) continue;
    const beyond = exchanges.has(far) ? amount : (amounts.get(`${token} ${far}`) ?? 0n);
    const passed = beyond < amount ? beyond : amount;
    const name = `${token} ${near}`;
    if (passed > (amounts.get(name) ?? 0n)) amounts.set(name, passed);
  }
  return amounts;
}
