/** One wallet's history with an item of every kind, for tests of views and of what adds up over them. */
import { zeroAddress } from '../../src/domain/model.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import {
  buildWorld,
  muffin,
  mute,
  polygon,
  punks,
  registerWallet,
  store,
  usdc,
  type World,
} from '../support/builders.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';

export const wallet = address(1);
export const binance = address(0xb0);
export const everything = { mode: 'page', page: 1, pageSize: 100 } as const;

export interface SampleHistory {
  db: TestDatabase;
  world: World;
  caller: Caller;
  close(): Promise<void>;
}

export async function buildSampleHistory(): Promise<SampleHistory> {
  const db = await createTestDatabase();
  const world = await buildWorld(db.database);
  const caller = await world.caller('alice');
  const walletId = await registerWallet(db.database, caller, wallet);
  const at = (block: number) => ({ walletId, blockNumber: block, hash: hash(block) });
  const fee = 21_000_000_000_000n;
  const transfer = (block: number, fields: Parameters<typeof transferRecord>[1]) =>
    transferRecord(at(block), { fee, ...fields });
  await store(
    db.database,
    { walletId },
    {
      transactions: [
        transactionRecord(at(1), {
          fee,
          category: 'SEND',
          counterparty: binance,
          selector: '0xa9059cbb',
          functionName: 'transfer',
        }),
        transactionRecord(at(2), { fee, category: 'SWAP', kind: 'SWAP', selector: '0x38ed1739' }),
        transactionRecord(at(3), { fee: 0n, category: 'RECEIVE', kind: 'RECEIVE' }),
        transactionRecord(at(4), { fee, category: 'MINT', kind: 'MINT' }),
        transactionRecord(at(5), { fee, category: 'CONTRACT_EXECUTION', kind: 'FAILED', isError: true }),
        transactionRecord(at(6), { fee: 0n, category: 'RECEIVE', kind: 'AIRDROP', isSpam: true }),
      ],
      transfers: [
        transfer(1, {
          side: 'outflow',
          tokenAddress: usdc,
          amount: -1_250_000n,
          counterparty: binance,
          category: 'SEND',
          taxTreatment: 'DISPOSAL',
        }),
        transfer(2, {
          side: 'outflow',
          standard: 'native',
          tokenAddress: zeroAddress,
          amount: -1_500_000_000_000_000_000n,
          category: 'SWAP',
        }),
        transferRecord(
          { ...at(2), index: 1 },
          { fee, tokenAddress: muffin, amount: 3n * 10n ** 18n, category: 'SWAP' },
        ),
        transfer(3, { tokenAddress: mute, amount: 12n }),
        transfer(4, { standard: 'erc721', tokenAddress: punks, tokenId: 7n, amount: 1n, category: 'MINT' }),
        transferRecord(
          { ...at(4), index: 1 },
          {
            fee,
            standard: 'erc1155',
            tokenAddress: punks,
            tokenId: 2n ** 255n,
            amount: 40n,
            category: 'MINT',
          },
        ),
        transferRecord(
          { ...at(4), index: 2 },
          { fee, standard: 'erc721', tokenAddress: address(0xee), tokenId: 9n, amount: 1n, category: 'MINT' },
        ),
        transfer(6, { tokenAddress: address(0xff), amount: 10n ** 30n, spamReason: 'airdrop' }),
      ],
    },
  );
  const onPolygon = { walletId, chainId: polygon, blockNumber: 100, hash: hash(100) };
  await store(
    db.database,
    { walletId, chainId: polygon },
    {
      transactions: [
        transactionRecord(onPolygon, { counterparty: binance, category: 'RECEIVE', kind: 'RECEIVE' }),
      ],
      transfers: [
        transferRecord(onPolygon, {
          standard: 'native',
          tokenAddress: zeroAddress,
          amount: 1n,
          counterparty: binance,
        }),
      ],
    },
  );
  return {
    db,
    world,
    caller,
    close: async () => {
      await world.readModel.close();
      await db.drop();
    },
  };
}
