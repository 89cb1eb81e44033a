import type { Address } from '../../../model.ts';
import { type EventShape, eventShape, readEvent } from '../../evidence/event-shape.ts';
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

/** What cauldrons, and Kashi's pairs, log of an account for which they take what was deposited in their name. */
const credits: readonly EventShape[] = [
  eventShape('LogAddCollateral(address* from, address* to, uint256 share)'),
  eventShape('LogAddAsset(address* from, address* to, uint256 share, uint256 fraction)'),
  repayShape,
];

/** A deposit in a cauldron's name is the wallet's where the cauldron says for whom it takes it. */
function deposits({ values, evidence }: Seen): EventFlow[] {
  const { wallet, logs } = evidence.normalized;
  const to = values.address('to');
  const isCredited = logs.some(
    (log) => log.address === to && credits.some((shape) => readEvent(log, shape)?.address('to') === wallet),
  );
  return [gives('deposit', 'amount', { token: 'token', isOfAnother: to !== wallet && !isCredited })];
}

/** What the cauldron lends, or is paid: of the token that it moved in its box next to what it says of it. */
function lent({ values, emitter, evidence }: Seen, shape: EventShape, { way, isAfter }: Next) {
  const { logs } = evidence.normalized;
  const at = logs.findIndex((log) => {
    const told = log.address === emitter ? readEvent(log, shape) : null;
    return told !== null && ['amount', 'part'].every((name) => told.number(name) === values.number(name));
  });
  if (at === -1) return null;
  for (const log of isAfter ? logs.slice(at) : logs.slice(0, at).reverse()) {
    const moved = readEvent(log, moveShape) ?? (way === 'to' ? readEvent(log, depositShape) : null);
    if (moved?.address(way) === emitter) return { box: log.address, token: moved.address('token') };
  }
  return null;
}

interface Next {
  way: 'from' | 'to';
  isAfter: boolean;
}

/** What the box says that it took of the token, or gave of it. */
function inBox(
  { evidence }: Seen,
  { box, token }: { box: Address; token: Address | undefined },
  [shape, way]: readonly [EventShape, 'from' | 'to'],
): bigint[] {
  const { wallet, logs } = evidence.normalized;
  return logs.flatMap((log) => {
    const told = log.address === box ? readEvent(log, shape) : null;
    const isMeant = told?.address('token') === token && told?.address(way) === wallet;
    const amount = isMeant ? told?.number('amount') : undefined;
    return amount === undefined ? [] : [amount];
  });
}

/** The event tells the loan with its fee, or beside it; the wallet gets what it takes out of the box of it. Kashi moves it afterwards. */
function borrows(event: string, isAfter: boolean): (seen: Seen) => EventFlow[] {
  const shape = eventShape(event);
  return (seen) => {
    const loan = lent(seen, shape, { way: 'from', isAfter });
    const most = seen.values.number('amount') ?? 0n;
    const got = loan === null ? [] : inBox(seen, loan, [withdrawShape, 'to']);
    return got.filter((amount) => amount <= most).map((amount) => takes('borrow', amount));
  };
}

/** The box counts in shares: what it takes for as many as are owed is rounded up. */
function repays(seen: Seen): EventFlow[] {
  const payment = lent(seen, repayShape, { way: 'to', isAfter: false });
  const owed = seen.values.number('amount') ?? 0n;
  const given = payment === null ? [] : inBox(seen, payment, [depositShape, 'from']);
  return given
    .filter((amount) => amount >= owed && amount - owed <= owed / 10_000n + 2n)
    .map((amount) => gives('repay', amount));
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
      wallet: ['from', 'to'],
      owner: 'from',
      flows: [takes('withdraw', 'amount', { token: 'token' })],
      ...asked,
    },
    {
      event: borrowed,
      wallet: ['from'],
      flows: borrows(borrowed, false),
      emitter: 'anyone',
      ...asked,
    },
    {
      event: kashiLoan,
      wallet: ['from'],
      flows: borrows(kashiLoan, true),
      emitter: 'anyone',
      ...asked,
    },
    { event: repaid, wallet: ['to'], flows: repays, emitter: 'anyone', ...asked },
  ],
};
