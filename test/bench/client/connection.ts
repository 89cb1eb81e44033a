/**
 * One HTTP/1.1 connection that sends prepared requests, one at a time. Raw sockets and no header parsing beyond what is needed:
 * on a machine that also runs the server, what the client computes is taken from what is measured.
 */
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  bytes: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const chunkedEnd = Buffer.from('0\r\n\r\n');

export interface Connection {
  /** Fails when the connection breaks or the answer is late. */
  send(request: Buffer, timeoutMs: number): Promise<Answer>;
  close(): void;
}

export function openConnection(host: string, port: number): Connection {
  let socket: Socket | null = null;
  let received: Buffer[] = [];
  let pending: {
    resolve: (answer: Answer) => void;
    reject: (error: Error) => void;
    timer: NodeJS.Timeout;
  } | null = null;

  function settle(act: (waiting: NonNullable<typeof pending>) => void): void {
    const waiting = pending;
    pending = null;
    received = [];
    if (waiting === null) return;
    clearTimeout(waiting.timer);
    act(waiting);
  }

  function fail(error: Error): void {
    socket?.destroy();
    socket = null;
    settle(({ reject }) => reject(error));
  }

  function ensureSocket(): Socket {
    if (socket !== null && !socket.destroyed) return socket;
    const opened = connect({ host, port, noDelay: true });
    opened.on('data', (chunk) => {
      received.push(chunk);
      const answer = completeAnswer(received);
      if (answer === null) return;
      if (answer.closes) {
        socket = null;
        opened.destroy();
      }
      settle(({ resolve }) => resolve(answer));
    });
    opened.on('error', (error) => opened === socket && fail(error));
    opened.on('close', () => opened === socket && fail(new Error('the server closed the connection')));
    socket = opened;
    return opened;
  }

  return {
    send: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => fail(new Error('timeout')), timeoutMs);
        pending = { resolve, reject, timer };
        ensureSocket().write(request);
      }),
    close() {
      socket?.destroy();
      socket = null;
    },
  };
}

/** The answer when all of it is there, else null. A body is either counted by its header, or chunked. */
function completeAnswer(chunks: readonly Buffer[]): (Answer & { closes: boolean }) | null {
  const first = chunks[0];
  if (first === undefined) return null;
  const headLength = first.indexOf(headEnd);
  if (headLength < 0) return chunks.length < 2 ? null : completeAnswer([Buffer.concat(chunks)]);
  const head = first.toString('latin1', 0, headLength).toLowerCase();
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0) - headLength - headEnd.length;
  const status = Number(head.slice(9, 12));
  const closes = head.includes('\r\nconnection: close');
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return bytes >= Number(length) ? { status, bytes, closes } : null;
  if (!head.includes('\r\ntransfer-encoding: chunked')) return { status, bytes, closes };
  const last = chunks.at(-1) ?? first;
  const tail = last.length >= chunkedEnd.length ? last : Buffer.concat(chunks.slice(-2));
  // JSON never holds a bare carriage return, so this can be nothing but the end.
  return tail.subarray(-chunkedEnd.length).equals(chunkedEnd) ? { status, bytes, closes } : null;
}
