/** The worker's part of the composition: a source for each enabled chain, what loading needs to know, and the upkeep. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChainConfig, ChainStatus } from './chains/definitions/chain-list.ts';
import { createSources } from './chains/sources.ts';
import type { Config } from './config.ts';
import type { Address } from './domain/model.ts';
import { errorText, PermanentError } from './errors.ts';
import { createAccountingWorker } from './ingest/accounting/accounting-worker.ts';
import { type ChainRuntime, createChainRuntime } from './ingest/chain-runtime.ts';
import { createFinalTransfers } from './ingest/following/final-transfers.ts';
import { findListedTokens } from './ingest/listed-tokens.ts';
import { createEnrich } from './ingest/loading/enrich.ts';
import { createJudgeAgain } from './ingest/loading/judge-again.ts';
import { createWorker, type WorkerOptions } from './ingest/loading/loading-worker.ts';
import { createContractNames } from './ingest/metadata/contract-names.ts';
import { createMetadataRereader, type RereaderOptions } from './ingest/metadata/metadata-rereader.ts';
import { createPrimaryNames } from './ingest/metadata/primary-names.ts';
import { prepareLookups } from './ingest/prepare-lookups.ts';
import { createPricing, type PricingDependencies } from './ingest/pricing/start-pricing.ts';
import { createReconciler } from './ingest/reconciling/reconciler.ts';
import { createSourceNews } from './ingest/source-news.ts';
import { hearRounds, type RoundNews } from './ingest/work-loop.ts';
import { createRemoteMetadata, type RemoteMetadata } from './labels/metadata/remote-metadata.ts';
import { createSelectorNames } from './labels/signatures/selectors.ts';
import type { Log } from './log.ts';
import { createGuardedFetch } from './outgoing/guarded-fetch.ts';
import { isPriceAnswered } from './prices/source/source-counters.ts';
import type { Database } from './store/connection/database.ts';
import { eventsKeptMs, pruneClientEvents, pruneEvents } from './store/history/events/event-pruning.ts';
import { arrivalsKeptMs, pruneArrivals } from './store/history/transfer-arrivals.ts';
import { convertStoredImages } from './store/lookups/image-conversion.ts';
import { upsertNftCollections, upsertNfts } from './store/lookups/nft-writes.ts';
import { purgeImages } from './store/lookups/stored-images.ts';
import { ensureSyncRows, purgeOrphans } from './store/sync/registrations.ts';
import { takeRequests } from './store/sync/request-counts.ts';
import { attemptsKeptMs, pruneAttempts } from './store/webhooks/webhook-attempts.ts';
import { disableFailing } from './store/webhooks/webhook-endpoints.ts';
import { createWebhooks } from './webhooks/create-webhooks.ts';

const upkeepMs = 3_600_000;
/** What nobody registers any more is kept for so long. */
const orphanMs = 30 * 86_400_000;

/** A receiver that nothing reaches for so long, after all attempts, is given up. */
const failingMs = 7 * 86_400_000;

/** Told what happens, for metrics. */
export interface WorkerObservers extends Pick<PricingDependencies, 'onPriceEvent' | 'onCoverage'> {
  onLoadFailure?: WorkerOptions['onFailure'];
  onFollowed?: WorkerOptions['onFollowed'];
  onSourceEvent?: (chain: string, event: string) => void;
  onSourceOutcome?: (outcome: { chain: string; source: string; isAnswered: boolean }) => void;
  onRound?: (news: RoundNews) => void;
  onHead?: (head: { chain: string; timestamp: number }) => void;
}

/** What the jobs of the worker share. */
interface WorkerParts extends MetadataParts {
  readonly config: Config;
  readonly observers: WorkerObservers;
  readonly remoteMetadata: RemoteMetadata;
  readonly trustedTokens: Awaited<ReturnType<typeof listedTokens>>;
}

