/**
 * Clients that do not take their answer, or do not send the rest of a request. A connection is cut when nothing of an answer
 * was taken for a while, or when the rest of a refused request does not come. A connection that idles is not cut: on a
 * keep-alive, or a stream of events with nothing to tell, nothing waits to be taken.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, onSendAsyncHookHandler } from 'fastify';

export interface SlowReaders {
  /** Looks at every connection now, and cuts those that have taken nothing for too long. */
  check(): void;
}

interface Progress {
  /** Bytes that left the process. */
  taken: number;
  since: number;
}

/** Watches the connections of a server. `now`: milliseconds. */
export function watchReaders(
  server: Pick<Server, 'on'>,
  { timeoutMs, now }: { timeoutMs: number; now: () => number },
): SlowReaders {
  const connections = new Map<Socket, Progress>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { taken: 0, since: now() });
    socket.once('close', () => connections.delete(socket));
  });
  return {
    check() {
      const time = now();
      for (const [socket, progress] of connections) {
        const waiting = socket.writableLength;
        const taken = socket.bytesWritten - waiting;
        if (waiting === 0 || taken !== progress.taken) connections.set(socket, { taken, since: time });
        else if (time - progress.since >= timeoutMs) socket.destroy();
      }
    },
  };
}

/** A body that goes out in one piece shows no progress until all of it was taken. */
const sliceBytes = 64 * 1024;
const wholeBytes = 4 * sliceBytes;
/** How long a client that was refused may take to end its request: enough to read the refusal. */
const lingerMs = 5_000;
const checkMs = 1_000;

/** Cuts connections that take nothing of an answer for `timeoutMs`. Register after what changes bodies (compression). */
export function cutSlowClients(server: FastifyInstance, timeoutMs: number): void {
  const readers = watchReaders(server.server, { timeoutMs, now: Date.now });
  const timer = setInterval(readers.check, checkMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
  // After the hooks that the routes have already, which may compress.
  server.addHook('onRoute', (route) => {
    const before = route.onSend === undefined ? [] : [route.onSend].flat();
    route.onSend = [...before, inSlices];
  });
  server.addHook('onResponse', async ({ raw }) => {
    if (raw.complete !== false) return;
    const cut = setTimeout(() => !raw.complete && raw.destroy(), lingerMs).unref();
    raw.once('close', () => clearTimeout(cut));
  });
}

const inSlices: onSendAsyncHookHandler = async (request, reply, payload) => {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  if (!Buffer.isBuffer(body) || request.method === 'HEAD') return payload;
  if (body.length <= wholeBytes) return body;
  reply.header('Content-Length', body.length);
  return Readable.from(slices(body), { objectMode: false });
};

function* slices(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += sliceBytes) yield body.subarray(at, at + sliceBytes);
}
