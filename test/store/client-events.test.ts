/**
 * The laws of a client's numbers: over the wallet's log and its own they are 1, 2, 3 …, in one order, the same whatever is asked and
 * whenever; another client's own events are nowhere in them; and what is pruned is missed by nobody who is not told so. Compared with a
 * list that is kept beside. In full with CHAOS=full.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { withTransaction } from '../../src/store/connection/sql.ts';
import { appendClientEvents } from '../../src/store/history/events/client-events.ts';
import { pruneClientEvents, pruneEvents } from '../../src/store/history/events/event-pruning.ts';
import { type ToldEvent, toldAfter } from '../../src/store/history/events/told-events.ts';
import { appendEvents, holdLogs } from '../../src/store/history/events/wallet-events.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { keepAsOwn, unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import { statementsOf } from '../support/builders.ts';
import { address, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
const chainId = 1;
let next = 0;

/** What happens: to the wallet, told to all, or to one client; so many rows of it. */
type Happening = { to: 'all' | 'alice' | 'bob'; rows: number };
const happenings = fc.array(
  fc.record({
    to: fc.constantFrom('all', 'alice', 'bob'),
    rows: fc.integer({ min: 1, max: 3 }),
  }) satisfies fc.Arbitrary<Happening>,
  { maxLength: 14 },
);

/** A position that says which happening it is of, and which row of that. */
const positionOf = (place: number, row: number): string =>
  transferRecord({ blockNumber: 1_000 + place, index: row }).position;

async function clientOf(name: string): Promise<number> {
  return (await ensureClient(db.database, name)).id;
}

async function registered(clientId: number, number: number): Promise<number> {
  const chains = [{ chainId, fromBlock: 0 }];
  const [row] = await registerWallets(db.database, { clientId, addresses: [address(number)], chains });
  return row?.walletId ?? 0;
}

async function happen(walletId: number, { to, rows }: Happening, place: number): Promise<void> {
  const positions = Array.from({ length: rows }, (_, row) => positionOf(place, row));
  const named = positions.map((position) => ({ position, hash: `0x${place}` }));
  await withTransaction(db.database.pool, async (client) => {
    if (to === 'all')
      return appendEvents(client, walletId, [{ kind: 'transfer.retracted', chainId, rows: named }]);
    const hashes = new Map(named.map(({ position, hash }) => [position, hash]));
    const events = [{ kind: 'transfer.updated', chainId, rows: { positions }, fields: ['LABEL'] } as const];
    const ends = await holdLogs(client, [walletId]);
    return appendClientEvents(client, { clientId: await clientOf(to), ends }, [{ walletId, hashes, events }]);
  });
}

/** As text, what a client is told of a happening. */
const linesOf = ({ to, rows }: Happening, place: number): string[] =>
  Array.from({ length: rows }, (_, row) => `${to === 'all' ? 'all' : 'own'} ${positionOf(place, row)}`);
const lineOf = (event: ToldEvent): string =>
  event.type === 'transfer.retracted'
    ? `all ${event.row.position}`
    : `own ${'row' in event ? event.row.position : event.type}`;

const read = (clientId: number, walletId: number, after: number | null, limit: number) =>
  toldAfter(
    db.database,
    { clientId, after: new Map([[walletId, after === null ? null : BigInt(after)]]) },
    { limit },
  );

test('two clients, of whom one comes later: each has its own numbers without a gap, in pages of any size', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, happenings, fc.nat(), async (before, behind, cut) => {
      next += 1;
      const [alice, bob] = [await clientOf('alice'), await clientOf('bob')];
      const walletId = await registered(alice, next);
      await appendEvents(db.database.pool, walletId, [{ kind: 'wallet.loaded', chainId }]);
      const early = before.map((one): Happening => (one.to === 'bob' ? { ...one, to: 'all' } : one));
      for (const [place, one] of early.entries()) await happen(walletId, one, place);
      await registered(bob, next);
      for (const [place, one] of behind.entries()) await happen(walletId, one, early.length + place);
      const all = [...early, ...behind];
      const told = (name: string, from: number): string[] =>
        all.flatMap((one, place) =>
          place >= from && (one.to === 'all' || one.to === name) ? linesOf(one, place) : [],
        );
      const expected = new Map([
        [alice, ['own wallet.loaded', ...told('alice', 0)]],
        [bob, told('bob', early.length)],
      ]);
      for (const [clientId, lines] of expected) {
        for (const after of [...lines.keys(), lines.length]) {
          const { events, logs, isEnd } = await read(clientId, walletId, after, 2);
          expect(events.map(({ sequence }) => Number(sequence))).toEqual(
            [1, 2].map((step) => after + step).filter((number) => number <= lines.length),
          );
          expect(events.map(lineOf)).toEqual(lines.slice(after, after + 2));
          expect(isEnd).toBe(after + 2 >= lines.length);
          expect(logs.get(walletId)).toMatchObject({ last: BigInt(lines.length), keptAfter: 0n });
        }
      }
      await pruneBefore(walletId, cut % (all.length + 1));
      // The last event of the wallet's log stays, however old it is.
      const last = all.findLastIndex(({ to }) => to === 'all');
      const gone = all.filter((_, place) => place < cut % (all.length + 1) && place !== last);
      for (const [clientId, lines] of expected) {
        const { events, logs } = await read(clientId, walletId, null, 500);
        const keptAfter = Number(logs.get(walletId)?.keptAfter);
        expect(events.map(lineOf)).toEqual(lines.slice(keptAfter));
        expect(events.map(({ sequence }) => Number(sequence))).toEqual(
          [...lines.keys()].slice(keptAfter).map((index) => index + 1),
        );
        const goneLines = new Set(gone.flatMap((one) => linesOf(one, all.indexOf(one))));
        const isLoadedGone = cut % (all.length + 1) > 0 && last !== -1;
        const lastGone = lines.findLastIndex(
          (line) => goneLines.has(line) || (isLoadedGone && line === 'own wallet.loaded'),
        );
        expect(keptAfter).toBe(lastGone + 1);
      }
    }),
    { numRuns: process.env.CHAOS === 'full' ? 400 : 12 },
  );
});

