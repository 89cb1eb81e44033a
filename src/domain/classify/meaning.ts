/** From what single flows are to what the whole transaction was, and how each flow is booked. */
import {
  type Address,
  type Movement,
  type TaxTreatment,
  type TransactionKind,
  zeroAddress,
} from '../model.ts';
import type { Claim, Claims } from './claims.ts';
import type { FlowMeaning } from './evidence/family.ts';
import { assetOf, isNft, type NetFlow } from './evidence/net-flow.ts';
import type { Evidence } from './evidence/rule.ts';

export interface Meaning {
  kind: TransactionKind;
  /** The claim that decided. */
  claim: Claim;
}

/** What the transaction was by its claims; null where they do not decide. */
export function meaningOf(claims: Claims, evidence: Evidence): Meaning | null {
  const all = [...claims.values()];
  const found = (is: FlowMeaning): Claim | undefined => all.find((claim) => claim.is === is);
  const deposit = found('deposit') ?? found('join');
  const withdrawal = found('withdraw') ?? found('exit');
  const receipt = found('receipt');
  const debt = found('debt');
  const [isIn, isOut] = [hasReceipt(claims, 'inflow'), hasReceipt(claims, 'outflow')];
  // A receipt for a receipt, of a queue: it waits to be paid out.
  const isTicket = isIn && isOut && deposit === undefined;
  const candidates: readonly (readonly [TransactionKind, Claim | undefined | false])[] = [
    ['BRIDGE_OUT', found('bridge-out')],
    ['BRIDGE_IN', found('bridge-in')],
    ['MIGRATE', found('migrate')],
    ['LIQUIDATION', found('liquidation')],
    ['BORROW', found('borrow')],
    ['REPAY', found('repay')],
    ['WITHDRAW', isTicket && (withdrawal ?? receipt)],
    ['DEPOSIT', isIn && (deposit ?? receipt)],
    ['WITHDRAW', isOut && (withdrawal ?? receipt)],
    ['WITHDRAW', found('request')],
    ['DEPOSIT', deposit],
    ['WITHDRAW', withdrawal],
    ['REPAY', debt],
    [hasNftProceeds() ? 'NFT_BUY' : 'SWAP', found('proceeds')],
    ['CLAIM', found('reward')],
    [evidence.normalized.walletActed ? 'CLAIM' : 'AIRDROP', found('airdrop')],
  ];
  for (const [kind, claim] of candidates) {
    if (claim !== undefined && claim !== false) return { kind, claim };
  }
  return null;

  function hasNftProceeds(): boolean {
    return [...claims].some(([{ tokenId }, { is }]) => is === 'proceeds' && tokenId !== null);
  }
}

const hasReceipt = (claims: Claims, side: Movement['side']): boolean =>
  [...claims].some(([movement, { is }]) => is === 'receipt' && movement.side === side);

/** What is left of the claims beside a trade; null: there is no trade, and the claims decide. */
export function claimsBesideTrade(claims: Claims, evidence: Evidence): Claims | null {
  const { inflows, outflows } = evidence;
  if (claims.size === 0) return null;
  const explained = new Set([...claims.keys()].map(assetOf));
  const rest = (flows: readonly NetFlow[]): NetFlow[] =>
    flows.filter((flow) => !explained.has(assetOf(flow)));
  const [got, given] = [rest(inflows), rest(outflows)];
  const left = { inflow: got.length, outflow: given.length };
  // Something unexplained left and something unexplained arrived.
  if (left.inflow > 0 && left.outflow > 0) return claims;
  if (!isSwapped(claims, { evidence, left }) && !isPaidFor(claims, { evidence, given })) return null;
  const sides = new Set([...claims].map(([{ side }]) => side));
  if (sides.size > 1 && left.inflow + left.outflow > 0) return claims;
  // What one thing was exchanged for was not kept for the wallet, nor a reward: anybody may log so. What was staked or fetched beside it was.
  return new Map(
    [...claims].filter(([movement, { is }]) => !takenOrKept.has(is) || !isLeg(movement, evidence)),
  );
}

/** Whether the transaction as a whole moves the asset that way. */
const isLeg = ({ side, ...movement }: Movement, { inflows, outflows }: Evidence): boolean =>
  (side === 'inflow' ? inflows : outflows).some((flow) => assetOf(flow) === assetOf(movement));

/**
 * Whether nothing but rewards came, and they were paid for: with a token, or an NFT's price in coins, which for anything else are a fee. In a
 * batch of calls others are paid beside it, and whoever pays the gas: there what the contract of the reward gets counts, or who pays it.
 */
function isPaidFor(
  claims: Claims,
  { evidence, given }: { evidence: Evidence; given: readonly NetFlow[] },
): boolean {
  if (given.length === 0) return false;
  if (![...claims.values()].every(({ is }) => is === 'reward' || is === 'airdrop')) return false;
  if (evidence.inflows.some(isNft)) return true;
  const { transaction, wallet } = evidence.normalized;
  const isBatch = transaction.from !== wallet || transaction.to === wallet;
  const payees = new Set<Address>([zeroAddress]);
  for (const [{ counterparty }, { contract }] of claims) payees.add(counterparty).add(contract);
  const tokens = new Set(given.filter((flow) => flow.tokenAddress !== zeroAddress).map(assetOf));
  // A plan or a ticket, an NFT, is burned as the last of it is paid.
  return evidence.movements.some(
    (movement) =>
      movement.side === 'outflow' &&
      tokens.has(assetOf(movement)) &&
      (movement.tokenId === null
        ? !isBatch || payees.has(movement.counterparty)
        : movement.counterparty !== zeroAddress),
  );
}

