/** Which block an NFT is read at that its contract knows no more, and what stays when the node cannot tell. */
import { encodeAbiParameters } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import { type Movement, zeroAddress } from '../../src/domain/model.ts';
import type { NormalizedTransaction } from '../../src/domain/normalize/normalized.ts';
import { lastBlocksOfNfts, readBurnedNfts } from '../../src/ingest/metadata/burned-nfts.ts';
import { readCollectionDocuments } from '../../src/labels/metadata/collection-document.ts';
import {
  type NftReading,
  type NftRequest,
  readNftMetadata,
} from '../../src/labels/metadata/contract-metadata.ts';
import { address as addressOf } from '../support/records.ts';

const address = addressOf(0xe1);
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value]);
const movement = (
  tokenId: bigint,
  side: Movement['side'],
  counterparty: Movement['counterparty'],
): Movement => ({
  ...{ item: { kind: 'log', index: 0, batch: 0 }, side, standard: 'erc721', tokenAddress: address },
  ...{ tokenId, amount: 1n, counterparty },
});
const at = (blockNumber: number, ...movements: Movement[]): NormalizedTransaction =>
  ({ transaction: { blockNumber }, movements }) as unknown as NormalizedTransaction;

test('the last block in which an NFT was there', () => {
  const blocks = lastBlocksOfNfts([
    at(10, movement(1n, 'inflow', zeroAddress), movement(2n, 'inflow', zeroAddress)),
    at(20, movement(1n, 'outflow', zeroAddress), movement(2n, 'outflow', addressOf(5))),
    at(30, movement(3n, 'inflow', zeroAddress), movement(3n, 'outflow', zeroAddress)),
  ]);
  const blockOf = (tokenId: bigint) => blocks({ address, tokenId });
  // Burned in 20, so there at the end of 19; sold in 20; made and burned in 30: there at the end of no block.
  expect([1n, 2n, 3n, 4n].map(blockOf)).toEqual([19, 20, 30, undefined]);
});

describe('a second reading', () => {
  const requests = Array.from(
    { length: 100 },
    (_, index): NftRequest => ({
      ...{ address, tokenId: BigInt(index), standard: 'erc721', collectionName: 'Ashes' },
    }),
  );
  /** Knows the even ids at the head, all of them before. */
  const source = (before: () => void) => {
    const asked = new Map<number | undefined, number>();
    const callContracts = async (calls: readonly { data: string }[], block?: number) => {
      asked.set(block, (asked.get(block) ?? 0) + calls.length);
      if (block !== undefined) before();
      return calls.map(({ data }) => {
        const id = BigInt(`0x${data.slice(10)}`);
        if (block === undefined && id % 2n === 1n) return null;
        return text(`data:application/json,{"name":"Ash ${id} at ${block ?? 'head'}"}`);
      });
    };
    return { asked, chainId: 1, callContracts };
  };
  const readAll = async (
    reader: ReturnType<typeof source>,
    lastBlock: (request: NftRequest) => number,
  ): Promise<NftReading[]> => {
    const asked = requests.map((request) => ({ ...request, lastBlock: lastBlock(request) }));
    return readBurnedNfts(reader, asked, await readNftMetadata(reader, requests));
  };

  test('asks block by block, and only for what the head did not tell', async () => {
    const reader = source(() => {});
    const readings = await readAll(reader, ({ tokenId }) => (tokenId < 50n ? 7 : 8));
    // All at the head, then the odd ids: 25 below 50 and 25 from there on.
    expect([...reader.asked]).toEqual([
      ...[
        [undefined, 100],
        [7, 25],
        [8, 25],
      ],
    ]);
    const names = readings.map(({ metadata }) => metadata.name);
    expect(names.slice(0, 2)).toEqual(['Ash 0 at head', 'Ash 1 at 7']);
    expect(names.slice(98)).toEqual(['Ash 98 at head', 'Ash 99 at 8']);
  });

  test('a node without old state is asked once; the NFT is called by its collection', async () => {
    const reader = source(() => {
      throw new Error('missing trie node');
    });
    const readings = await readAll(reader, ({ tokenId }) => Number(tokenId));
    expect([...reader.asked.keys()]).toEqual([undefined, 1]);
    // The contract's own word stays: it is read again as one that refused.
    expect(readings[1]).toMatchObject({ metadata: { name: 'Ashes #1' }, outcome: 'refused' });
  });

  test('of many blocks twenty are asked for', async () => {
    const reader = source(() => {});
    await readAll(reader, ({ tokenId }) => Number(tokenId));
    // The odd ids from 1 on, each in a block of its own.
    expect([...reader.asked.keys()]).toEqual([
      undefined,
      ...Array.from({ length: 20 }, (_, index) => 2 * index + 1),
    ]);
  });
});

describe('collections by contractURI', () => {
  const read = async (uri: string | null, name = '') => {
    const reader = { chainId: 1, callContracts: async () => [uri === null ? null : text(uri)] };
    const metadata = { chainId: 1, address, name, symbol: 'S' };
    const [reading] = await readCollectionDocuments(reader, [{ metadata, outcome: 'read' }]);
    return reading;
  };
  const json = 'data:application/json,{"name":"Items","description":"Of a game","image":"ipfs://Qm/0.png"}';

  test('an ERC-1155 contract without a name takes that of its document', async () => {
    expect(await read(json)).toMatchObject({
      metadata: { name: 'Items', description: 'Of a game', imageUrl: 'ipfs://Qm/0.png' },
      remoteUri: null,
    });
    expect((await read(json, 'Own'))?.metadata.name).toBe('Own');
  });

  test('one elsewhere is fetched later, one that is none is nothing', async () => {
    expect(await read('ipfs://Qm/collection')).toMatchObject({
      metadata: { name: '', description: '', imageUrl: null },
      remoteUri: 'ipfs://Qm/collection',
    });
    for (const uri of [null, '', 'data:application/json,[1]'])
      expect(await read(uri)).toMatchObject({
        ...{ metadata: { description: '' }, remoteUri: null, outcome: 'read' },
      });
  });

  test('a document that no node could tell is read again; without a name it is not asked for', async () => {
    const fails = { chainId: 1, callContracts: () => Promise.reject(new Error('the node does not answer')) };
    const metadata = { chainId: 1, address, name: 'Own', symbol: 'S' };
    expect(await readCollectionDocuments(fails, [{ metadata, outcome: 'read' }])).toMatchObject([
      { metadata: { name: 'Own', description: '' }, outcome: 'unanswered' },
    ]);
    const speaks = {
      chainId: 1,
      callContracts: async (calls: readonly unknown[]) => calls.map(() => text(json)),
    };
    const unnamed = { metadata: { ...metadata, name: '' }, outcome: 'unanswered' } as const;
    expect(await readCollectionDocuments(speaks, [unnamed])).toMatchObject([
      { metadata: { name: '', description: '' }, outcome: 'unanswered' },
    ]);
  });
});
