/** /mcp: turns a request into the fetch Request that the MCP handler takes, and its Response into our reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hideApiKeys, PublicError } from '../errors.ts';
import { askReading } from '../graphql/reading-query.ts';
import { searchSchema } from '../graphql/schema-search.ts';
import type { GraphqlHandler } from '../graphql/server.ts';
import { createMcpServer, type McpHandler } from '../mcp/server.ts';
import type { McpRequestContext } from '../mcp/surface.ts';
import { untilAborted } from '../until-aborted.ts';
import type { ReadModel } from '../use-cases/model/interface.ts';
import { apiVersion } from './api-version.ts';
import type { CheckedKey } from './keys/api-keys.ts';
import type { Authentication } from './keys/authentication.ts';
import type { RequestAccount } from './limits/key-work.ts';
import type { LoadShedding } from './limits/load-shedding.ts';
import { isTimedOut, setAccount, timeoutError } from './limits/request-guard.ts';
import { strangeSource } from './local-requests.ts';
import { problemFor } from './problems/problem.ts';

export interface McpRouteDependencies {
  readModel: ReadModel;
  graphql: GraphqlHandler;
  authentication: Authentication;
  baseUrlOf: (request: FastifyRequest) => string;
  shedding: LoadShedding;
  source: { publicUrl: string | null; trustProxy: boolean | readonly string[] };
  /** Milliseconds since 1970. */
  now: () => number;
  /** Whether keys that may write may do so by a tool. */
  allowsWrites: boolean;
}

interface Route extends McpRouteDependencies {
  readonly mcp: McpHandler;
}

/** What a message may be; the longest query and its variables are shorter. */
const bodyLimitBytes = 64 * 1024;

/** Headers of the protocol: nothing else of a request is for it to see. */
const forwarded = /^(?:accept|content-type|last-event-id|mcp-[\w-]+)$/;

/** POST alone: nothing is kept for a session, so that there is none to read from or to end. */
export async function mcpRoute(server: FastifyInstance, dependencies: McpRouteDependencies): Promise<void> {
  const { authentication, shedding, source, readModel, now, allowsWrites } = dependencies;
  const mcp = createMcpServer({ readModel, version: apiVersion, now, allowsWrites, searchSchema });
  server.decorateRequest('key', null);
  server.decorateRequest('account');
  // Before anything is read of a body.
  server.addHook('onRequest', async (request, reply) => {
    const key = await authentication.identify(request, reply);
    const account = authentication.open(reply, key);
    await account.charge(1);
    const strange = strangeSource(request, source);
    if (strange !== null) throw strange;
    authentication.nameOperation(request, 'POST /mcp');
    setAccount(request, account, shedding);
    request.setDecorator('key', key);
    request.setDecorator('account', account);
  });
  server.addHook('onClose', () => mcp.close());
  server.post('/mcp', { schema: { hide: true }, bodyLimit: bodyLimitBytes }, (request, reply) =>
    answer({ ...dependencies, mcp }, request, reply),
  );
}

async function answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { body } = request;
  // Messages in one request were of one version of the protocol (2025-03-26), and would be limited as one.
  if (Array.isArray(body))
    throw new PublicError('BAD_INPUT', 'Batches are not answered: send each message by itself.');
  const left = new AbortController();
  reply.raw.once('close', () => {
    // Whatever is under way then may never end.
    if (!reply.raw.writableFinished) left.abort(new PublicError('BAD_INPUT', 'The client has left.'));
  });
  const message = new Request(`${route.baseUrlOf(request)}/mcp`, {
    method: 'POST',
    headers: headersOf(request),
    signal: left.signal,
  });
  const response = await untilAborted(
    route.mcp.handle(message, body, contextOf(route, request, left.signal)),
    left.signal,
  );
  const text = await untilAborted(response.text(), left.signal);
  const type = response.headers.get('content-type');
  if (type !== null) reply.type(type);
  // What the protocol's own words quote: the name of a tool that there is not.
  return reply.code(response.status).send(hideApiKeys(text));
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && forwarded.test(name)) kept[name] = String(value);
  }
  return kept;
}

function contextOf(
  { graphql, baseUrlOf }: McpRouteDependencies,
  request: FastifyRequest,
  signal: AbortSignal,
): McpRequestContext {
  const { caller } = request.getDecorator<CheckedKey>('key');
  const account = request.getDecorator<RequestAccount>('account');
  return {
    caller,
    charge: account.charge,
    describeError(error) {
      const problem = problemFor(isTimedOut(request) ? timeoutError() : error, request.id);
      if (problem.status >= 500) request.log.error({ err: error }, 'a tool failed');
      return problem;
    },
    // The request's own time and account.
    run: (call) => call(),
    askGraphql(query, variables) {
      const baseUrl = baseUrlOf(request);
      return askReading(
        graphql,
        { query, variables, signal },
        {
          ...{ baseUrl, requestId: request.id, caller, isTimedOut: () => isTimedOut(request) },
          ...{ unitsOf: account.units, charge: account.charge },
        },
      );
    },
  };
}
