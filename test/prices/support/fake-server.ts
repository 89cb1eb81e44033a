import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { z } from 'zod';

export interface FakeRequest {
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

/** What to answer: a status with a body (text as it is, anything else as JSON), or null to never answer. */
export type FakeAnswer = { status?: number; headers?: Record<string, string>; body: unknown } | null;

export interface FakeServer {
  readonly url: string;
  readonly requests: FakeRequest[];
  /** Replaces the handler. */
  answer(handler: (request: FakeRequest) => FakeAnswer): void;
  /** The next request is answered when the promise says with what. */
  hold(answered: Promise<FakeAnswer>): void;
  close(): Promise<void>;
}

/** A server on 127.0.0.1 that answers as told. */
export async function startFakeServer(handler: (request: FakeRequest) => FakeAnswer): Promise<FakeServer> {
  const requests: FakeRequest[] = [];
  let current = handler;
  const holding: Promise<FakeAnswer>[] = [];
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://fake');
    const request = {
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: incoming.headers,
    };
    requests.push(request);
    const held = holding.shift();
    if (held === undefined) send(response, current(request));
    else void held.then((answer) => send(response, answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer(next) {
      current = next;
    },
    hold(answered) {
      holding.push(answered);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, answer: FakeAnswer): void {
  if (answer === null) return;
  const { status = 200, headers = {}, body } = answer;
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body).replaceAll(/"@raw:([^"]*)"/g, '$1'));
}

/** A figure that keeps its digits: `JSON.stringify` would round it. */
export function rawJson(text: string): string {
  return `@raw:${text}`;
}
