/**
 * A reader beside a writer: whatever says that there is something new is never seen without it. 100,000 looks with CITUS_SNAPSHOTS=100000
 * (as `npm run test:citus` asks for), fewer by default. Each shape of a commit takes its turn: rows that come, that are rolled back and
 * replayed, that are replaced, and a history that is begun anew.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/store/connection/database.ts';
import { queryRows } from '../../src/store/connection/sql.ts';
import { commitStep } from '../../src/store/sync/commit.ts';
import { leaseSync, resetSync } from '../../src/store/sync/leases.ts';
import { registerTestWallet, stepOf } from '../support/loaded-wallet.ts';
import { hash, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const looks = Number(process.env.CITUS_SNAPSHOTS ?? 4_000);
const readers = 4;

const db = useTestDatabase();

/** Every row of the wallet carries the number of its commit as its amount, and so does the block on the coordinator. */
interface Rows {
  rows: number;
  /** The least number of a row; 0: there is none. */
  least: bigint;
}

const countOfRows = 'SELECT count(*), coalesce(min(amount), 0) FROM transfer WHERE wallet_id = $1';

/** First what says that there is something new, then the rows: by statements of their own, as an anchor and its page are. */
async function lookTwice(
  database: Database,
  walletId: number,
): Promise<Rows & { synced: bigint; version: bigint }> {
  const [synced] = await queryRows(
    database.pool,
    'SELECT coalesce(synced_block - 100, 0) FROM sync WHERE wallet_id = $1',
    [walletId],
    (row) => row.bigint(),
  );
  const [version] = await queryRows(
    database.pool,
    'SELECT version FROM ledger_input WHERE wallet_id = $1',
    [walletId],
    (row) => row.bigint(),
  );
  const [stored] = await queryRows(database.pool, countOfRows, [walletId], (row) => ({
    ...{ rows: row.integer(), least: row.bigint() },
  }));
  return { synced: synced ?? 0n, version: version ?? 0n, ...(stored ?? { rows: 0, least: 0n }) };
}

/** All of one moment: one statement of the wallet's node. */
interface Whole extends Rows {
  version: bigint;
  arrival: bigint | null;
  change: bigint | null;
  event: bigint | null;
  lastEvent: bigint;
  counted: number;
}

async function lookOnce(database: Database, walletId: number): Promise<Whole | undefined> {
  const [whole] = await queryRows(
    database.pool,
    `SELECT version, (SELECT max(version) FROM transfer_arrival WHERE wallet_id = $1),
       (SELECT max(version) FROM ledger_change WHERE wallet_id = $1), (SELECT max(sequence) FROM wallet_event WHERE wallet_id = $1),
       last_event, (SELECT count(*) FROM transfer WHERE wallet_id = $1), (SELECT coalesce(min(amount), 0) FROM transfer WHERE wallet_id = $1),
       (SELECT coalesce(sum(transfer_count), 0) FROM counter WHERE wallet_id = $1)
     FROM ledger_input WHERE wallet_id = $1`,
    [walletId],
    (row) => ({
      ...{ version: row.bigint(), arrival: row.bigintOrNull(), change: row.bigintOrNull() },
      ...{ event: row.bigintOrNull(), lastEvent: row.bigint() },
      ...{ rows: row.integer(), least: row.bigint(), counted: row.integer() },
    }),
  );
  return whole;
}

/** What is wrong with it; `numberOf`: by version, the number of the commit, 0 where there are no rows. */
function faultOf(whole: Whole, numberOf: ReadonlyMap<bigint, bigint>): string | null {
  const { version, arrival, change, event, lastEvent, rows, least, counted } = whole;
  if (arrival !== version || change !== version) return 'a version without its arrival or its change';
  if (event !== lastEvent) return 'a number without its event';
  if (rows !== counted) return 'counters beside other rows';
  const number = numberOf.get(version);
  if (number !== undefined && (least !== number || rows !== (number === 0n ? 0 : 3)))
    return 'a version with other rows';
  return null;
}

/** Rows of three blocks. */
function rowsOf(walletId: number, number: number) {
  const places = [10, 11, 12].map((blockNumber) => ({ walletId, blockNumber, hash: hash(blockNumber) }));
  return {
    transactions: places.map((at) => transactionRecord(at)),
    transfers: places.map((at) => transferRecord(at, { amount: BigInt(number) })),
  };
}

/** Commits until it is told to end: by version, the number that was stored. */
async function write(database: Database, walletId: number, isOver: () => boolean) {
  const numberOf = new Map<bigint, bigint>();
  const shapes = { replaced: 0, 'rolled back': 0, 'begun anew': 0 };
  const note = async (number: number): Promise<void> => {
    const { version } = await lookTwice(database, walletId);
    numberOf.set(version, BigInt(number));
  };
  for (let number = 1; !isOver(); number += 1) {
    const shape = number % 11 === 0 ? 'begun anew' : number % 2 === 0 ? 'rolled back' : 'replaced';
    if (shape === 'begun anew') {
      await resetSync(database, walletId);
      await note(0);
    }
    await database.pool.query('UPDATE sync SET next_run_at = now() WHERE wallet_id = $1', [walletId]);
    const lease = await leaseSync(database, { owner: 'writer', leaseMs: 60_000, chainIds: [1] });
    if (lease === null) throw new Error('nothing to lease');
    const step = { ...rowsOf(walletId, number), ...(shape === 'rolled back' ? { rollbackTo: 5 } : {}) };
    await commitStep(database, lease, stepOf(step, { syncedBlock: 100 + number, release: true }));
    await note(number);
    shapes[shape] += 1;
  }
  return { numberOf, shapes };
}

test('no look sees a version without its rows, whatever the shape of the commit', async () => {
  const { database } = db;
  const walletId = await registerTestWallet(database, 1);
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const writing = write(database, walletId, () => isOver);
  const wholes: Whole[] = [];
  const wrong: string[] = [];
  let seen = 0;
  const read = async (): Promise<void> => {
    while (seen < looks && !isOver) {
      seen += 1;
      if (seen % 2 === 0) {
        const whole = await lookOnce(database, walletId);
        if (whole !== undefined) wholes.push(whole);
      } else {
        const { synced, version, rows, least } = await lookTwice(database, walletId);
        // Rows may be newer than what was read before them, never older. They are gone where it begins anew.
        const isBehind = rows > 0 && (least < synced || rows !== 3);
        if (isBehind) wrong.push(`${synced} at version ${version}: ${rows} rows from ${least} on`);
      }
    }
  };
  await Promise.race([writing, Promise.all(Array.from({ length: readers }, read))]);
  isOver = true;
  const { numberOf, shapes } = await writing;
  for (const whole of wholes) {
    const fault = faultOf(whole, numberOf);
    if (fault !== null) wrong.push(`${fault}: version ${whole.version}, rows from ${whole.least} on`);
  }
  console.info(`snapshots: ${seen} looks, ${wrong.length} wrong; commits ${JSON.stringify(shapes)}`);
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(seen).toBe(looks);
  for (const count of Object.values(shapes)) expect(count).toBeGreaterThan(0);
}, 1_800_000);
