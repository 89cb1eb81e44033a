/**
 * The composition root: configuration → database → clients and keys → read model, GraphQL and REST → server, and the
 * worker. Everything that was started is stopped in reverse order.
 */
import { walletCapacities } from './chains/explorer/allowance.ts';
import type { Config } from './config.ts';
import { configuredSecrets } from './config-secrets.ts';
import { errorText, isDatabaseUnavailable, PermanentError, RetryableError } from './errors.ts';
import { apiVersion } from './http/api-version.ts';
import { listenFault, requireFreeAddresses } from './http/listening.ts';
import { createMetrics, type Metrics, startMetricsServer } from './http/metrics/metrics.ts';
import { createLogger, type Logger } from './logger.ts';
import { systemClock } from './outgoing/clock.ts';
import { retryErrors } from './outgoing/retry.ts';
import { checkDatabase, type Database, openDatabase } from './store/connection/database.ts';
import { sessionWarnings } from './store/connection/session.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './store/embedded/embedded.ts';
import { upsertBlockchains } from './store/lookups/lookup-writes.ts';
import { migrateDatabase } from './store/schema/migrate.ts';
import { readFigures } from './store/sync/progress-figures.ts';
import { startTracing } from './tracing/otlp.ts';

export interface RunningService {
  /** Where the API answers, without a slash at the end; null when only the worker runs. */
  url: string | null;
  /** Resolves, and never rejects, when the service cannot go on: it should be stopped and the process end with a code. */
  failed: Promise<Error>;
  stop(): Promise<void>;
}

/** How long a database is waited for at each step of the start. */
const databaseWaitMs = 60_000;

/** Starts what the configuration's role says, and returns when it answers. */
export async function startService(
  config: Config,
  options: { logger?: Logger } = {},
): Promise<RunningService> {
  const logger =
    options.logger ?? createLogger({ level: config.logLevel, secrets: configuredSecrets(config) });
  await requireFreeAddresses(config);
  await using starting = new AsyncDisposableStack();
  if (config.tracesEndpoint !== null) {
    starting.defer(
      startTracing({ endpoint: config.tracesEndpoint, version: apiVersion, role: config.role, log: logger }),
    );
  }
  const { database, failed, announce } = await connect(config, logger, starting);
  const { startApi, startWorker } = await loadParts(config.role);
  const metrics = createMetrics();
  const { pool } = database;
  metrics.watchDatabase({
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    figures: () => readFigures(database),
  });
  metrics.watchDisk(config.database.dataDir);
  listChains(config, logger, metrics);
  if (config.role !== 'api') await whenReachable(logger, () => storeChains(config, database, logger));
  const parts = { database, metrics, logger };
  const url = startApi === null ? null : await whenReachable(logger, () => startApi(config, parts, starting));
  if (url !== null) await announce({ url: config.http.publicUrl ?? url, isDemo: false });
  if (startWorker !== null) {
    const observers = {
      ...{ onPriceEvent: metrics.recordPriceEvent, onCoverage: metrics.setPriceCoverage },
      ...{ onLoadFailure: metrics.countLoadFailure, onSourceEvent: metrics.countSourceEvent },
      ...{ onFollowed: metrics.countFollowed, onSourceOutcome: metrics.recordSource },
      ...{ onHead: metrics.recordHead, onRound: metrics.recordRound },
    };
    starting.defer(await whenReachable(logger, () => startWorker(config, database, logger, observers)));
  }
  if (config.http.metricsPort !== null) {
    const at = { host: config.http.host, port: config.http.metricsPort };
    const server = await startMetricsServer(metrics, at, () => checkDatabase(database)).catch(
      (cause: unknown) => {
        throw listenFault(cause, { ...at, portVariable: 'METRICS_PORT' });
      },
    );
    starting.defer(server.stop);
    logger.info({ port: server.port }, 'metrics at /metrics');
  }
  // Nothing failed: what was to be undone then is now undone by stop().
  const running = starting.move();
  return { url, failed, stop: () => running.disposeAsync() };
}

/**
 * Half of what a service loads is for the API alone, and half for the worker: each loads its own, once there is a database. All of it before
 * the API answers, which would have to wait meanwhile.
 */
async function loadParts(role: Config['role']) {
  return {
    startApi: role === 'worker' ? null : (await import('./api/start-api.ts')).startApi,
    startWorker: role === 'api' ? null : (await import('./worker.ts')).startWorker,
  };
}

