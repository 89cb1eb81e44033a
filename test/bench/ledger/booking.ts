/**
 * A ledger from end to end: a wallet's rows are read, booked by four methods in five currencies, and written. How many movements
 * a second, in time and in CPU time of the process and of PostgreSQL, and how many bytes of each table that leaves.
 */
import { currencyTokens } from '../../../src/domain/money/currencies.ts';
import { type LedgerGroup, runLedgerOf } from '../../../src/ingest/accounting/run-ledger.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { findWallet } from '../../../src/store/sync/registrations.ts';
import { postgresCpu } from '../cpu-times.ts';
import { benchClient, fillDatabase } from '../data/fill.ts';
import { layoutOf } from '../data/layout.ts';
import { startEmptyDatabase } from '../data/prepare.ts';
import { grouped, medianOf, printTable } from '../report.ts';

const ledgerTables = [
  ...['ledger_disposal', 'ledger_total', 'ledger_lot', 'ledger_balance', 'ledger_issue', 'ledger_cleared'],
  ...['ledger_run', 'ledger_snapshot', 'ledger_wallet', 'ledger_year'],
];
const bar = 20_000;

interface Round {
  readonly movements: number;
  readonly seconds: number;
  readonly nodeCpu: number;
  readonly postgresCpu: number;
}

export async function measureBooking(size: number, rounds: number): Promise<void> {
  const { url, stop } = await startEmptyDatabase('ledger');
  const database = await openDatabase({ url, statementTimeoutMs: 0 });
  try {
    const layout = { ...layoutOf(size), smallWallets: [] };
    await fillDatabase(database, layout, () => {});
    const { id: clientId } = await ensureClient(database, benchClient);
    const wallet = await findWallet(database, layout.largeWallet);
    if (wallet === null) throw new Error('the wallet is not stored');
    const group = { clientId, wallets: [{ walletId: wallet.id, address: layout.largeWallet }] };
    await measureRounds(database, group, await postgresCpu(url), { size, rounds });
    await printBytes(database, size);
  } finally {
    await database.close();
    await stop();
  }
}

/** The first round is not counted: code is compiled while it runs. */
async function measureRounds(
  database: Database,
  group: LedgerGroup,
  serverCpu: () => Promise<number>,
  { size, rounds }: { size: number; rounds: number },
): Promise<void> {
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await database.pool.query(`TRUNCATE ${ledgerTables.join(', ')}`);
    const next = await bookOnce(database, group, serverCpu);
    if (round > 0) measured.push(next);
  }
  printRounds(size, measured);
}

async function bookOnce(
  database: Database,
  group: LedgerGroup,
  serverCpu: () => Promise<number>,
): Promise<Round> {
  const postgresBefore = await serverCpu();
  const nodeBefore = process.cpuUsage();
  const startedAt = performance.now();
  const { movements } = await runLedgerOf(database, group, { currencyTokens });
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(nodeBefore);
  return {
    ...{ movements, seconds },
    nodeCpu: (user + system) / 1e6,
    postgresCpu: (await serverCpu()) - postgresBefore,
  };
}

function printRounds(size: number, rounds: readonly Round[]): void {
  const movements = rounds[0]?.movements ?? 0;
  const line = (name: string, secondsOf: (round: Round) => number): string[] => {
    const seconds = medianOf(rounds.map(secondsOf));
    return [name, seconds.toFixed(2), grouped(movements / seconds)];
  };
  process.stdout.write(
    `\nFrom rows to a ledger: ${grouped(size)} transfers, ${grouped(movements)} movements, four methods, five currencies\n\n`,
  );
  const wall = line('time', ({ seconds }) => seconds);
  const rate = movements / medianOf(rounds.map(({ seconds }) => seconds));
  printTable([
    ['', 'seconds', 'movements/s', 'bar'],
    [...wall, `${grouped(bar)} ${rate >= bar ? 'met' : 'NOT MET'}`],
    [...line('CPU time of the process', ({ nodeCpu }) => nodeCpu), ''],
    [...line('CPU time of PostgreSQL', (round) => round.postgresCpu), ''],
  ]);
}

async function printBytes(database: Database, size: number): Promise<void> {
  const table = [['', 'rows per transfer', 'bytes per row', 'with indexes', 'bytes per transfer']];
  let sum = 0;
  for (const name of [...ledgerTables, 'transfer', 'transaction']) {
    const { rows } = await database.pool.query<{ rows: string; heap: string; total: string }>(
      `SELECT (SELECT count(*) FROM ${name}) AS rows, pg_table_size('${name}') AS heap, pg_total_relation_size('${name}') AS total`,
    );
    const [count, heap, total] = [rows[0]?.rows, rows[0]?.heap, rows[0]?.total].map(Number);
    if (count === undefined || heap === undefined || total === undefined || count === 0) continue;
    if (ledgerTables.includes(name)) sum += total;
    const perRow = (bytes: number): string => grouped(bytes / count);
    table.push([name, (count / size).toFixed(3), perRow(heap), perRow(total), grouped(total / size)]);
  }
  process.stdout.write('\nBytes that a ledger which was booked once takes\n\n');
  table.push(['all of the ledger', '', '', '', grouped(sum / size)]);
  printTable(table);
}
