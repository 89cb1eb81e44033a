/** Transactions of one client's wallets by what others call them: a hash, or a bridge's name for a crossing. */
import type { Address, Hash, TransactionKind } from '../../domain/model.ts';
import { isSpread } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, type RowReader } from '../connection/sql.ts';
import {
  readTransaction,
  type TransactionRow,
  transactionColumns,
} from '../history/columns/transaction-columns.ts';

/** The wallets that a client registered: all, or those among some addresses. */
export interface WalletChoice {
  clientId: number;
  addresses?: readonly Address[] | undefined;
}

export interface OwnTransaction {
  row: TransactionRow;
  address: Address;
}

const columns = transactionColumns.map((column) => `transaction.${column}`).join(', ');
const readOwn = (reader: RowReader): OwnTransaction => ({
  address: hexOf(reader.text()),
  row: readTransaction(reader),
});

/**
 * The client's transaction with this hash: of the wallets that it registered, or of some of them, the one that was registered first;
 * null when none has it. Each wallet and chain is a look-up in the unique index.
 */
export async function findTransactionByHash(
  database: Database,
  request: WalletChoice & { hash: Hash; chainIds: readonly number[] },
): Promise<OwnTransaction | null> {
  if (isSpread(database.pool)) return findApartByHash(database, request);
  const { clientId, hash, chainIds, addresses } = request;
  const [found] = await queryRows(
    database.pool,
    `SELECT wallet.address, ${columns} FROM registration JOIN wallet ON wallet.id = registration.wallet_id
     CROSS JOIN unnest($3::int[]) chain (id)
     JOIN transaction ON transaction.wallet_id = registration.wallet_id AND transaction.chain_id = chain.id
       AND transaction.hash = $2
     WHERE registration.client_id = $1 AND NOT registration.is_own_only AND ($4::text[] IS NULL OR wallet.address = ANY($4))
     ORDER BY registration.id, chain.id LIMIT 1`,
    [clientId, hash, chainIds, addresses ?? null],
    readOwn,
  );
  return found ?? null;
}

/** The same where registrations lie on another node than histories. */
async function findApartByHash(
  database: Database,
  request: Parameters<typeof findTransactionByHash>[1],
): Promise<OwnTransaction | null> {
  const { hash, chainIds } = request;
  const addresses = await registeredAddresses(database, request);
  const rows = await queryRows(
    database.pool,
    `SELECT ${columns} FROM transaction WHERE wallet_id = ANY($1::int[]) AND chain_id = ANY($2::int[]) AND hash = $3
     ORDER BY chain_id`,
    [[...addresses.keys()], chainIds, hash],
    readTransaction,
  );
  for (const [walletId, address] of addresses) {
    const row = rows.find((found) => found.walletId === walletId);
    if (row !== undefined) return { row, address };
  }
  return null;
}

/** One end of a crossing, of which the other is wanted: what its bridge calls it, and whether it left or arrived. */
export interface CrossingEnd {
  message: string;
  kind: TransactionKind;
}

/** Of each end the first other one, by (position, wallet), among those that `ofWallets` leaves; it names `transaction.wallet_id`. */
const otherEndsOf = (selected: string, ofWallets: string): string =>
  `SELECT DISTINCT ON (ends.message, ends.kind) ${selected}
   FROM unnest($1::text[], $2::transaction_kind[]) ends (message, kind)
   JOIN transaction ON transaction.bridge_message = ends.message AND transaction.bridge_message IS NOT NULL
     AND transaction.kind <> ends.kind
   ${ofWallets}
   ORDER BY ends.message, ends.kind, transaction.position, transaction.wallet_id`;

/**
 * The other end of each that is in the client's wallets, at most one: of several the first by (position, wallet), since whoever pays an
 * arrival in a stranger's contract may have called it by any name.
 */
export async function findOtherEnds(
  database: Database,
  choice: WalletChoice,
  ends: readonly CrossingEnd[],
): Promise<OwnTransaction[]> {
  if (ends.length === 0) return [];
  const [messages, kinds] = [ends.map(({ message }) => message), ends.map(({ kind }) => kind)];
  if (isSpread(database.pool)) return findEndsApart(database, choice, { messages, kinds });
  return queryRows(
    database.pool,
    otherEndsOf(
      `wallet.address, ${columns}`,
      `JOIN registration ON registration.wallet_id = transaction.wallet_id AND registration.client_id = $3
         AND NOT registration.is_own_only
       JOIN wallet ON wallet.id = transaction.wallet_id AND ($4::text[] IS NULL OR wallet.address = ANY($4))`,
    ),
    [messages, kinds, choice.clientId, choice.addresses ?? null],
    readOwn,
  );
}

/** The same where registrations lie on another node than histories. */
async function findEndsApart(
  database: Database,
  choice: WalletChoice,
  { messages, kinds }: { messages: readonly string[]; kinds: readonly TransactionKind[] },
): Promise<OwnTransaction[]> {
  const addresses = await registeredAddresses(database, choice);
  const rows = await queryRows(
    database.pool,
    otherEndsOf(columns, 'WHERE transaction.wallet_id = ANY($3::int[])'),
    [messages, kinds, [...addresses.keys()]],
    readTransaction,
  );
  return rows.flatMap((row) => {
    const address = addresses.get(row.walletId);
    return address === undefined ? [] : [{ row, address }];
  });
}

/** Of the chosen wallets, by their numbers, in the order of their registration. */
async function registeredAddresses(
  database: Database,
  { clientId, addresses }: WalletChoice,
): Promise<ReadonlyMap<number, Address>> {
  const wallets = await queryRows(
    database.pool,
    `SELECT wallet.id, wallet.address FROM registration JOIN wallet ON wallet.id = registration.wallet_id
     WHERE registration.client_id = $1 AND NOT registration.is_own_only AND ($2::text[] IS NULL OR wallet.address = ANY($2))
     ORDER BY registration.id`,
    [clientId, addresses ?? null],
    (row) => [row.integer(), hexOf(row.text())] as const,
  );
  return new Map(wallets);
}
