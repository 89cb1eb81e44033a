import { eventShape } from '../../evidence/event-shape.ts';
import { sumsByUser } from '../../evidence/event-sums.ts';
import { type EventFlow, type Family, gives, rule, type Seen, takes } from '../../evidence/family.ts';
import { tokenLogs } from '../../evidence/token-logs.ts';

const confirmed = 'WithdrawalConfirmed(address* user, uint256* id, uint256 amount)';
const confirmedShape = eventShape(confirmed);

/** The shares that waited, with the fee that they pay: both are moved out of the queue as they are paid for. */
function queued({ values }: Seen): EventFlow[] {
  return [gives('request', (values.number('shares') ?? 0n) + (values.number('fee') ?? 0n))];
}

/**
 * What is paid for requests, of which several are paid in one sum. The events tell no shares: the queue burns them, and sends the fee on. Where
 * it pays others, too, or does something else besides, nobody says whose they are. A pool that burns nothing is another one.
 */
function paidOut({ values, emitter, evidence }: Seen): EventFlow[] {
  const { logs } = evidence.normalized;
  const gone = tokenLogs(logs).filter(({ from, amount }) => from === emitter && amount > 0n);
  const [token, another] = new Set(gone.map((log) => log.token));
  if (token === undefined) return [];
  const sums = sumsByUser(logs, emitter, confirmedShape);
  const user = values.address('user');
  const sum = user === undefined ? undefined : sums.get(user);
  const isTogether = evidence.inflows.some((flow) => flow.amount === sum);
  const paid = isTogether && sum !== undefined ? sum : (values.number('amount') ?? 0n);
  const isAllOwn = sums.size === 1 && paid === sum && another === undefined;
  const isNothingElse = logs.every(
    ({ address, topics: [topic] }) => address !== emitter || topic === confirmedShape.topic,
  );
  if (!isAllOwn || !isNothingElse) return [takes('withdraw', paid)];
  const amount = gone.reduce((total, log) => total + log.amount, 0n);
  return [takes('withdraw', paid, { settles: { contract: emitter, token, amount } })];
}

/** Staked HYPE: Kinetiq and the pools of others that run its contracts. Source: IStakingManager. */
export const kinetiq: Family = {
  name: 'Kinetiq',
  events: [
    rule('StakeReceived(address* manager, address* user, uint256 amount)', [gives('deposit', 'amount')]),
    rule(
      'WithdrawalQueued(address* manager, address* user, uint256* id, uint256 shares, uint256 amount, uint256 fee)',
      queued,
    ),
    rule(confirmed, paidOut),
    // The shares come back, with the fee that they would have paid; the event tells the coins that they stood for.
    rule('WithdrawalCancelled(address* user, uint256* id, uint256 amount, uint256 total)', [
      takes('withdraw', null, { isWithEmitter: true }),
    ]),
    rule(
      'InstantUnstakeExecuted(address* user, uint256 shares, uint256 amount, uint256 fee, uint256 rate, uint256 burned, uint256 toTreasury)',
      [gives('receipt', 'shares'), takes('withdraw', 'amount')],
    ),
  ],
};
