/** Bytes of rows with their indexes, table by table. */
import pg from 'pg';
import { startBenchDatabase } from '../data/prepare.ts';
import { type BenchmarkOptions, grouped, printTable } from '../report.ts';

/** Of the data set that is measured: one wallet of so many transfers, and a hundred of a hundredth of it. */
const transfersOfLarge = 20_000;

/** Bytes on disk of every table of the service, indexes and long values included. */
export async function relationSizes(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ table: string; bytes: number }>(
    `SELECT relname AS "table", pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}

/** Bytes per row and per transfer of a filled database whose ledgers are booked for some of its wallets. */
export async function printBytesPerTransfer({ size }: Pick<BenchmarkOptions, 'size'>): Promise<void> {
  const database = await startBenchDatabase(size === 0 ? transfersOfLarge : Math.min(size, transfersOfLarge));
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    await client.query('VACUUM (FULL, ANALYZE)');
    const rows = await countRows(client);
    const sizes = await relationSizes(client);
    const transfers = rows.get('transfer') ?? 0;
    const booked = await bookedTransfers(client);
    process.stdout.write(
      `\n${grouped(transfers)} transfers, ${grouped(booked)} of them booked (four methods, five currencies):\n\n`,
    );
    const lines = [...sizes]
      .filter(([table, bytes]) => (rows.get(table) ?? 0) >= 100 && bytes / transfers >= 0.5)
      .sort((left, right) => right[1] - left[1])
      .map(([table, bytes]) => {
        const of =
          table.startsWith('ledger_') && table !== 'ledger_input' && table !== 'ledger_change'
            ? booked
            : transfers;
        const count = rows.get(table) ?? 0;
        return [table, grouped(count), (bytes / count).toFixed(0), (bytes / of).toFixed(0)];
      });
    printTable([
      ['table', 'rows', 'bytes per row', 'bytes per transfer (of ledgers: per booked one)'],
      ...lines,
    ]);
  } finally {
    await client.end();
    await database.stop();
  }
}

async function countRows(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ table: string; count: number }>(
    `SELECT relname AS "table", reltuples::float8 AS count FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ table, count }) => [table, count]));
}

/** Of wallets that a ledger stands for. */
async function bookedTransfers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::float8 AS count FROM transfer
     WHERE wallet_id IN (SELECT wallet_id FROM ledger_wallet WHERE cardinality(run_ids) > 0)`,
  );
  return rows[0]?.count ?? 0;
}
