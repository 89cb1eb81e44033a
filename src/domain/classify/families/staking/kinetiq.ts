import { eventShape } from '../../evidence/event-shape.ts';
import { type EventFlow, type Family, gives, rule, type Seen, takes } from '../../evidence/family.ts';
import { tokenLogs } from '../../evidence/token-logs.ts';

const confirmed = 'WithdrawalConfirmed(address* user, uint256* id, uint256 amount)';
const { topic: confirmedTopic } = eventShape(confirmed);

/** The shares that waited, with the fee that they pay: both are moved out of the queue as they are paid for. */
function queued({ values }: Seen): EventFlow[] {
  return [gives('request', (values.number('shares') ?? 0n) + (values.number('fee') ?? 0n))];
}

/** What is paid for one request. The event tells no shares; the queue burns them. Of several requests at once nobody says whose they are. */
function paidOut({ emitter, evidence }: Seen): EventFlow[] {
  const { logs } = evidence.normalized;
  const paid = logs.filter(({ address, topics }) => address === emitter && topics[0] === confirmedTopic);
  const gone = tokenLogs(logs).filter(({ from, amount }) => from === emitter && amount > 0n);
  const [token, another] = new Set(gone.map((log) => log.token));
  if (paid.length !== 1 || token === undefined || another !== undefined) return [takes('withdraw', 'amount')];
  const amount = gone.reduce((sum, log) => sum + log.amount, 0n);
  return [takes('withdraw', 'amount', { settles: { contract: emitter, token, amount } })];
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
    rule(
      'InstantUnstakeExecuted(address* user, uint256 shares, uint256 amount, uint256 fee, uint256 rate, uint256 burned, uint256 toTreasury)',
      [gives('receipt', 'shares'), takes('withdraw', 'amount')],
    ),
  ],
};
