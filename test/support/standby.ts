/** A PostgreSQL server and a standby that streams from it: real replication, made as a base backup is. */
import { cp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { runProgram } from '../../src/processes/run-program.ts';
import { spawnSupervised } from '../../src/processes/supervised.ts';
import { startEmbeddedPostgres } from '../../src/store/embedded/embedded.ts';
import { resolveBinaries, serverUser } from '../../src/store/embedded/embedded-binaries.ts';
import { readClusterState } from '../../src/store/embedded/embedded-cluster.ts';
import { makeUsedDataDirectory } from './made-cluster.ts';
import { makeDataDirectory } from './postgres.ts';

export interface ReplicatedDatabase {
  primaryUrl: string;
  standbyUrl: string;
  /** The standby takes no more of what the primary sends, until it is resumed. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits until the standby has everything that the primary has now. */
  caughtUp(): Promise<void>;
  /** Ends the standby alone. */
  stopStandby(): Promise<void>;
  stop(): Promise<void>;
}

const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'on', wal_keep_size: '256MB' };

/** @param prepare runs on the primary before it is copied */
export async function startReplicated(
  prepare: (primaryUrl: string) => Promise<void>,
): Promise<ReplicatedDatabase> {
  const [primaryDir, standbyDir] = [await makeUsedDataDirectory(), await makeDataDirectory()];
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, log: () => {}, settings });
  await prepare(primary.url);
  const cluster = join(standbyDir, 'cluster');
  await copyCluster(primary.url, { from: (await readClusterState(primaryDir))?.cluster ?? '', to: cluster });
  const standby = await startStandby(primary.url, cluster);
  const onPrimary = new pg.Client({ connectionString: primary.url });
  const onStandby = new pg.Client({ connectionString: standby.url });
  onStandby.on('error', () => {});
  await onPrimary.connect();
  await onStandby.connect();
  const stopStandby = async (): Promise<void> => {
    await onStandby.end().catch(() => {});
    await standby.stop();
  };
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    pause: async () => void (await onStandby.query('SELECT pg_wal_replay_pause()')),
    resume: async () => void (await onStandby.query('SELECT pg_wal_replay_resume()')),
    async caughtUp() {
      const { rows } = await onPrimary.query<{ end: string }>(
        'SELECT pg_current_wal_insert_lsn()::text AS end',
      );
      for (let isThere = false; !isThere; ) {
        const { rows: replayed } = await onStandby.query<{ there: boolean }>(
          'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS there',
          [rows[0]?.end],
        );
        isThere = replayed[0]?.there === true;
      }
    },
    stopStandby,
    async stop() {
      await stopStandby();
      await onPrimary.end();
      await primary.stop();
      for (const directory of [primaryDir, standbyDir]) {
        await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      }
    },
  };
}

/** The files of a running server, and what says from where on its log is to be replayed over them. */
async function copyCluster(url: string, { from, to }: { from: string; to: string }): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    await cp(from, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(to, 'standby.signal'), '');
  } finally {
    await client.end();
  }
}

async function startStandby(
  primaryUrl: string,
  cluster: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(primaryUrl);
  const user = await serverUser(undefined);
  if (user !== null) await runProgram('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
  await runProgram('chmod', ['700', cluster]);
  const ownPort = await freePort();
  const all = {
    ...settings,
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(ownPort) },
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`,
  };
  const server = await spawnSupervised(
    (await resolveBinaries(user)).postgres,
    ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...{ cwd: cluster, stopSignal: 'SIGINT', stopTimeoutMs: 20_000 },
      ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    },
  );
  await server.waitForLine((line) => line.includes('ready to accept read-only') || undefined, 60_000);
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${ownPort}${pathname}`,
    stop: async () => void (await server.stop()),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
