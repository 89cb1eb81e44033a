/** Two wallets of Alice: one with a history that can be added up by hand, and one that holds three tokens. */
import { expect } from 'vitest';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { storeCurrentPrices, storePrices } from '../../src/store/prices/price-rows.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { muffin, polygon, registerWallet, store, usdc } from '../support/builders.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';

export const payer = address(1);
export const holder = address(2);
export const shop = address(0x5);
export const unnamed = address(0x7);
export const spammer = address(0x9);
export const binance = address(0xb0);
const ether = { standard: 'native', tokenAddress: zeroAddress } as const;
const millis = (number: bigint) => number * 10n ** 15n;

/**
 *     block 1  from Binance             3,000 USDC at 1.00    3,000
 *     block 2  to the shop                0.5 ETH  at 2,000  −1,000
 *     block 3  to the shop                200 USDC at 1.01     −202
 *     block 4  from the unnamed            20 USDC, no price      ?
 *     block 5  from the spammer        0.000005 of a token, spam  ?
 *     and from Binance on Polygon
 */
export async function storePayer(database: Database, alice: Caller): Promise<void> {
  const walletId = await registerWallet(database, alice, payer);
  const at = (blockNumber: number) => ({ walletId, blockNumber, hash: hash(blockNumber) });
  const transfers = [
    transferRecord(at(1), { amount: 3_000_000_000n, counterparty: binance }),
    transferRecord(at(2), { ...ether, side: 'outflow', amount: -millis(500n), counterparty: shop }),
    transferRecord(at(3), { side: 'outflow', amount: -200_000_000n, counterparty: shop }),
    transferRecord(at(4), { amount: 20_000_000n, counterparty: unnamed }),
    transferRecord(at(5), { tokenAddress: address(0xff), counterparty: spammer, spamReason: 'airdrop' }),
  ];
  const transactions = [1, 2, 3, 4, 5].map((block) => transactionRecord(at(block), { counterparty: shop }));
  await store(database, { walletId }, { transactions, transfers });
  const onPolygon = { walletId, chainId: polygon, blockNumber: 1, hash: hash(1) };
  await store(
    database,
    { walletId, chainId: polygon },
    {
      transactions: [transactionRecord(onPolygon)],
      transfers: [transferRecord(onPolygon, { counterparty: binance })],
    },
  );
  const units = ['0.000001', '0.000000000000000001', '0.000001'];
  const prices = ['1', '2000', '1.01'].map((price, index) => ({
    ...{ position: transfers[index]?.position ?? '', tokenAddress: transfers[index]?.tokenAddress ?? usdc },
    ...{ price, unit: units[index] ?? '', source: 'test' },
  }));
  expect(await priceTransfers(database, walletId, prices)).toBe(3);
  // All blocks are of one hour. Thousands do not divide by seven.
  const observedAt = transfers[0]?.timestamp ?? 0;
  const hour = Math.floor(observedAt / 3600);
  const rate = { chainId: 1, address: zeroAddress, hour, price: '7', observedAt };
  await storePrices(database, [{ ...rate, source: 'test', confidence: 1, provenance: {} }]);
}

/** 0.01 ETH at 2,000 = 20; 100 USDC at 1 = 100; 3 MUF without a price. */
export async function storeHolder(database: Database, alice: Caller): Promise<void> {
  const walletId = await registerWallet(database, alice, holder);
  const at = (index: number) => ({ walletId, blockNumber: 1, hash: hash(1), index });
  await store(
    database,
    { walletId },
    {
      transactions: [transactionRecord(at(0), { fee: 0n })],
      transfers: [
        transferRecord(at(0), { ...ether, amount: millis(10n), fee: 0n }),
        transferRecord(at(1), { tokenAddress: usdc, amount: 100_000_000n, fee: 0n }),
        transferRecord(at(2), { tokenAddress: muffin, amount: millis(3_000n), fee: 0n }),
      ],
    },
  );
  const observedAt = Math.floor(Date.now() / 1000);
  const price = (token: Address, usd: string) => ({
    ...{ chainId: 1, address: token, price: usd, observedAt },
    ...{ source: 'test', confidence: 1, provenance: {} },
  });
  await storeCurrentPrices(database, [price(zeroAddress, '2000'), price(usdc, '1')]);
}
