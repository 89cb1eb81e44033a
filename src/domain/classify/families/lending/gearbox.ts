import { madeOnce } from '../../../made-once.ts';
import type { Address, ChainLog, Side } from '../../../model.ts';
import { eventShape, readEvent } from '../../evidence/event-shape.ts';
import {
  type EventFlow,
  type Family,
  gives,
  ownedRule,
  rule,
  type Seen,
  takes,
} from '../../evidence/family.ts';
import { isMade } from '../../evidence/net-flow.ts';
import { tokenLogs } from '../../evidence/token-logs.ts';

const borrowShape = eventShape('Borrow(address* manager, address* account, uint256 amount)');

/** Whether so much of the token as the event says moved between the wallet and the account. */
function isMoved({ values, evidence }: Seen, side: Side, account: Address): boolean {
  const [token, amount] = [values.address('token'), values.number('amount')];
  return evidence.movements.some(
    (moved) =>
      moved.amount === amount &&
      moved.side === side &&
      moved.counterparty === account &&
      moved.tokenAddress === token,
  );
}

/**
 * The wallet called the facade for it, and exchanges nothing: an account is known by no more than the facade's word, and anybody may log
 * that whom the wallet pays is one.
 */
const isAsked = ({ emitter, evidence: { inflows, outflows, normalized } }: Seen): boolean =>
  normalized.transaction.to === emitter && (inflows.length === 0 || outflows.length === 0);

/** Version 3 names the account that the facade puts it into, version 2 the wallet. */
function added(seen: Seen): EventFlow[] {
  const { values, evidence } = seen;
  const [account, token] = [values.address('account'), values.address('token')];
  if (account === undefined || token === undefined || !isAsked(seen)) return [];
  const isGiven =
    account === evidence.normalized.wallet
      ? evidence.outflows.some(({ tokenAddress }) => tokenAddress === token)
      : isMoved(seen, 'outflow', account);
  return isGiven ? [gives('deposit', 'amount', { token: 'token' })] : [];
}

/** The most that a pool lent of a token to an account, by both. Many events may ask: the logs are read once. */
const lentIn = madeOnce((logs: readonly ChainLog[]): ReadonlyMap<string, bigint> => {
  const loans = new Set<string>();
  for (const log of logs) {
    const account = readEvent(log, borrowShape)?.address('account');
    if (account !== undefined) loans.add(`${log.address} ${account}`);
  }
  const most = new Map<string, bigint>();
  for (const { token, from, to, amount } of tokenLogs(logs)) {
    const key = `${token} ${to}`;
    if (loans.has(`${from} ${to}`) && amount > (most.get(key) ?? 0n)) most.set(key, amount);
  }
  return most;
});

/** Whether a pool lent the account so much of the token in this transaction: what goes on to the wallet is borrowed. */
function isLent({ values, evidence }: Seen, account: Address): boolean {
  const lent = lentIn(evidence.normalized.logs).get(`${values.address('token')} ${account}`);
  return lent !== undefined && lent >= (values.number('amount') ?? 0n);
}

function withdrawn(seen: Seen): EventFlow[] {
  const account = seen.values.address('account');
  if (account === undefined || !isAsked(seen) || !isMoved(seen, 'inflow', account)) return [];
  return [takes(isLent(seen, account) ? 'borrow' : 'withdraw', 'amount', { token: 'token' })];
}

/** In version 2 the wallet may pay in as it opens the account, of which no event tells. */
function opened(seen: Seen): EventFlow[] {
  const account = seen.values.address('account');
  if (account === undefined || !isAsked(seen)) return [];
  return seen.evidence.movements
    .filter(({ side, counterparty }) => side === 'outflow' && counterparty === account)
    .map(({ amount }) => gives('deposit', amount));
}

/**
 * Pools of two tokens log the same of what they took of each: here one token goes to the pool, or to who wraps for the wallet, and a share
 * of no more than it is made. Its worth only grows.
 */
function lends(seen: Seen): EventFlow[] {
  const { values, emitter, evidence } = seen;
  const { inflows, outflows, movements, normalized } = evidence;
  const [amount, sender] = [values.number('amount') ?? 0n, values.address('sender')];
  const [share] = inflows;
  if (outflows.length !== 1 || inflows.length !== 1 || share === undefined) return [];
  if (!isMade(share, normalized) || share.amount > amount) return [];
  const payee = sender === normalized.wallet ? emitter : sender;
  const isGiven = movements.some(
    (moved) => moved.side === 'outflow' && moved.amount === amount && moved.counterparty === payee,
  );
  return isGiven ? [gives('deposit', 'amount')] : [];
}

function leaves({ evidence: { inflows, outflows } }: Seen): EventFlow[] {
  if (inflows.length !== 1 || outflows.length !== 1) return [];
  return [gives('receipt', 'shares', { of: 'made' }), takes('withdraw', null, { isWithEmitter: true })];
}

const asked = { isOwnAct: true } as const;

/** Gearbox: accounts that borrow for their owners, and the pools of version 2; those of version 3 are vaults. Source: CreditFacade, PoolService. */
export const gearbox: Family = {
  name: 'Gearbox',
  events: [
    {
      event: 'AddCollateral(address* account, address* token, uint256 amount)',
      wallet: [],
      flows: added,
      ...asked,
    },
    {
      event: 'WithdrawCollateral(address* account, address* token, uint256 amount, address to)',
      wallet: ['to'],
      flows: withdrawn,
      ...asked,
    },
    // Version 2
    {
      event: 'OpenCreditAccount(address* owner, address* account, uint256 amount, uint16 referral)',
      wallet: ['owner'],
      flows: opened,
      ...asked,
    },
    {
      event: 'CloseCreditAccount(address* owner, address* to)',
      wallet: ['owner'],
      flows: (seen) => (isAsked(seen) ? [takes('withdraw', null)] : []),
      ...asked,
    },
    ownedRule('AddLiquidity(address* sender, address* owner, uint256 amount, uint256 referral)', lends, {
      owner: 'owner',
      others: ['sender'],
    }),
    rule('RemoveLiquidity(address* sender, address* to, uint256 shares)', leaves, ['sender']),
  ],
};
