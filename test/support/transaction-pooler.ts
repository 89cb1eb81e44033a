/**
 * A pooler before a PostgreSQL server, as PgBouncer is one: it lends a server connection for one transaction (or, in session mode,
 * for as long as a client stays), gives each client a number of its own for its process, refuses the startup parameter `options`
 * unless it is told to ignore it, and drops what an idle server connection says, notifications above all.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';

export interface TransactionPooler {
  /** The server's address with the pooler's host and port. */
  url: string;
  /** How many server connections there are, and how many are lent at the moment. */
  counts(): { servers: number; lent: number };
  close(): Promise<void>;
}

export interface PoolerOptions {
  mode?: 'transaction' | 'session';
  /** Server connections at most; clients wait for one. */
  poolSize?: number;
  /** `ignore_startup_parameters = options`. */
  ignoresOptions?: boolean;
}

interface ServerConnection {
  stream: Duplex;
  client: PooledClient | null;
}

interface PooledClient {
  socket: Socket;
  server: ServerConnection | null;
  isWaiting: boolean;
  /** What came while no server was lent. */
  queued: Buffer[];
  /** Queries and syncs that the server has not answered with ReadyForQuery. */
  outstanding: number;
}

export async function startPooler(target: string, options: PoolerOptions = {}): Promise<TransactionPooler> {
  const { mode = 'transaction', poolSize = 20, ignoresOptions = true } = options;
  const servers = new Set<ServerConnection>();
  const idle: ServerConnection[] = [];
  const waiting: PooledClient[] = [];
  const clients = new Set<PooledClient>();
  let opening = 0;

  async function openServer(): Promise<ServerConnection> {
    const stream = await openStream(target);
    const server: ServerConnection = { stream, client: null };
    servers.add(server);
    const read = createFrameReader();
    stream.on('error', () => {});
    stream.on('close', () => {
      servers.delete(server);
      if (idle.includes(server)) idle.splice(idle.indexOf(server), 1);
      server.client?.socket.destroy();
      const next = waiting.shift();
      if (next !== undefined) borrow(next);
    });
    stream.on('data', (data: Buffer) => {
      for (const frame of read(data)) hear(server, frame);
    });
    return server;
  }

  function hear(server: ServerConnection, frame: Buffer): void {
    const { client } = server;
    if (client === null) return;
    client.socket.write(frame);
    if (frame[0] !== code('Z')) return;
    client.outstanding -= 1;
    const isIdle = frame[5] === code('I');
    if (mode === 'transaction' && isIdle && client.outstanding <= 0) giveBack(server);
  }

  function giveBack(server: ServerConnection): void {
    if (server.client !== null) server.client.server = null;
    server.client = null;
    const next = waiting.shift();
    if (next === undefined) idle.push(server);
    else lend(server, next);
  }

  function lend(server: ServerConnection, client: PooledClient): void {
    client.isWaiting = false;
    client.server = server;
    server.client = client;
    for (const frame of client.queued.splice(0)) server.stream.write(frame);
  }

  /** The server connection that was used last, a new one, or the next that somebody gives back. */
  function borrow(client: PooledClient): void {
    client.isWaiting = true;
    const server = idle.pop();
    if (server !== undefined) {
      lend(server, client);
      return;
    }
    if (servers.size + opening >= poolSize) {
      waiting.push(client);
      return;
    }
    opening += 1;
    openServer()
      .then(
        (opened) => (clients.has(client) ? lend(opened, client) : giveBack(opened)),
        () => client.socket.destroy(),
      )
      .finally(() => {
        opening -= 1;
      });
  }

  function say(client: PooledClient, frame: Buffer): void {
    if (frame[0] === code('X')) {
      client.socket.end();
      return;
    }
    if (frame[0] === code('Q') || frame[0] === code('S')) client.outstanding += 1;
    if (client.server !== null) {
      client.server.stream.write(frame);
      return;
    }
    client.queued.push(frame);
    if (!client.isWaiting) borrow(client);
  }

  function leave(client: PooledClient): void {
    clients.delete(client);
    if (waiting.includes(client)) waiting.splice(waiting.indexOf(client), 1);
    const { server } = client;
    if (server === null) return;
    // In the middle of a transaction, or of a session whose state nobody else may see.
    server.client = null;
    server.stream.destroy();
  }

  // Answers are written message by message: each would wait for the one before to be confirmed.
  const proxy = createServer({ noDelay: true }, (socket) => {
    const client: PooledClient = { socket, server: null, isWaiting: false, queued: [], outstanding: 0 };
    const greet = createGreeting(socket, ignoresOptions);
    const read = createFrameReader();
    let isGreeted = false;
    clients.add(client);
    socket.on('error', () => {});
    socket.on('close', () => leave(client));
    socket.on('data', (data: Buffer) => {
      if (!isGreeted) isGreeted = greet(data);
      else for (const frame of read(data)) say(client, frame);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('the pooler has no port');
  const url = new URL(target);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    counts: () => ({
      servers: servers.size,
      lent: [...servers].filter(({ client }) => client !== null).length,
    }),
    async close() {
      for (const { socket } of clients) socket.destroy();
      for (const { stream } of servers) stream.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

const code = (letter: string): number => letter.charCodeAt(0);

/** A server connection that is logged in, by the driver's own means, and whose bytes are nobody else's from now on. */
async function openStream(target: string): Promise<Duplex> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  const connection: unknown = Reflect.get(client, 'connection');
  if (typeof connection !== 'object' || connection === null) throw new Error('the driver has no connection');
  const stream: Duplex = Reflect.get(connection, 'stream');
  stream.removeAllListeners('data');
  stream.removeAllListeners('close');
  client.on('error', () => {});
  return stream;
}

/** Takes bytes as they come and answers the messages that are whole: a letter, a length, the rest. */
function createFrameReader(): (data: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0);
  return (data) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    const frames: Buffer[] = [];
    while (rest.length >= 5) {
      const length = rest.readInt32BE(1) + 1;
      if (rest.length < length) break;
      frames.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return frames;
  };
}

const sslRequest = 80877103;

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const zeroEnded = (...texts: string[]): Buffer => Buffer.from(texts.map((text) => `${text}\0`).join(''));

/** Logs a client in, without a password; true when it is done. */
function createGreeting(socket: Socket, ignoresOptions: boolean): (data: Buffer) => boolean {
  return (data) => {
    if (data.readInt32BE(4) === sslRequest) {
      socket.write('N');
      return false;
    }
    const words = data.subarray(8).toString().split('\0');
    const names = words.filter((_, index) => index % 2 === 0);
    if (names.includes('options') && !ignoresOptions) {
      const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options'];
      socket.end(message('E', Buffer.concat([zeroEnded(...fields), Buffer.from([0])])));
      return false;
    }
    socket.write(
      Buffer.concat([
        message('R', Buffer.alloc(4)),
        message('S', zeroEnded('client_encoding', 'UTF8')),
        message('S', zeroEnded('DateStyle', 'ISO, MDY')),
        message('K', randomBytes(8)),
        message('Z', Buffer.from('I')),
      ]),
    );
    return true;
  };
}
