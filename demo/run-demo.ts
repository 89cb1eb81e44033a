/**
 * `npm run demo`: the main job, offline. A local EVM node with two simulated years of activity, the service beside it,
 * the demo's wallets registered through the API as a client would, and new activity every few seconds.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { demoDataDir } from '../src/cli/terminal/demo-directory.ts';
import { type Config, loadConfig } from '../src/config.ts';
import type { ConfigFile } from '../src/config-file.ts';
import { errorText, PermanentError } from '../src/errors.ts';
import { tokenAssetSlug } from '../src/labels/native-assets.ts';
import { startService } from '../src/main.ts';
import { writeCompiled } from '../src/processes/compiled.ts';
import { defaultClientName, ensureClient } from '../src/store/clients/client-rows.ts';
import { openDatabase } from '../src/store/connection/database.ts';
import { prepareDataDirectory } from '../src/store/embedded/data-directory.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/store/embedded/embedded.ts';
import type { TokenRow } from '../src/store/lookups/lookup-rows.ts';
import { upsertContractLabels, upsertTokens } from '../src/store/lookups/lookup-writes.ts';
import { storeFiatRates } from '../src/store/prices/fiat-rates.ts';
import { releaseFormerLeases } from '../src/store/queues/former-leases.ts';
import { migrateDatabase } from '../src/store/schema/migrate.ts';
import { resetChain } from '../src/store/sync/leases.ts';
import { createOwnerLink } from '../src/use-cases/members/sign-in-link.ts';
import { createActivity } from './activity.ts';
import { demoChain } from './demo-chain.ts';
import { registerAndWait, untilBooked } from './demo-client.ts';
import { demoText } from './demo-text.ts';
import type { World } from './economy/world-types.ts';
import { startAnvil } from './node/anvil.ts';
import { referenceRates } from './reference-rates.ts';
import { requireDemoPackages } from './requirements.ts';
import { areSettled } from './settled.ts';
import { buildWorld } from './world.ts';
import { worldPrices } from './world-prices.ts';

export interface DemoOptions {
  /** Where the demo says what it does; a line at a time, `transient` for one that the next one replaces. */
  say(text: string, options?: { transient?: boolean }): void;
  /** A new key in the service's own form. */
  generateKey(): string;
  /** How many transactions the two years have. */
  transactions: number;
  signal: AbortSignal;
}

const demoSeed = 20_240_229;
const loadTimeoutMs = 120_000;
/** Prices come from the demo's own node: a few seconds. */
const bookTimeoutMs = 60_000;
const activityPauseMs = 4_000;

/** Runs until the signal; then everything that was started is stopped, in reverse order. */
export async function runDemo(options: DemoOptions): Promise<void> {
  requireDemoPackages();
  const stops: Stops = [];
  try {
    const settings = loadConfig();
    if (settings.database.url !== null) {
      throw new PermanentError('The demo brings its own database: unset DATABASE_URL (npm start uses it).');
    }
    const dataDir = await prepareDataDirectory(demoDataDir(settings.database.dataDir));
    options.say('Starting PostgreSQL and a local EVM node, and simulating two years of activity …');
    const [postgres, world] = await bothOf(
      startDatabase(dataDir, options, stops),
      startWorld(options, stops),
    );
    options.signal.throwIfAborted();

    options.say('Starting the service …');
    const config = await demoConfig(world, dataDir, options.generateKey);
    await prepareDatabase(postgres.url, world);
    options.signal.throwIfAborted();
    const service = await startService({ ...config, database: { ...config.database, url: postgres.url } });
    stops.push(service.stop);
    if (service.url === null) throw new PermanentError('The demo needs the API: unset ROLE.');
    await postgres.announce({ url: service.url, isDemo: true });

    await loadWallets(service.url, world, config, options);
    await bookWallets({ url: service.url, databaseUrl: postgres.url }, world, config, options);
    const signIn = await signInLink(postgres.url, service.url);
    options.say(demoText({ url: service.url, signIn, key: keyOf(config), world, dataDir }));
    writeCompiled();
    await keepActive(world, postgres.failed, options);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  } finally {
    // Of a database that was lost not everything can be closed; why it was lost is what is to be told.
    for (const stop of stops.reverse()) {
      await stop().catch((error: unknown) => options.say(`Closing was not clean: ${errorText(error)}`));
    }
  }
}

type Stops = (() => Promise<void>)[];

/** Waits for both, also where one fails: what the other started is then known, and stopped. */
async function bothOf<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

async function startDatabase(dataDir: string, { say }: DemoOptions, stops: Stops): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: (level, message) => (level === 'warn' ? say(message) : undefined),
  });
  stops.push(postgres.stop);
  return postgres;
}

async function startWorld({ transactions, signal }: DemoOptions, stops: Stops): Promise<World> {
  const anvil = await startAnvil();
  stops.push(anvil.stop);
  return buildWorld({ rpcUrl: anvil.rpcUrl, seed: demoSeed, transactions, signal });
}

