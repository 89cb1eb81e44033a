/**
 * Worlds that are built once a run: whatever changed the node of the first is kept, and sent again to the nodes of the
 * others. They then have the same chain, block hash by block hash, with the state of every block.
 *
 * Anvil's own `--load-state` keeps past states only with `--preserve-historical-states`: 255 MB for 500 transactions.
 * This is below one, and sending it takes no longer than loading that.
 */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import type { World } from '../../demo/economy/world-types.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { buildWorld, type WorldOptions } from '../../demo/world.ts';
import { madeOnce } from './made-once.ts';

/** The node's genesis is at `genesisTime`, seconds since 1970. */
export type RecordedWorldOptions = Required<
  Pick<WorldOptions, 'seed' | 'transactions' | 'startTime' | 'endTime'>
> & { genesisTime: number };

interface Call {
  method: string;
  params: unknown[];
}

interface Recording {
  world: World;
  /** What was asked at once was sent in one batch. */
  batches: Call[][];
  /** Of the last block: it commits to all before it. */
  blockHash: string;
}

const answersSchema = z.array(
  z.object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() }),
);
const requestTimeoutMs = 60_000;

async function post(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(requestTimeoutMs);
  return (await fetch(url, { method: 'POST', headers, body, signal })).text();
}

/** Sends calls as one batch; throws when one of them fails. */
async function send(url: string, calls: readonly Call[]): Promise<unknown[]> {
  const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })));
  const answers = answersSchema.parse(JSON.parse(await post(url, body)));
  return answers.map(({ result, error }) => {
    if (error !== undefined) throw new Error(`The node refused what it did before: ${error.message}`);
    return result;
  });
}

export async function lastBlockHash(url: string): Promise<string> {
  const [block] = await send(url, [{ method: 'eth_getBlockByNumber', params: ['latest', false] }]);
  return z.object({ hash: z.string() }).parse(block).hash;
}

const changesNode = ({ method }: Call): boolean => /^(anvil|evm)_|^eth_sendRawTransaction$/.test(method);

/** Stands before a node, and keeps the calls that change it, in the order in which they came. */
async function startRecorder(rpcUrl: string) {
  const batches: Call[][] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const asked: Call | Call[] = JSON.parse(body);
    const changes = [asked].flat().filter(changesNode);
    if (changes.length > 0) batches.push(changes.map(({ method, params }) => ({ method, params })));
    response.setHeader('content-type', 'application/json');
    response.end(await post(rpcUrl, body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The recorder has no port.');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${address.port}`, batches, close };
}

async function record(rpcUrl: string, options: WorldOptions): Promise<Recording> {
  const recorder = await startRecorder(rpcUrl);
  try {
    const world = await buildWorld({ ...options, rpcUrl: recorder.url });
    return { world, batches: recorder.batches, blockHash: await lastBlockHash(rpcUrl) };
  } finally {
    await recorder.close();
  }
}

/** Sends a recording's transactions to the node; throws when its chain comes out as another one. */
async function replayed(rpcUrl: string, path: string): Promise<Recording> {
  const recording: Recording = deserialize(await readFile(path));
  for (const batch of recording.batches) await send(rpcUrl, batch);
  const hash = await lastBlockHash(rpcUrl);
  if (hash !== recording.blockHash)
    throw new Error(`The world came out as ${hash} after it was ${recording.blockHash}.`);
  return recording;
}

/** A node with a recorded world. */
export interface RecordedWorld {
  anvil: Anvil;
  world: World;
  /** Of the last block. */
  blockHash: string;
}

/** A node of its own with the world; the caller stops it. */
export async function openRecordedWorld(
  options: RecordedWorldOptions,
  directory: string,
): Promise<RecordedWorld> {
  const { genesisTime, ...worldOptions } = options;
  const path = `${directory}/world-${Object.values(options).join('-')}`;
  const anvil = await startAnvil({ timestamp: genesisTime });
  try {
    const { rpcUrl } = anvil;
    let made: Recording | undefined;
    await madeOnce(path, async (unfinished) => {
      made = await record(rpcUrl, { ...worldOptions, rpcUrl });
      await writeFile(unfinished, serialize(made));
    });
    const recording = made ?? (await replayed(rpcUrl, path));
    return { anvil, world: { ...recording.world, rpcUrl }, blockHash: recording.blockHash };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}
