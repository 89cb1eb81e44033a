/** The files that a page loads: made when somebody asks first, by a worker thread, and kept compressed from then on. */
import { Worker } from 'node:worker_threads';
import { RetryableError } from '../../errors.ts';
import type { Prepared } from './prepared-pages.ts';

export type PageName = 'graphiql' | 'docs';

export interface AssetFile extends Prepared {
  /** What the page calls it: 'graphiql.js'. */
  key: string;
  /** Its name with its hash, by which it is served: 'graphiql.0123456789abcdef.js'. */
  file: string;
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Uint8Array<ArrayBuffer>>>;
}

export interface Assets {
  /** The served name of each file by what the page calls it. */
  fileOf(key: string): string;
  /** By its served name. */
  find(file: string): Prepared | null;
}

/** Longer than the work takes on a busy machine. */
const longestMs = 60_000;

/** Answers the page's files, the same from the first call on. Rejects when they could not be made; the next call tries again. */
export function createAssets(page: PageName): () => Promise<Assets> {
  let made: Promise<Assets> | null = null;
  return () => {
    made ??= makeAssets(page).catch((cause: unknown) => {
      made = null;
      throw new RetryableError(`the files of the page ${page} could not be made`, { cause });
    });
    return made;
  };
}

async function makeAssets(page: PageName): Promise<Assets> {
  const files = await runWorker(page);
  const byKey = new Map(files.map((file) => [file.key, file.file]));
  const byFile = new Map(files.map((file) => [file.file, file]));
  return {
    fileOf(key) {
      const file = byKey.get(key);
      if (file === undefined) throw new Error(`the page ${page} has no file ${key}`);
      return file;
    },
    find: (file) => byFile.get(file) ?? null,
  };
}

function runWorker(page: PageName): Promise<AssetFile[]> {
  // It needs neither the environment, which may hold keys, nor options of the process.
  const worker = new Worker(new URL('./asset-worker.ts', import.meta.url), {
    ...{ workerData: page, env: {}, execArgv: [] },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // A service that stops does not wait for it.
  worker.unref();
  return new Promise<AssetFile[]>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the worker took too long')), longestMs).unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the worker ended with code ${code}`)));
    worker.once('exit', () => clearTimeout(late));
  }).finally(() => worker.terminate());
}
