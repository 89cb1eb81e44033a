/** An arrival that stands two seconds before its departure, in the database: whichever comes first, and as if all had been there at once. */
import { expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { queryRows } from '../../src/store/connection/sql.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { storeLookups, usdc } from '../support/history.ts';
import { hash, repeated } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { readLedger } from './ledger-figures.ts';
import { bookStale, day, type Row, storeEtherPrices, storeRows, transaction } from './scenario.ts';

const used = useTestDatabase({ perTest: true });
const polygon = 137;
const bridged: Address = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174';
const dollars = (amount: number): bigint => BigInt(amount) * 1_000_000n;

/** 10,000 USDC at 0.98; 4,000 leave at noon of day 10, and 3,990 arrive two seconds before; a fee each day before and after. */
function history(walletId: number) {
  const at = (number: number, seconds = 0, chainId = 1) => ({
    ...{ walletId, chainId, blockNumber: 100 + number },
    ...{ timestamp: day(number) + seconds, hash: hash(chainId * 1000 + number) },
  });
  const carried = { price: '1', taxTreatment: 'CARRY' } as const;
  const [left, arrived] = [
    { token: usdc, side: 'outflow', amount: dollars(4_000), ...carried } as const,
    { token: bridged, side: 'inflow', amount: dollars(3_990), ...carried } as const,
  ];
  const idle = (from: number, count: number): Row[] =>
    Array.from({ length: count }, (_, index) => transaction(at(from + index), { fee: 1n }, []));
  return {
    before: [
      transaction(at(0), {}, [{ token: usdc, side: 'inflow', amount: dollars(10_000), price: '0.98' }]),
      ...idle(1, 8),
    ],
    departure: [transaction(at(10), { kind: 'BRIDGE_OUT', category: 'SEND', fee: 1n }, [left])],
    arrival: [transaction(at(10, -2, polygon), { kind: 'BRIDGE_IN', category: 'RECEIVE' }, [arrived])],
    after: idle(11, 4),
  };
}

async function register(database: Database, name: string, address: Address) {
  const { id: clientId } = await ensureClient(database, name);
  const chains = [1, polygon].map((chainId) => ({ chainId, fromBlock: 0 }));
  const [row] = await registerWallets(database, { clientId, addresses: [address], chains });
  return { clientId, walletId: row?.walletId ?? 0 };
}

const orders = [
  ['before', 'arrival', 'departure', 'after'],
  ['before', 'departure', 'arrival', 'after'],
  ['arrival', 'before', 'after', 'departure'],
] as const;

test.each(orders)('%s, %s, %s, %s', async (...order) => {
  const { database } = used;
  const address = repeated('1');
  await storeLookups(database);
  await upsertTokens(database, [
    {
      ...{ chainId: polygon, address: bridged, name: 'USD Coin (PoS)', symbol: 'USDC.e', decimals: 6 },
      ...{ assetSlug: 'bridged-usdc', isTrusted: true },
    },
  ]);
  await storeEtherPrices(database, [{ at: day(0), price: '2500' }]);
  const { clientId, walletId } = await register(database, 'default', address);
  const parts = history(walletId);
  for (const part of order) {
    await database.pool.query('UPDATE sync SET next_run_at = to_timestamp(0)');
    await storeRows(database, walletId, parts[part]);
    await bookStale(database);
  }
  const held = await queryRows(
    database.pool,
    `SELECT DISTINCT ON (token COLLATE "C") token, inventory::text FROM ledger_balance balance JOIN ledger_wallet booked USING (wallet_id)
     WHERE balance.run_id = ANY(booked.state_run_ids) AND inventory > 0 ORDER BY token COLLATE "C", balance.run_id DESC`,
    [],
    (row) => `${row.text()} ${row.text()}`,
  );
  // The 4,000 are gone with the fee of 10.
  expect(held).toEqual([`${polygon}:${bridged} ${dollars(3_990)}`, `1:${usdc} ${dollars(6_000)}`]);
  const other = await register(database, 'fresh', address);
  await bookStale(database);
  const ledgerOf = (client: number) => readLedger(database, client, [walletId], [null]);
  const ledger = await ledgerOf(clientId);
  expect(await ledgerOf(other.clientId)).toBe(ledger);
  // 3,990 of 0.98 each, with 18 decimals.
  expect(ledger).toContain('3910200000000000000000');
});
