/** Reading a list by block: nothing lost and nothing twice, wherever pages end and whatever the server cuts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExplorerClient } from '../../../src/chains/explorer/client/client.ts';
import { failed } from '../../../src/chains/explorer/client/explorer-http.ts';
import { type Fault, faultError } from '../../../src/chains/explorer/client/faults.ts';
import { etherscan } from '../../../src/chains/explorer/dialects/etherscan.ts';
import { txlistinternal } from '../../../src/chains/explorer/lists/lists.ts';
import { readList } from '../../../src/chains/explorer/lists/read-list.ts';
import type { Address } from '../../../src/domain/model.ts';

const wallet: Address = '0x00000000000000000000000000000000000a11ce';
type Row = Record<string, string>;

/** A row of txlistinternal; `ordinal` tells it from the others of its transaction. */
const row = (block: number, ordinal: number): Row => ({
  blockNumber: String(block),
  timeStamp: '1700000000',
  hash: `0x${block.toString(16).padStart(64, '0')}`,
  from: `0x${'22'.repeat(20)}`,
  to: wallet,
  value: '1',
  contractAddress: '',
  type: 'call',
  traceId: `0_${ordinal}`,
  isError: '0',
});

/** Blocks with so many rows each: { 5: 2 } is two rows in block 5. */
const rowsOf = (counts: Readonly<Record<number, number>>): Row[] =>
  Object.entries(counts).flatMap(([block, count]) =>
    Array.from({ length: count }, (_, ordinal) => row(Number(block), ordinal)),
  );

/** A server of these rows that gives at most `cap` of them at once. `disturb` may answer a request otherwise. */
function server(
  rows: readonly Row[],
  cap: number,
  disturb: (query: Row, count: number) => Fault | Row[] | null = () => null,
) {
  const asked: Row[] = [];
  const client: ExplorerClient = {
    dialect: etherscan,
    host: 'explorer.example',
    async ask(_module, _action, parameters) {
      const query: Row = { ...parameters };
      asked.push(query);
      const disturbed = disturb(query, asked.length);
      if (Array.isArray(disturbed)) return { ok: true, value: disturbed };
      if (disturbed !== null) return failed(disturbed);
      const [from, to] = [Number(query.startblock), Number(query.endblock)];
      const inRange = rows.filter((one) => Number(one.blockNumber) >= from && Number(one.blockNumber) <= to);
      const size = Math.min(Number(query.offset), cap);
      return { ok: true, value: inRange.slice((Number(query.page) - 1) * size, Number(query.page) * size) };
    },
    askProxy: async () => failed({ kind: 'unsupported', text: '' }),
    postJsonRpc: async () => failed({ kind: 'unsupported', text: '' }),
    error: (fault, request) => faultError(fault, request),
  };
  const read = async (fromBlock: number, toBlock: number, size: number) => {
    const pageSize = { rows: size };
    const listed = await readList(client, txlistinternal, { address: wallet, fromBlock, toBlock }, pageSize);
    if (listed === 'unsupported') throw new Error('the list is there');
    return { ...listed, blocks: listed.rows.map(({ blockNumber }) => blockNumber), size: pageSize.rows };
  };
  return { asked, read };
}

