/** One service per data directory: a lock that dies with its holder, however that ends. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isErrorCode } from './embedded-binaries.ts';

/** Longest path that every system takes for a Unix domain socket. */
const maximumSocketPath = 100;

/**
 * A listening local socket: unlike a file with a process id, it cannot outlive the process or name another one that
 * got the same id.
 */
function socketPath(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 20);
  if (process.platform === 'win32') return `\\\\.\\pipe\\wallet-data-${hash}`;
  const path = join(dataDir, 'owner.sock');
  return Buffer.byteLength(path) <= maximumSocketPath ? path : join(tmpdir(), `wallet-data-${hash}.sock`);
}

/** Whether a running process holds the lock. */
function isHeld(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => {
      // The lock alone does not keep a process alive.
      server.unref();
      resolve(server);
    });
  });
}

export interface OwnerLock {
  release(): Promise<void>;
}

/** Takes the lock of a data directory, or answers null when another running process has it. */
export async function takeOwnerLock(dataDir: string): Promise<OwnerLock | null> {
  const path = socketPath(dataDir);
  for (let attempt = 0; ; attempt++) {
    try {
      const server = await listen(path);
      return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    } catch (error) {
      if (!isErrorCode(error, 'EADDRINUSE')) throw error;
      if (attempt === 3 || (await isHeld(path))) return null;
      // Left behind by a process that was killed.
      await rm(path, { force: true });
    }
  }
}