/** Starts loading; answers how to stop it. What was begun is stopped again where something cannot be started. */
export async function startWorker(
  config: Config,
  database: Database,
  log: Log,
  metrics: WorkerObservers = {},
): Promise<() => Promise<void>> {
  const observers = withNews(log, metrics);
  const enabled = config.chains.filter(isEnabled);
  const chains = enabled.map(({ chain }) => chain);
  await prepareLookups(database, chains);
  await ensureSyncRows(
    database,
    chains.map(({ chainId, startBlock }) => ({ chainId, fromBlock: startBlock })),
  );
  const trustedTokens = await listedTokens(database, chains);
  const sourceOf = openSources(database, log, observers);
  const runtimes = enabled.map(({ chain, way }) => createChainRuntime(chain, sourceOf(chain, way), Date.now));
  const remoteMetadata = openRemoteMetadata(config, database, log);
  const owner = `${hostname()}-${process.pid}-${randomUUID()}`;
  const stops: (() => void | Promise<void>)[] = [hearRounds(observers.onRound ?? (() => {}))];
  const stop = async (): Promise<void> => {
    await Promise.all(stops.map((end) => end()));
    await remoteMetadata.close();
    await Promise.all(runtimes.map(({ source }) => source.close()));
  };
  const parts = { config, database, chains: runtimes, log, owner, observers, remoteMetadata, trustedTokens };
  try {
    await startJobs(parts, stops);
  } catch (error) {
    await stop();
    throw error;
  }
  for (const runtime of runtimes) void reportNode(runtime, log);
  return stop;
}

/** One after the other; how each is stopped is noted before it starts. */
async function startJobs(parts: WorkerParts, stops: (() => void | Promise<void>)[]): Promise<void> {
  const { config, database, chains, log, owner, observers, remoteMetadata, trustedTokens } = parts;
  const start = async (job: { start(): Promise<void>; stop(): Promise<void> } | null): Promise<void> => {
    if (job === null) return;
    stops.push(job.stop);
    await job.start();
  };
  const { queueRemoteMetadata } = remoteMetadata;
  const selectorName = createSelectorNames();
  const enrich = createEnrich({ database, trustedTokens, log, selectorName, queueRemoteMetadata });
  await start(
    createWorker({
      database,
      chains,
      enrich,
      log,
      owner,
      onFailure: observers.onLoadFailure,
      onFollowed: observers.onFollowed,
      ...(config.loadingSlots === null ? {} : { slots: config.loadingSlots }),
    }),
  );
  await start(createReconciler({ database, chains, log }));
  await start(createFinalTransfers({ database, log }));
  const judgeAgain = createJudgeAgain({ database, trustedTokens });
  stops.push(startMetadata(parts, { queueRemoteMetadata, judgeAgain }));
  await start(await createPricing(config.prices, { ...observers, database, chains, log, owner }));
  await start(
    createAccountingWorker({
      ...{ database, currencyTokens: config.prices.currencies, log, owner },
      readersMs: config.limits.requestTimeoutMs,
    }),
  );
  await start(createWebhooks(config, database, { log, owner }));
  stops.push(startUpkeep(database, log));
}

/** The same observers; the log hears of sources, too. */
function withNews(log: Log, observers: WorkerObservers): WorkerObservers {
  const tell = createSourceNews(log);
  return {
    ...observers,
    onSourceOutcome(outcome) {
      tell(outcome);
      observers.onSourceOutcome?.(outcome);
    },
    onPriceEvent(event) {
      const isAnswered = isPriceAnswered(event);
      if (isAnswered !== null) tell({ source: event.source, isAnswered });
      observers.onPriceEvent?.(event);
    },
  };
}

/** Sources whose requests to explorers are counted with those of all processes. */
function openSources(
  database: Database,
  log: Log,
  { onSourceEvent, onSourceOutcome, onHead }: WorkerObservers,
): ReturnType<typeof createSources> {
  const sourceOf = createSources(
    (chain, event, details) => {
      onSourceEvent?.(chain.slug, event);
      log.debug({ chain: chain.name, ...details }, event);
    },
    { take: (request) => takeRequests(database, request) },
    ({ slug }, source, isAnswered) => onSourceOutcome?.({ chain: slug, source, isAnswered }),
  );
  return (chain, way) => {
    const source = sourceOf(chain, way);
    return {
      ...source,
      async getHead() {
        const head = await source.getHead();
        onHead?.({ chain: chain.slug, timestamp: head.timestamp });
        return head;
      },
    };
  };
}

/** What NFTs' documents behind https and ipfs say, if they are to be fetched. */
function openRemoteMetadata({ nftMetadata }: Config, database: Database, log: Log): RemoteMetadata {
  return createRemoteMetadata({
    enabled: nftMetadata.remote,
    ipfsGateway: nftMetadata.ipfsGateway,
    fetchJson: createGuardedFetch({ timeoutMs: nftMetadata.timeoutMs }),
    store: (nfts) => upsertNfts(database, nfts),
    storeCollections: (collections) => upsertNftCollections(database, collections, true),
    onFailure: (uri, reason) => log.debug({ uri, reason }, 'the document of an NFT was not fetched'),
  });
}

