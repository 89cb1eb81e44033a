import { madeOnce } from '../../../made-once.ts';
import { type Address, type ChainLog, type Movement, type Side, zeroAddress } from '../../../model.ts';
import { type EventShape, type EventValues, eventShape, readEvent } from '../../evidence/event-shape.ts';
import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';

const deposited = 'LogDeposit(address* token, address* from, address* to, uint256 amount, uint256 share)';
const withdrawn = 'LogWithdraw(address* token, address* from, address* to, uint256 amount, uint256 share)';
const borrowed = 'LogBorrow(address* from, address* to, uint256 amount, uint256 part)';
const repaid = 'LogRepay(address* from, address* to, uint256 amount, uint256 part)';
const kashiLoan = 'LogBorrow(address* from, address* to, uint256 amount, uint256 fee, uint256 part)';
const depositShape = eventShape(deposited);
const withdrawShape = eventShape(withdrawn);
const repayShape = eventShape(repaid);
const moveShape = eventShape('LogTransfer(address* token, address* from, address* to, uint256 share)');
const [borrowShape, kashiShape] = [eventShape(borrowed), eventShape(kashiLoan)];

/** What cauldrons, and Kashi's pairs, log of an account for which they take what was deposited in their name. */
const credits: readonly EventShape[] = [
  eventShape('LogAddCollateral(address* from, address* to, uint256 share)'),
  eventShape('LogAddAsset(address* from, address* to, uint256 share, uint256 fraction)'),
  repayShape,
];

/** What a box moved in its books from, or to, a cauldron. */
interface Moved {
  box: Address;
  token: Address | undefined;
  from: Address | undefined;
  to: Address | undefined;
  share: bigint;
}

/** What the logs of one transaction say of boxes. Many events may ask: all are read once. */
interface Told {
  /** By cauldron: for whom it takes what is in its name. */
  credited: Map<Address, Set<Address>>;
  /** By event of a loan, or of a payment: what the box moved next to it. */
  moved: Map<string, Moved>;
  /** By the names of accountKey: the shares for which a box took, or gave, an amount. */
  shares: Map<string, bigint>;
}

const toldIn = madeOnce(readBoxes);

const accountKey = (...names: readonly (Address | bigint | string | undefined)[]): string => names.join(' ');
const loanKey = (cauldron: Address, topic: string, values: EventValues): string =>
  accountKey(cauldron, topic, values.number('amount'), values.number('part'));

function readBoxes(logs: readonly ChainLog[]): Told {
  const told: Told = { credited: new Map(), moved: new Map(), shares: new Map() };
  const [lastFrom, lastTo] = [new Map<Address | undefined, Moved>(), new Map<Address | undefined, Moved>()];
  for (const log of logs) {
    readCredit(log, told);
    readAccount(log, told);
    const move = movedBy(log, moveShape);
    if (move !== null) lastFrom.set(move.from, move);
    const gift = move ?? movedBy(log, depositShape);
    if (gift !== null) lastTo.set(gift.to, gift);
    note(log, borrowShape, lastFrom);
    note(log, repayShape, lastTo);
  }
  // Kashi moves what it lends after it says so.
  const nextFrom = new Map<Address | undefined, Moved>();
  for (const log of logs.toReversed()) {
    const move = movedBy(log, moveShape);
    if (move !== null) nextFrom.set(move.from, move);
    note(log, kashiShape, nextFrom);
  }
  return told;

  function note(log: ChainLog, shape: EventShape, beside: ReadonlyMap<Address | undefined, Moved>): void {
    const values = readEvent(log, shape);
    const move = beside.get(log.address);
    // A box that lends out of itself is none.
    if (values === null || move === undefined || move.box === log.address) return;
    told.moved.set(loanKey(log.address, shape.topic, values), move);
  }
}

function movedBy(log: ChainLog, shape: EventShape): Moved | null {
  const values = readEvent(log, shape);
  if (values === null) return null;
  const [token, from, to] = [values.address('token'), values.address('from'), values.address('to')];
  return { box: log.address, token, from, to, share: values.number('share') ?? 0n };
}

function readCredit(log: ChainLog, { credited }: Told): void {
  for (const shape of credits) {
    const account = readEvent(log, shape)?.address('to');
    if (account === undefined) continue;
    const accounts = credited.get(log.address) ?? new Set();
    credited.set(log.address, accounts.add(account));
  }
}

function readAccount(log: ChainLog, { shares }: Told): void {
  for (const shape of [depositShape, withdrawShape]) {
    const values = readEvent(log, shape);
    if (values === null) continue;
    const [token, from, to] = [values.address('token'), values.address('from'), values.address('to')];
    const key = accountKey(log.address, shape.topic, token, from, to, values.number('amount'));
    shares.set(key, values.number('share') ?? 0n);
  }
}

/** Whether the wallet gets, or gives, nothing but what the box gives, or takes: anybody may log of a trade that it is no trade. */
function isOfBox({ evidence }: Seen, side: Side, box: Address, maker?: Address): boolean {
  return evidence.movements.every(
    (moved) =>
      moved.side !== side ||
      (moved.tokenId === null &&
        (moved.counterparty === box || moved.tokenAddress === maker || isCoinTo(moved, maker))),
  );
}

