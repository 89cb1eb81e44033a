/** A wallet's worth over three days, worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Currency } from '../../src/domain/ids.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { storeCurrentPrices, storePrices } from '../../src/store/prices/price-rows.ts';
import { findWantedPrices } from '../../src/store/prices/wanted-price-queue.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import {
  buildWorld,
  ethereum,
  muffin,
  mute,
  registerWallet,
  store,
  usdc,
  type World,
} from '../support/builders.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const wallet = address(1);
const day = 86_400;
/** A midnight. */
const start = 19_700 * day;
const ether = 10n ** 18n;

const db = useTestDatabase();
let world: World;
let caller: Caller;

const price = (token: typeof usdc, time: number, usd: string) => ({
  chainId: ethereum,
  address: token,
  hour: Math.floor(time / 3600),
  price: usd,
  observedAt: time,
  source: 'defillama',
  confidence: 1,
  provenance: {},
});

beforeAll(async () => {
  world = await buildWorld(db.database);
  caller = await world.caller('alice');
  const walletId = await registerWallet(db.database, caller, wallet);
  const at = (block: number, timestamp: number) => ({ walletId, blockNumber: block, timestamp });
  const native = { standard: 'native', tokenAddress: zeroAddress } as const;
  await store(
    db.database,
    { walletId },
    {
      transactions: [
        transactionRecord(at(1, start + 100), { fee: 0n }),
        transactionRecord(at(2, start + day), { fee: ether / 2n }),
        transactionRecord(at(3, start + day + 1), { fee: 0n }),
      ],
      transfers: [
        // 10 ETH, 7 of a token without any price, and spam.
        transferRecord(at(1, start + 100), { ...native, amount: 10n * ether }),
        transferRecord({ ...at(1, start + 100), index: 1 }, { tokenAddress: muffin, amount: 7n * ether }),
        transferRecord(
          { ...at(1, start + 100), index: 2 },
          { tokenAddress: mute, amount: 3n, spamReason: 'airdrop' },
        ),
        // At the very moment of the second point: 4 ETH leave, and half an ETH of fee.
        transferRecord(at(2, start + day), { ...native, side: 'outflow', amount: -4n * ether }),
        // A second later: 250 USDC.
        transferRecord(at(3, start + day + 1), { tokenAddress: usdc, amount: 250_000_000n }),
      ],
    },
  );
  await storePrices(db.database, [
    price(zeroAddress, start + 100, '2000'),
    price(zeroAddress, start + day, '3000'),
    price(usdc, start + day + 1, '0.9'),
  ]);
  await storeCurrentPrices(db.database, [
    { ...price(zeroAddress, start + 2 * day, '4000'), observedAt: start + 2 * day },
  ]);
});

afterAll(async () => {
  await world?.readModel.close();
});

const ask = (from: number, to: number, interval: 'HOUR' | 'DAY' = 'DAY', currency: Currency = 'USD') =>
  world.readModel.valueHistory(caller, { wallet, from, to, interval, currency });

describe('value over time', () => {
  test('each point: what was held then, at the newest price up to then', async () => {
    expect(await ask(start, start + 2 * day)).toEqual([
      // Nothing was held yet.
      { timestamp: start, value: '0', unpricedCount: 0, staleCount: 0 },
      // (10 − 4 − 0.5) ETH × 3000; the muffins have no price.
      { timestamp: start + day, value: '16500', unpricedCount: 1, staleCount: 0 },
      // 5.5 × 4000 + 250 × 0.9 = 22225; the price of USDC is a day old.
      { timestamp: start + 2 * day, value: '22225', unpricedCount: 1, staleCount: 1 },
    ]);
  });

  test('a price between two points counts from the second on', async () => {
    // One hour on, the price of 100 seconds past midnight is 3,500 seconds old; two hours on it is stale.
    const points = await ask(start, start + 2 * 3600, 'HOUR');
    expect(points.map(({ value, staleCount }) => [value, staleCount])).toEqual([
      ['0', 0],
      ['20000', 0],
      ['20000', 1],
    ]);
  });

  test('in ETH: at the rate of the same hour, or of the day before it; at the newest as the total of now', async () => {
    const points = await ask(start, start + 2 * day, 'DAY', 'ETH');
    expect(points[1]?.value).toBe('5.5');
    // The newest price of ETH, of 4000, is that of the last point: 5.5 + 250 × 0.9 ÷ 4000.
    const last = { timestamp: start + 2 * day, value: '5.55625', unpricedCount: 1, staleCount: 1 };
    expect(points[2]).toEqual(last);
    const later = { timestamp: start + 3 * day, value: '5.55625', unpricedCount: 1, staleCount: 2 };
    expect((await ask(start, start + 3 * day, 'DAY', 'ETH'))[3]).toEqual(later);
    const request = { wallets: [wallet], costMethod: 'FIFO', period: 'MAX', currency: 'ETH' } as const;
    const { overall } = await world.readModel.walletTotals(caller, request);
    expect(overall).toMatchObject({ ownValue: last.value, unpricedCount: 1 });
  });

  test('without a rate of the hour, or of the day before it, nothing is priced', async () => {
    // MATIC has none at all.
    const points = await ask(start + day, start + day, 'DAY', 'MATIC');
    expect(points).toEqual([{ timestamp: start + day, value: '0', unpricedCount: 2, staleCount: 0 }]);
  });

  test('what is missing or old is put on the list of the pricing job, once', async () => {
    await db.database.pool.query('DELETE FROM wanted_price');
    // Nothing was held then: there is nothing to convert, either.
    await ask(start - 30 * day, start - 30 * day, 'DAY', 'MATIC');
    expect(await findWantedPrices(db.database, 100)).toEqual([]);
    await ask(start, start + 2 * day);
    await ask(start, start + 2 * day);
    const wanted = await findWantedPrices(db.database, 100);
    const places = wanted.map(({ address: token, hour }) => `${token} day ${(hour * 3600 - start) / day}`);
    expect(places.sort()).toEqual([`${muffin} day 1`, `${muffin} day 2`, `${usdc} day 2`].sort());
  });

  test('a time to come has no points; a wrong range or too many points say what to do', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(await ask(now + day, now + 2 * day)).toEqual([]);
    await expect(ask(start + 1, start)).rejects.toThrow('from lies after to');
    await expect(ask(start, start + 60 * day, 'HOUR')).rejects.toThrow(
      'take a longer one, or a shorter time',
    );
  });

  test('a wallet that the client has not registered is not shown', async () => {
    const bob = await world.caller('bob');
    const request = { wallet, from: start, to: start + day, interval: 'DAY', currency: 'USD' } as const;
    await expect(world.readModel.valueHistory(bob, request)).rejects.toThrow(wallet);
  });
});
