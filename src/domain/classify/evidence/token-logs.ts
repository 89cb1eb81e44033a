/** What tokens logged in a transaction, whoever the parties are: what a protocol got or gave is in no movement of the wallet. */
import { madeOnce } from '../../made-once.ts';
import { type Address, type ChainLog, type Settlement, zeroAddress } from '../../model.ts';
import { eventShape, readEvent } from './event-shape.ts';
import type { Evidence } from './rule.ts';

const transfer = eventShape('Transfer(address* from, address* to, uint256 amount)');

interface TokenLog {
  token: Address;
  from: Address;
  to: Address;
  /** Base units. */
  amount: bigint;
}

/** The moves of fungible tokens among the logs of one transaction, in their order: many events may ask for them. */
export const tokenLogs = madeOnce((logs: readonly ChainLog[]): readonly TokenLog[] => logs.flatMap(tokenLog));

function tokenLog(log: ChainLog): TokenLog[] {
  const values = readEvent(log, transfer);
  const [from, to] = [values?.address('from'), values?.address('to')];
  const amount = values?.number('amount');
  if (from === undefined || to === undefined || amount === undefined) return [];
  return [{ token: log.address, from, to, amount }];
}

/** What a token logs, what it calls and what a wrapper does stand between a payment and the event that tells of it. */
const mostBetween = 32;

/** The last move of a token before a place among the logs that is looked for; null: none is near. */
export function tokenLogBefore(
  logs: readonly ChainLog[],
  index: number,
  isMeant: (log: TokenLog) => boolean,
): TokenLog | null {
  for (let at = index - 1; at >= Math.max(0, index - mostBetween); at -= 1) {
    const log = logs[at];
    const found = log && tokenLog(log).find(isMeant);
    if (found !== undefined) return found;
  }
  return null;
}

/** What an event says that a contract gave of a token. */
interface Given {
  contract: Address | undefined;
  token: Address | undefined;
  amount: bigint | undefined;
}

/**
 * What the contract gave of what it held for the wallet; null: the token's own log does not say so, and anybody may log that something
 * was sold. Coins are held as they are, and wrapped to be given.
 */
export function givenBy(
  { contract, token, amount }: Given,
  { normalized, context }: Evidence,
): Settlement | null {
  if (contract === undefined || token === undefined || amount === undefined || amount === 0n) return null;
  const isGiven = tokenLogs(normalized.logs).some(
    (log) => log.token === token && log.from === contract && log.amount === amount,
  );
  if (!isGiven) return null;
  return { contract, token: token === context.wrappedNative ? zeroAddress : token, amount };
}

/**
 * What a contract was paid, for the wallet: of the token that logs it. A market that no token paid deals in coins. null: it was paid
 * something, and no log says so much of it.
 */
export function paidTo(
  { contract, amount }: Pick<Given, 'amount'> & { contract: Address },
  { normalized }: Evidence,
): Settlement | null {
  if (amount === undefined || amount === 0n) return null;
  const paid = tokenLogs(normalized.logs).filter(
    ({ to, token, from }) => to === contract && token !== contract && from !== normalized.wallet,
  );
  if (paid.length === 0) return { contract, token: zeroAddress, amount };
  const exact = paid.find((log) => log.amount === amount);
  return exact === undefined ? null : { contract, token: exact.token, amount };
}

/**
 * What an event says that a contract was paid of a token, at whatever address of its own; null: the token's own log does not say that so
 * much was paid, by somebody else than the wallet.
 */
export function paidWith({ contract, token, amount }: Given, { normalized }: Evidence): Settlement | null {
  if (contract === undefined || token === undefined || amount === undefined || amount === 0n) return null;
  const isPaid = tokenLogs(normalized.logs).some(
    (log) => log.token === token && log.amount === amount && log.from !== normalized.wallet,
  );
  return isPaid ? { contract, token, amount } : null;
}
