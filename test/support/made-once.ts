/** What several test files of a run need, and whoever comes first makes. */
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const makeTimeoutMs = 240_000;
const lookMs = 50;

/**
 * Returns when the file or folder at `path` is there, whole: `make` writes it to the path that it gets, in one process alone; whoever
 * comes meanwhile waits. Throws what `make` throws (the next one tries again), and when nobody has made it in four minutes.
 */
export async function madeOnce(path: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const [lock, unfinished] = [`${path}.lock`, `${path}.part`];
  for (const deadline = Date.now() + makeTimeoutMs; Date.now() < deadline; await delay(lookMs)) {
    if (await isThere(path)) return;
    const isOurs = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (!isOurs) continue;
    try {
      // Between the look and the lock, another may have ended its own.
      if (await isThere(path)) return;
      await rm(unfinished, { recursive: true, force: true });
      await make(unfinished);
      await rename(unfinished, path);
      return;
    } finally {
      await rm(lock, { recursive: true });
    }
  }
  throw new Error(`Nobody has made ${path} within ${makeTimeoutMs} ms.`);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
