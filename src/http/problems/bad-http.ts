/** What never becomes a request, because it is not HTTP, too large, or not sent in time: answered on the bare socket. */
import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { problemOf } from './problem.ts';

/** Status and detail by Node's code; anything else is 400. */
const refusals: ReadonlyMap<string, readonly [status: number, detail: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'The header of the request is larger than is accepted.']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'The request body is larger than is accepted.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request was not sent as a whole in time.']],
]);
const notHttp = [400, 'The request is not well-formed HTTP.'] as const;

/** The last response of each connection, for as long as the connection is there. */
const responses = new WeakMap<Socket, ServerResponse>();

/** Needed for `answerBadHttp` to know what a connection has been sent already. */
export function noteResponses(server: Server): void {
  server.on('request', (request, response) => responses.set(request.socket, response));
}

/** The server's handler of client errors. The connection ends. */
export function answerBadHttp(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isWithinAnswer(socket)) {
    socket.destroy();
    return;
  }
  const [status, detail] = refusals.get(error.code) ?? notHttp;
  const body = JSON.stringify({ ...problemOf('BAD_INPUT', detail, randomUUID()), status });
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  socket.destroySoon();
}

/** True where an answer is under way, or was given already to a request whose end never came. */
function isWithinAnswer(socket: Socket): boolean {
  const response = responses.get(socket);
  return response?.headersSent === true && !(response.writableFinished && response.req.complete);
}
