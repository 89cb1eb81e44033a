/** A worker node of the cluster as a thing that can be killed: its server has to run on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export interface WorkerNode {
  /** As if the machine had lost its power. */
  kill(): Promise<void>;
  /** Answers when it takes connections again. */
  start(): Promise<void>;
}

/** @param url of a database on the node */
export async function findWorkerNode(url: string): Promise<WorkerNode> {
  const home = new URL(url);
  home.pathname = '/postgres';
  const client = new pg.Client({ connectionString: home.href });
  await client.connect();
  const { rows } = await client.query<[string, string]>({
    text: "SELECT current_setting('data_directory'), setting FROM pg_config WHERE name = 'BINDIR'",
    rowMode: 'array',
  });
  await client.end();
  const [dataDirectory = '', programs = ''] = rows[0] ?? [];
  const owner = await stat(dataDirectory).catch(() => {
    throw new Error(`to be killed, the worker node ${home.host} has to run on this machine`);
  });
  const control = async (...words: readonly string[]): Promise<void> => {
    const child = spawn(join(programs, 'pg_ctl'), ['-D', dataDirectory, '-w', ...words], {
      ...{ uid: owner.uid, gid: owner.gid, cwd: '/', stdio: 'ignore' },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`pg_ctl ${words.join(' ')} ended with ${code}`);
  };
  return {
    kill: () => control('-m', 'immediate', 'stop'),
    start: () => control('-l', join(dataDirectory, 'killed.log'), 'start'),
  };
}
