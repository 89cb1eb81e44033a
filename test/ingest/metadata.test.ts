/** What contracts do not say of themselves: stored as unknown, planned to be read again, never over what is known. */
import { createHash } from 'node:crypto';
import { encodeAbiParameters } from 'viem/utils';
import { beforeEach, describe, expect, test } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import type { ChainSource } from '../../src/chains/definitions/chain-source.ts';
import type { Address, Hex, Movement } from '../../src/domain/model.ts';
import { RetryableError } from '../../src/errors.ts';
import { type ChainRuntime, createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import type { LastBlocks } from '../../src/ingest/metadata/burned-nfts.ts';
import { createMetadataRereader, type JudgeAgain } from '../../src/ingest/metadata/metadata-rereader.ts';
import { planFor } from '../../src/ingest/metadata/reading-plan.ts';
import { storeMetadata } from '../../src/ingest/metadata/store-metadata.ts';
import type { QueueRemote } from '../../src/ingest/metadata/store-readings.ts';
import type { Log } from '../../src/log.ts';
import { findNftCollections, findNfts, findTokens } from '../../src/store/lookups/lookup-reads.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { collectionView, nftView } from '../../src/use-cases/lookups/lookup-views.ts';
import { address, hash } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const chainId = 1;
const [token, collection] = [address(0xe1), address(0xe2)];
const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value]);
const number = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value]);
const document = text('data:application/json,{"name":"Rain","image":"https://nft.example/1.png"}');
const documentOf = (content: object): Hex =>
  text(`data:application/json,${encodeURIComponent(JSON.stringify(content))}`);
const svg = (id: number): string => `<svg><text>${id}</text></svg>`;
const drawing = (id: number): string =>
  `data:image/svg+xml;base64,${Buffer.from(svg(id)).toString('base64')}`;
const referenceOf = (id: number): string => `image:${createHash('sha256').update(svg(id)).digest('hex')}`;
/** By selector: name, symbol, decimals, tokenURI. */
const speaking: Readonly<Record<string, Hex>> = {
  ...{ '0x06fdde03': text('Late'), '0x95d89b41': text('LATE'), '0x313ce567': number(6n) },
  ...{ '0xc87b56dd': document },
};
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

const db = useTestDatabase();
beforeEach(async () => {
  await db.database.pool.query('TRUNCATE token, nft, nft_collection, unread_metadata CASCADE');
});

type Call = ChainSource['callContracts'];
const speaks: Call = async (calls) => calls.map(({ data }) => speaking[data.slice(0, 10)] ?? null);
const refuses: Call = async (calls) => calls.map(() => null);
const fails: Call = () => Promise.reject(new RetryableError('the node does not answer'));
const hangs: Call = () => Promise.withResolvers<never>().promise;

function chainOf(callContracts: Call, isAway = false): ChainRuntime {
  const block = { number: 100, hash: hash(100), timestamp: 1_700_000_000 };
  const source: ChainSource = {
    chainId,
    description: 'the test',
    probe: async () => ({ missing: [], warnings: [] }),
    getHead: () => (isAway ? Promise.reject(new RetryableError('no route to host')) : Promise.resolve(block)),
    getBlock: async () => block,
    fetchActivity: () => Promise.reject(new Error('not asked for')),
    callContracts,
    getNativeBalance: async () => 0n,
    close: async () => {},
  };
  return createChainRuntime(resolveChain({ chainId, rpc: ['http://node.example'] }, null), source, Date.now);
}

const moved = (tokenAddress: Address, standard: Movement['standard'], tokenId: bigint | null): Movement => ({
  item: { kind: 'log', index: 0, batch: 0 },
  ...{ side: 'inflow', standard, tokenAddress, tokenId, amount: 1n, counterparty: address(9) },
});
const movements = [moved(token, 'erc20', null), moved(collection, 'erc721', 5n)];
const load = (chain: ChainRuntime, stallMs = 60_000, lastBlocks?: LastBlocks): Promise<void> =>
  storeMetadata(
    { database: db.database, patience: { stallMs, totalMs: 60_000 } },
    chain,
    movements,
    lastBlocks,
  );