interface MetadataParts {
  database: Database;
  chains: readonly ChainRuntime[];
  log: Log;
  owner: string;
}

/** What contracts and names say of themselves is read beside the loading; answers how to end it. */
function startMetadata(
  parts: MetadataParts,
  ways: Pick<RereaderOptions, 'queueRemoteMetadata' | 'judgeAgain'>,
): () => Promise<void> {
  const rereader = createMetadataRereader({ ...parts, ...ways });
  const primaryNames = createPrimaryNames(parts);
  const contractNames = createContractNames(parts);
  rereader.start();
  primaryNames?.start();
  contractNames?.start();
  return async () => {
    await Promise.all([rereader.stop(), primaryNames?.stop(), contractNames?.stop()]);
  };
}

/** Once an hour; answers how to end it. */
function startUpkeep(database: Database, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  let converting = convertImages(database, log, stopping.signal);
  const upkeep = setInterval(() => {
    void purge(database, log);
    converting = converting.then(() => convertImages(database, log, stopping.signal));
  }, upkeepMs);
  return async () => {
    clearInterval(upkeep);
    stopping.abort();
    // Its statement under way ends with the connections, and nothing is lost by it.
    await Promise.race([converting, delay(2_000, undefined, { ref: false })]);
  };
}

/** Beside the loading: with a million rows it takes a while. What fails is taken up an hour later. */
const convertImages = (database: Database, log: Log, signal: AbortSignal): Promise<void> =>
  convertStoredImages(database, { signal }).catch((error: unknown) => {
    if (signal.aborted) return;
    log.warn(
      { error: errorText(error) },
      'images of before were not all stored beside; it goes on in an hour',
    );
  });

/** Deletes what is not needed any more. */
async function purge(database: Database, log: Log): Promise<void> {
  const before = (ageMs: number): Date => new Date(Date.now() - ageMs);
  const warn = (what: string) => (error: unknown) =>
    log.warn({ error: errorText(error) }, `${what} was not purged`);
  await purgeOrphans(database, before(orphanMs)).catch(warn('what nobody registers any more'));
  await purgeImages(database, new Date()).catch(warn('images that nothing names'));
  await pruneArrivals(database, before(arrivalsKeptMs)).catch(warn('the log of arrivals'));
  await pruneAttempts(database, before(attemptsKeptMs)).catch(warn('what became of webhooks'));
  await disableFailing(database, before(failingMs)).catch(warn('who cannot be reached any more'));
  await pruneEvents(database, before(eventsKeptMs)).catch(warn('the log of events'));
  await pruneClientEvents(database, before(eventsKeptMs)).catch(warn('the events of clients'));
}

const isEnabled = (status: ChainStatus): status is Extract<ChainStatus, { enabled: true }> => status.enabled;

/** Says at the start what its node is good for; the worker finds the same out, and tries again, for each wallet. */
async function reportNode({ config, source, ensureReady }: ChainRuntime, log: Log): Promise<void> {
  const fields = { chain: config.name, chainId: config.chainId, source: source.description };
  try {
    const { missing, warnings, requestsPerHistory } = await ensureReady();
    const found = requestsPerHistory === undefined ? { warnings } : { warnings, requestsPerHistory };
    if (missing.length === 0) log.info({ ...fields, ...found }, `${config.name}: the node is usable`);
    else log.warn({ ...fields, missing, ...found }, `${config.name}: the node cannot give everything`);
  } catch (error) {
    const consequence =
      error instanceof PermanentError
        ? 'nothing can be loaded from it'
        : 'it is tried again as wallets are loaded';
    log.error(
      { ...fields, error: errorText(error) },
      `${config.name}: the node is not usable; ${consequence}`,
    );
  }
}

/** The listed tokens of each chain by address: the built-in ones, and what the owner added before this start. */
async function listedTokens(
  database: Database,
  chains: readonly ChainConfig[],
): Promise<(chainId: number) => ReadonlyMap<Address, { symbol: string }>> {
  const known = new Map<number, ReadonlyMap<Address, { symbol: string }>>();
  for (const { chainId } of chains) {
    known.set(chainId, await findListedTokens(database, chainId));
  }
  return (chainId) => known.get(chainId) ?? new Map();
}
