/** The service as a process, of this or of a former version, on a database and a chain that are there. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SupervisedProcess, spawnSupervised } from '../../../src/processes/supervised.ts';
import { untilReady } from './loaded.ts';
import { freePort } from './machine.ts';

export interface Service {
  readonly url: string;
  readonly key: string;
  readonly exited: Promise<unknown>;
  lastErrorLines(): readonly string[];
  /** Sends SIGTERM; answers how it ended, in words. */
  stop(): Promise<string>;
}

export interface ServiceSettings {
  /** Where `src/cli.ts` of its version lies. */
  readonly code: string;
  /** Its own: configuration and data. Is made. */
  readonly folder: string;
  readonly databaseUrl: string;
  /** Content of CONFIG_FILE. */
  readonly config: object;
  readonly key: string;
}

/** Starts it and waits until it is ready. @throws Error with its last words. */
export async function startService(settings: ServiceSettings): Promise<Service> {
  const { code, folder, databaseUrl, config, key } = settings;
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, 'config.json');
  writeFileSync(configFile, JSON.stringify(config));
  const port = await freePort();
  const program = await spawnSupervised(process.execPath, ['src/cli.ts', 'serve'], {
    ...{ cwd: code, stopTimeoutMs: 60_000, keptLines: 40 },
    env: {
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), CONFIG_FILE: configFile },
      ...{ BOOTSTRAP_API_KEY: key, PORT: String(port), LOG_LEVEL: 'warn' },
    },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady({ url, exited: program.exited });
  } catch (cause) {
    await program.stop();
    throw new Error(program.lastErrorLines().join('\n'), { cause });
  }
  return {
    url,
    key,
    exited: program.exited,
    lastErrorLines: program.lastErrorLines,
    stop: () => ended(program),
  };
}

async function ended(program: SupervisedProcess): Promise<string> {
  const { code, signal } = await program.stop();
  return signal === null ? `code ${code}` : signal;
}
