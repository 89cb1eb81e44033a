/** What every contender's process does: start serving, say where, answer how much CPU and memory it has used, end with its parent. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { errorText } from '../../../src/errors.ts';

/** Environment of a contender; the parent sets all of it. */
export interface ContenderSettings {
  databaseUrl: string;
  apiKey: string;
  clientId: number;
  /** Where its npm packages are; '' for those that need none. */
  peerDirectory: string;
}

export interface Usage {
  /** Microseconds. */
  cpu: number;
  /** Bytes. */
  resident: number;
}

export const poolSize = 16;

// biome-ignore lint/suspicious/noExplicitAny: the peers' types are not installed with the repository
export type Loose = any;

/** Loads packages of a peer's own directory. */
export const packagesOf = (directory: string): ((name: string) => Loose) =>
  createRequire(join(directory, 'package.json'));

export async function serveContender(
  start: (settings: ContenderSettings) => Promise<{ url: string }>,
): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, resident: process.memoryUsage.rss() } satisfies Usage);
  });
  try {
    const { url } = await start({
      databaseUrl: process.env.BENCH_DATABASE_URL ?? '',
      apiKey: process.env.BENCH_API_KEY ?? '',
      clientId: Number(process.env.BENCH_CLIENT_ID),
      peerDirectory: process.env.BENCH_PEER_DIRECTORY ?? '',
    });
    process.send?.({ url });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : errorText(error)}\n`);
    process.exit(1);
  }
}
