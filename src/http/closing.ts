/** How connections end when the server closes. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * A connection whose last answer was sent while closing is idle only afterwards, and would be kept for another one. One that has
 * never asked for anything (browsers open some for later) counts as busy for Node, and would be waited for.
 */
export function closeConnectionsWhenDone(server: FastifyInstance): void {
  let isClosing = false;
  const unused = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.server.on('request', (request) => unused.delete(request.socket));
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
  });
  server.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close');
  });
  server.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => server.server.closeIdleConnections());
  });
}