const isCoinTo = (moved: Movement, maker: Address | undefined): boolean =>
  moved.tokenAddress === zeroAddress && moved.counterparty === maker;

/**
 * A deposit in a cauldron's name is the wallet's where the cauldron says for whom it takes it. In the name of anybody else it is no deposit:
 * Trident's pools are paid so.
 */
function deposits(seen: Seen): EventFlow[] {
  const { values, emitter, evidence } = seen;
  const { wallet, logs } = evidence.normalized;
  const to = values.address('to');
  if (to === undefined || !isOfBox(seen, 'inflow', emitter, to)) return [];
  const accounts = to === wallet ? new Set([wallet]) : toldIn(logs).credited.get(to);
  if (accounts === undefined) return [];
  const isOfAnother = !accounts.has(wallet);
  return [gives('deposit', 'amount', { token: 'token', isWithEmitter: true, isOfAnother })];
}

/** The wallet's movements of the token between it and the box; none of another token that could be taken for it. */
function movementsWith({ evidence, emitter }: Seen, { box, token }: Moved, side: Side): readonly Movement[] {
  // A pool that exchanges is no box.
  if (evidence.normalized.swapContracts.includes(box)) return [];
  const all = evidence.movements.filter((moved) => moved.side === side);
  const isOfLoan = ({ tokenAddress, counterparty, tokenId }: Movement): boolean =>
    tokenId === null &&
    (tokenAddress === token || tokenAddress === zeroAddress) &&
    (counterparty === box || (tokenAddress === zeroAddress && counterparty === emitter));
  const isNear = (left: Movement, right: Movement): boolean =>
    left.amount - right.amount <= 2n && right.amount - left.amount <= 2n;
  return all.filter(
    (moved) => isOfLoan(moved) && all.every((other) => isOfLoan(other) || !isNear(moved, other)),
  );
}

/** The event tells the loan with its fee, or beside it; the wallet gets what it takes out of the box of what the box moved to it. */
function borrows(shape: EventShape): (seen: Seen) => EventFlow[] {
  return (seen) => {
    const { wallet, logs } = seen.evidence.normalized;
    const { moved, shares } = toldIn(logs);
    const loan = moved.get(loanKey(seen.emitter, shape.topic, seen.values));
    if (loan === undefined || loan.to !== wallet || !isOfBox(seen, 'outflow', loan.box, seen.emitter))
      return [];
    const most = seen.values.number('amount') ?? 0n;
    return movementsWith(seen, loan, 'inflow').flatMap(({ amount }) => {
      const share = shares.get(accountKey(loan.box, withdrawShape.topic, loan.token, wallet, wallet, amount));
      return share !== undefined && share <= loan.share && amount <= most ? [takes('borrow', amount)] : [];
    });
  };
}

/** The box counts in shares: what it takes for as many as are owed is rounded up. */
function repays(seen: Seen): EventFlow[] {
  const { wallet, logs } = seen.evidence.normalized;
  const { moved, shares } = toldIn(logs);
  const payment = moved.get(loanKey(seen.emitter, repayShape.topic, seen.values));
  if (payment === undefined || !isOfBox(seen, 'inflow', payment.box)) return [];
  const { box, token } = payment;
  const owed = seen.values.number('amount') ?? 0n;
  const isRest = (more: bigint, of: bigint): boolean => more <= of / 10_000n + 2n;
  return movementsWith(seen, payment, 'outflow').flatMap(({ amount }) => {
    const isPaid = [wallet, seen.emitter, box].some((to) => {
      const share = shares.get(accountKey(box, depositShape.topic, token, wallet, to, amount));
      return share !== undefined && isRest(share - payment.share, payment.share);
    });
    return isPaid && amount >= owed && isRest(amount - owed, owed) ? [gives('repay', amount)] : [];
  });
}

const asked = { isOwnAct: true } as const;

/**
 * Abracadabra, and Sushi's Kashi before it, which keep their tokens in a BentoBox, or a DegenBox: the box holds what is deposited, and a cauldron lends.
 * Source: DegenBox, Cauldron in its four versions, KashiPair.
 */
export const abracadabra: Family = {
  name: 'Abracadabra',
  events: [
    { event: deposited, wallet: ['from'], flows: deposits, ...asked },
    {
      event: withdrawn,
      // Out of another's account it is a payment
      wallet: ['from'],
      flows: [takes('withdraw', 'amount', { token: 'token', isWithEmitter: true })],
      ...asked,
    },
    {
      event: borrowed,
      wallet: ['from'],
      flows: borrows(borrowShape),
      emitter: 'anyone',
      ...asked,
    },
    {
      event: kashiLoan,
      wallet: ['from'],
      flows: borrows(kashiShape),
      emitter: 'anyone',
      ...asked,
    },
    { event: repaid, wallet: ['to'], flows: repays, emitter: 'anyone', ...asked },
  ],
};
