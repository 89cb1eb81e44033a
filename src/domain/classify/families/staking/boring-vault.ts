/**
 * What a vault of Veda's says of its own shares, and what really moved for them. Anybody may log that shares were handed in; nobody lets another
 * have the money for it.
 */
import { madeOnce } from '../../../made-once.ts';
import { type Address, type ChainLog, zeroAddress } from '../../../model.ts';
import { type EventShape, eventShape, readEvent } from '../../evidence/event-shape.ts';
import type { Evidence } from '../../evidence/rule.ts';
import { tokenLogs } from '../../evidence/token-logs.ts';

export const exit = 'Exit(address* to, address* asset, uint256 amount, address* from, uint256 shares)';
export const enter = 'Enter(address* from, address* asset, uint256 amount, address* to, uint256 shares)';
/** Shares that a vault made or took, for an amount of an asset. */
interface Told {
  vault: Address;
  from: Address | undefined;
  to: Address | undefined;
  asset: Address | undefined;
  amount: bigint;
  shares: bigint;
}

/** Of the logs of one transaction, by vault: each event asks, and all are read once. */
type ByVault = ReadonlyMap<Address, readonly Told[]>;
const readerOf = (event: string) => {
  const shape = eventShape(event);
  return madeOnce((logs: readonly ChainLog[]) => read(logs, shape));
};
const readers = { exits: readerOf(exit), enters: readerOf(enter) };
const givenBy = madeOnce((logs: readonly ChainLog[]) => Map.groupBy(tokenLogs(logs), ({ from }) => from));

/** What the vault says that it took, or made. */
const toldBy = (kind: keyof typeof readers, logs: readonly ChainLog[], vault: Address): readonly Told[] =>
  readers[kind](logs).get(vault) ?? [];

/** The same, of what goes to another chain, or comes from it: nothing is paid for it here. */
export const crossesOf = (...[kind, logs, vault]: Parameters<typeof toldBy>): readonly Told[] =>
  toldBy(kind, logs, vault).filter(({ amount }) => amount === 0n);

function read(logs: readonly ChainLog[], shape: EventShape): ByVault {
  const all = logs.flatMap((log): Told[] => {
    const values = readEvent(log, shape);
    if (values === null) return [];
    const [from, to, asset] = ['from', 'to', 'asset'].map((name) => values.address(name));
    const [amount = 0n, shares = 0n] = ['amount', 'shares'].map((name) => values.number(name));
    return [{ vault: log.address, from, to, asset, amount, shares }];
  });
  return Map.groupBy(all, ({ vault }) => vault);
}

/** What somebody gave of tokens. */
export const givenOf = (logs: readonly ChainLog[], giver: Address): ReturnType<typeof tokenLogs> =>
  givenBy(logs).get(giver) ?? [];

/** What the wallet's shares are handed in for. */
interface Handed {
  share: Address | undefined;
  shares: bigint;
  asset: Address | undefined;
  amount: bigint;
}

/**
 * The vault burned at least so many shares, and paid at least so much for them: it says so itself, and both tokens do. null: not so.
 *
 * @param from in whose hands the shares were; left out: in anybody's
 */
export function redemption(
  { share, shares, asset, amount }: Handed,
  logs: readonly ChainLog[],
  from?: Address,
): Told | null {
  if (share === undefined || asset === undefined || shares === 0n || amount === 0n) return null;
  const told = toldBy('exits', logs, share).find(
    (one) =>
      one.asset === asset &&
      one.shares >= shares &&
      one.amount >= amount &&
      (from === undefined || one.from === from),
  );
  if (told?.from === undefined) return null;
  const isBurned = givenOf(logs, told.from).some(
    (log) => log.token === share && log.to === zeroAddress && log.amount === told.shares,
  );
  const isPaid = givenOf(logs, share).some(
    (log) => log.token === asset && log.to === told.to && log.amount === told.amount,
  );
  return isBurned && isPaid ? told : null;
}

/** Whether the shares were made for the wallet, or are burned out of its hands: who sells or sends them neither makes nor burns. */
export const isMadeForWallet = (
  { vault, shares, side }: Pick<Told, 'vault' | 'shares'> & { side: 'inflow' | 'outflow' },
  { movements }: Evidence,
): boolean =>
  movements.some(
    (moved) =>
      moved.side === side &&
      moved.tokenAddress === vault &&
      moved.counterparty === zeroAddress &&
      moved.amount === shares,
  );
