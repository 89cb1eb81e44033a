import { access, chmod, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { spawnSupervised } from '../../src/processes/supervised.ts';

/** A running local EVM node. */
export type Anvil = {
  readonly rpcUrl: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
};

export type AnvilOptions = {
  /** Default 31337. */
  readonly chainId?: number;
  /** Time of the genesis block, seconds since 1970. Default: two years and a day ago, as `buildWorld` needs it. */
  readonly timestamp?: number;
  /** Default: a free port chosen by the system. */
  readonly port?: number;
  /** More arguments for anvil, after ours. */
  readonly args?: readonly string[];
  /** Default 30,000. */
  readonly startTimeoutMs?: number;
};

/** More blocks than any demo mines. */
const keptStates = 1_000_000;
const secondsPerDay = 86_400;
const architectures: ReadonlyMap<string, string> = new Map([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
]);

/** The path of the anvil binary that npm installed for this platform, made executable if it is not. */
async function findAnvil(): Promise<string> {
  const packageName = `@foundry-rs/anvil-${process.platform}-${architectures.get(process.arch) ?? process.arch}`;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  let binary: string;
  try {
    const require = createRequire(import.meta.url);
    binary = join(dirname(require.resolve(`${packageName}/package.json`)), 'bin', `anvil${suffix}`);
    await access(binary, constants.R_OK);
  } catch (cause) {
    throw new Error(
      `No local EVM node for this platform: the npm package ${packageName} is not installed. ` +
        'Run `npm ci` without --omit=optional, on Linux, macOS (arm64 or x64) or Windows (x64).',
      { cause },
    );
  }
  // Some installers drop the executable bit, and the meta-package's install script may not have run.
  await access(binary, constants.X_OK).catch(() => chmod(binary, 0o755));
  return binary;
}

/**
 * Starts a local EVM node from the binary in npm, on a free port, and waits until it answers.
 * It ends with `stop()`, or when this process dies, however that happens.
 *
 * @example
 * const anvil = await startAnvil({ chainId: 31337 });
 * const world = await buildWorld({ rpcUrl: anvil.rpcUrl });
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const binary = await findAnvil();
  const genesisTime = options.timestamp ?? Math.floor(Date.now() / 1000) - (2 * 365 + 1) * secondsPerDay;
  const args = [
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
    ...['--chain-id', String(options.chainId ?? 31337), '--timestamp', String(genesisTime)],
    // By default anvil keeps 500 states and writes older ones to the home directory, a megabyte each, for good.
    // All of them in memory is faster, leaves nothing behind, and answers for every block just as well.
    ...['--prune-history', String(keptStates)],
    ...(options.args ?? []),
  ];
  const node = await spawnSupervised(binary, args, { stopTimeoutMs: 2_000 });
  const stop = async () => {
    await node.stop();
  };
  try {
    // With port 0 the system chooses the port and anvil prints it: no race for a port found free beforehand.
    const port = await node.waitForLine((line) => {
      const found = /^Listening on .*:(\d+)$/.exec(line.trim())?.[1];
      return found === undefined ? undefined : Number(found);
    }, options.startTimeoutMs ?? 30_000);
    return { rpcUrl: `http://127.0.0.1:${port}`, port, pid: node.pid, stop };
  } catch (cause) {
    await stop();
    throw new Error(`The local EVM node did not start: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