async function stored(): Promise<unknown> {
  const [[one], [group], [nft]] = await Promise.all([
    findTokens(db.database, [{ chainId, address: token }]),
    findNftCollections(db.database, [{ chainId, address: collection }]),
    findNfts(db.database, [{ chainId, address: collection, tokenId: 5n }]),
  ]);
  return [one?.symbol, one?.decimals, group?.name, nft?.name];
}
/** Pages call an NFT without a name by its collection. */
const unknown = [null, null, '', ''];
const known = ['LATE', 6, 'Late', 'Rain'];

/** As `<collection> #<id>` where it has no name. */
async function nameOnPages(): Promise<string> {
  const key = { chainId, address: collection, tokenId: 5n };
  const [[group], [nft]] = await Promise.all([
    findNftCollections(db.database, [key]),
    findNfts(db.database, [key]),
  ]);
  const blockchain = { id: '1', chainId, name: '', slug: '', symbol: '', imageUrl: '' };
  return nftView(key, nft, collectionView(key, group, blockchain)).name;
}

async function plans(): Promise<unknown[]> {
  const { rows } = await db.database.pool.query(
    `SELECT kind, outcome, attempts, round(extract(epoch FROM read_at - now()) / 3600)::int AS hours
     FROM unread_metadata ORDER BY kind`,
  );
  return rows.map(({ kind, outcome, attempts, hours }) => [kind, outcome, attempts, hours]);
}
const due = (): Promise<unknown> => db.database.pool.query('UPDATE unread_metadata SET read_at = now()');
const judged: JudgeAgain = async () => {};
async function readAgain(
  chain: ChainRuntime,
  queueRemoteMetadata: QueueRemote = () => {},
  judgeAgain = judged,
): Promise<number> {
  const { database } = db;
  const options = { database, chains: [chain], queueRemoteMetadata, judgeAgain, log: silent };
  await due();
  return createMetadataRereader(options).readDue(chain);
}
const dayHours = 24;
const readJustNow = (kind: string): unknown[] => [kind, 'read', 1, 0];

test('where tokens cannot be stored, collections are not read on, and nothing goes on when that is told', async () => {
  const { pool } = db.database;
  await pool.query('ALTER TABLE token ADD CONSTRAINT full_disk CHECK (false) NOT VALID');
  let calls = 0;
  const chain = chainOf(async (asked) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return speaks(asked);
  });
  const collections = Array.from({ length: 1_000 }, (_, index) =>
    moved(address(1_000 + index), 'erc721', 5n),
  );
  try {
    await expect(
      storeMetadata({ database: db.database }, chain, [moved(token, 'erc20', null), ...collections]),
    ).rejects.toThrow(/full_disk/);
    const told = calls;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(calls).toBe(told);
    const { rows } = await pool.query('SELECT count(*)::int AS stored FROM nft_collection');
    expect(rows[0].stored).toBeLessThan(1_000);
  } finally {
    await pool.query('ALTER TABLE token DROP CONSTRAINT full_disk');
  }
});

test('tokens and collections are asked at the same time: neither waits for the other', async () => {
  const asked = new Set<Address>();
  const both = Promise.withResolvers<void>();
  await load(
    chainOf(async (calls) => {
      for (const { to } of calls) asked.add(to);
      if (asked.has(token) && asked.has(collection)) both.resolve();
      await both.promise;
      return speaks(calls);
    }),
  );
  expect(await stored()).toEqual(known);
});

describe('a step', () => {
  test.each([
    ['a node that fails', fails, 'unanswered', 0],
    ['a node that never answers', hangs, 'unanswered', 0],
    ['a contract that refuses', refuses, 'refused', dayHours],
  ])('is not held up by %s', async (_, callContracts, outcome, hours) => {
    await load(chainOf(callContracts), callContracts === hangs ? 50 : undefined);
    expect(await stored()).toEqual(unknown);
    expect(await plans()).toEqual(['collection', 'erc721', 'token'].map((kind) => [kind, outcome, 0, hours]));
  });

  test('is not held up by a chain without a head either', async () => {
    await load(chainOf(speaks, true));
    expect(await stored()).toEqual(unknown);
    await load(chainOf(speaks));
    expect(await stored()).toEqual(unknown);
  });

  test('plans nothing for what is known', async () => {
    await load(chainOf(speaks));
    expect(await stored()).toEqual(known);
    expect(await plans()).toEqual([]);
  });
});

