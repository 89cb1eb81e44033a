/** Hidden airdrops of tokens that turn out to have a market. */
import { beforeEach, expect, test } from 'vitest';
import type { Address } from '../../../src/domain/model.ts';
import {
  dueMarketLooks,
  hiddenAirdrops,
  type MarketLook,
  noteAirdropped,
  storeMarketLooks,
} from '../../../src/store/history/judging/token-markets.ts';
import { sumTransfers } from '../../../src/store/pages/balance-sums.ts';
import { countTransfers, pageTransfers } from '../../../src/store/pages/transfer-pages.ts';
import { clearMarketAirdrops } from '../../../src/store/sync/cleared-airdrops.ts';
import { commitStep, type SyncLease } from '../../../src/store/sync/commit.ts';
import { leaseTestWallet, registerTestWallet, stepOf } from '../../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../../support/records.ts';
import { readState } from '../../support/state-hash.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const current = useTestDatabase({ perTest: true });
const [token, other] = [address(77), address(78)];
const beginning = { walletId: 0, chainId: 0, tokenAddress: address(0) };
let walletId: number;
let lease: SyncLease | null;

beforeEach(async () => {
  walletId = await registerTestWallet(current.database, 1);
  lease = null;
});

function airdrop(block: number, tokenAddress: Address = token) {
  const at = { walletId, blockNumber: block };
  const category = 'CONTRACT_EXECUTION' as const;
  const spam = { spamReason: 'airdrop', taxTreatment: null } as const;
  return {
    transactions: [transactionRecord(at, { fee: 0n, category, kind: 'AIRDROP', isSpam: true })],
    transfers: [transferRecord(at, { ...spam, tokenAddress, amount: 100n, category })],
  };
}

function sale(block: number) {
  const at = { walletId, blockNumber: block };
  return {
    transactions: [transactionRecord(at, { fee: 0n })],
    transfers: [transferRecord(at, { tokenAddress: token, side: 'outflow', amount: -40n })],
  };
}

async function commit(...steps: Parameters<typeof stepOf>[0][]): Promise<void> {
  lease ??= await leaseTestWallet(current.database);
  for (const step of steps) expect(await commitStep(current.database, lease, stepOf(step))).toBe(true);
}

async function look(outcome: MarketLook['outcome'], tokenAddress: Address = token): Promise<void> {
  const key = { chainId: 1, address: tokenAddress };
  await noteAirdropped(current.database, [key]);
  await storeMarketLooks(current.database, [{ ...key, outcome }], 3);
}

const judge = () => clearMarketAirdrops(current.database, { walletId, chainId: 1 }, [token, other]);
const ledgerVersion = async () =>
  (await current.database.pool.query('SELECT version FROM ledger_input WHERE wallet_id = $1', [walletId]))
    .rows[0]?.version;

test('they are taken back in as income, counted, told of, and booked again; of other tokens not', async () => {
  await commit(airdrop(10), airdrop(20, other));
  await look('market');
  await look('none', other);
  const before = await ledgerVersion();
  expect(await judge()).toBe(1);

  const page = { walletIds: [walletId], filter: {}, order: 'ASC', limit: 10 } as const;
  expect(await pageTransfers(current.database, page)).toMatchObject([
    { tokenAddress: token, spamReason: null, taxTreatment: 'INCOME', category: 'RECEIVE' },
    { tokenAddress: other, spamReason: 'airdrop', taxTreatment: null },
  ]);
  const count = (spam: 'ONLY' | 'EXCLUDE') =>
    countTransfers(current.database, { walletIds: [walletId], filter: { spam } });
  expect([await count('ONLY'), await count('EXCLUDE')]).toEqual([1, 1]);
  expect(await sumTransfers(current.database, [walletId])).toMatchObject([
    { tokenAddress: token, amount: 100n, spamAmount: 0n },
    { tokenAddress: other, amount: 0n, spamAmount: 100n },
  ]);
  expect(await ledgerVersion()).not.toEqual(before);
  const events = await current.database.pool.query(
    'SELECT kind FROM wallet_event WHERE wallet_id = $1 ORDER BY sequence DESC LIMIT 1',
    [walletId],
  );
  expect(events.rows).toEqual([{ kind: 'transfer.updated' }]);
  // A second time changes nothing.
  expect(await judge()).toBe(0);
});

test('whether the market or the airdrop was known first, the history is the same', async () => {
  await commit(airdrop(10), airdrop(20));
  await look('market');
  await judge();
  const late = await readState(current.url);
  const held = [{ tokenAddress: token, amount: 200n, spamAmount: 0n }];
  expect(await sumTransfers(current.database, [walletId])).toMatchObject(held);
  await commit({ rollbackTo: 5 }, airdrop(10), airdrop(20));
  expect(await readState(current.url)).toEqual(late);
});

test('a re-org that undoes a sale leaves what has a market', async () => {
  await commit(airdrop(10));
  await look('market');
  await judge();
  const before = await readState(current.url);
  await commit(sale(20), { rollbackTo: 15 });
  expect(await readState(current.url)).toEqual(before);
  expect(await sumTransfers(current.database, [walletId])).toMatchObject([{ amount: 100n, spamAmount: 0n }]);
});

test('a wallet that is not loaded here is left alone', async () => {
  await look('market');
  expect(await clearMarketAirdrops(current.database, { walletId: 999, chainId: 1 }, [token])).toBe(0);
});

test('hidden airdrops are found once per wallet and token, in pages; what was taken back in is not', async () => {
  await commit(airdrop(10), airdrop(20), airdrop(30, other));
  const place = (tokenAddress: Address) => ({ walletId, chainId: 1, tokenAddress });
  expect(await hiddenAirdrops(current.database, beginning, 1)).toEqual([place(token)]);
  expect(await hiddenAirdrops(current.database, place(token), 10)).toEqual([place(other)]);
  await look('market');
  await judge();
  expect(await hiddenAirdrops(current.database, beginning, 10)).toEqual([place(other)]);
});

test('a token is asked for so many times, silence not counted; one with a market no more', async () => {
  const key = { chainId: 1, address: token };
  await noteAirdropped(current.database, [key]);
  const row = async () =>
    (
      await current.database.pool.query(
        `SELECT attempts, round(extract(epoch FROM look_at - now()) / 3600)::int AS hours FROM token_market`,
      )
    ).rows[0];
  expect(await dueMarketLooks(current.database, [1], 10)).toEqual([key]);
  expect(await dueMarketLooks(current.database, [2], 10)).toEqual([]);
  const results: unknown[] = [];
  for (const outcome of ['silent', 'none', 'none', 'none'] as const) {
    await storeMarketLooks(current.database, [{ ...key, outcome }], 3);
    results.push(await row());
  }
  expect(results).toEqual([
    { attempts: 0, hours: 1 },
    { attempts: 1, hours: 24 },
    { attempts: 2, hours: 72 },
    { attempts: 3, hours: null },
  ]);
  await storeMarketLooks(current.database, [{ ...key, outcome: 'market' }], 3);
  expect(await row()).toEqual({ attempts: 4, hours: null });
  expect(await noteAirdropped(current.database, [key])).toEqual([key]);
});
