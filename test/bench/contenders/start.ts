/** Starting the contenders of a benchmark, and what each is asked. */
import { join } from 'node:path';
import { z } from 'zod';
import { errorText } from '../../../src/errors.ts';
import type { BenchRequest } from '../client/job.ts';
import { type Program, startProgram } from '../processes.ts';
import { installPeer, type PeerName } from './peers.ts';
import type { Usage } from './program.ts';

const helloSchema = z.object({ url: z.string() });
const usageSchema = z.object({ cpu: z.number(), resident: z.number() }) satisfies z.ZodType<Usage>;

export const benchKey = 'benchmark-key-000000';

export interface RunningContender {
  readonly url: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts a program of this folder in a process of its own, on the given database. */
export async function startContender(
  file: string,
  options: { databaseUrl: string; peer?: PeerName; environment?: Readonly<Record<string, string>> },
): Promise<RunningContender> {
  const peerDirectory = options.peer === undefined ? '' : await installPeer(options.peer);
  const { program, hello } = await startProgram(join(import.meta.dirname, file), {
    BENCH_DATABASE_URL: options.databaseUrl,
    BENCH_API_KEY: benchKey,
    BENCH_CLIENT_ID: '1',
    BENCH_PEER_DIRECTORY: peerDirectory,
    ...options.environment,
  });
  return {
    url: helloSchema.parse(hello).url,
    usage: () => usageOf(program),
    stop: () => program.stop(),
  };
}

const usageOf = async (program: Program): Promise<Usage> =>
  usageSchema.parse(await program.ask({ ask: 'usage' }));

/** What is not there (a peer that cannot be installed, or does not start) is said in the table; the rest is measured. */
export async function tryStart<Value>(
  name: string,
  start: () => Promise<Value>,
  missing: Map<string, string>,
): Promise<Value | null> {
  try {
    return await start();
  } catch (error) {
    missing.set(name, errorText(error).replaceAll('\n', ' ').slice(0, 200));
    return null;
  }
}

export const post = (
  kind: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): BenchRequest => ({
  kind,
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const get = (kind: string, path: string, headers: Record<string, string> = {}): BenchRequest => ({
  kind,
  method: 'GET',
  path,
  headers: { accept: 'application/json', ...headers },
  body: null,
});
