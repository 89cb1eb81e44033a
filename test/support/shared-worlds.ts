/**
 * Worlds that the test files of a run share: a node each for all files that only read. Vitest's global set-up starts a
 * small server in the process that outlives the workers; a world is there from when the first file asks for it.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import type { TestProject } from 'vitest/node';
import type { World } from '../../demo/economy/world-types.ts';
import type { Anvil } from '../../demo/node/anvil.ts';
import { lastBlockHash, openRecordedWorld, type RecordedWorldOptions } from './recorded-world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a world for the options of one (`RecordedWorldOptions`), both as `node:v8` serializes them. */
    sharedWorldsUrl: string;
  }
}

/** What is told of a node of the run. */
interface SharedWorld {
  anvil: Pick<Anvil, 'rpcUrl' | 'port' | 'pid'>;
  world: World;
  blockHash: string;
}

const openTimeoutMs = 300_000;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const opened = new Map<string, ReturnType<typeof openRecordedWorld>>();
  const directory = (): string => project.getProvidedContext().runDirectory;
  const server = createServer(async (request, response) => {
    try {
      const options: RecordedWorldOptions = deserialize(await buffer(request));
      const key = JSON.stringify(options);
      const opening = opened.get(key) ?? openRecordedWorld(options, directory());
      opened.set(key, opening);
      const { anvil, world, blockHash } = await opening;
      const { rpcUrl, port, pid } = anvil;
      response.end(serialize({ anvil: { rpcUrl, port, pid }, world, blockHash } satisfies SharedWorld));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The shared worlds have no port.');
  project.provide('sharedWorldsUrl', `http://127.0.0.1:${address.port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    const nodes = await Promise.allSettled(opened.values());
    await Promise.all(nodes.map((node) => (node.status === 'fulfilled' ? node.value.anvil.stop() : null)));
  };
}

/**
 * A node of the run's with the world, for those that only read. `anvil.stop()` gives it back, and throws when somebody has
 * changed it.
 */
export async function openSharedWorld(
  options: RecordedWorldOptions,
): Promise<{ anvil: Anvil; world: World }> {
  // Not at the top: this file is also loaded by vitest's main process, where there is nothing to inject.
  const { inject } = await import('vitest');
  const response = await fetch(inject('sharedWorldsUrl'), {
    method: 'POST',
    body: serialize(options),
    signal: AbortSignal.timeout(openTimeoutMs),
  });
  if (!response.ok) throw new Error(`There is no shared world: ${await response.text()}`);
  const { anvil, world, blockHash }: SharedWorld = deserialize(Buffer.from(await response.arrayBuffer()));
  const stop = async (): Promise<void> => {
    if ((await lastBlockHash(anvil.rpcUrl)) !== blockHash) {
      throw new Error('A test changed a node that it shares with others: let it have one of its own.');
    }
  };
  return { anvil: { ...anvil, stop }, world };
}