describe('reading again', () => {
  test('fills in what is unknown, and is over', async () => {
    await load(chainOf(fails));
    expect(await readAgain(chainOf(speaks))).toBe(3);
    expect(await stored()).toEqual(known);
    // A step that was under way may be stored just now: transactions are looked at three times more.
    expect(await plans()).toEqual([readJustNow('collection'), readJustNow('token')]);
    expect([await readAgain(chainOf(speaks)), await readAgain(chainOf(speaks))]).toEqual([2, 2]);
    expect(await readAgain(chainOf(speaks))).toBe(2);
    expect(await plans()).toEqual([]);
    expect(await readAgain(chainOf(speaks))).toBe(0);
  });

  test('transactions are judged by whatever a contract says, at each look; a look that fails does not count', async () => {
    await load(chainOf(fails));
    const asked: (readonly Address[])[] = [];
    const judge: JudgeAgain = async (_, contracts) => void asked.push(contracts.toSorted());
    await readAgain(chainOf(fails), undefined, judge);
    expect(asked).toEqual([]);
    await readAgain(chainOf(refuses), undefined, judge);
    expect(asked).toEqual([[token, collection]]);
    const isAway: JudgeAgain = () => Promise.reject(new Error('the database is away'));
    for (let look = 0; look < 5; look += 1) await readAgain(chainOf(speaks), undefined, isAway);
    expect(await stored()).toEqual(known);
    expect(await plans()).toEqual([
      ['collection', 'read', 7, 0],
      ['token', 'read', 7, 0],
    ]);
    for (let look = 0; look < 5; look += 1) await readAgain(chainOf(speaks), undefined, judge);
    // Three more looks.
    expect(asked).toHaveLength(1 + 3);
    expect(await plans()).toEqual([]);
  });

  test('another worker may have read it meanwhile: unknown never replaces known', async () => {
    await load(chainOf(fails));
    await readAgain(chainOf(speaks));
    // As a worker does that looked before and whose node failed since.
    const row = { chainId, address: token, name: null, symbol: null, decimals: null };
    await upsertTokens(db.database, [{ ...row, assetSlug: null, isTrusted: false }], true);
    expect(await stored()).toEqual(known);
  });

  test('a token that was listed since stays listed', async () => {
    await load(chainOf(fails));
    const listed = { chainId, address: token, name: 'Listed', symbol: 'LST', decimals: 8 };
    await upsertTokens(db.database, [{ ...listed, assetSlug: null, isTrusted: true }]);
    await readAgain(chainOf(speaks));
    expect(await findTokens(db.database, [{ chainId, address: token }])).toMatchObject([
      { symbol: 'LST', decimals: 8, isTrusted: true },
    ]);
  });

  test('an NFT that was called by its number is called by its collection', async () => {
    await load(chainOf(refuses));
    expect(await nameOnPages()).toBe(`${collection} #5`);
    const named: Call = async (calls) =>
      calls.map(({ data }) => (data.startsWith('0xc87b56dd') ? null : (speaking[data.slice(0, 10)] ?? null)));
    await readAgain(chainOf(named));
    expect(await nameOnPages()).toBe('Late #5');
    expect(await plans()).toEqual([
      readJustNow('collection'),
      ['erc721', 'refused', 1, 3 * dayHours],
      readJustNow('token'),
    ]);
  });

  test('images and long texts are stored as at the first reading, and collections are described', async () => {
    await load(chainOf(fails));
    const answers: Readonly<Record<string, Hex>> = {
      ...speaking,
      '0xc87b56dd': documentOf({ name: 'Drawn', description: 'a'.repeat(3_000), image: drawing(5) }),
      '0xe8a3d485': documentOf({ name: 'Not its own', description: 'Of rain', image: drawing(0) }),
    };
    await readAgain(chainOf(async (calls) => calls.map(({ data }) => answers[data.slice(0, 10)] ?? null)));
    const [group] = await findNftCollections(db.database, [{ chainId, address: collection }]);
    expect(group).toMatchObject({ name: 'Late', description: 'Of rain', imageUrl: referenceOf(0) });
    const [nft] = await findNfts(db.database, [{ chainId, address: collection, tokenId: 5n }]);
    expect(nft).toMatchObject({ name: 'Drawn', image: referenceOf(5), thumbnail: referenceOf(5) });
    // 1,024 bytes, of which the ellipsis takes three.
    expect(nft?.description).toBe(`${'a'.repeat(1_021)}…`);
    expect(await plans()).toEqual([readJustNow('collection'), readJustNow('token')]);
  });

  test('a collection whose document is elsewhere is handed on to be fetched', async () => {
    await load(chainOf(fails));
    const answers: Readonly<Record<string, Hex>> = {
      ...speaking,
      '0xe8a3d485': text('ipfs://Qm/collection'),
    };
    const queued: unknown[] = [];
    await readAgain(
      chainOf(async (calls) => calls.map(({ data }) => answers[data.slice(0, 10)] ?? null)),
      (items) => queued.push(...items),
    );
    expect(queued).toMatchObject([{ collection: { address: collection }, uri: 'ipfs://Qm/collection' }]);
  });

  test('a burned NFT is read at the last block that was known when it was met', async () => {
    await load(chainOf(fails), undefined, () => 70);
    const burned: Call = async (calls, block) =>
      calls.map(({ data }) =>
        data.startsWith('0xc87b56dd') && block !== 70 ? null : (speaking[data.slice(0, 10)] ?? null),
      );
    await readAgain(chainOf(burned));
    expect(await stored()).toEqual(known);
    expect(await plans()).toEqual([readJustNow('collection'), readJustNow('token')]);
  });

  test('a node without that block: the burned NFT is planned by its contract’s word, without a warning', async () => {
    const warned: unknown[] = [];
    const withoutState: Call = async (calls, block) => {
      if (block === 70) throw new RetryableError('missing trie node');
      return calls.map(({ data }) =>
        data.startsWith('0xc87b56dd') ? null : (speaking[data.slice(0, 10)] ?? null),
      );
    };
    const log = { ...silent, warn: (fields: unknown) => warned.push(fields) };
    await storeMetadata({ database: db.database, log }, chainOf(withoutState), movements, () => 70);
    expect(await plans()).toEqual([['erc721', 'refused', 0, dayHours]]);
    expect(warned).toEqual([]);
  });

  test('a chain that is away uses up no attempt', async () => {
    await load(chainOf(fails));
    await expect(readAgain(chainOf(speaks, true))).rejects.toThrow('no route to host');
    expect(await plans()).toMatchObject([
      ['collection', 'unanswered', 0, expect.any(Number)],
      ['erc721', 'unanswered', 0, expect.any(Number)],
      ['token', 'unanswered', 0, expect.any(Number)],
    ]);
  });

  test.each([
    // After 1, 3, 9, 27 and 81 days.
    ['a contract that refuses', refuses, 5],
    // Up to every 6 hours, then once a week for a year.
    ['a node that fails', fails, 24 + 52],
  ])('%s is given up in the end', async (_, callContracts, readings) => {
    await load(chainOf(callContracts));
    const asked: number[] = [];
    for (let round = 0; round < readings + 3; round += 1) asked.push(await readAgain(chainOf(callContracts)));
    expect(asked).toEqual([...Array.from({ length: readings }, () => 3), 0, 0, 0]);
    expect(await stored()).toEqual(unknown);
  });
});

test('pauses grow: 10 seconds, threefold, up to 6 hours, then a week; and a day, threefold, up to 81 days', () => {
  const key = { chainId, address: token, kind: 'token', tokenId: null, lastBlock: null } as const;
  const seconds = (outcome: 'refused' | 'unanswered', streak: number): number | undefined => {
    const plan = planFor({ ...key, outcome, attempts: streak, streak });
    return plan === null ? undefined : plan.readInMs / 1000;
  };
  expect([0, 1, 2, 7, 8, 23, 24, 75].map((streak) => seconds('unanswered', streak))).toEqual([
    ...[10, 30, 90, 21_600, 21_600, 21_600, 7 * 86_400, 7 * 86_400],
  ]);
  expect([0, 1, 4].map((streak) => seconds('refused', streak))).toEqual([86_400, 259_200, 81 * 86_400]);
  expect([seconds('unanswered', 76), seconds('refused', 5)]).toEqual([undefined, undefined]);
  // One that answers differently each time.
  expect(planFor({ ...key, outcome: 'refused', attempts: 100, streak: 0 })).toBeNull();
});
