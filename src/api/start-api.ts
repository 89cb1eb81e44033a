/** The API's part of the composition: keys, read model, GraphQL, and REST behind one server. */
import type { Config } from '../config.ts';
import { createEnabledChains } from '../enabled-chains.ts';
import { errorText } from '../errors.ts';
import { createGraphqlHandler } from '../graphql/server.ts';
import { readTrustedDocuments } from '../graphql/trusted-documents.ts';
import { listenFault, listeningUrl, trustsEverybody } from '../http/listening.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import { createServer } from '../http/server.ts';
import { createBookingsReader } from '../ingest/accounting/bookings-reader.ts';
import { createPastLedger } from '../ingest/accounting/in-memory/past-ledger.ts';
import { createLedgerPreview } from '../ingest/accounting/in-memory/preview-ledger.ts';
import { createAssetFlows, requestedRows } from '../ingest/accounting/in-memory/whole-histories.ts';
import type { Logger } from '../logger.ts';
import { openNameLookup } from '../name-lookup.ts';
import { createPostTargets } from '../outgoing/guarded-post.ts';
import { prepareKeys } from '../prepare-keys.ts';
import { prepareSignIn } from '../prepare-sign-in.ts';
import { takeUnits } from '../store/clients/key-usage.ts';
import { createUsageStore } from '../store/clients/usage-days.ts';
import { checkDatabase, type Database } from '../store/connection/database.ts';
import { inRequest } from '../store/connection/request-scope.ts';
import { openReadReplica, type ReadReplica } from '../store/replica/read-replica.ts';
import { createReadModel } from '../use-cases/read-model.ts';
import { openSecretBox } from '../webhooks/prepare-secrets.ts';

/** Requests under way may take so long when the service stops. */
const drainMs = 10_000;

/** What the API is given by the service. */
export interface ApiParts {
  database: Database;
  metrics: Metrics;
  logger: Logger;
}

/** Starts the API, and answers its address; `service` is told how it stops. */
export async function startApi(
  config: Config,
  parts: ApiParts,
  service: AsyncDisposableStack,
): Promise<string> {
  await using starting = new AsyncDisposableStack();
  const { database, metrics, logger } = parts;
  const authenticator = await prepareKeys(config, parts, starting);
  const names = openNameLookup(config, logger);
  if (names !== null) starting.defer(names.close);
  const readModel = createReadModel({
    database,
    replica: await openReplica(config, parts, starting),
    enabledChains: createEnabledChains(config, database),
    clientLimits: config.clientLimits,
    webhooks: { problemOfUrl: createPostTargets(config.webhooks).problemOf, box: openSecretBox(config) },
    currencyTokens: config.prices.currencies,
    addressOfName: names?.addressOf ?? null,
    previewLedger: createLedgerPreview(database, config.prices.currencies),
    pastLedger: createPastLedger(database, config.prices.currencies),
    assetFlows: createAssetFlows(database, {
      currencyTokens: config.prices.currencies,
      mostRows: requestedRows,
    }),
    readBookings: createBookingsReader(database),
    ...(config.http.publicUrl === null ? {} : { audience: config.http.publicUrl }),
    now: Date.now,
    onError: (error) => logger.warn({ error: errorText(error) }, 'the read model missed notifications'),
  });
  starting.defer(() => readModel.close());
  const server = await createServer({
    readModel,
    graphql: createGraphqlHandler({
      readModel,
      onError: (err, requestId) => logger.error({ err, request_id: requestId }, 'a GraphQL request failed'),
      onOperation: metrics.observeOperation,
      trustedDocuments: config.trustedDocuments && readTrustedDocuments(config.trustedDocuments),
    }),
    authenticator,
    signIn: prepareSignIn(config, parts, starting),
    checkReady: () => checkDatabase(database),
    settings: { ...config.http, limits: config.limits, mcpWrites: config.mcp.writes },
    storeUse: database.session.isReadOnly ? null : createUsageStore(database),
    sharedUsage: database.session.isReadOnly ? null : { take: (request) => takeUnits(database, request) },
    inRequest,
    metrics,
    logger,
    now: Date.now,
  });
  starting.defer(async () => {
    const cut = setTimeout(() => server.server.closeAllConnections(), drainMs);
    await server.close();
    clearTimeout(cut);
  });
  const { host, port, trustProxy } = config.http;
  if (trustProxy === true) logger.warn({}, trustsEverybody);
  try {
    await server.listen({ host, port });
  } catch (cause) {
    throw listenFault(cause, { host, port, portVariable: 'PORT' });
  }
  const url = listeningUrl({ host, port }, server.server.address());
  logger.info({ url, docs: `${url}/docs`, graphql: `${url}/graphql` }, 'listening');
  service.use(starting.move());
  return url;
}

/** The replica that pages are read from, if there is one. */
async function openReplica(
  { database: { readUrl, connections } }: Config,
  { database, logger }: ApiParts,
  starting: AsyncDisposableStack,
): Promise<ReadReplica | null> {
  if (readUrl === null) return null;
  const replica = await openReadReplica({
    ...{ primary: database, url: readUrl, maximumConnections: connections },
    onError: (error) =>
      logger.warn({ error: errorText(error) }, 'the replica does not answer: pages come from the primary'),
  });
  starting.defer(replica.close);
  logger.info({}, 'pages are read from the replica');
  return replica;
}
