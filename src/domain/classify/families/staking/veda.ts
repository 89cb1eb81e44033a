import { numberToHex } from 'viem/utils';
import { type Address, zeroAddress } from '../../../model.ts';
import { receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import { eventShape } from '../../evidence/event-shape.ts';
import { sumsByUser } from '../../evidence/event-sums.ts';
import {
  type EventFlow,
  type EventRule,
  type Family,
  gives,
  rule,
  type Seen,
  takes,
} from '../../evidence/family.ts';
import { provenWords } from '../../evidence/proven-words.ts';
import { crossesOf, enter, exit, givenOf, isMadeForWallet, redemption } from './boring-vault.ts';

const solved = 'OnChainWithdrawSolved(bytes32* id, address* user, uint256 time)';
const solvedShape = eventShape(solved);
const completed = 'WithdrawCompleted(address* user, address* asset, uint256 shares, uint256 amount)';
const completedShape = eventShape(completed);

/** Whether the contract that logs made so many of its token for the wallet, or burned them: anybody may log two amounts. */
const movesShares = ({ values, emitter, evidence }: Seen, side: 'inflow' | 'outflow'): boolean =>
  isMadeForWallet({ vault: emitter, shares: values.number('shares') ?? 0n, side }, evidence);

/** What the vault took for its shares; a teller that wraps coins for the wallet gives in its place. */
function entered(seen: Seen): EventFlow[] {
  const { values, emitter, evidence } = seen;
  const { wallet, logs } = evidence.normalized;
  // What comes from another chain is made for nothing here.
  if (values.number('amount') === 0n) return [];
  const deposit = gives('deposit', 'amount', { token: 'asset' });
  const to = values.address('to');
  if (to !== wallet) {
    const isMade = givenOf(logs, zeroAddress).some(
      (log) => log.token === emitter && log.to === to && log.amount === values.number('shares'),
    );
    const isPaid = givenOf(logs, wallet).some(
      (log) =>
        log.to === emitter && log.token === values.address('asset') && log.amount === values.number('amount'),
    );
    // For what the wallet itself gets something it is a price.
    const isGift = isMade && isPaid && evidence.inflows.length === 0;
    return isGift ? [{ ...deposit, isOfAnother: true }] : [];
  }
  if (!movesShares(seen, 'inflow')) return [];
  const isOfAnother = values.address('from') !== wallet && evidence.outflows.length === 0;
  return [deposit, takes('receipt', 'shares', { token: 'emitter', isOfAnother })];
}

/** What the vault paid for shares of the wallet's own. Shares that wait belong to their queue, which tells of them itself. */
const exited = (seen: Seen): EventFlow[] =>
  movesShares(seen, 'outflow') && (seen.values.number('amount') ?? 0n) > 0n
    ? [takes('withdraw', 'amount', { token: 'asset' }), gives('receipt', 'shares', { token: 'emitter' })]
    : [];

/** Whose it is, and which shares for which asset, is in these of its words. Source: OnChainWithdraw. */
const request = { words: 8, user: 1 } as const;
const [assetWord, sharesWord, amountWord] = [2, 3, 4];
/** An address is so many bits of a word. */
const addressEnd = 2n ** 160n;

/** The one token of which the contract gave something away in one piece: what waited with it. */
function givenAway({ emitter, evidence }: Seen) {
  const [only, another] = givenOf(evidence.normalized.logs, emitter);
  return another === undefined ? only : undefined;
}

/** Whether this much came from there, and is not taken for as much of another token. */
function isPaidBy(
  payer: Address,
  { asset, amount }: { asset: Address | undefined; amount: bigint },
  { evidence }: Seen,
): boolean {
  const alike = evidence.movements.filter((moved) => moved.side === 'inflow' && moved.amount === amount);
  return (
    alike.every(({ tokenAddress }) => tokenAddress === asset) &&
    alike.some(({ counterparty }) => counterparty === payer)
  );
}

/** What a request asks for. Of one in a batch the call tells it; of one that is solved alone the payment does. */
function owedFor(seen: Seen, given: { to: Address; amount: bigint }) {
  const { values, emitter, evidence } = seen;
  const { wallet, logs, transaction } = evidence.normalized;
  const words = provenWords(transaction, { digest: values.number('id') ?? 0n, user: wallet }, request);
  const [asset, shares, amount] = [words?.[assetWord], words?.[sharesWord], words?.[amountWord]];
  if (asset !== undefined && shares !== undefined && amount !== undefined)
    return { asset: numberToHex(asset % addressEnd, { size: 20 }), shares, amount };
  const requests = sumsByUser(logs, emitter, solvedShape, () => 1n);
  if (requests.size !== 1 || requests.get(wallet) !== 1n) return null;
  const [paid, another] = givenOf(logs, given.to).filter(({ to }) => to === wallet);
  if (paid === undefined || another !== undefined) return null;
  return { asset: paid.token, shares: given.amount, amount: paid.amount };
}

/**
 * A solver gets the shares of all the requests in one sum, hands them in at their vault, and pays each. The vault may pay whom the solver
 * acts for, who lets it have as much.
 */
function paidBySolver(seen: Seen): EventFlow[] {
  const { emitter, evidence } = seen;
  const { logs, swapContracts } = evidence.normalized;
  if (evidence.outflows.length > 0) return [];
  const given = givenAway(seen);
  // In a pool for all what is paid in is paid out again.
  if (given === undefined || swapContracts.includes(given.to)) return [];
  const owed = owedFor(seen, given);
  if (owed === null || owed.shares > given.amount || !isPaidBy(given.to, owed, seen)) return [];
  const vault = redemption({ share: given.token, ...owed }, logs, given.to);
  if (vault?.to === undefined) return [];
  const isPassedOn = givenOf(logs, vault.to).some(
    ({ token, to, amount }) => token === owed.asset && to === given.to && amount >= owed.amount,
  );
  if (vault.to !== given.to && !isPassedOn) return [];
  const settles = { contract: emitter, token: given.token, amount: owed.shares };
  return [takes('withdraw', owed.amount, { settles })];
}

/** What is paid for shares that waited in the wallet's name; a fee is taken out of these, and sent on. */
function paidByQueue(seen: Seen): EventFlow[] {
  const { values, emitter, evidence } = seen;
  const { logs, wallet } = evidence.normalized;
  const [shares = 0n, amount = 0n] = [values.number('shares'), values.number('amount')];
  const asset = values.address('asset');
  const gone = givenOf(logs, emitter);
  const burned = gone.find((log) => log.to === zeroAddress && log.amount === shares);
  if (burned === undefined || shares === 0n || evidence.outflows.length > 0) return [];
  // The vault pays, and says so; or the queue out of its own.
  const vault = redemption({ share: burned.token, shares, asset, amount }, logs, emitter);
  const payer = vault?.to === wallet ? burned.token : emitter;
  if (!isPaidBy(payer, { asset, amount }, seen)) return [];
  const isAlone = isOnly(
    sumsByUser(logs, emitter, completedShape, (told) => told.number('shares') ?? 0n),
    shares,
  );
  const all = gone.filter(({ token }) => token === burned.token);
  const settled = isAlone ? all.reduce((sum, log) => sum + log.amount, 0n) : shares;
  const settles = { contract: emitter, token: burned.token, amount: settled };
  return [takes('withdraw', 'amount', { token: 'asset', settles })];
}

/** Whether the contract tells of nothing else. */
const isOnly = (sums: ReadonlyMap<Address, bigint>, amount: bigint): boolean =>
  sums.size === 1 && [...sums.values()][0] === amount;

/** Shares that go to another chain are burned for nothing here, as their vault says. */
function crosses({ values, evidence }: Seen): EventFlow[] {
  const { wallet, logs } = evidence.normalized;
  const shares = values.number('shares') ?? 0n;
  const isBurned = evidence.movements.some(
    ({ side, tokenAddress, amount }) =>
      side === 'outflow' &&
      amount === shares &&
      crossesOf('exits', logs, tokenAddress).some((told) => told.from === wallet && told.shares === shares),
  );
  return isBurned ? [gives('bridge-out', 'shares', { of: 'made' })] : [];
}

/** And made for nothing on the other side. */
function arrives({ values, evidence }: Seen): EventFlow[] {
  const { wallet, logs } = evidence.normalized;
  const shares = values.number('shares') ?? 0n;
  const isMade = evidence.movements.some(
    ({ side, tokenAddress, counterparty, amount }) =>
      side === 'inflow' &&
      counterparty === zeroAddress &&
      amount === shares &&
      crossesOf('enters', logs, tokenAddress).some((told) => told.to === wallet && told.shares === shares),
  );
  return isMade ? [takes('bridge-in', 'shares', { of: 'made' })] : [];
}

/** A request that a solver fills at once. Where the vault does not redeem the shares they are sold. */
function filled({ values, evidence }: Seen): EventFlow[] {
  const [share, asset] = [values.address('offer'), values.address('want')];
  const [shares = 0n, amount = 0n] = [values.number('offered'), values.number('got')];
  const isGiven = evidence.movements.some(
    (moved) => moved.side === 'outflow' && moved.tokenAddress === share && moved.amount === shares,
  );
  if (!isGiven || redemption({ share, shares, asset, amount }, evidence.normalized.logs) === null) return [];
  return [takes('withdraw', 'got', { token: 'want' }), gives('receipt', 'offered', { token: 'offer' })];
}

/**
 * Vaults whose shares are taken back by queues: BoringVault, as ether.fi, Lombard, Kinetiq and others run it. Source: BoringVault, BoringOnChainQueue,
 * DelayedWithdraw, WithdrawQueue, AtomicQueue, CrossChainTellerWithGenericBridge.
 */
export const veda: Family = {
  name: 'Veda',
  events: [
    rule(enter, entered, ['from', 'to']),
    rule(exit, exited, ['from']),
    rule(
      'OnChainWithdrawRequested(bytes32* id, address* user, address* asset, uint96 nonce, uint128 shares, uint128 amount, uint40 time, uint24 maturity, uint24 deadline)',
      [gives('request', 'shares')],
    ),
    rule('OnChainWithdrawCancelled(bytes32* id, address* user, uint256 time)', [
      takes('withdraw', null, { isWithEmitter: true }),
    ]),
    { ...rule(solved, paidBySolver), emitter: 'supplier' },
    rule('WithdrawRequested(address* user, address* asset, uint96 shares, uint40 maturity)', [
      gives('request', 'shares'),
    ]),
    rule('WithdrawCancelled(address* user, address* asset, uint96 shares)', [takes('withdraw', 'shares')]),
    { ...rule(completed, paidByQueue), emitter: 'supplier' },
    // Between chains
    {
      event: 'MessageSent(bytes32* id, uint256 shares, address* to)',
      wallet: [],
      flows: crosses,
      isOwnAct: true,
      emitter: 'anyone',
      ...sentAs('veda', value('id')),
    },
    {
      ...rule('MessageReceived(bytes32* id, uint256 shares, address* user)', arrives),
      emitter: 'anyone',
      ...receivedAs('veda', value('id')),
    },
    // Its first version indexes nothing
    ...['address*', 'address'].map(
      (who): EventRule => ({
        ...rule(
          `AtomicRequestFulfilled(${who} user, ${who} offer, ${who} want, uint256 offered, uint256 got, uint256 time)`,
          filled,
        ),
        emitter: 'anyone',
      }),
    ),
  ],
};
