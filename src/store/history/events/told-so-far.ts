/**
 * How much clients were told of wallets: of the wallet's log (`ledger_input`), and of their own (`client_log`). For statements on what lies
 * with the clients: registrations and lanes. On one server such a statement looks it up by itself. Where wallets lie on several nodes it was
 * read before, and stands in the statement.
 */
import { isSpread } from '../../cluster/wallet-statements.ts';
import { queryRows } from '../../connection/sql.ts';

type Queryable = Parameters<typeof queryRows>[0];

/** Who is told of a wallet. */
export interface Told {
  readonly walletId: number;
  readonly clientId: number;
}

/** SQL of a figure, in a statement that has a row with `wallet_id` and `client_id`. */
export type FigureOf = (row: string) => string;

/** Its numbers are those behind the registration's `told_before`. */
const lookedUp: FigureOf = (row) =>
  `(coalesce((SELECT input.last_told FROM ledger_input input WHERE input.wallet_id = ${row}.wallet_id), 0)
    + coalesce((SELECT own.told FROM client_log own WHERE own.wallet_id = ${row}.wallet_id AND own.client_id = ${row}.client_id), 0))`;

const nameOf = ({ walletId, clientId }: Told): string => `${walletId}:${clientId}`;

/** Given figures as SQL; of others: NULL. */
export function figuresOf(known: readonly (Told & { readonly figure: bigint })[]): FigureOf {
  const members = known.map((told) => `"${nameOf(told)}":${told.figure}`);
  return (row) =>
    `('{${members.join()}}'::jsonb ->> concat_ws(':', ${row}.wallet_id, ${row}.client_id))::bigint`;
}

/**
 * How much clients were told of wallets up to now; 0: nothing.
 *
 * @param readers those that the statement may ask for; asked for only where it cannot look by itself
 */
export async function toldSoFar(
  client: Queryable,
  readers: () => Promise<readonly Told[]> | readonly Told[],
): Promise<FigureOf> {
  if (!isSpread(client)) return lookedUp;
  return figuresOf(await readTold(client, await readers()));
}

/** How much each of them was told: of all nodes at once. */
export async function readTold<Reader extends Told>(
  client: Queryable,
  readers: readonly Reader[],
): Promise<(Reader & { figure: bigint })[]> {
  if (readers.length === 0) return [];
  const walletIds = [...new Set(readers.map(({ walletId }) => walletId))];
  const told = new Map(
    await queryRows(
      client,
      'SELECT wallet_id, last_told FROM ledger_input WHERE wallet_id = ANY($1::int[])',
      [walletIds],
      (row) => [row.integer(), row.bigint()] as const,
    ),
  );
  const own = new Map(
    await queryRows(
      client,
      'SELECT wallet_id, client_id, told FROM client_log WHERE wallet_id = ANY($1::int[]) AND client_id = ANY($2::int[])',
      [walletIds, [...new Set(readers.map(({ clientId }) => clientId))]],
      (row) => [nameOf({ walletId: row.integer(), clientId: row.integer() }), row.bigint()] as const,
    ),
  );
  return readers.map((reader) => ({
    ...reader,
    figure: (told.get(reader.walletId) ?? 0n) + (own.get(nameOf(reader)) ?? 0n),
  }));
}
