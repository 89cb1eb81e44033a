/** A PostgreSQL of one's own that can be restarted on the same port and data, in an orderly way or not. */
import { rm } from 'node:fs/promises';
import { type SupervisedProcess, spawnSupervised } from '../../../src/processes/supervised.ts';
import { startEmbeddedPostgres } from '../../../src/store/embedded/embedded.ts';
import { resolveBinaries, serverUser } from '../../../src/store/embedded/embedded-binaries.ts';
import { readClusterState } from '../../../src/store/embedded/embedded-cluster.ts';
import { makeUsedDataDirectory } from '../../support/made-cluster.ts';

export interface RestartablePostgres {
  url: string;
  /** fast: connections are cut and everything is written. immediate: as a crash, recovered from the log at the start. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  stop(): Promise<void>;
}

export async function startRestartablePostgres(): Promise<RestartablePostgres> {
  const dataDir = await makeUsedDataDirectory();
  // The service's own code has made the cluster; it tells the address, and from then on the server is ours.
  const first = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const { url } = first;
  await first.stop();
  const state = await readClusterState(dataDir);
  if (state === null) throw new Error('no cluster was made');
  const user = await serverUser(state.cluster);
  const { postgres } = await resolveBinaries(user);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${new URL(url).port}`];
  const start = async (): Promise<SupervisedProcess> => {
    const server = await spawnSupervised(
      postgres,
      ['-D', state.cluster, ...settings.flatMap((setting) => ['-c', setting])],
      {
        cwd: state.cluster,
        stopSignal: 'SIGINT',
        ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
      },
    );
    await server.waitForLine((line) => line.includes('ready to accept connections') || undefined, 60_000);
    return server;
  };
  let server = await start();
  return {
    url,
    async restart(mode) {
      process.kill(server.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await server.exited;
      server = await start();
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
