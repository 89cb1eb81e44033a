import { beforeAll, expect, test } from 'vitest';
import { zeroAddress } from '../../../src/domain/model.ts';
import { sumTransfers } from '../../../src/store/pages/balance-sums.ts';
import {
  countCounterparties,
  counterpartyTokenTotals,
  counterpartyTotals,
  flowTotals,
} from '../../../src/store/pages/transfer-totals.ts';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let walletId: number;

const token = address(0xa0);
const nft = address(0xb0);
const ether = 10n ** 18n;

/**
 * block 1: 10 ETH in from address 2            block 4: 30 units of the token in from address 4, spam
 * block 2: 4 ETH out to address 3, fee 1 ETH   block 5: NFT 7 in from address 3
 * block 3: 100 units of the token in from 2    block 6: 100 units of the token out to 2, fee 2 ETH
 */
beforeAll(async () => {
  walletId = await registerTestWallet(db.database, 1);
  const at = (blockNumber: number) => ({ walletId, blockNumber });
  await storeTestRows(db.database, 1, {
    transactions: [
      transactionRecord(at(1), { fee: 0n }),
      transactionRecord(at(2), { fee: 1n * ether }),
      transactionRecord(at(3), { fee: 0n }),
      transactionRecord(at(4), { fee: 0n, isSpam: true }),
      transactionRecord(at(5), { fee: 0n }),
      transactionRecord(at(6), { fee: 2n * ether }),
    ],
    transfers: [
      transferRecord(at(1), { standard: 'native', tokenAddress: zeroAddress, amount: 10n * ether }),
      transferRecord(at(2), {
        standard: 'native',
        tokenAddress: zeroAddress,
        side: 'outflow',
        amount: -4n * ether,
        counterparty: address(3),
      }),
      transferRecord(at(3), { tokenAddress: token, amount: 100n }),
      transferRecord(at(4), {
        tokenAddress: token,
        amount: 30n,
        counterparty: address(4),
        spamReason: 'forged',
      }),
      transferRecord(at(5), {
        standard: 'erc721',
        tokenAddress: nft,
        tokenId: 7n,
        amount: 1n,
        counterparty: address(3),
      }),
      transferRecord(at(6), { tokenAddress: token, side: 'outflow', amount: -100n }),
    ],
  });
  // 2,000.10 USD per ETH; the token and the NFT have no price.
  await db.database.pool.query(
    `UPDATE transfer SET price = 2000.10, value = amount / 1e18 * 2000.10 WHERE token_address = $1`,
    [zeroAddress],
  );
});

test('balances: transfers less fees; spam apart; NFTs are not counted', async () => {
  expect(await sumTransfers(db.database, [walletId])).toEqual([
    // 10 - 4 - 1 - 2 = 3 ETH
    {
      walletId,
      chainId: 1,
      tokenAddress: zeroAddress,
      amount: 3n * ether,
      spamAmount: 0n,
      hasOutflow: true,
      handedOver: 0n,
      borrowed: 0n,
    },
    {
      walletId,
      chainId: 1,
      tokenAddress: token,
      amount: 0n,
      spamAmount: 30n,
      hasOutflow: true,
      handedOver: 0n,
      borrowed: 0n,
    },
  ]);
  expect(await sumTransfers(db.database, [])).toEqual([]);
});

test('a wallet that only paid fees has a native row', async () => {
  const other = await registerTestWallet(db.database, 2);
  await db.database.pool.query("UPDATE sync SET next_run_at = 'infinity' WHERE wallet_id <> $1", [other]);
  await storeTestRows(db.database, 1, {
    transactions: [transactionRecord({ walletId: other }, { fee: 5n })],
  });
  expect(await sumTransfers(db.database, [other])).toEqual([
    {
      walletId: other,
      chainId: 1,
      tokenAddress: zeroAddress,
      amount: -5n,
      spamAmount: 0n,
      hasOutflow: false,
      ...{ handedOver: 0n, borrowed: 0n },
    },
  ]);
});

test('flow: in and out positive, unpriced counted', async () => {
  // 10 × 2,000.10 = 20,001 and 4 × 2,000.10 = 8,000.4
  expect(await flowTotals(db.database, { walletIds: [walletId], filter: {} })).toEqual({
    transferCount: 6,
    inflowValue: '20001',
    outflowValue: '8000.4',
    unpricedCount: 4,
  });
  expect(
    await flowTotals(db.database, {
      walletIds: [walletId],
      filter: { side: 'outflow', spam: 'EXCLUDE' },
    }),
  ).toEqual({
    transferCount: 2,
    inflowValue: '0',
    outflowValue: '8000.4',
    unpricedCount: 1,
  });
});

test('counterparties: by gross value, then transfers, then address', async () => {
  const all = { walletIds: [walletId], filter: {} };
  const rows = await counterpartyTotals(db.database, { ...all, limit: 10, offset: 0 });
  expect(rows).toEqual([
    { counterparty: address(2), transferCount: 3, inflowValue: '20001', outflowValue: '0', unpricedCount: 2 },
    {
      counterparty: address(3),
      transferCount: 2,
      inflowValue: '0',
      outflowValue: '8000.4',
      unpricedCount: 1,
    },
    { counterparty: address(4), transferCount: 1, inflowValue: '0', outflowValue: '0', unpricedCount: 1 },
  ]);
  expect(await counterpartyTotals(db.database, { ...all, limit: 1, offset: 1 })).toEqual(rows.slice(1, 2));
  expect(await countCounterparties(db.database, all)).toBe(3);
  expect(await countCounterparties(db.database, { ...all, filter: { spam: 'EXCLUDE' } })).toBe(2);
});

test('by counterparty and token: base units', async () => {
  const rows = await counterpartyTokenTotals(db.database, {
    walletIds: [walletId],
    filter: { spam: 'EXCLUDE' },
    counterparties: [address(2), address(3), address(4)],
  });
  const at = { chainId: 1, tokenId: null };
  expect(rows).toEqual([
    { ...at, counterparty: address(2), tokenAddress: zeroAddress, inflow: 10n * ether, outflow: 0n },
    { ...at, counterparty: address(2), tokenAddress: token, inflow: 100n, outflow: 100n },
    { ...at, counterparty: address(3), tokenAddress: zeroAddress, inflow: 0n, outflow: 4n * ether },
    { ...at, counterparty: address(3), tokenAddress: nft, tokenId: 7n, inflow: 1n, outflow: 0n },
  ]);
});
