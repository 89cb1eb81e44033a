/**
 * A history that was loaded while contracts could not be asked for their names and decimals becomes, once they answer, the one of a
 * load that had known them: on a real node, row by row.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lowerAddress } from '../../src/domain/address.ts';
import type { Address } from '../../src/domain/model.ts';
import { createJudgeAgain } from '../../src/ingest/loading/judge-again.ts';
import { createMetadataRereader } from '../../src/ingest/metadata/metadata-rereader.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { startNodeProxy } from '../chains/support/node-proxy.ts';
import {
  type ChainEntry,
  chainConfig,
  type Loader,
  registerAll,
  silentLog,
  startLoader,
} from '../chaos/support/loader.ts';
import { type Snapshot, takeSnapshot, waitUntilSynced } from '../chaos/support/snapshot.ts';
import { createDatabase } from '../support/postgres.ts';
import { shareTestWorld, type TestWorld } from '../support/world.ts';

let testWorld: TestWorld;
let head: { number: number; hash: string };
let truth: Snapshot;

beforeAll(async () => {
  testWorld = await shareTestWorld({ transactions: 600 });
  const answer = await fetch(testWorld.anvil.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
    }),
  });
  const { result }: { result: { number: string; hash: string } } = JSON.parse(await answer.text());
  head = { number: Number(result.number), hash: result.hash };
  const loaded = await load(testWorld.chain);
  truth = loaded.snapshot;
  await loaded.stop();
}, 120_000);

afterAll(() => testWorld?.anvil.stop());

interface Loaded {
  loader: Loader;
  snapshot: Snapshot;
  /** What is stored now. */
  read: () => Promise<Snapshot>;
  stop: () => Promise<void>;
}

async function load(chain: ChainEntry): Promise<Loaded> {
  const { url, drop } = await createDatabase();
  const database = await openDatabase({ url, maximumConnections: 2 });
  await registerAll(database, chainConfig(chain), testWorld.addresses);
  await database.close();
  const limits = { attempts: 1 };
  const loader = await startLoader({ databaseUrl: url, chain, owner: 'loader', limits, trustedTokens });
  return {
    loader,
    snapshot: await waitUntilSynced(url, head, 60_000),
    read: () => takeSnapshot(url),
    async stop() {
      await loader.stop();
      await drop();
    },
  };
}

/** The listed tokens: others must not bear their symbols. */
const trustedTokens = (): Map<Address, { symbol: string }> =>
  new Map(
    Object.values(testWorld.world.tokens).flatMap(({ address, symbol, trusted }) =>
      trusted ? [[lowerAddress(address), { symbol }] as const] : [],
    ),
  );

/** name(), symbol(), decimals(). */
const words = ['06fdde03', '95d89b41', '313ce567'];

/** All that is due is read, and judged, as the service does it. */
async function readAgain({ loader }: Loaded): Promise<number> {
  const { database, chain } = loader;
  const rereader = createMetadataRereader({
    ...{ database, chains: [chain], log: silentLog, queueRemoteMetadata: () => {} },
    judgeAgain: createJudgeAgain({ database, trustedTokens }),
  });
  await database.pool.query('UPDATE unread_metadata SET read_at = now()');
  return rereader.readDue(chain);
}

const differing = (snapshot: Snapshot): number => {
  const wanted = new Set(truth.rows.map(({ address, text }) => address + text));
  return snapshot.rows.filter(({ address, text }) => !wanted.has(address + text)).length;
};

test('contracts that were silent while their transfers were judged', { timeout: 240_000 }, async () => {
  const proxy = await startNodeProxy(testWorld.anvil.rpcUrl);
  proxy.interfere({
    answer: ({ method, params }) =>
      method === 'eth_call' && words.some((word) => JSON.stringify(params).includes(word))
        ? { error: { code: -32603, message: 'Internal error' } }
        : undefined,
  });
  const loaded = await load({ ...testWorld.chain, rpc: [proxy.url] });
  try {
    expect(loaded.snapshot.rows).toHaveLength(truth.rows.length);
    const wrong = differing(loaded.snapshot);
    console.info(`judged without names and decimals: ${wrong} of ${truth.rows.length} rows differ`);
    // Else this shows nothing.
    expect(wrong).toBeGreaterThan(0);

    proxy.interfere({});
    const { database } = loaded.loader;
    expect(await readAgain(loaded)).toBeGreaterThan(0);
    const judged = await loaded.read();
    expect(judged.rows.map(({ text }) => text)).toEqual(truth.rows.map(({ text }) => text));
    // Counters, too.
    expect(judged.hash).toBe(truth.hash);
    // Once more, as the service looks several times: nothing changes, and nobody is told of anything.
    const events = async (): Promise<unknown> =>
      (await database.pool.query('SELECT count(*) FROM wallet_event')).rows;
    const before = await events();
    expect(await readAgain(loaded)).toBeGreaterThan(0);
    expect((await loaded.read()).hash).toBe(truth.hash);
    expect(await events()).toEqual(before);
  } finally {
    await loaded.stop();
    await proxy.stop();
  }
});
