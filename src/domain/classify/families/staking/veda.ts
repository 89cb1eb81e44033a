import { type Address, type Settlement, zeroAddress } from '../../../model.ts';
import { receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import { eventShape, readEvent } from '../../evidence/event-shape.ts';
import { sumsByUser } from '../../evidence/event-sums.ts';
import {
  type EventFlow,
  type EventRule,
  type Family,
  gives,
  isFirst,
  rule,
  type Seen,
  takes,
} from '../../evidence/family.ts';
import { provenWords } from '../../evidence/proven-words.ts';
import { tokenLogs } from '../../evidence/token-logs.ts';

const exit = 'Exit(address* to, address* asset, uint256 amount, address* from, uint256 shares)';
const exitShape = eventShape(exit);
const solved = 'OnChainWithdrawSolved(bytes32* id, address* user, uint256 time)';
const solvedShape = eventShape(solved);
const completed = 'WithdrawCompleted(address* user, address* asset, uint256 shares, uint256 amount)';
const completedShape = eventShape(completed);

/** Whether so much of the token of the contract that logs came to the wallet, or left it: anybody may log two amounts. */
function movesShares({ values, emitter, evidence }: Seen, side: 'inflow' | 'outflow'): boolean {
  const shares = values.number('shares');
  return evidence.movements.some(
    (moved) => moved.side === side && moved.tokenAddress === emitter && moved.amount === shares,
  );
}

/** What the vault took for its shares; a teller that wraps coins for the wallet gives in its place. */
function entered(seen: Seen): EventFlow[] {
  const { values, evidence } = seen;
  const { wallet } = evidence.normalized;
  // What comes from another chain is made for nothing here.
  if (values.number('amount') === 0n) return [];
  const deposit = gives('deposit', 'amount', { token: 'asset' });
  if (values.address('to') !== wallet) return [{ ...deposit, isOfAnother: true }];
  if (!movesShares(seen, 'inflow')) return [];
  const isOfAnother = values.address('from') !== wallet && evidence.outflows.length === 0;
  return [deposit, takes('receipt', 'shares', { token: 'emitter', isOfAnother })];
}

/** What the vault paid for shares of the wallet's own. Shares that wait belong to their queue, which tells of them itself. */
const exited = (seen: Seen): EventFlow[] =>
  movesShares(seen, 'outflow') && (seen.values.number('amount') ?? 0n) > 0n
    ? [takes('withdraw', 'amount', { token: 'asset' }), gives('receipt', 'shares', { token: 'emitter' })]
    : [];

/** Whose it is, and which shares a request is of, is in its second and its fourth word. Source: OnChainWithdraw. */
const request = { words: 8, user: 1 } as const;
const [sharesWord, amountWord] = [3, 4];

/** Nobody is paid more often by one solver. */
const mostPayments = 16;

/** Whether the contract tells of nothing else. */
const isOnly = (sums: ReadonlyMap<Address, bigint>, amount: bigint): boolean =>
  sums.size === 1 && [...sums.values()][0] === amount;

/** The one token of which the contract gave something away in one piece: what waited with it. */
function givenAway({ emitter, evidence }: Seen) {
  const [only, another] = tokenLogs(evidence.normalized.logs).filter(({ from }) => from === emitter);
  return another === undefined ? only : undefined;
}

/**
 * A solver gets the shares of all the requests in one sum, and pays each. Which shares were the wallet's is in the call; where it does not hold
 * that, they are known of a request that was solved alone.
 */
function paidBySolver(seen: Seen): EventFlow[] {
  const { values, emitter, evidence } = seen;
  const { wallet, logs, transaction } = evidence.normalized;
  const given = givenAway(seen);
  if (given === undefined) return [];
  const words = provenWords(transaction.input, { digest: values.number('id') ?? 0n, user: wallet }, request);
  const [shares, amount] = [words?.[sharesWord], words?.[amountWord]];
  if (shares !== undefined && amount !== undefined)
    return [
      takes('withdraw', amount, { settles: { contract: emitter, token: given.token, amount: shares } }),
    ];
  // What is said of no request in particular is said once.
  if (!isFirst(seen, solvedShape, 'id')) return [];
  const paid = tokenLogs(logs).filter(
    ({ from, to, token }) => from === given.to && to === wallet && token !== given.token,
  );
  const isAlone = isOnly(
    sumsByUser(logs, emitter, solvedShape, () => 1n),
    1n,
  );
  const settles: Settlement = { contract: emitter, token: given.token, amount: given.amount };
  const [first, ...rest] = paid.slice(0, mostPayments).map((log) => takes('withdraw', log.amount));
  if (first === undefined) return [];
  return isAlone && rest.length === 0 ? [{ ...first, settles }] : [first, ...rest];
}

/** What is paid for shares that waited in the wallet's name; a fee is taken out of these, and sent on. */
function paidByQueue(seen: Seen): EventFlow[] {
  const { values, emitter, evidence } = seen;
  const { logs } = evidence.normalized;
  const shares = values.number('shares') ?? 0n;
  const gone = tokenLogs(logs).filter(({ from }) => from === emitter);
  const burned = gone.find(({ to, amount }) => to === zeroAddress && amount === shares);
  const paid = takes('withdraw', 'amount', { token: 'asset' });
  if (burned === undefined || shares === 0n) return [paid];
  const isAlone = isOnly(
    sumsByUser(logs, emitter, completedShape, (told) => told.number('shares') ?? 0n),
    shares,
  );
  const all = gone.filter(({ token }) => token === burned.token);
  const amount = isAlone ? all.reduce((sum, log) => sum + log.amount, 0n) : shares;
  return [{ ...paid, settles: { contract: emitter, token: burned.token, amount } }];
}

/** Whether the token itself says that it paid out so many of its shares in this asset. */
function isRedeemed({ values, evidence }: Seen, share: Address | undefined): boolean {
  return evidence.normalized.logs.some((log) => {
    const told = log.address === share ? readEvent(log, exitShape) : null;
    const isOfAsset = told !== null && told.address('asset') === values.address('want');
    return isOfAsset && (told.number('shares') ?? 0n) >= (values.number('offered') ?? 0n);
  });
}

/** Shares that go to another chain are burned for nothing here, as their vault says. */
function crosses({ values, evidence }: Seen): EventFlow[] {
  const { wallet, logs } = evidence.normalized;
  const isBurned = logs.some((log) => {
    const told = readEvent(log, exitShape);
    const isOwn = told?.address('from') === wallet && told.number('shares') === values.number('shares');
    return (
      isOwn &&
      told.number('amount') === 0n &&
      movesShares({ values, emitter: log.address, evidence }, 'outflow')
    );
  });
  return isBurned ? [gives('bridge-out', 'shares', { of: 'made' })] : [];
}

/** A request that a solver fills at once. Where the vault does not redeem the shares they are sold. */
const filled = (seen: Seen): EventFlow[] =>
  isRedeemed(seen, seen.values.address('offer'))
    ? [takes('withdraw', 'got', { token: 'want' }), gives('receipt', 'offered', { token: 'offer' })]
    : [];

/**
 * Vaults whose shares are taken back by queues: BoringVault, as ether.fi, Lombard, Kinetiq and others run it. Source: BoringVault, BoringOnChainQueue,
 * DelayedWithdraw, WithdrawQueue, AtomicQueue, CrossChainTellerWithGenericBridge.
 */
export const veda: Family = {
  name: 'Veda',
  events: [
    rule('Enter(address* from, address* asset, uint256 amount, address* to, uint256 shares)', entered, [
      'from',
      'to',
    ]),
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
      ...rule('MessageReceived(bytes32* id, uint256 shares, address* user)', [takes('bridge-in', 'shares')]),
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
