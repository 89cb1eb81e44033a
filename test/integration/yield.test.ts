/**
 * A token whose balances grow without a log, through the service on a real node: what it brings is income, day by day, and what is
 * sold of it has a cost. The token stands for what a chain's configuration lists.
 */
import { encodeFunctionData, parseAbi, parseUnits } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actions, createActions } from '../../demo/calls/actions.ts';
import { formatUnits } from '../../src/domain/money/money.ts';
import { type Database, openDatabase } from '../../src/store/connection/database.ts';
import { requestReconciliation } from '../../src/store/sync/reconciliation-requests.ts';
import { findWallet } from '../../src/store/sync/registrations.ts';
import { waitForRow } from '../pricing/priced-world.ts';
import { countsOf, recompute } from '../support/recompute.ts';
import { startTestService, type TestService, testKey } from '../support/service.ts';
import { createTestWorld, type TestWorld } from '../support/world.ts';

const day = 86_400;
const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
]);

let testWorld: TestWorld;
let service: TestService;
let actions: Actions;
let database: Database;

beforeAll(async () => {
  testWorld = await createTestWorld({ transactions: 600 });
  actions = createActions(testWorld.world);
  service = await startTestService([{ ...testWorld.chain, rebasingTokens: [token()] }]);
  database = await openDatabase({ url: service.databaseUrl, maximumConnections: 2 });
});

afterAll(async () => {
  await database?.close();
  await service?.stop();
  await testWorld?.anvil.stop();
});

const token = () => testWorld.world.tokens.rebasing.address;
const holder = () => testWorld.world.accounts.dave;

interface Row {
  amount: string;
  taxTreatment: string | null;
  timestamp: string;
  transaction: { kind: string; kindReason: string };
}

const onChain = (): Promise<bigint> => actions.chain.read(token(), abi, 'balanceOf', [holder()]);

/** The transfers of the token, oldest first. */
async function history(): Promise<Row[]> {
  const { transfers } = await service.api.query<{ transfers: { nodes: Row[] } }>(
    `query ($wallets: [Address!]!, $tokens: [ID!]!) {
       transfers(wallets: $wallets, filter: { tokens: $tokens }, order: ASC, pageSize: 500) {
         nodes { amount taxTreatment timestamp transaction { kind kindReason } } } }`,
    { wallets: [holder()], tokens: [token()] },
  );
  return transfers.nodes;
}
const yields = async (): Promise<Row[]> =>
  (await history()).filter(({ transaction }) => transaction.kind === 'YIELD');
const byDay = async (): Promise<[string, string][]> =>
  (await yields()).map(({ timestamp, amount }) => [timestamp.slice(0, 10), amount]);

interface Balance {
  balance: string;
  reconciliation: { onChainBalance: string; difference: string; blockNumber: number } | null;
  lots: { nodes: { remaining: string; acquiredBy: { transaction: { kind: string } } | null }[] };
}

async function balance(): Promise<Balance | undefined> {
  const { tokenBalances } = await service.api.query<{
    tokenBalances: { nodes: (Balance & { rawToken: { address: string } })[] };
  }>(
    `query ($wallets: [Address!]!, $tokens: [ID!]!) { tokenBalances(wallets: $wallets, filter: { tokens: $tokens }, pageSize: 5) { nodes {
       balance rawToken { address } reconciliation { onChainBalance difference blockNumber }
       lots(first: 20) { nodes { remaining acquiredBy { transaction { kind } } } } } } }`,
    { wallets: [holder()], tokens: [token()] },
  );
  return tokenBalances.nodes.find(({ rawToken }) => rawToken.address === token().toLowerCase());
}

/** What a client sees after a comparison at the head that was asked for. */
async function compareNow(): Promise<void> {
  const row = await findWallet(database, `0x${holder().slice(2).toLowerCase()}`);
  if (row === null) throw new Error('not registered');
  const block = Number((await actions.chain.latestBlock()).number);
  await service.api.waitForBlock(block);
  await requestReconciliation(database, [row.id]);
  await expect
    .poll(async () => (await balance())?.reconciliation?.blockNumber ?? -1, { timeout: 240_000 })
    .toBeGreaterThanOrEqual(block);
}

/** The balance that is booked, as soon as the ledger has followed. */
const waitForBalance = (amount: string) =>
  expect.poll(async () => (await balance())?.balance, { timeout: 240_000 }).toBe(amount);

const isoDay = (number: number): string => new Date(number * day * 1000).toISOString().slice(0, 10);

