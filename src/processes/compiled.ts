/** What Node compiled of the program is kept for its next start, which then takes half as long. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Beside the packages, where whoever installs the program may write. Where `NODE_COMPILE_CACHE` is set, that directory is meant; where nothing
 * can be written, nothing is kept.
 */
const directory = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'wallet-data');

/** Keeps what is compiled from now on, once this process ends. */
export function keepCompiled(): void {
  enableCompileCache(directory);
}

/** Keeps what is compiled by now: a process that is killed cannot do it at its end. */
export function writeCompiled(): void {
  flushCompileCache();
}
