/** From a load to the background: an NFT whose document is elsewhere is stored under its fallback name, then updated. */
import { encodeAbiParameters } from 'viem/utils';
import { expect, test } from 'vitest';
import type { ChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { storeMetadata } from '../../src/ingest/metadata/store-metadata.ts';
import { createRemoteMetadata } from '../../src/labels/metadata/remote-metadata.ts';
import { findNfts } from '../../src/store/lookups/lookup-reads.ts';
import { upsertNfts } from '../../src/store/lookups/nft-writes.ts';
import { useTestDatabase } from '../support/use-database.ts';

const world = useTestDatabase();

const address = '0x00000000000000000000000000000000000000e3';
const key = { chainId: 31337, address, tokenId: 11n } as const;
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value]);
const answers: Readonly<Record<string, ReturnType<typeof text>>> = {
  '0x06fdde03': text('Portraits'),
  '0xc87b56dd': text('ipfs://QmFolder/11'),
};

test('the load does not wait for the document', async () => {
  const { database } = world;
  const asked: string[] = [];
  const released = Promise.withResolvers<unknown>();
  const remote = createRemoteMetadata({
    enabled: true,
    ipfsGateway: 'https://gateway.example',
    fetchJson: (url) => {
      asked.push(url);
      return released.promise;
    },
    store: (nfts) => upsertNfts(database, nfts),
  });
  const blocks = new Set<number | undefined>();
  const chain = {
    head: async () => ({ number: 12 }),
    config: { chainId: 31337, name: 'Test', rpc: [] },
    source: {
      chainId: 31337,
      callContracts: async (calls: readonly { data: string }[], blockNumber?: number) => {
        blocks.add(blockNumber);
        return calls.map(({ data }) => answers[data.slice(0, 10)] ?? null);
      },
    },
  } as unknown as ChainRuntime;
  await storeMetadata({ database, queueRemoteMetadata: remote.queueRemoteMetadata }, chain, [
    {
      item: { kind: 'log', index: 0, batch: 0 },
      side: 'inflow',
      standard: 'erc721',
      tokenAddress: address,
      tokenId: 11n,
      amount: 1n,
      counterparty: '0x0000000000000000000000000000000000000000',
    },
  ]);
  expect(await findNfts(database, [key])).toMatchObject([{ name: 'Portraits #11', image: null }]);
  // A node that is behind must say so, and not that there is no contract.
  expect([...blocks]).toEqual([12]);
  expect(asked).toEqual(['https://gateway.example/ipfs/QmFolder/11']);

  released.resolve({ name: 'Rain', image: 'https://nft.example/11.png' });
  await remote.idle();
  expect(await findNfts(database, [key])).toMatchObject([
    { name: 'Rain', image: 'https://nft.example/11.png' },
  ]);
});
