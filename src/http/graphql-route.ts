/** /graphql: turns a request into the fetch Request that the GraphQL handler takes, and its Response into our reply. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Introspection } from '../graphql/introspection.ts';
import type { GraphqlHandler } from '../graphql/server.ts';
import { requireAcceptable, requireWords } from './graphql-forms.ts';
import type { Authenticator, CheckedKey } from './keys/api-keys.ts';
import type { Authentication } from './keys/authentication.ts';
import { carriesCredential, missingKey } from './keys/carried-key.ts';
import type { KeyStreams } from './keys/key-streams.ts';
import type { OwnOriginOf } from './keys/own-origin.ts';
import type { RequestAccount } from './limits/key-work.ts';
import type { KeylessLimit } from './limits/keyless-limit.ts';
import type { LoadShedding } from './limits/load-shedding.ts';
import { isTimedOut, setAccount } from './limits/request-guard.ts';
import { isForBrowser } from './pages/for-browser.ts';
import type { SendPage } from './pages/page-routes.ts';
import { noteProblemCode, sendError } from './problems/problem.ts';
import { withoutApiKey } from './urls.ts';

export interface GraphqlRouteDependencies {
  graphql: GraphqlHandler;
  authentication: Authentication;
  authenticator: Authenticator;
  streams: KeyStreams;
  ownOriginOf: OwnOriginOf;
  baseUrlOf: (request: FastifyRequest) => string;
  /** Answers a browser with GraphiQL; null: there is no such page. */
  sendGraphiql: SendPage | null;
  /** Answers what is asked about the schema without a key; null: that needs one, too. */
  introspection: Introspection | null;
  keyless: KeylessLimit;
  shedding: LoadShedding;
}

/** Headers that describe the connection or the body as it was on the wire, and the key. */
const notForwarded = new Set([
  'x-api-key',
  'authorization',
  'cookie',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'expect',
]);

interface Route extends GraphqlRouteDependencies {
  /** Subscriptions under way: they would keep the server from closing. */
  readonly open: Set<AbortController>;
}

export async function graphqlRoute(
  server: FastifyInstance,
  dependencies: GraphqlRouteDependencies,
): Promise<void> {
  const { authentication, introspection, keyless, ownOriginOf, sendGraphiql, shedding } = dependencies;
  const open = new Set<AbortController>();
  const route: Route = { ...dependencies, open };

  // The handler reads the body itself: whatever type it has comes as bytes.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.addHook('preClose', async () => {
    for (const controller of open) controller.abort();
  });

  // Before anything is read of a body.
  server.decorateRequest('key', null);
  server.decorateRequest('account');
  server.addHook('onRequest', async (request, reply) => {
    if (sendGraphiql !== null && isForBrowser(request)) return sendGraphiql(request, reply);
    if (introspection !== null && mayBeAboutSchema(request, ownOriginOf)) {
      await keyless.take(request, reply);
      if (request.method === 'POST') refuseIfLate(request, reply);
      return;
    }
    const key = await authentication.identify(request, reply);
    const account = authentication.open(reply, key);
    await account.charge(1);
    setAccount(request, account, shedding);
    request.setDecorator('key', key);
    request.setDecorator('account', account);
  });

  // What was no operation at all.
  server.addHook('onResponse', async (request) => authentication.nameOperation(request, 'graphql'));

  server.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    schema: { hide: true },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      requireAcceptable(request.headers.accept);
      return introspection !== null && !isIdentified(request)
        ? answerAboutSchema({ introspection, keyless }, request, reply)
        : answer(route, request, reply);
    },
  });
}

/** Larger than what tools ask the schema by: no more is read without a key. */
const mostKeylessBytes = 16 * 1024;

/** A field that is worked out weighs as much as so much of an answer: 5,000 are a unit, as they are with a key. */
const bytesPerField = 20;

/** A small request without a key: it is read to see whether it asks for the schema alone. */
function mayBeAboutSchema(request: FastifyRequest, ownOriginOf: OwnOriginOf): boolean {
  const { method, headers, url } = request;
  if (carriesCredential(request, ownOriginOf)) return false;
  if (method === 'GET') return url.includes('query=') && url.length <= mostKeylessBytes;
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  return isJson && Number(headers['content-length'] ?? Number.NaN) <= mostKeylessBytes;
}

/** Without a key nobody waits for a body: what a tool asks is there at once. */
const keylessBodyMs = 2_000;

/** Answers that a key is needed when the body is not there in time. */
function refuseIfLate(request: FastifyRequest, reply: FastifyReply): void {
  const late = setTimeout(() => {
    if (!reply.sent) sendError(missingKey(), request, reply);
  }, keylessBodyMs);
  const isThere = (): void => clearTimeout(late);
  request.raw.once('end', isThere).once('close', isThere);
}

const isIdentified = (request: FastifyRequest): boolean =>
  request.getDecorator<CheckedKey | null>('key') !== null;