/** Events of the happenings before one become a month old, and go. */
async function pruneBefore(walletId: number, place: number): Promise<void> {
  if (place === 0) return;
  const first = positionOf(place, 0);
  for (const table of ['wallet_event', 'client_event'])
    await db.database.pool.query(
      `UPDATE ${table} SET at = at - interval '40 days' WHERE wallet_id = $1 AND coalesce(positions[1], '') < $2`,
      [walletId, first],
    );
  const olderThan = new Date(Date.now() - 30 * 86_400_000);
  await pruneEvents(db.database, olderThan);
  await pruneClientEvents(db.database, olderThan);
}

test('a wallet that is registered anew, or shown again, has a new log behind what was told before', async () => {
  next += 1;
  const alice = await clientOf('alice');
  const walletId = await registered(alice, next);
  await appendEvents(db.database.pool, walletId, [{ kind: 'wallet.loaded', chainId }]);
  await happen(walletId, { to: 'alice', rows: 2 }, 0);
  const last = async () => (await read(alice, walletId, null, 500)).logs.get(walletId)?.last;
  expect(await last()).toBe(3n);
  // Kept as the client's own: nobody reads it, and its log begins anew behind what was told.
  await keepAsOwn(db.database, alice, [address(next)]);
  await registered(alice, next);
  expect(await last()).toBe(0n);
  await happen(walletId, { to: 'alice', rows: 1 }, 1);
  expect((await read(alice, walletId, 0, 500)).events.map(lineOf)).toEqual([`own ${positionOf(1, 0)}`]);
  await unregisterWallets(db.database, alice, [address(next)]);
  await registered(alice, next);
  await happen(walletId, { to: 'all', rows: 1 }, 2);
  await happen(walletId, { to: 'alice', rows: 1 }, 3);
  expect((await read(alice, walletId, 0, 500)).events.map(lineOf)).toEqual([
    `all ${positionOf(2, 0)}`,
    `own ${positionOf(3, 0)}`,
  ]);
});

test('whoever asks and finds nothing has asked one statement, for all wallets', async () => {
  const alice = await clientOf('alice');
  const wallets = [await registered(alice, 0x901), await registered(alice, 0x902)];
  await happen(wallets[0] ?? 0, { to: 'alice', rows: 1 }, 0);
  const after = new Map(wallets.map((walletId) => [walletId, null]));
  const statements = await statementsOf(() =>
    toldAfter(db.database, { clientId: alice, after }, { limit: 10 }),
  );
  expect(statements).toHaveLength(1);
});

test('writers of the wallet and of two clients at once: no number is seen before those below it', async () => {
  next += 1;
  const [alice, bob] = [await clientOf('alice'), await clientOf('bob')];
  const walletId = await registered(alice, next);
  await registered(bob, next);
  await appendEvents(db.database.pool, walletId, [{ kind: 'wallet.loaded', chainId }]);
  const count = process.env.CHAOS === 'full' ? 200 : 25;
  const write = async (to: Happening['to'], from: number): Promise<void> => {
    for (let place = from; place < from + count; place += 1)
      await happen(walletId, { to, rows: 1 + (place % 2) }, place);
  };
  const seen = new Map<number, string[]>([
    [alice, []],
    [bob, []],
  ]);
  const take = async (): Promise<void> => {
    for (const [clientId, lines] of seen) {
      const { events } = await read(clientId, walletId, lines.length, 7);
      // Whatever is seen stays where it was: it is read on from there.
      expect(events.map(({ sequence }) => Number(sequence))).toEqual(
        events.map((_, index) => lines.length + index + 1),
      );
      lines.push(...events.map(lineOf));
    }
  };
  let isDone = false;
  const writing = Promise.all([
    write('all', 0),
    write('alice', 1_000),
    write('bob', 2_000),
    write('alice', 3_000),
  ]).finally(() => {
    isDone = true;
  });
  while (!isDone) await take();
  await writing;
  for (let before = -1; before !== seen.get(alice)?.length; ) {
    before = seen.get(alice)?.length ?? 0;
    await take();
  }
  // Each happening has 1 or 2 rows in turn, from 1 on at even places.
  const rowsOf = (from: number): number =>
    Array.from({ length: count }, (_, index) => 1 + ((from + index) % 2)).reduce((sum, one) => sum + one, 0);
  expect(new Set(seen.get(alice)).size).toBe(1 + rowsOf(0) + rowsOf(1_000) + rowsOf(3_000));
  expect(seen.get(alice)).toHaveLength(1 + rowsOf(0) + rowsOf(1_000) + rowsOf(3_000));
  for (const [clientId, lines] of seen) {
    const { events } = await read(clientId, walletId, 0, 500);
    expect(lines.slice(0, 500)).toEqual(events.map(lineOf));
  }
});
