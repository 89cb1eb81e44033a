/** Ledgers as they stood at the end of a run: lines of text, kept in compressed pieces, written and read one at a time. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Database } from '../connection/database.ts';
import { queryRows, type ReadFrom } from '../connection/sql.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Characters in a piece before it is compressed: memory holds one piece. */
const pieceLength = 4_000_000;

/** Keeps lines, none of which may hold a line end, as the snapshot of a run. */
export async function writeLedgerSnapshot(
  database: Database,
  runId: bigint,
  lines: Iterable<string>,
): Promise<void> {
  let piece = 0;
  let text = '';
  const flush = async (): Promise<void> => {
    const data = await compress(text, { level: 1 });
    await database.pool.query('INSERT INTO ledger_snapshot (run_id, piece, data) VALUES ($1, $2, $3)', [
      ...[runId, piece, data],
    ]);
    piece += 1;
    text = '';
  };
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length >= pieceLength) await flush();
  }
  if (text !== '') await flush();
}

/** The lines of a run's snapshot; none when it has none. */
export async function* readLedgerSnapshot(from: ReadFrom, runId: bigint): AsyncGenerator<string> {
  for (let piece = 0; ; piece += 1) {
    const [data] = await queryRows(
      from.pool,
      `SELECT encode(data, 'base64') FROM ledger_snapshot WHERE run_id = $1 AND piece = $2`,
      [runId, piece],
      (row) => row.text(),
    );
    if (data === undefined) return;
    const text = (await expand(Buffer.from(data, 'base64'))).toString();
    for (const line of text.split('\n')) if (line !== '') yield line;
  }
}

/** Drops the snapshots of runs from which nobody will go on. */
export async function dropLedgerSnapshots(database: Database, runIds: readonly bigint[]): Promise<void> {
  if (runIds.length === 0) return;
  await database.transaction((client) =>
    client.query('DELETE FROM ledger_snapshot WHERE run_id = ANY($1::bigint[])', [runIds]),
  );
}
