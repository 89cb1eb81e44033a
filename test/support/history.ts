/**
 * A small history on chain 1 whose every figure can be checked by hand, put in through the store as the worker does.
 *
 *     block 100  sends 1.23445 ETH to the exchange, fee 0.00105 ETH           Send
 *     block 101  receives 2,500.5 USDC from the friend                        Receive
 *     block 102  mints the NFT with the largest token id there is             Mint
 *     block 103  receives 7 units of an unknown token: an airdrop, spam       Receive
 *     block 104  a failed call of the exchange, fee 0.002 ETH                 Contract Execution
 */
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import type { Database } from '../../src/store/connection/database.ts';
import {
  upsertBlockchains,
  upsertContractLabels,
  upsertTokens,
} from '../../src/store/lookups/lookup-writes.ts';
import { upsertNftCollections, upsertNfts } from '../../src/store/lookups/nft-writes.ts';
import { commitStep, type StepCommit } from '../../src/store/sync/commit.ts';
import { leaseSync } from '../../src/store/sync/leases.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { repeated, repeatedHash, transactionRecord, transferRecord } from './records.ts';

export const wallet = repeated('1');
export const exchange = repeated('e');
export const friend = repeated('f');
export const usdc: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
export const unknownToken = repeated('9');
export const collection = repeated('c');
export const largestTokenId = 2n ** 256n - 1n;

/** 2023-11-14T22:13:20Z. */
const firstTime = 1_700_000_000;

export async function storeLookups(database: Database): Promise<void> {
  const chain = { nativeDecimals: 18, enabled: true, disabledReason: null };
  await upsertBlockchains(database, [
    {
      chainId: 1,
      name: 'Ethereum',
      slug: 'ethereum',
      symbol: 'ETH',
      imageUrl: 'https://img.test/eth.png',
      ...chain,
    },
    {
      chainId: 137,
      name: 'Polygon',
      slug: 'polygon',
      symbol: 'POL',
      imageUrl: 'https://img.test/pol.png',
      ...chain,
    },
  ]);
  await upsertTokens(database, [
    {
      chainId: 1,
      address: zeroAddress,
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
      assetSlug: 'ethereum',
      isTrusted: true,
    },
    {
      chainId: 1,
      address: usdc,
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 6,
      assetSlug: 'usd-coin',
      isTrusted: true,
    },
    {
      chainId: 1,
      address: unknownToken,
      name: 'Visit "scam".example',
      symbol: '',
      decimals: null,
      assetSlug: null,
      isTrusted: false,
    },
  ]);
  await upsertNftCollections(database, [
    { chainId: 1, address: collection, name: 'Cats', symbol: 'CAT', description: 'Pictures of cats' },
  ]);
  await upsertNfts(database, [
    {
      chainId: 1,
      address: collection,
      tokenId: largestTokenId,
      name: 'Last cat',
      image: 'https://img.test/cat.png',
    },
  ]);
  await upsertContractLabels(database, [
    { chainId: 1, address: exchange, name: 'The Exchange', tags: ['exchange', 'hot-wallet'] },
  ]);
}

/** Registers the wallet for the client and stores its history. Answers the wallet's id. */
export async function storeHistory(
  database: Database,
  clientId: number,
  options: { loaded?: boolean } = {},
): Promise<number> {
  await storeLookups(database);
  const [row] = await registerWallets(database, {
    clientId,
    addresses: [wallet],
    chains: [{ chainId: 1, fromBlock: 0 }],
  });
  if (row === undefined) throw new Error('the wallet was not registered');
  await commitAll(database, historyOf(row.walletId), options.loaded ?? true);
  return row.walletId;
}

type Rows = Pick<StepCommit, 'transactions' | 'transfers'>;

/** Commits the rows, which are of one chain, as one step of the only wallet that is due on it. */
export async function commitAll(database: Database, rows: Rows, loaded: boolean, chainId = 1): Promise<void> {
  const lease = await leaseSync(database, { owner: 'test', leaseMs: 60_000, chainIds: [chainId] });
  if (lease === null) throw new Error('no sync row is due');
  const stored = await commitStep(database, lease, {
    ...rows,
    progress: {
      phase: loaded ? 'FOLLOWING' : 'BACKFILL',
      ...{ syncedBlock: 150, syncedHash: repeatedHash('b'), safeBlock: 150, safeHash: repeatedHash('b') },
      headBlock: loaded ? 150 : 300,
      loaded,
      // Far away: nobody else takes the row.
      nextRunInMs: 3_600_000,
      release: true,
    },
  });
  if (!stored) throw new Error('the step was not stored');
}

function historyOf(walletId: number): Rows {
  const at = (blockNumber: number, digit: string) => ({
    ...{ walletId, chainId: 1, blockNumber, transactionIndex: 0, hash: repeatedHash(digit) },
    timestamp: firstTime + (blockNumber - 100) * 60,
  });
  const sent = {
    category: 'SEND',
    kind: 'SEND',
    counterparty: exchange,
    fee: 1_050_000_000_000_000n,
  } as const;
  const received = {
    from: friend,
    to: wallet,
    counterparty: friend,
    fee: 0n,
    category: 'RECEIVE',
    kind: 'RECEIVE',
  } as const;
  const minted = { from: wallet, to: collection, category: 'MINT', kind: 'MINT', fee: 0n } as const;
  const failed = {
    category: 'CONTRACT_EXECUTION',
    kind: 'FAILED',
    fee: 2_000_000_000_000_000n,
    isError: true,
  } as const;
  return {
    transactions: [
      transactionRecord(at(100, 'a'), { from: wallet, to: exchange, ...sent }),
      transactionRecord(at(101, 'b'), { ...received, selector: '0xa9059cbb', functionName: 'transfer' }),
      transactionRecord(at(102, 'c'), {
        ...minted,
        counterparty: collection,
        selector: '0x1249c58b',
        functionName: 'mint',
      }),
      transactionRecord(at(103, 'd'), { ...received, selector: '0x12345678', isSpam: true }),
      transactionRecord(at(104, 'e'), {
        from: wallet,
        to: exchange,
        counterparty: exchange,
        selector: '0xabcdef01',
        ...failed,
      }),
    ],
    transfers: [
      transferRecord(
        { ...at(100, 'a'), index: 0 },
        {
          ...{
            side: 'outflow',
            standard: 'native',
            tokenAddress: zeroAddress,
            amount: -1_234_450_000_000_000_000n,
          },
          ...{ counterparty: exchange, fee: 1_050_000_000_000_000n, category: 'SEND' },
        },
      ),
      transferRecord(
        { ...at(101, 'b'), index: 0 },
        { tokenAddress: usdc, amount: 2_500_500_000n, counterparty: friend, fee: 0n },
      ),
      transferRecord(
        { ...at(102, 'c'), index: 0 },
        {
          ...{ standard: 'erc721', tokenAddress: collection, tokenId: largestTokenId, amount: 1n },
          ...{ counterparty: zeroAddress, fee: 0n, category: 'MINT' },
        },
      ),
      transferRecord(
        { ...at(103, 'd'), index: 0 },
        { tokenAddress: unknownToken, amount: 7n, counterparty: friend, fee: 0n, spamReason: 'airdrop' },
      ),
    ],
  };
}