const takenOrKept: ReadonlySet<FlowMeaning> = new Set([
  ...(['deposit', 'withdraw', 'receipt', 'request', 'reward', 'airdrop', 'interest'] as const),
]);

/** Whether a swap explains what the claims do not; or they say no more than that one thing went in, and another came out. */
function isSwapped(
  claims: Claims,
  { evidence, left }: { evidence: Evidence; left: Readonly<Record<Movement['side'], number>> },
): boolean {
  const { inflows, outflows, normalized } = evidence;
  if (normalized.swapContracts.length === 0 || inflows.length === 0 || outflows.length === 0) return false;
  const meanings = [...claims.values()].map(({ is }) => is);
  if ([...inflows, ...outflows].some(isNft) || meanings.some((is) => isOverBridge.has(is))) return false;
  if (left.inflow + left.outflow === 0)
    return meanings.every((is) => isKept.has(is)) && !isDirect(claims, evidence);
  // Whoever deposits is paid for what a vault earned and sold meanwhile.
  return left.outflow > 0 || !hasReceipt(claims, 'inflow');
}

/** Whether all went to, and came from, the contracts that tell of it, and these exchange nothing: some tokens sell a part of themselves as they move. */
const isDirect = (claims: Claims, { normalized }: Evidence): boolean =>
  [...claims].every(
    ([{ counterparty }, { contract }]) =>
      counterparty === contract && !normalized.swapContracts.includes(contract),
  );

const isOverBridge: ReadonlySet<FlowMeaning> = new Set(['bridge-out', 'bridge-in'] as const);
const isKept: ReadonlySet<FlowMeaning> = new Set(['deposit', 'withdraw', 'request', 'reward'] as const);

/** How what claims explain is booked. */
export interface ClaimedBooking {
  /** null: nothing explains it. */
  treatment(movement: Movement): TaxTreatment | null;
  /**
   * The contract in whose account it is booked: what it holds, what it lent, or what it takes to another chain. It is the one that logs,
   * wherever its tokens go to or come from: vaults keep them in strategies, gauges pay from other addresses. null: it is neither.
   */
  holder(movement: Movement): Address | null;
}

/**
 * Whether a token stands for what a claim says was put in, or taken out: one that its contract tells of, or that came for it, or went. A
 * share that was made for something else does not, nor does what is put in itself: of what is moved from one protocol to another, each keeps,
 * or gives back, its own.
 */
function standsFor(claims: Claims): (movement: Movement, claim: Claim) => boolean {
  const all = [...claims];
  const receipts = all.filter(([, { is }]) => is === 'receipt');
  const tellersOf = (is: FlowMeaning): ReadonlySet<Address> =>
    new Set(all.filter(([, claim]) => claim.is === is).map(([, { contract }]) => contract));
  const tellers = { deposit: tellersOf('deposit'), withdraw: tellersOf('withdraw') };
  return ({ tokenAddress }, { is, contract }) => {
    const isIn = is === 'deposit';
    const others = tellers[isIn ? 'deposit' : 'withdraw'];
    return receipts.some(
      ([moved, receipt]) =>
        moved.tokenAddress !== tokenAddress &&
        (receipt.contract === contract ||
          ((moved.side === 'inflow') === isIn && !others.has(receipt.contract))),
    );
  };
}

/** Liquidity of several tokens is a trade: what comes out of a pool is not what went in. */
export function claimedBooking(claims: Claims): ClaimedBooking {
  const meanings = new Set([...claims.values()].map(({ is }) => is));
  const isPooled = meanings.has('join') || meanings.has('exit');
  const hasReceiptOf = standsFor(claims);
  const treatment = (movement: Movement): TaxTreatment | null => {
    const claim = claims.get(movement);
    if (claim === undefined) return null;
    const plain = movement.side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
    switch (claim.is) {
      case 'bridge-out':
      case 'bridge-in':
      case 'migrate':
        return 'CARRY';
      case 'deposit':
      case 'withdraw':
        if (claim.isOfAnother || hasReceiptOf(movement, claim)) return 'CARRY';
        return claim.is === 'withdraw' && meanings.has('interest') ? 'INCOME' : 'HELD';
      case 'request':
        return 'HELD';
      case 'receipt':
        return isPooled ? plain : 'CARRY';
      case 'debt':
        return 'LIABILITY';
      case 'interest':
      case 'reward':
      case 'airdrop':
        return movement.side === 'inflow' ? 'INCOME' : plain;
      case 'join':
      case 'exit':
      case 'borrow':
      case 'repay':
      case 'liquidation':
      case 'proceeds':
        return plain;
    }
  };
  return {
    treatment,
    holder(movement) {
      const claim = claims.get(movement);
      if (claim === undefined) return null;
      if (claim.is === 'borrow' || claim.is === 'repay' || claim.is === 'bridge-out') return claim.holder;
      return treatment(movement) === 'HELD' ? claim.holder : null;
    },
  };
}
