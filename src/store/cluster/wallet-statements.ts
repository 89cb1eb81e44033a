/**
 * Statements on the rows of wallets, where these lie on several nodes (Citus). All rows of a wallet lie on one node: a statement that
 * names one wallet, wherever it names a table of wallets, is that node's own and may be any SQL. So several wallets are several
 * statements there. On one server one statement asks for all of them.
 */

/** Pools and connections of databases whose wallets lie on several nodes. */
const spread = new WeakSet<object>();

/** Says that the wallets of the database that a pool or a connection leads to lie on several nodes. */
export function markSpread(connection: object): void {
  spread.add(connection);
}

export const isSpread = (connection: object): boolean => spread.has(connection);

/** SQL that goes behind a condition and names the wallet that a table, or its alias, is asked for; '' on one server. */
export type OfWallet = (table: string) => string;

export const ofAny: OfWallet = () => '';
const ofOne =
  (walletId: number): OfWallet =>
  (table) =>
    ` AND ${table}.wallet_id = ${walletId}`;

/** For a statement that is of one wallet alone, whatever the database. */
export const ofWalletIn = (connection: object, walletId: number): OfWallet =>
  isSpread(connection) ? ofOne(walletId) : ofAny;

/**
 * Asks for things of wallets: at once on one server, else wallet by wallet, in the order in which they are named first. The rows of
 * different wallets then stand one behind the other, whatever order the statement gives them.
 */
export async function askByWallet<Item, Row>(
  connection: object,
  items: readonly Item[],
  walletIdOf: (item: Item) => number,
  ask: (items: readonly Item[], ofWallet: OfWallet) => Promise<readonly Row[]>,
): Promise<Row[]> {
  if (!isSpread(connection)) return [...(await ask(items, ofAny))];
  const answers: (readonly Row[])[] = [];
  for (const [walletId, own] of Map.groupBy(items, walletIdOf)) {
    if (!Number.isSafeInteger(walletId)) throw new RangeError(`${walletId} is no wallet's id`);
    answers.push(await ask(own, ofOne(walletId)));
  }
  return answers.flat();
}

/** The same of wallets by their ids alone. */
export const askEachWallet = <Row>(
  connection: object,
  walletIds: readonly number[],
  ask: (walletIds: readonly number[], ofWallet: OfWallet) => Promise<readonly Row[]>,
): Promise<Row[]> => askByWallet(connection, walletIds, (walletId) => walletId, ask);

/**
 * What follows FROM in an INSERT of given rows beside those of one wallet, where wallets lie on several nodes: the wallet's row of
 * `ledger_input`, as `anchor`, whose `wallet_id` is to be inserted. So the wallet's node does it by itself, counts what was inserted, and
 * commits before the coordinator does. The row has to be there (`anchorWallet`), or nothing is inserted.
 */
export const besideAnchor = (walletId: number, given: string): string =>
  `ledger_input anchor CROSS JOIN ${given} WHERE anchor.wallet_id = ${walletId}`;
