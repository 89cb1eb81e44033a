import { type Address, zeroAddress } from '../../../model.ts';
import {
  type EventFlow,
  type EventRule,
  type Family,
  gives,
  type Seen,
  takes,
} from '../../evidence/family.ts';
import { tokenLogs } from '../../evidence/token-logs.ts';

/** Of the sum that moves, and of what the account has, or owes, of it then: the sign of each, and how much. */
const update = '((bool,uint256),(bool,uint128)) update';
const place = { moved: 1, hasMore: 2, left: 3 } as const;

/**
 * What is had of a token, and what is owed, is one number. It says which of the two a sum goes to, or comes from: the one that most of it does.
 * The number is without the interest on it, which only makes it greater.
 */
function moved({ values, emitter, evidence }: Seen, side: EventFlow['side']): EventFlow[] {
  const word = (index: number): bigint => values.wordIn('update', index) ?? 0n;
  const [amount, left] = [word(place.moved), word(place.left)];
  const isMost = left * 2n >= amount;
  const isOwed = word(place.hasMore) === 0n && left > 0n;
  const { normalized, context, movements } = evidence;
  // Coins are wrapped on their way.
  const isOfWallet = (token: Address): boolean =>
    movements.some(
      ({ side: way, tokenAddress }) =>
        way === side &&
        (tokenAddress === token || (tokenAddress === zeroAddress && token === context.wrappedNative)),
    );
  const isPaid = tokenLogs(normalized.logs).some(
    (log) =>
      log.amount === amount && (side === 'outflow' ? log.to : log.from) === emitter && isOfWallet(log.token),
  );
  if (!isPaid) return [];
  if (side === 'outflow') return [gives(isOwed || !isMost ? 'repay' : 'deposit', amount)];
  return [takes(isOwed && isMost ? 'borrow' : 'withdraw', amount)];
}

const inAccount = (event: string, side: EventFlow['side']): EventRule => ({
  event,
  wallet: ['owner'],
  isOwnAct: true,
  flows: (seen) => moved(seen, side),
});

/**
 * Dolomite, and dYdX's first margin, of which it is a fork: accounts by number, all of them their owner's. What goes from one of them to another, and
 * what is traded inside, moves nothing. Source: DolomiteMargin, SoloMargin (Events).
 */
export const dolomite: Family = {
  name: 'Dolomite',
  events: [
    inAccount(
      `LogDeposit(address* owner, uint256 number, uint256 market, ${update}, address from)`,
      'outflow',
    ),
    inAccount(`LogWithdraw(address* owner, uint256 number, uint256 market, ${update}, address to)`, 'inflow'),
  ],
};