async function answerAboutSchema(
  { introspection, keyless }: { introspection: Introspection; keyless: KeylessLimit },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const charge = (fields: number) => keyless.take(request, reply, fields * bytesPerField);
  const response = await introspection.handle(
    publicUrlOf(request, 'http://schema'),
    fetchRequestOf(request),
    charge,
  );
  if (response === null) throw missingKey();
  const text = await response.text();
  keyless.owe(request, text.length);
  copyHead(reply, response);
  return reply.send(text);
}

async function answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { graphql, baseUrlOf, open, streams, authenticator, authentication } = route;
  const baseUrl = baseUrlOf(request);
  const key = request.getDecorator<CheckedKey>('key');
  const account = request.getDecorator<RequestAccount>('account');
  const controller = new AbortController();
  open.add(controller);
  reply.raw.once('close', () => {
    open.delete(controller);
    // Making the reason of an abort costs more than most of what is left to do, and nobody listens any more.
    if (!reply.raw.writableFinished) controller.abort();
  });
  const { signal } = controller;
  const response = await graphql.handle(publicUrlOf(request, baseUrl), fetchRequestOf(request, signal), {
    ...{ baseUrl, requestId: request.id, caller: key.caller, isTimedOut: () => isTimedOut(request) },
    ...{ unitsOf: account.units, charge: account.charge },
    nameOperation: (operation) => authentication.nameOperation(request, `graphql ${operation}`),
    noteProblem: (code) => noteProblemCode(request, code),
    pace: (units) => unlessLeft(account.oweAndWait(units, signal), signal),
  });
  requireWords(response);
  if (!isEventStream(response)) return sendResponse(reply, response);
  streams.enter(key, { request, reply }, response.body);
  const keyEnd = new AbortController();
  reply.raw.once(
    'close',
    authenticator.watch(key, () => keyEnd.abort()),
  );
  return sendEvents(reply, response, { left: controller.signal, keyEnd: keyEnd.signal }, request.id);
}

/** A wait that its client's leaving ends is no fault: there is nobody to tell. */
const unlessLeft = (waiting: Promise<void>, signal: AbortSignal): Promise<void> =>
  waiting.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });

function fetchRequestOf(
  { method, headers: given, body }: FastifyRequest,
  signal: AbortSignal | null = null,
): RequestInit {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !notForwarded.has(name)) headers[name] = String(value);
  }
  return { method, headers, body: Buffer.isBuffer(body) ? new Uint8Array(body) : null, signal };
}

/** Of the path only what was routed: a request may name it in other ways, with a host of its own even. */
function publicUrlOf(request: FastifyRequest, baseUrl: string): string {
  const url = withoutApiKey(request.url);
  return `${baseUrl}/graphql${url.includes('?') ? url.slice(url.indexOf('?')) : ''}`;
}

const isEventStream = (response: Response): boolean =>
  /^(text\/event-stream|multipart\/mixed)/.test(response.headers.get('content-type') ?? '');

/** How a body is carried is for the server to say: a length beside chunks is two answers to whoever stands between. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

function copyHead(reply: FastifyReply, response: Response): void {
  reply.code(response.status);
  for (const [name, value] of response.headers)
    if (!ofConnection.has(name.toLowerCase())) reply.header(name, value);
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  copyHead(reply, response);
  return reply.send(await response.text());
}

/** What ends a stream of events: its reader has left (or the server closes), or its key is not valid any more. */
interface StreamEnds {
  left: AbortSignal;
  keyEnd: AbortSignal;
}

/** Hands events on as they come. When the key ends, so does the body; then a last event says why. */
function sendEvents(
  reply: FastifyReply,
  response: Response,
  ends: StreamEnds,
  requestId: string,
): FastifyReply {
  copyHead(reply, response);
  // Proxies must hand events on as they come, too.
  reply.header('Cache-Control', 'private, no-store, no-transform').header('X-Accel-Buffering', 'no');
  // A connection that idles when its stream ends would keep a closing server waiting for it.
  reply.header('Connection', 'close');
  if (response.body === null) return reply.send('');
  return reply.send(Readable.from(eventsUntil(response.body, ends, requestId)));
}

/**
 * `left` is heard here as well as by the handler. The handler hears it by the signal of its Request, which is told nothing any
 * more once the Request has been collected as garbage. Then a stream whose reader has left would go on.
 */
async function* eventsUntil(
  body: ReadableStream<Uint8Array>,
  { left, keyEnd }: StreamEnds,
  requestId: string,
): AsyncGenerator<Uint8Array | string> {
  const reader = body.getReader();
  // Cancelling ends the read under way.
  const cancel = (): void => void reader.cancel().catch(() => {});
  for (const end of [left, keyEnd]) {
    if (end.aborted) cancel();
    end.addEventListener('abort', cancel, { once: true });
  }
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    for (const end of [left, keyEnd]) end.removeEventListener('abort', cancel);
    cancel();
  }
  if (keyEnd.aborted) yield keyEndEvents(requestId);
}

function keyEndEvents(requestId: string): string {
  const message = 'The API key is not valid any more: it was revoked or has expired.';
  const errors = [{ message, extensions: { code: 'UNAUTHENTICATED', requestId } }];
  return `event: next\ndata: ${JSON.stringify({ errors })}\n\nevent: complete\ndata:\n\n`;
}
