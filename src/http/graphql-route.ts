/** /graphql: turns a request into the fetch Request that the GraphQL handler takes, and its Response into our reply. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphqlHandler } from '../graphql/server.ts';
import type { Caller } from '../read/model.ts';
import { withoutApiKey } from './urls.ts';

export interface GraphqlRouteDependencies {
  graphql: GraphqlHandler;
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;
  baseUrlOf: (request: FastifyRequest) => string;
}

/** Headers that describe the connection or the body as it was on the wire, and the key. */
const notForwarded = new Set([
  'x-api-key',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'expect',
]);

export async function graphqlRoute(
  server: FastifyInstance,
  dependencies: GraphqlRouteDependencies,
): Promise<void> {
  const { graphql, authenticate, baseUrlOf } = dependencies;
  /** Subscriptions under way: they would keep the server from closing. */
  const open = new Set<AbortController>();

  // The handler reads the body itself: whatever type it has comes as bytes.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.addHook('preClose', async () => {
    for (const controller of open) controller.abort();
  });

  server.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    schema: { hide: true },
    exposeHeadRoute: false,
    async handler(request, reply) {
      const controller = new AbortController();
      open.add(controller);
      reply.raw.once('close', () => {
        open.delete(controller);
        controller.abort();
      });
      const baseUrl = baseUrlOf(request);
      const fetchRequest = toFetchRequest(request, baseUrl, controller.signal);
      const isPage = graphql.isGraphiqlRequest(fetchRequest);
      const caller = isPage ? null : await authenticate(request, reply);
      const response = await graphql.handle(fetchRequest, { caller, baseUrl, requestId: request.id });
      if (isPage) reply.header('Content-Security-Policy', graphql.graphiqlContentSecurityPolicy);
      return sendResponse(reply, response);
    },
  });
}

function toFetchRequest(request: FastifyRequest, baseUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !notForwarded.has(name)) headers.set(name, String(value));
  }
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  return new Request(baseUrl + withoutApiKey(request.url), { method: request.method, headers, body, signal });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value);
  const type = response.headers.get('content-type') ?? '';
  const isStream = type.startsWith('text/event-stream') || type.startsWith('multipart/mixed');
  if (!isStream) return reply.send(await response.text());
  // Proxies must hand events on as they come.
  reply.header('Cache-Control', 'no-cache, no-transform').header('X-Accel-Buffering', 'no');
  return reply.send(response.body === null ? '' : Readable.from(response.body));
}
