/** The HTTP server on a test's own database, with keys, and a small known history to ask about. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { createGraphqlHandler, type GraphqlHandler } from '../../src/graphql/server.ts';
import { type Authenticator, createAuthenticator } from '../../src/http/keys/api-keys.ts';
import { createMetrics, type Metrics } from '../../src/http/metrics/metrics.ts';
import { createServer, type ServerDependencies } from '../../src/http/server.ts';
import { createBookingsReader } from '../../src/ingest/accounting/bookings-reader.ts';
import { createPastLedger } from '../../src/ingest/accounting/in-memory/past-ledger.ts';
import { createLedgerPreview } from '../../src/ingest/accounting/in-memory/preview-ledger.ts';
import { createAssetFlows } from '../../src/ingest/accounting/in-memory/whole-histories.ts';
import { createLogger, type Logger } from '../../src/logger.ts';
import { sessionsOf } from '../../src/prepare-keys.ts';
import {
  findApiKey,
  findApiKeyByHash,
  insertApiKey,
  type PublishableBounds,
  touchApiKeys,
} from '../../src/store/clients/api-key-rows.ts';
import type { ClientLimits } from '../../src/store/clients/client-limits.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { takeUnits } from '../../src/store/clients/key-usage.ts';
import { createUsageStore } from '../../src/store/clients/usage-days.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { inRequest } from '../../src/store/connection/request-scope.ts';
import { apiKeyPepper } from '../../src/store/connection/settings.ts';
import { createSecretBox } from '../../src/store/webhooks/secret-box.ts';
import { generateApiKey, hashApiKey } from '../../src/use-cases/access/key-text.ts';
import { usualAudience } from '../../src/use-cases/access/token-text.ts';
import type { AddressOfName } from '../../src/use-cases/lookups/name-resolution.ts';
import { createSignIn } from '../../src/use-cases/members/sign-in.ts';
import type { ContractSignature } from '../../src/use-cases/members/siwe.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import { createReadModel } from '../../src/use-cases/read-model.ts';
import { createOpenapiCheck } from './openapi-check.ts';
import { createTestDatabase } from './postgres.ts';

export interface TestApi {
  database: Database;
  server: FastifyInstance;
  readModel: ReadModel;
  authenticator: Authenticator;
  metrics: Metrics;
  clientId: number;
  /** Has every scope. */
  key: string;
  /** Stores a new key and answers it. */
  addKey(options?: {
    client?: string;
    scopes?: readonly string[];
    expiresAt?: Date;
    quotas?: { daily?: number; monthly?: number };
    publishable?: PublishableBounds;
  }): Promise<{ id: string; key: string }>;
  /** A request with the key, unless the headers say otherwise. */
  ask(method: InjectOptions['method'], url: string, options?: InjectOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** The body as JSON. */
  json: unknown;
}

export interface TestApiOptions {
  /** The handler, or 'real' for the service's own. Default: one that answers nothing. */
  graphql?: GraphqlHandler | 'real';
  limits?: Partial<Limits>;
  /** Whether what keys use is shared through the database. Default: counted by the server, under `now`. */
  sharedUsage?: boolean;
  /** Another server's database, to be a second one beside it. */
  database?: Database;
  publicUrl?: string | null;
  /** Whether agents may change something. Default: false. */
  mcpWrites?: boolean;
  trustProxy?: boolean;
  /** Default: true. */
  pages?: boolean;
  logger?: Logger;
  /** Told of errors of which clients are told no more than that there was one, by the real GraphQL. */
  onError?: (error: unknown) => void;
  checkReady?: () => Promise<void>;
  /** Milliseconds, for keys and limits. */
  now?: () => number;
  /** The same for the read model, whose memories then grow old by it. */
  readModelNow?: () => number;
  clientLimits?: ClientLimits;
  /** Default: no mainnet node, so that names are refused. */
  addressOfName?: AddressOfName;
  enabledChains?: readonly { chainId: number; fromBlock: number }[];
  /** What speaks against sending webhooks to a URL. Default: nothing. */
  problemOfUrl?: (url: string) => string | null;
  refusalPauses?: ServerDependencies['refusalPauses'];
  /** Whether an address that is no member's signs in. Default: no. */
  guests?: boolean;
  /** Default: no node. */
  contractSignature?: ContractSignature;
}

const box = createSecretBox(() => [Buffer.alloc(32, 7)]);
type Limits = ServerDependencies['settings']['limits'];
const generousLimits: Limits = {
  ...{ requestsPerSecond: 10_000, burst: 10_000, failedKeysPerMinute: 10_000 },
  ...{ keylessUnitsPerMinute: 10_000, writeTimeoutMs: 60_000 },
  ...{ dailyQuota: null, monthlyQuota: null },
  // What a slow machine takes is nothing that a test may depend on.
  statementMsPerUnit: Number.POSITIVE_INFINITY,
  ...{ requestTimeoutMs: 60_000, concurrentRequests: 10_000, eventLoopDelayMs: 60_000 },
};

