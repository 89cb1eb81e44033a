/**
 * What the golden files show: one transaction for each state of the specification's shapes. Blocks 200 to 206, a minute
 * apart from 2024-01-01T00:00:00Z, hashes of one digit.
 */
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { upsertContractLabels, upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { upsertNftCollections, upsertNfts } from '../../src/store/lookups/nft-writes.ts';
import { storeCurrentPrices } from '../../src/store/prices/price-rows.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { commitAll, friend, largestTokenId, storeLookups, usdc } from '../support/history.ts';
import { repeated, repeatedHash, transactionRecord, transferRecord } from '../support/records.ts';

export const wallet = repeated('2');
const bridge = repeated('b');
const collection = repeated('c');
const bareCollection = repeated('d');
/** On a trusted list, but its decimals cannot be read. */
const listedToken = repeated('7');
const unknownToken = repeated('8');

/** 2024-01-01T00:00:00Z. */
const firstTime = 1_704_067_200;

export async function storeGoldenLookups(database: Database): Promise<void> {
  await storeLookups(database);
  const listed = { chainId: 1, address: listedToken, name: 'Listed', symbol: 'LST' };
  await upsertTokens(database, [{ ...listed, decimals: null, assetSlug: 'listed', isTrusted: true }]);
  await upsertContractLabels(database, [{ chainId: 1, address: bridge, name: 'Bridge', tags: [] }]);
  const nfts = { chainId: 1, address: collection };
  await upsertNftCollections(database, [
    {
      ...nfts,
      name: 'Dogs',
      symbol: 'DOG',
      description: 'Bark',
      imageUrl: 'https://img.test/dogs.png',
      isSpam: true,
    },
  ]);
  const url = (name: string): string => `https://img.test/7/${name}`;
  await upsertNfts(database, [
    {
      ...{ ...nfts, tokenId: 7n, name: 'Rex "the 7th"', description: 'A dog' },
      ...{
        image: url('image'),
        preview: url('preview'),
        thumbnail: url('thumbnail'),
        original: url('original'),
      },
      ...{ animationImage: '', animationOriginal: url('animation'), externalUrl: '' },
    },
  ]);
}

export async function storeGoldenWorld(database: Database, clientId: number): Promise<void> {
  await storeGoldenLookups(database);
  const [row] = await registerWallets(database, {
    clientId,
    addresses: [wallet],
    chains: [{ chainId: 1, fromBlock: 0 }],
  });
  if (row === undefined) throw new Error('the wallet was not registered');
  const { walletId } = row;
  const rows = historyOf(walletId);
  await commitAll(database, rows, true);
  const [sent] = rows.transfers;
  if (sent === undefined) throw new Error('there is no first transfer');
  await priceTransfers(database, walletId, [
    {
      position: sent.position,
      tokenAddress: zeroAddress,
      price: '2000.12345',
      unit: '0.000000000000000001',
      source: 'test',
    },
  ]);
  await storeCurrentPrices(database, [
    {
      ...{ chainId: 1, address: usdc, price: '1.000000000000000001', source: 'test', confidence: 1 },
      ...{ observedAt: Math.floor(Date.now() / 1000), provenance: {} },
    },
  ]);
}

function historyOf(walletId: number) {
  const at = (index: number) => ({
    ...{ walletId, chainId: 1, blockNumber: 200 + index, transactionIndex: 0 },
    ...{ hash: repeatedHash(String(index + 1)), timestamp: firstTime + index * 60 },
  });
  const received = (counterparty: Address) => ({ from: counterparty, to: wallet, counterparty, fee: 0n });
  return {
    transactions: [
      transactionRecord(at(0), {
        ...{ from: wallet, to: bridge, counterparty: bridge, fee: 1n, bridgeMessage: 'across:1:7' },
      }),
      transactionRecord(at(1), {
        ...{ ...received(friend), category: 'RECEIVE', kind: 'RECEIVE' },
        ...{ selector: '0xa9059cbb', functionName: 'transfer', functionSource: 'explorer' },
      }),
      transactionRecord(at(2), {
        ...{
          ...received(collection),
          category: 'MINT',
          kind: 'MINT',
          selector: '0x00000000',
          functionName: '',
        },
      }),
      transactionRecord(at(3), {
        ...{ ...received(bareCollection), category: 'SWAP', kind: 'SWAP', selector: '0x12345678' },
      }),
      transactionRecord(at(4), { ...received(friend), category: 'RECEIVE', kind: 'RECEIVE', isSpam: true }),
      transactionRecord(at(5), { ...received(friend), category: 'RECEIVE', kind: 'RECEIVE' }),
      transactionRecord(at(6), {
        ...{ from: wallet, to: bridge, counterparty: bridge, fee: 1_234_550_000_000_000_000n },
        ...{ category: 'CONTRACT_EXECUTION', kind: 'FAILED', isError: true },
      }),
    ],
    transfers: [
      transferRecord(at(0), {
        ...{ side: 'outflow', standard: 'native', tokenAddress: zeroAddress, amount: -50_000_000_000_000n },
        ...{ counterparty: bridge, fee: 1n },
      }),
      transferRecord(at(1), {
        ...{
          tokenAddress: usdc,
          amount: 1_000_000_000_000_000_000_000_000_000_001n,
          counterparty: friend,
          fee: 0n,
        },
      }),
      transferRecord(at(2), {
        ...{ standard: 'erc1155', tokenAddress: collection, tokenId: 7n, amount: 3n },
        ...{ counterparty: zeroAddress, fee: 0n, category: 'MINT' },
      }),
      transferRecord(at(3), {
        ...{ standard: 'erc721', tokenAddress: bareCollection, tokenId: largestTokenId, amount: 1n },
        ...{ counterparty: bareCollection, fee: 0n, category: 'SWAP' },
      }),
      transferRecord(at(4), {
        ...{ tokenAddress: unknownToken, amount: 7n, counterparty: friend, fee: 0n, spamReason: 'airdrop' },
      }),
      transferRecord(at(5), { tokenAddress: listedToken, amount: 9n, counterparty: friend, fee: 0n }),
    ],
  } as const;
}