async function demoConfig(world: World, dataDir: string, generateKey: () => string): Promise<Config> {
  const file: ConfigFile = {
    chains: [demoChain(world)],
    prices: worldPrices(world),
  };
  const config = loadConfig({ file });
  return {
    ...config,
    role: 'all',
    logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel,
    bootstrapApiKey: config.bootstrapApiKey ?? (await persistentKey(dataDir, generateKey)),
  };
}

/** The same key at every start, so that a page that was open keeps working. */
async function persistentKey(dataDir: string, generateKey: () => string): Promise<string> {
  const path = join(dataDir, 'demo-api-key');
  const stored = await readFile(path, 'utf8').catch(() => null);
  if (stored !== null && stored.trim() !== '') return stored.trim();
  const key = generateKey();
  await writeFile(path, `${key}\n`, { mode: 0o600 });
  return key;
}

/** The chain is new at every start, so what is stored of it is forgotten; registrations, labels and keys stay. */
async function prepareDatabase(url: string, world: World): Promise<void> {
  await migrateDatabase(url);
  const database = await openDatabase({ url });
  try {
    // Of a demo that was killed: this one has started the database, so nobody else is on it.
    await releaseFormerLeases(database);
    await resetChain(database, world.chainId);
    await upsertContractLabels(
      database,
      world.labels.map((label) => ({ ...label, chainId: world.chainId, address: lower(label.address) })),
    );
    await upsertTokens(database, listedTokens(world));
    const times = { from: world.startTime, until: Date.now() / 1000 };
    await storeFiatRates(database, referenceRates(times), 'demo');
  } finally {
    await database.close();
  }
}

/** Signs in to the pages, once, within ten minutes. */
async function signInLink(databaseUrl: string, baseUrl: string): Promise<string> {
  const database = await openDatabase({ url: databaseUrl, maximumConnections: 2 });
  try {
    const { id: clientId } = await ensureClient(database, defaultClientName);
    return await createOwnerLink(database, { clientId, baseUrl, isAsked: false });
  } finally {
    await database.close();
  }
}

/** What an owner of a real service would list as trusted. */
function listedTokens(world: World): TokenRow[] {
  return Object.values(world.tokens)
    .filter((token) => token.trusted)
    .map(({ address, name, symbol, decimals }) => ({
      chainId: world.chainId,
      address: lower(address),
      name,
      symbol,
      decimals,
      assetSlug: tokenAssetSlug({ chainId: world.chainId, address: lower(address), symbol }),
      isTrusted: true,
    }));
}

async function loadWallets(url: string, world: World, config: Config, options: DemoOptions): Promise<void> {
  options.say(`Loading ${Object.keys(world.wallets).join(', ')} …`);
  const startedAt = Date.now();
  await registerAndWait({
    url,
    key: keyOf(config),
    addresses: Object.values(world.wallets),
    timeoutMs: loadTimeoutMs,
    signal: options.signal,
    onProgress: (percent) => options.say(progressBar(percent), { transient: true }),
  });
  options.say(`Loaded in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Whoever opens a page at once would see figures of nothing. */
async function bookWallets(
  { url, databaseUrl }: { url: string; databaseUrl: string },
  world: World,
  config: Config,
  { say, signal }: DemoOptions,
): Promise<void> {
  say('Pricing and booking them …');
  const startedAt = Date.now();
  const database = await openDatabase({ url: databaseUrl, maximumConnections: 2 });
  try {
    const addresses = Object.values(world.wallets).map(lower);
    const request = { url, key: keyOf(config), addresses, timeoutMs: bookTimeoutMs, signal };
    const areBooked = await untilBooked(request, () => areSettled(database, addresses));
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    say(areBooked ? `Booked in ${seconds} s.` : 'This takes longer: the figures come while you look.');
  } finally {
    await database.close();
  }
}

const keyOf = (config: Config): string => config.bootstrapApiKey ?? '';

const lower = (address: string): `0x${string}` => `0x${address.slice(2).toLowerCase()}`;

function progressBar(percent: number): string {
  const done = Math.round(percent / 2.5);
  return `[${'█'.repeat(done)}${'░'.repeat(40 - done)}] ${percent.toFixed(0).padStart(3)} %`;
}

/** New transactions until the demo ends, so that subscriptions show life. Throws when the database is lost. */
async function keepActive(world: World, failed: Promise<Error>, options: DemoOptions): Promise<void> {
  const activity = createActivity(world);
  while (!options.signal.aborted) {
    const failure = await Promise.race([failed, delay(activityPauseMs, null, { signal: options.signal })]);
    if (failure !== null) throw failure;
    try {
      await activity.step();
    } catch (error) {
      options.say(`An activity of the demo failed (${errorText(error)}); the next one follows.`);
    }
  }
}
