/** The HTTP server: security headers, limits, errors, logs and health around the APIs. */
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { createIntrospection } from '../graphql/introspection.ts';
import type { GraphqlHandler } from '../graphql/server.ts';
import type { SignIn } from '../use-cases/members/sign-in-model.ts';
import type { ReadModel } from '../use-cases/model/interface.ts';
import { apiVersion } from './api-version.ts';
import { closeConnectionsWhenDone } from './closing.ts';
import { documentation } from './documentation.ts';
import { graphqlRoute } from './graphql-route.ts';
import { guideRoutes } from './guide/guide.ts';
import { addHealth } from './health.ts';
import { imageRoute, imagesPerUnit } from './image-route.ts';
import type { Authenticator } from './keys/api-keys.ts';
import { type Authentication, createAuthentication, type RequestLimits } from './keys/authentication.ts';
import { createKeyStreams } from './keys/key-streams.ts';
import { noteProblems } from './keys/noted-problems.ts';
import { createOwnOrigin } from './keys/own-origin.ts';
import type { UseLogDependencies } from './keys/use-log.ts';
import { boundAnswers, keepPrivate } from './limits/answer-guard.ts';
import { createKeylessLimit, type KeylessLimit } from './limits/keyless-limit.ts';
import { createLoadShedding, type LoadLimits } from './limits/load-shedding.ts';
import type { RefusalPausesOptions } from './limits/refusal-pauses.ts';
import { guardRequests, type RequestGuardOptions, timeoutError } from './limits/request-guard.ts';
import type { SharedUsage } from './limits/shared-buckets.ts';
import { cutSlowClients } from './limits/slow-clients.ts';
import { mcpRoute } from './mcp-route.ts';
import type { Metrics } from './metrics/metrics.ts';

import { methods, pageOfUnreadable, refuseOtherRequests } from './other-requests.ts';
import { pageRoutes } from './pages/routes.ts';
import { answerBadHttp, noteResponses } from './problems/bad-http.ts';
import { handleError, sendError } from './problems/problem.ts';
import { restRoute } from './rest-route.ts';
import { createFailedSignIns } from './sign-in/failed-sign-ins.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { createBaseUrl, loggedUrl } from './urls.ts';

export type Server = FastifyInstance;

export interface ServerDependencies {
  readModel: ReadModel;
  graphql: GraphqlHandler;
  authenticator: Authenticator;
  /** How people sign in. */
  signIn: SignIn;
  /** Throws while the service cannot answer: the database is away or not migrated. */
  checkReady: () => Promise<void>;
  settings: {
    publicUrl: string | null;
    trustProxy: boolean | string[];
    /** Whether the APIs are shown and told of without a key: GraphiQL, /docs, /openapi.json, /schema.graphql, introspection. */
    pages: boolean;
    /** Whether agents may change something, with a key that may write. */
    mcpWrites: boolean;
    limits: RequestLimits & LoadLimits & { requestTimeoutMs: number; writeTimeoutMs: number };
  };
  /** Where processes share what keys use; null: this process counts for itself. */
  sharedUsage: SharedUsage | null;
  /** Stores what keys used by day and operation; null: it is not stored. */
  storeUse: UseLogDependencies['store'];
  inRequest: RequestGuardOptions['inRequest'];
  metrics: Metrics;
  logger: FastifyBaseLogger;
  /** Milliseconds since 1970. */
  now: () => number;
  /** For tests. */
  refusalPauses?: RefusalPausesOptions | undefined;
}

/** Larger than any query with 500 ids in its variables. */
const bodyLimitBytes = 256 * 1024;
const usageFlushMs = 60_000;

/** Builds the server; the caller listens and closes. */
export async function createServer(dependencies: ServerDependencies): Promise<Server> {
  const { settings, logger } = dependencies;
  const keyless = keylessLimit(dependencies, 1);
  let pages: Pages | null = null;
  const server = fastify({
    loggerInstance: logger,
    // One line of our own per request; see watchRequests.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    trustProxy: settings.trustProxy,
    bodyLimit: bodyLimitBytes,
    // A request that trickles in must not hold a connection for ever.
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // Of requests whose address cannot be read: no hook sees them.
    frameworkErrors: (error, request, reply) => {
      const refuse = (why: unknown): unknown => handleError(why, request, reply);
      const sendPage = pageOfUnreadable(request, pages?.sendUnknown ?? null);
      if (sendPage !== null) void sendPage(request, reply).catch(refuse);
      else void keyless.take(request, reply).then(() => refuse(error), refuse);
    },
    clientErrorHandler: answerBadHttp,
  });
  server.setErrorHandler(handleError);
  noteResponses(server.server);
  watchRequests(server, dependencies);
  closeConnectionsWhenDone(server);
  await addSecurity(server, settings.publicUrl);
  cutSlowClients(server, settings.limits.writeTimeoutMs);
  refuseOtherRequests(server, keyless, () => pages?.sendUnknown ?? null);
  addHealth(server, dependencies.checkReady);
  await documentation(server, settings.publicUrl);
  pages = settings.pages ? await addPages(server, settings.publicUrl, keyless) : null;
  await addApis(server, dependencies, keyless, pages);
  return server;
}

/** @param factor Answers to a unit. */
const keylessLimit = ({ settings, now, refusalPauses }: ServerDependencies, factor: number): KeylessLimit =>
  createKeylessLimit({
    unitsPerMinute: settings.limits.keylessUnitsPerMinute * factor,
    ...{ now, refusalPauses },
  });

/** A client's own request id is kept when it is harmless, so that its logs and ours can be joined. */
function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,100}$/.test(given) ? given : randomUUID();
}

