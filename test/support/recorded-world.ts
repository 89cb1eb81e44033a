/**
 * Worlds that are built once a run: whatever changed the node of the first is kept, and sent again to the nodes of the
 * others. They then have the same chain, block hash by block hash, with the state of every block.
 *
 * Anvil's own `--load-state` keeps past states only with `--preserve-historical-states`: 255 MB for 500 transactions.
 * This is below one, and sending it takes no longer than loading that.
 */
import { once } from 'node:events';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import type { World } from '../../demo/economy/world-types.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { buildWorld, type WorldOptions } from '../../demo/world.ts';

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

async function replay(rpcUrl: string, { batches, blockHash }: Recording): Promise<void> {
  for (const batch of batches) await send(rpcUrl, batch);
  const hash = await lastBlockHash(rpcUrl);
  if (hash !== blockHash) throw new Error(`The world came out as ${hash} after it was ${blockHash}.`);
}

/** The recording of an earlier call of this run, or null. */
async function readRecording(path: string): Promise<Recording | null> {
  try {
    return deserialize(await readFile(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A node with a recorded world. */
export interface RecordedWorld {
  anvil: Anvil;
  world: World;
  /** Of the last block. */
  blockHash: string;
}

const buildTimeoutMs = 240_000;
const buildCheckMs = 100;

/** The recording, made by whoever comes first; whoever comes meanwhile waits for it, and gets `isNew: false`. */
async function findRecording(
  path: string,
  make: () => Promise<Recording>,
): Promise<{ recording: Recording; isNew: boolean }> {
  const lock = `${path}.building`;
  for (const deadline = Date.now() + buildTimeoutMs; Date.now() < deadline; await delay(buildCheckMs)) {
    const known = await readRecording(path);
    if (known !== null) return { recording: known, isNew: false };
    const isOurs = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (!isOurs) continue;
    try {
      // Between the look and the lock, another may have ended its own.
      const meanwhile = await readRecording(path);
      if (meanwhile !== null) return { recording: meanwhile, isNew: false };
      const recording = await make();
      // Whoever finds it finds the whole of it.
      await writeFile(`${path}.part`, serialize(recording));
      await rename(`${path}.part`, path);
      return { recording, isNew: true };
    } finally {
      await rm(lock, { recursive: true });
    }
  }
  throw new Error(`Nobody has built ${path} within ${buildTimeoutMs} ms.`);
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
    const { recording, isNew } = await findRecording(path, () => record(rpcUrl, { ...worldOptions, rpcUrl }));
    if (!isNew) await replay(rpcUrl, recording);
    return { anvil, world: { ...recording.world, rpcUrl }, blockHash: recording.blockHash };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}
