import type { Address, Side } from '../../../model.ts';
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

/** What is exchanged in the same transaction is nobody's collateral: anybody may log that it is. */
const isOneWay = ({ evidence: { inflows, outflows } }: Seen): boolean =>
  inflows.length === 0 || outflows.length === 0;

/** Version 3 names the account that the facade puts it into, version 2 the wallet. */
function added(seen: Seen): EventFlow[] {
  const { values, evidence } = seen;
  const [account, token] = [values.address('account'), values.address('token')];
  if (account === undefined || token === undefined || !isOneWay(seen)) return [];
  const isGiven =
    account === evidence.normalized.wallet
      ? evidence.outflows.some(({ tokenAddress }) => tokenAddress === token)
      : isMoved(seen, 'outflow', account);
  return isGiven ? [gives('deposit', 'amount', { token: 'token' })] : [];
}

/** Whether a pool lent the account so much of the token in this transaction: what goes on to the wallet is borrowed. */
function isLent({ values, evidence }: Seen, account: Address): boolean {
  const { logs } = evidence.normalized;
  const token = values.address('token');
  const least = values.number('amount') ?? 0n;
  const lenders = new Set(
    tokenLogs(logs).flatMap((log) =>
      log.token === token && log.to === account && log.amount >= least ? [log.from] : [],
    ),
  );
  return logs.some(
    (log) => lenders.has(log.address) && readEvent(log, borrowShape)?.address('account') === account,
  );
}

function withdrawn(seen: Seen): EventFlow[] {
  const account = seen.values.address('account');
  if (account === undefined || !isOneWay(seen) || !isMoved(seen, 'inflow', account)) return [];
  return [takes(isLent(seen, account) ? 'borrow' : 'withdraw', 'amount', { token: 'token' })];
}

/** In version 2 the wallet may pay in as it opens the account, of which no event tells. */
function opened(seen: Seen): EventFlow[] {
  const account = seen.values.address('account');
  if (account === undefined || !isOneWay(seen)) return [];
  return seen.evidence.movements
    .filter(({ side, counterparty }) => side === 'outflow' && counterparty === account)
    .map(({ amount }) => gives('deposit', amount));
}

const asked = { isOwnAct: true, emitter: 'anyone' } as const;

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
      flows: (seen) => (isOneWay(seen) ? [takes('withdraw', null)] : []),
      ...asked,
    },
    ownedRule(
      'AddLiquidity(address* sender, address* owner, uint256 amount, uint256 referral)',
      [gives('deposit', 'amount')],
      {
        owner: 'owner',
        others: ['sender'],
      },
    ),
    rule(
      'RemoveLiquidity(address* sender, address* to, uint256 shares)',
      [gives('receipt', 'shares'), takes('withdraw', null, { isWithEmitter: true })],
      ['sender'],
    ),
  ],
};
