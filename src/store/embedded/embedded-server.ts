/** Starts PostgreSQL on a cluster and waits until it answers. */
import { createServer } from 'node:net';
import { errorText, PermanentError } from '../../errors.ts';
import { type SupervisedProcess, spawnSupervised } from '../../processes/supervised.ts';
import type { ServerUser } from './embedded-binaries.ts';
import { type ServerLog, takeServerLock } from './former-server.ts';

const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
/** How often a start is tried again because another process took the free port first. */
const portAttempts = 5;

const defaultSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // Local sockets would need a directory that both users reach; nothing uses them.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
};

/** What to start, where, and as whom. Paths are absolute and real. */
export interface ServerPlan {
  postgres: string;
  dataDir: string;
  cluster: string;
  user: ServerUser | null;
  /** Settings beyond the defaults. */
  settings: Readonly<Record<string, string>>;
  log: ServerLog;
}

export interface StartedServer {
  server: SupervisedProcess;
  port: number;
}

/**
 * Starts a server, once nothing of a former one is left on the cluster. After a crash the log is replayed first.
 * `fixedPort`: that one only, which the connections of this process know; default: a free one.
 * @throws PermanentError when it does not answer in time or its port stays taken.
 */
export async function startServer(plan: ServerPlan, fixedPort?: number): Promise<StartedServer> {
  for (let attempt = 1; ; attempt++) {
    const port = fixedPort ?? (await freePort());
    const server = await spawnServer(plan, port);
    try {
      await server.waitForLine(
        (line) => line.includes('ready to accept connections') || undefined,
        startTimeoutMs,
      );
      return { server, port };
    } catch (cause) {
      await server.stop();
      const portIsTaken = server.lastErrorLines().some((line) => line.includes('could not bind'));
      if (!portIsTaken || attempt === portAttempts) {
        throw new PermanentError(`The embedded PostgreSQL does not start: ${errorText(cause)}`, { cause });
      }
    }
  }
}

async function spawnServer(plan: ServerPlan, port: number): Promise<SupervisedProcess> {
  const { postgres, dataDir, cluster, user, log } = plan;
  const settings = { ...defaultSettings, ...plan.settings, port: String(port) };
  const settingArguments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const lock = await takeServerLock(dataDir, cluster, log);
  try {
    return await spawnSupervised(postgres, ['-D', cluster, ...settingArguments], {
      cwd: cluster,
      // SIGINT is PostgreSQL's fast shutdown: connections are ended, everything is written.
      stopSignal: 'SIGINT',
      stopTimeoutMs,
      inheritedFile: lock.file.fd,
      ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    });
  } finally {
    // From here on the server's own processes hold it, and nobody else.
    await lock.release();
  }
}

/** A port that nobody listens on. Another process may take it before we do; then the start is tried again. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port was given'));
        else resolve(address.port);
      });
    });
  });
}
