import { type Address, type Side, zeroAddress } from '../../../model.ts';
import { type EventRule, type Family, gives, type Seen, takes } from '../../evidence/family.ts';
import { tokenLogBefore } from '../../evidence/token-logs.ts';

/** Of the sum that moves, and of what the account has, or owes, of it then: the sign of each, and how much. */
const update = '((bool,uint256),(bool,uint128)) update';
const place = { moved: 1, hasMore: 2, left: 3 } as const;

/**
 * The token that the contract was paid, or paid, right before it told so: of two that move in one transaction each event speaks of its own, however
 * equal they are. null: none, or the wallet has no part in it. Coins are wrapped on their way.
 */
function tokenOf({ emitter, index, evidence }: Seen, side: Side, amount: bigint): Address | null {
  const { normalized, context, movements } = evidence;
  const told = tokenLogBefore(
    normalized.logs,
    index,
    (log) => log.amount === amount && (side === 'outflow' ? log.to : log.from) === emitter,
  );
  const isOfWallet = movements.some(
    ({ side: way, tokenAddress }) =>
      way === side &&
      (tokenAddress === told?.token ||
        (tokenAddress === zeroAddress && told?.token === context.wrappedNative)),
  );
  return told !== null && isOfWallet ? told.token : null;
}

/**
 * What is had of a token, and what is owed, is one number. It says which of the two a sum goes to, or comes from: the one that most of it does.
 * The number is without the interest on it, which only makes it greater.
 */
const inAccount = (event: string, side: Side): EventRule => ({
  event,
  wallet: ['owner'],
  isOwnAct: true,
  flows: (seen) => {
    const word = (index: number): bigint => seen.values.wordIn('update', index) ?? 0n;
    const [amount, left] = [word(place.moved), word(place.left)];
    const token = tokenOf(seen, side, amount);
    if (token === null) return [];
    const isMost = left * 2n >= amount;
    const isOwed = word(place.hasMore) === 0n && left > 0n;
    return side === 'outflow'
      ? [gives(isOwed || !isMost ? 'repay' : 'deposit', amount, { token })]
      : [takes(isOwed && isMost ? 'borrow' : 'withdraw', amount, { token })];
  },
});

/**
 * Dolomite, and dYdX's first margin, of which it is a fork: accounts by number, all of them their owner's. What is put into another's is paid to him.
 * What goes from one of them to another, and what is traded inside, moves nothing. Source: DolomiteMargin, SoloMargin (Events).
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