async function addSecurity(server: FastifyInstance, publicUrl: string | null): Promise<void> {
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Promised only by those who are served over https.
    strictTransportSecurity: publicUrl?.startsWith('https:') ?? false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  await server.register(cors, {
    origin: '*',
    methods: [...methods],
    exposedHeaders: [
      ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'],
      ...['Retry-After', 'X-Request-Id', 'API-Version', 'ETag'],
      ...['Wallet-Data-Loaded', 'Wallet-Data-Stale-Since', 'Wallet-Data-Booked', 'Wallet-Data-Anchor'],
      'Preference-Applied',
    ],
    maxAge: 600,
    strictPreflight: false,
  });
  await server.register(compress, {
    threshold: 1024,
    globalDecompression: false,
    encodings: ['gzip', 'deflate', 'br'],
    // Never an event stream: a compressor would hold events back.
    customTypes: (type) =>
      /^(application\/([\w.-]+\+)?(json|javascript)|text\/(html|css|csv|javascript)|image\/svg)/.test(type),
  });
}

/** Of a request whose client left before it had a status; as proxies write it. */
const clientLeft = 499;

/** Each request is written down and counted once: when its answer is out, or its client is gone. */
function watchRequests(server: FastifyInstance, { metrics }: ServerDependencies): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).header('API-Version', apiVersion);
    reply.raw.once('close', () => {
      const { headersSent, statusCode } = reply.raw;
      note(request, reply, headersSent ? statusCode : clientLeft);
    });
  });

  function note(request: FastifyRequest, reply: FastifyReply, status: number): void {
    const route = request.routeOptions.url ?? 'unknown';
    const { method } = request;
    metrics.observeRequest({ method, route, status }, reply.elapsedTime / 1000);
    const fields = {
      method,
      url: loggedUrl(request.url),
      status,
      ms: Math.round(reply.elapsedTime),
    };
    if (route === '/livez' || route === '/readyz') request.log.debug(fields, 'request');
    else request.log.info(fields, 'request');
  }
}

type Pages = Awaited<ReturnType<typeof pageRoutes>>;

async function addPages(
  server: FastifyInstance,
  publicUrl: string | null,
  keyless: KeylessLimit,
): Promise<Pages> {
  const added = Promise.withResolvers<Pages>();
  await server.register(async (scope) => {
    const pages = await pageRoutes(scope, { publicUrl, keyless });
    guideRoutes(scope, { keyless });
    added.resolve(pages);
  });
  return added.promise;
}

async function addApis(
  server: FastifyInstance,
  dependencies: ServerDependencies,
  keyless: KeylessLimit,
  pages: Pages | null,
): Promise<void> {
  const { readModel, graphql, authenticator, settings, metrics } = dependencies;
  const { limits } = settings;
  const ownOriginOf = createOwnOrigin(settings.publicUrl);
  const authentication = createAuthentication({
    ...{ ...dependencies, limits, keyless, ownOriginOf },
    onError: (err) => server.log.warn({ err }, 'the use of keys is counted by this process alone'),
  });
  const shedding = createLoadShedding(limits, metrics.countShed);
  metrics.watchRequestsInFlight(shedding.inFlight);
  const guard = { shedding, timeoutMs: limits.requestTimeoutMs, inRequest: dependencies.inRequest };
  const open = (routes: (scope: FastifyInstance) => Promise<void>) =>
    server.register(async (scope) => {
      scope.setErrorHandler(handleError);
      guardRequests(scope, guard, (request, reply) => sendError(timeoutError(), request, reply));
      await routes(scope);
    });
  watchUse(server, authentication, dependencies);
  server.addHook('onClose', async () => shedding.close());
  const baseUrlOf = createBaseUrl(settings.publicUrl);
  const streams = createKeyStreams();
  await open(async (scope) => {
    keepPrivate(scope);
    boundAnswers(scope);
    await restRoute(scope, { readModel, authentication, authenticator, streams, shedding, baseUrlOf });
  });
  await open(async (scope) => {
    keepPrivate(scope);
    boundAnswers(scope);
    const sendGraphiql = pages?.sendGraphiql ?? null;
    await graphqlRoute(scope, {
      ...{ graphql, authentication, authenticator, streams, baseUrlOf },
      ...{ sendGraphiql, shedding, keyless, ownOriginOf },
      introspection: settings.pages ? createIntrospection() : null,
    });
  });
  await open(async (scope) => {
    keepPrivate(scope);
    await mcpRoute(scope, {
      ...{ graphql, authentication, baseUrlOf, shedding, source: settings, readModel },
      ...{ now: dependencies.now, allowsWrites: settings.mcpWrites },
    });
  });
  await open(async (scope) => {
    keepPrivate(scope);
    const { signIn, now, refusalPauses } = dependencies;
    const failures = createFailedSignIns({ perMinute: limits.failedKeysPerMinute, now, refusalPauses });
    await signInRoutes(scope, { signIn, authenticator, ownOriginOf, keyless, failures });
  });
  await open(async (scope) => {
    imageRoute(scope, readModel, keylessLimit(dependencies, imagesPerUnit));
  });
}

/** What keys used is told now and then, and at the end, even when they are used too little to ask for more; what went wrong is noted. */
function watchUse(
  server: FastifyInstance,
  authentication: Authentication,
  dependencies: Pick<ServerDependencies, 'readModel' | 'now'>,
): void {
  noteProblems(server, authentication, dependencies);
  const flush = (): Promise<void> =>
    authentication
      .flush()
      .catch((err: unknown) => server.log.warn({ err }, 'what keys have used was not stored'));
  const timer = setInterval(flush, usageFlushMs).unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    await flush();
  });
}