test('growth is income at the end of its day, and before something leaves; the balance is the chain’s', async () => {
  const { chain, calls } = actions;
  const first = Math.floor((await chain.latestBlock()).timestamp / day) + 2;
  const at = (number: number, hour: number): number => (first + number) * day + hour * 3600;
  const rebase = (index: bigint, time: number) => chain.send(calls.rebase(index), time);
  const units = (text: string): bigint => parseUnits(text, 18);

  await rebase(1000n, at(0, 1));
  expect(await onChain()).toBe(0n);
  const mint = encodeFunctionData({ abi, functionName: 'mint', args: [holder(), units('100')] });
  const { deployer } = testWorld.world.accounts;
  await chain.send({ from: deployer, to: token(), data: mint }, at(0, 12));
  await rebase(1010n, at(1, 12));
  await rebase(1020n, at(2, 12));
  await rebase(1030n, at(4, 10));
  const give = encodeFunctionData({
    ...{ abi, functionName: 'transfer', args: [testWorld.world.accounts.erin, units('51.5')] },
  });
  await chain.send({ from: holder(), to: token(), data: give }, at(4, 12));
  await rebase(1050n, at(4, 18));
  await rebase(1060n, at(5, 9));
  // 100 shares; 51.5 of 103 are 50 of them: 50 shares are left, 52.5 at the day's end, 53 now.
  expect(await onChain()).toBe(units('53'));

  await service.api.load([holder()]);
  await compareNow();
  // No day's end is final yet: one sum before what left, one up to now.
  expect(await byDay()).toEqual([
    [isoDay(first + 4), '3'],
    [isoDay(first + 5), '1.5'],
  ]);
  await waitForBalance('53');

  await actions.mine(20);
  await compareNow();
  expect(await byDay()).toEqual([
    [isoDay(first + 1), '1'],
    [isoDay(first + 2), '1'],
    [isoDay(first + 4), '1'],
    [isoDay(first + 4), '1'],
    [isoDay(first + 5), '0.5'],
  ]);
  const rows = await history();
  expect(rows.map(({ amount }) => amount)).toEqual(['100', '1', '1', '1', '-51.5', '1', '0.5']);
  for (const { taxTreatment, transaction } of await yields())
    expect([taxTreatment, transaction.kindReason]).toEqual([
      'INCOME',
      'balanceOf of a token that grows by itself',
    ]);
  expect((await balance())?.reconciliation).toMatchObject({ onChainBalance: '53', difference: '0' });
  await waitForBalance('53');
  // First in, first out: 48.5 of the 100, and what came by itself.
  const lots = async () =>
    (await balance())?.lots.nodes.map(({ remaining, acquiredBy }) => [
      remaining,
      acquiredBy?.transaction.kind,
    ]);
  await expect.poll(lots, { timeout: 240_000 }).toEqual([
    ['48.5', 'RECEIVE'],
    ['1', 'YIELD'],
    ['1', 'YIELD'],
    ['1', 'YIELD'],
    ['1', 'YIELD'],
    ['0.5', 'YIELD'],
  ]);
});

test('a comparison that finds nothing new leaves the rows as they are', async () => {
  const version = async (): Promise<unknown> =>
    (await database.pool.query('SELECT version FROM ledger_input WHERE wallet_id > 0')).rows;
  const [before, rows] = [await version(), await history()];
  await actions.mine(3);
  await compareNow();
  expect([await version(), await history()]).toEqual([before, rows]);
});

test('what shrinks by itself is an expense', async () => {
  await actions.rebase(1040n);
  await compareNow();
  const booked = (await history()).at(-1);
  // 50 shares are 52 now: 1 less than what is booked. Today's 0.5 goes, and 0.5 of what was there before.
  expect([booked?.amount, booked?.taxTreatment, booked?.transaction.kind]).toEqual([
    '-0.5',
    'EXPENSE',
    'YIELD',
  ]);
  await waitForBalance(formatUnits(await onChain(), 18));
  expect((await balance())?.reconciliation?.difference).toBe('0');
  await actions.rebase(1060n);
  await compareNow();
  expect((await byDay()).map(([, amount]) => amount)).toEqual(['1', '1', '1', '1', '0.5']);
});

test('blocks that a re-org undoes take their growth along, and it is measured anew', async () => {
  await actions.rebase(1100n);
  await compareNow();
  expect((await byDay()).at(-1)?.[1]).toBe('2.5');
  await actions.reorg(1);
  await actions.mine(2);
  await compareNow();
  expect((await byDay()).map(([, amount]) => amount)).toEqual(['1', '1', '1', '1', '0.5']);
  expect((await balance())?.reconciliation).toMatchObject({ onChainBalance: '53', difference: '0' });
});

test('counters are those of the rows', async () => {
  const { rows } = await database.pool.query(
    `SELECT transfer_count - (SELECT count(*) FROM transfer WHERE transfer.wallet_id = counter.wallet_id)::int AS transfers,
       transaction_count - (SELECT count(*) FROM transaction WHERE transaction.wallet_id = counter.wallet_id)::int AS transactions
     FROM counter`,
  );
  expect(rows).toEqual([{ transfers: 0, transactions: 0 }]);
});

test('the second computation finds the same figures', async () => {
  await waitForRow(
    service.databaseUrl,
    `SELECT count(*)::int FROM registration LEFT JOIN ledger_wallet USING (client_id, wallet_id)
       LEFT JOIN ledger_input USING (wallet_id) WHERE input_version IS DISTINCT FROM version`,
    ({ count }) => count === 0,
  );
  const { code, output } = await recompute([
    service.url,
    testKey,
    '--methods',
    'FIFO',
    '--currencies',
    'USD',
  ]);
  expect(code, output).toBe(0);
  expect(countsOf(output, 'lots').figures).toBeGreaterThan(0);
});

test('a fresh load finds the same days', async () => {
  const expected = await byDay();
  const fresh = await startTestService([{ ...testWorld.chain, rebasingTokens: [token()] }]);
  const former = service;
  try {
    await fresh.api.load([holder()]);
    service = fresh;
    await expect.poll(byDay, { timeout: 240_000 }).toEqual(expected);
  } finally {
    service = former;
    await fresh.stop();
  }
});