describe('a page', () => {
  test('that is not full is the whole range', async () => {
    const { read } = server(rowsOf({ 3: 2, 7: 1 }), 10_000);
    expect(await read(0, 100, 4)).toMatchObject({ blocks: [3, 3, 7], completeTo: 100 });
  });

  test('that ends inside a block is complete up to the block before', async () => {
    const { read } = server(rowsOf({ 3: 2, 7: 5 }), 10_000);
    expect(await read(0, 100, 4)).toMatchObject({ blocks: [3, 3], completeTo: 6 });
  });

  test('that is full just at the end of a block is not taken for the end', async () => {
    const { read } = server(rowsOf({ 3: 2, 7: 2 }), 10_000);
    expect(await read(0, 100, 4)).toMatchObject({ blocks: [3, 3], completeTo: 6 });
    expect(await read(7, 100, 4)).toMatchObject({ blocks: [7, 7], completeTo: 100 });
  });

  test('of 1,000 rows is not taken for the end when 5,000 were asked for', async () => {
    // The limit of a free key: rows 1,001 and on would be lost.
    const { read } = server(rowsOf({ 1: 600, 2: 300, 3: 600 }), 1000);
    expect(await read(0, 100, 5000)).toMatchObject({ completeTo: 2, size: 1000, rows: { length: 900 } });
  });

  test('that is not in order is sorted when it is the only one, and refused when it is full', async () => {
    const turned = rowsOf({ 3: 1, 7: 1 }).toReversed();
    const { read } = server(turned, 10_000);
    expect(await read(0, 100, 4)).toMatchObject({ blocks: [3, 7], completeTo: 100 });
    await expect(read(0, 100, 2)).rejects.toThrow('a full page that is not in block order');
  });
});

describe('a block fuller than a page', () => {
  test('is read by page', async () => {
    const { read, asked } = server(rowsOf({ 5: 11, 6: 1 }), 10_000);
    const { blocks, completeTo } = await read(0, 100, 4);
    expect(blocks).toEqual(Array.from({ length: 11 }, () => 5));
    expect(completeTo).toBe(5);
    expect(asked.slice(1).map(({ startblock, endblock, page }) => [startblock, endblock, page])).toEqual([
      ['5', '5', '1'],
      ['5', '5', '2'],
      ['5', '5', '3'],
    ]);
  });

  test('with rows that come on two pages has each of them once', async () => {
    const rows = rowsOf({ 5: 6 });
    const { read } = server(rows, 10_000, (query) => (query.page === '2' ? rows.slice(2, 6) : null));
    const listed = await read(5, 5, 4);
    expect(listed.rows.map(({ traceId }) => traceId)).toEqual(['0_0', '0_1', '0_2', '0_3', '0_4', '0_5']);
  });

  test('of 10,000 rows or more cannot be read from an explorer', async () => {
    const { read } = server(rowsOf({ 5: 10_001 }), 10_000);
    await expect(read(0, 100, 5000)).rejects.toMatchObject({
      name: 'PermanentError',
      message: expect.stringMatching(/over 10000 rows in block 5.*Give the chain a node with traces/),
    });
  });

  test('is begun anew when pages get smaller on the way', async () => {
    const timeout: Fault = { kind: 'query-timeout', text: '' };
    const { read } = server(rowsOf({ 5: 70 }), 10_000, (query) =>
      query.page === '2' && query.offset === '40' ? timeout : null,
    );
    expect(await read(5, 5, 40)).toMatchObject({ rows: { length: 70 }, size: 20, completeTo: 5 });
  });
});

test('pages are not made smaller than ten rows', async () => {
  const { read, asked } = server([], 10_000, () => ({ kind: 'too-large', text: '' }));
  await expect(read(0, 100, 35)).rejects.toThrow('its answer is too large');
  expect(asked.map(({ offset }) => offset)).toEqual(['35', '17', '10']);
});

test('window after window gives every row once, whatever lies where', async () => {
  const counts = fc.dictionary(fc.integer({ min: 0, max: 30 }).map(String), fc.integer({ min: 0, max: 9 }), {
    maxKeys: 20,
  });
  await fc.assert(
    fc.asyncProperty(counts, fc.integer({ min: 1, max: 12 }), async (blocks, size) => {
      const rows = rowsOf(blocks);
      const { read } = server(rows, 10_000);
      const found: string[] = [];
      let next = 0;
      while (next <= 30) {
        const listed = await read(next, 30, size);
        expect(listed.completeTo).toBeGreaterThanOrEqual(next);
        found.push(...listed.rows.map(({ hash, traceId }) => `${hash} ${traceId}`));
        next = listed.completeTo + 1;
      }
      expect(found).toEqual(rows.map(({ hash, traceId }) => `${hash} ${traceId}`));
    }),
    { numRuns: 100, seed: 20_261 },
  );
});
