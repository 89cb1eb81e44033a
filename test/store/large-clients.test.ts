/** What a client of 10,000 wallets, the usual limit, may do to many of them at once: in how many statements. */
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { countRegistrations, registerWallets } from '../../src/store/sync/registrations.ts';
import { unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { buildWorld } from '../support/builders.ts';
import { createGraphqlClient, type GraphqlClient } from '../support/graphql.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const all = Array.from({ length: 9_999 }, (_, index) => address(index + 1));
const other = address(50_000);
/** Statements of a connection that is opened in between: fewer than of the wallets. */
const connecting = 10;
const stranger = address(99_999);
const db = useTestDatabase();
let clientId: number;
let caller: Caller;
let graphql: GraphqlClient;

beforeAll(async () => {
  const world = await buildWorld(db.database);
  caller = await world.caller('large');
  clientId = (await ensureClient(db.database, 'large')).id;
  graphql = createGraphqlClient(world);
});

/** How many statements of any connection something takes, those of connections that are opened for it included. */
async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

const register = (addresses: readonly Address[]) => () =>
  registerWallets(db.database, { clientId, addresses, chains: [{ chainId: 1, fromBlock: 0 }] });
const unregister = (addresses: readonly Address[]) => () =>
  unregisterWallets(db.database, clientId, addresses);

test('registering and unregistering 9,999 wallets takes a statement per wallet nowhere', async () => {
  const ofOne = await statementsDuring(register([other]));
  expect(await statementsDuring(register(all))).toBeLessThan(ofOne + connecting);
  expect(await countRegistrations(db.database, clientId)).toBe(10_000);
  const gone = await statementsDuring(unregister([other]));
  expect(await unregisterWallets(db.database, clientId, [...all, stranger])).toEqual([stranger]);
  expect(await countRegistrations(db.database, clientId)).toBe(9_999);
  expect(await statementsDuring(unregister(all))).toBeLessThan(gone + connecting);
  expect(await countRegistrations(db.database, clientId)).toBe(0);
  // Each is told to the workers and the ledgers, once.
  const { rows } = await db.database.pool.query(
    'SELECT count(*)::int AS changes, count(DISTINCT wallet_id)::int AS wallets FROM ledger_change WHERE client_id = $1',
    [clientId],
  );
  expect(rows).toEqual([{ changes: 10_000, wallets: 10_000 }]);
});

test('the mutation takes a statement per wallet nowhere', async () => {
  const mutation = `mutation ($addresses: [Address!]!, $stillMine: Boolean) {
    unregisterWallets(input: { addresses: $addresses, stillMine: $stillMine }) { unregisteredWalletIds } }`;
  await register(all.slice(0, 200))();
  for (const stillMine of [true, false]) {
    const ask = (addresses: readonly Address[]) => () =>
      graphql.data(caller, mutation, { addresses, stillMine });
    const from = stillMine ? 0 : 100;
    const ofOne = await statementsDuring(ask(all.slice(from, from + 1)));
    expect(await statementsDuring(ask(all.slice(from + 1, from + 51)))).toBeLessThan(ofOne + connecting);
  }
});