/** For tests in which nothing asks GraphQL. */
const noGraphql: GraphqlHandler = {
  handle: async () => new Response('{}', { headers: { 'content-type': 'application/json' } }),
};

const realGraphql = (
  readModel: ReadModel,
  metrics: Metrics,
  onError: (error: unknown) => void,
): GraphqlHandler => createGraphqlHandler({ readModel, onOperation: metrics.observeOperation, onError });

export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { database, drop } =
    options.database === undefined
      ? await createTestDatabase()
      : { database: options.database, drop: async () => {} };
  const { now = Date.now, enabledChains = [{ chainId: 1, fromBlock: 0 }] } = options;
  const readModel = createReadModel({
    ...{ database, enabledChains: async () => enabledChains, now: options.readModelNow ?? Date.now },
    ...(options.publicUrl == null ? {} : { audience: options.publicUrl }),
    webhooks: { problemOfUrl: options.problemOfUrl ?? (() => null), box },
    previewLedger: createLedgerPreview(database, currencyTokens),
    pastLedger: createPastLedger(database, currencyTokens),
    assetFlows: createAssetFlows(database, { currencyTokens, mostRows: 1_000 }),
    readBookings: createBookingsReader(database),
    ...(options.clientLimits === undefined ? {} : { clientLimits: options.clientLimits }),
    ...(options.addressOfName === undefined ? {} : { addressOfName: options.addressOfName }),
  });
  const pepper = await apiKeyPepper(database);
  const authenticator = createAuthenticator({
    pepper,
    audience: options.publicUrl ?? usualAudience,
    findApiKeyByHash: (hash) => findApiKeyByHash(database, hash),
    findApiKey: (id) => findApiKey(database, id),
    ...sessionsOf(database, { hasGuests: options.guests === true }),
    touchApiKeys: (ids, at) => touchApiKeys(database, ids, at),
    now,
  });
  const metrics = createMetrics();
  const server = await createServer({
    readModel,
    graphql:
      options.graphql === 'real'
        ? realGraphql(readModel, metrics, options.onError ?? (() => {}))
        : (options.graphql ?? noGraphql),
    authenticator,
    signIn: createSignIn({
      ...{ database, now, enabledChains: async () => enabledChains },
      contractSignature: options.contractSignature ?? (async () => null),
      guestsOf: options.guests === true ? 'default' : null,
    }),
    checkReady: options.checkReady ?? (async () => {}),
    settings: {
      publicUrl: options.publicUrl ?? null,
      trustProxy: options.trustProxy ?? false,
      pages: options.pages ?? true,
      mcpWrites: options.mcpWrites ?? false,
      limits: { ...generousLimits, ...options.limits },
    },
    // A machine may be too busy for the usual second, after which each server counts for itself.
    sharedUsage:
      options.sharedUsage === true
        ? { take: (request) => takeUnits(database, request), patienceMs: 40_000 }
        : null,
    storeUse: createUsageStore(database),
    inRequest,
    metrics,
    logger: options.logger ?? createLogger({ level: 'silent', readable: false }),
    now,
    // Nothing else is to be learnt from a pause.
    refusalPauses: options.refusalPauses ?? { wait: async () => {} },
  });

  const addKey: TestApi['addKey'] = async ({
    client = 'default',
    scopes = ['read', 'write', 'webhooks'],
    expiresAt,
    quotas = {},
    publishable,
  } = {}) => {
    const { id: clientId } = await ensureClient(database, client);
    const { id, key } = generateApiKey(publishable === undefined ? 'secret' : 'publishable');
    const hash = hashApiKey(key, pepper);
    await insertApiKey(database, {
      ...{ id, clientId, name: '', hash, scopes, quotas, publishable: publishable ?? null },
      expiresAt: expiresAt ?? null,
    });
    return { id, key };
  };
  const { id: clientId } = await ensureClient(database, 'default');
  const { key } = await addKey();

  /** Every answer of the REST API is held against what OpenAPI says of it. */
  let check: ReturnType<typeof createOpenapiCheck> | undefined;
  return {
    ...{ database, server, readModel, authenticator, metrics, clientId, key, addKey },
    async ask(method, url, request = {}) {
      const response = await server.inject({
        ...(method === undefined ? {} : { method }),
        url,
        ...request,
        headers: { host: 'api.test', 'x-api-key': key, ...request.headers },
      });
      const text = response.body;
      check ??= createOpenapiCheck(server.swagger());
      check({
        ...{ method: method ?? 'GET', url, status: response.statusCode, text },
        contentType: String(response.headers['content-type'] ?? ''),
      });
      const isJson = /json/.test(String(response.headers['content-type'] ?? ''));
      return {
        status: response.statusCode,
        headers: response.headers,
        text,
        json: isJson ? JSON.parse(text) : null,
      };
    },
    async close() {
      await server.close();
      authenticator.close();
      await readModel.close();
      await drop();
    },
  };
}
