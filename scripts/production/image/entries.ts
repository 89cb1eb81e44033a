/** What is to be in a layer: files, folders and links with their modes, the same whoever builds and whenever. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Who the service runs as: a number that no system gives to a person. */
export const serviceUser = 65_532;

export interface Entry {
  /** Below the root, without a slash in front. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'symlink';
  readonly mode: number;
  readonly owner: number;
  /** Empty but for files. */
  readonly content: Buffer;
  /** Of symlinks. */
  readonly target?: string;
}

const nothing = Buffer.alloc(0);

export const directory = (path: string, { mode = 0o755, owner = 0 } = {}): Entry => ({
  ...{ path, kind: 'directory', mode, owner, content: nothing },
});

export const file = (path: string, content: Buffer | string, { mode = 0o644 } = {}): Entry => ({
  ...{ path, kind: 'file', mode, owner: 0, content: Buffer.from(content) },
});

/**
 * All that is below a folder, as it shall lie at `path` in the image. Modes are 755 for folders and what may be executed, 644 for others:
 * the umask of whoever builds does not matter. Sockets and devices are left out.
 */
export function entriesOf(folder: string, path: string): Entry[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((found): Entry[] => {
    const from = join(found.parentPath, found.name);
    const at = `${path}/${from.slice(folder.length + 1)}`;
    if (found.isDirectory()) return [directory(at)];
    if (found.isSymbolicLink()) {
      return [
        {
          ...{ path: at, kind: 'symlink', mode: 0o777, owner: 0, content: nothing },
          target: readlinkSync(from),
        },
      ];
    }
    if (!found.isFile()) return [];
    const executable = (lstatSync(from).mode & 0o100) !== 0;
    return [file(at, readFileSync(from), { mode: executable ? 0o755 : 0o644 })];
  });
}

/** Sorted by path, with the folders that lie above each, once. @throws Error when two entries differ that want the same place. */
export function completed(entries: readonly Entry[]): Entry[] {
  const byPath = new Map<string, Entry>();
  for (const entry of entries) {
    const present = byPath.get(entry.path);
    if (present !== undefined && !(present.kind === 'directory' && entry.kind === 'directory')) {
      throw new Error(`Two files want to be ${entry.path} in the image.`);
    }
    byPath.set(entry.path, entry);
  }
  for (const { path } of entries) {
    const parts = path.split('/').slice(0, -1);
    parts.forEach((_, index) => {
      const above = parts.slice(0, index + 1).join('/');
      if (!byPath.has(above)) byPath.set(above, directory(above));
    });
  }
  return [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}