async function connect(
  config: Config,
  logger: Logger,
  starting: AsyncDisposableStack,
): Promise<{ database: Database; failed: Promise<Error> } & Pick<EmbeddedPostgres, 'announce'>> {
  let { url } = config.database;
  // A database of somebody else's is waited for, however long it is away.
  let failed = new Promise<Error>(() => {});
  let announce: EmbeddedPostgres['announce'] = async () => {};
  if (url === null) {
    const { dataDir } = config.database;
    const embedded = await startEmbeddedPostgres({
      dataDir,
      log: (level, message) => logger[level]({}, message),
    });
    starting.defer(embedded.stop);
    ({ url, failed, announce } = embedded);
    logger.info({ dataDir }, 'embedded PostgreSQL started');
  }
  const { applied } = await whenReachable(logger, () => migrateDatabase(url));
  if (applied.length > 0) logger.info({ applied }, 'migrations applied');
  let isClosing = false;
  const onError = (error: unknown): void => {
    // A connection may still be about to close when the embedded server stops.
    if (!isClosing) logger.warn({ error: errorText(error) }, 'a database connection broke');
  };
  const options = { url, maximumConnections: config.database.connections, onError };
  const database = await whenReachable(logger, () => openDatabase(options));
  for (const warning of sessionWarnings(database.session)) logger.warn({}, warning);
  starting.defer(() => {
    isClosing = true;
    return database.close();
  });
  if (database.session.isReadOnly && config.role !== 'api') {
    throw new PermanentError(
      `DATABASE_URL names a database that is read-only (a standby), and ROLE=${config.role} loads wallets into it: set it to the ` +
        'primary, or start with ROLE=api, which serves what is there.',
    );
  }
  return { database, failed, announce };
}

/**
 * A database that starts beside the service may need a moment, and one that recovers, or was taken over by another server, is away for
 * one: then `work` is done again. What it had begun it has undone.
 */
function whenReachable<Result>(logger: Logger, work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + databaseWaitMs;
  const rule = {
    firstPauseMs: 250,
    longestPauseMs: 2_000,
    attempts: Number.POSITIVE_INFINITY,
    clock: systemClock,
  };
  return retryErrors(
    rule,
    async () => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof RetryableError) && !isDatabaseUnavailable(error)) throw error;
        logger.warn({ error: errorText(error) }, 'waiting for the database');
        throw error instanceof RetryableError
          ? error
          : new RetryableError(errorText(error), { cause: error });
      }
    },
    { mayPass: () => Date.now() < deadline },
  );
}

/** Says of every chain whether it is enabled, and why not. */
function listChains(config: Config, logger: Logger, metrics: Metrics): void {
  for (const status of config.chains) {
    const { name, slug, chainId } = status.chain;
    metrics.setChain(slug, status.enabled);
    if (!status.enabled) logger.info({ chainId }, `${name}: not enabled: ${status.reason}`);
    else logger.info({ chainId, by: status.way }, `${name}: enabled`);
    if (status.enabled && status.unused !== null) {
      logger.warn({ chainId }, `${name}: its explorer is not used, only its node: ${status.unused}`);
    }
  }
  if (config.chains.every(({ enabled }) => !enabled)) {
    logger.warn({}, 'no chain is enabled: wallets can be registered, but nothing will be loaded');
  }
}

async function storeChains(config: Config, database: Database, logger: Logger): Promise<void> {
  const byExplorer = config.chains.flatMap((status) =>
    status.enabled && status.way === 'explorer' ? [status.chain] : [],
  );
  const capacities = walletCapacities(byExplorer);
  for (const { chainId, name } of byExplorer) {
    const wallets = capacities.get(chainId);
    if (wallets !== undefined)
      logger.info(
        { chainId, wallets },
        `${name}: its explorer bears ${wallets} wallets, each looked at once an hour`,
      );
  }
  await upsertBlockchains(
    database,
    config.chains.map((status) => ({
      chainId: status.chain.chainId,
      name: status.chain.name,
      slug: status.chain.slug,
      symbol: status.chain.symbol,
      imageUrl: status.chain.imageUrl,
      nativeDecimals: status.chain.nativeDecimals,
      enabled: status.enabled,
      disabledReason: status.enabled ? null : status.reason,
      walletCapacity: capacities.get(status.chain.chainId) ?? null,
    })),
  );
}
