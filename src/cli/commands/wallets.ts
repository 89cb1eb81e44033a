/** wallet-data wallets register|list|status|reload|reconcile */
import type { Command } from 'commander';
import { type Config, configuredStarts, loadConfig } from '../../config.ts';
import { parseAddress } from '../../domain/address.ts';
import type { Address } from '../../domain/model.ts';
import { formatTime } from '../../domain/time/time.ts';
import { defaultClientName } from '../../store/clients/client-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import { findBlockchains } from '../../store/lookups/lookup-reads.ts';
import { resetSync } from '../../store/sync/leases.ts';
import { findRegistrations } from '../../store/sync/registrations.ts';
import { countSyncs } from '../../store/sync/request-counts.ts';
import { listWalletSyncs } from '../../store/sync/sync-rows.ts';
import type { ReadModel } from '../../use-cases/model/interface.ts';
import { type Caller, maximumPageSize } from '../../use-cases/model/view-model.ts';
import type { WalletView } from '../../use-cases/model/wallet-view.ts';
import { createReadModel } from '../../use-cases/read-model.ts';
import { requireClient, withDatabase } from '../terminal/database-access.ts';
import {
  complain,
  type OutputOptions,
  print,
  printJson,
  printTable,
  UsageError,
} from '../terminal/output.ts';
import { type Progress, readTimeout, watchProgress } from '../terminal/progress.ts';
import { reconcileWallets } from './reconcile.ts';

interface WalletOptions extends OutputOptions {
  client: string;
}

interface WaitOptions {
  wait?: boolean;
  watch?: boolean;
  timeout: string;
}

interface Session {
  database: Database;
  readModel: ReadModel;
  caller: Caller;
  config: Config;
}

export function addWalletCommands(program: Command): void {
  const wallets = program.command('wallets').description('Registered wallets');
  const add = (name: string, description: string): Command =>
    wallets
      .command(name)
      .description(description)
      .option('--client <name>', 'whose wallets', defaultClientName)
      .option('--json', 'print JSON');

  add('register', 'Register wallets; a running service then loads them')
    .argument('<address...>')
    .option('--wait', 'until they are loaded, and show how far they are')
    .option('--timeout <seconds>', 'longest wait', '3600')
    .action((texts: string[], options: WalletOptions & WaitOptions) =>
      withSession(options, async (session) => {
        const { database, readModel, caller } = session;
        const addresses = readAddresses(texts);
        const timeoutMs = readTimeout(options.timeout);
        const { wallets: views } = await readModel.registerWallets(caller, addresses);
        if (!options.json) await printCapacities(database, views);
        if (options.wait !== true) return printWallets(views, options);
        await waitUntilLoaded(session, addresses, timeoutMs);
        printWallets(await readModel.findWallets(caller, addresses), options);
      }),
    );

  add('list', 'List the wallets').action((options: WalletOptions) =>
    withSession(options, async (session) => printWallets(await allWallets(session), options)),
  );

  add('status', 'How far wallets are loaded, chain by chain')
    .argument('[address...]', 'all of the client’s wallets unless given')
    .option('--watch', 'show it anew every second, until Ctrl-C')
    .option('--timeout <seconds>', 'longest watch', '86400')
    .action((texts: string[], options: WalletOptions & WaitOptions) =>
      withSession(options, async (session) => {
        const { readModel, caller } = session;
        const addresses = readAddresses(texts);
        const read = () =>
          addresses.length > 0 ? readModel.findWallets(caller, addresses) : allWallets(session);
        if (options.watch === true) return watchStatus(read, readTimeout(options.timeout));
        const views = await read();
        printStatus(views, await errorsOf(session, views), options);
      }),
    );

  add('reload', 'Drop the data of wallets and load them again')
    .argument('<address...>')
    .option('--chain <id>', 'only this chain')
    .action((texts: string[], options: WalletOptions & { chain?: string }) =>
      withSession(options, (session) => reload(session, readAddresses(texts), options.chain)),
    );

  add('reconcile', 'Have the running service compare balances with the chain')
    .argument('<address...>')
    .action((texts: string[], options: WalletOptions) =>
      withSession(options, ({ database, caller }) =>
        reconcileWallets(database, {
          ...options,
          clientId: caller.clientId,
          addresses: readAddresses(texts),
        }),
      ),
    );
}

async function withSession(options: WalletOptions, use: (session: Session) => Promise<void>): Promise<void> {
  const config = loadConfig();
  await withDatabase(config, async (database) => {
    const client = await requireClient(database, options.client);
    const readModel = createReadModel({
      database,
      enabledChains: () => enabledChains(database, config),
      clientLimits: config.clientLimits,
      now: Date.now,
    });
    try {
      await use({
        config,
        database,
        readModel,
        caller: { clientId: client.id, keyId: 'command-line', scopes: ['read', 'write'] },
      });
    } finally {
      await readModel.close();
    }
  });
}

/** What the service that uses this database has enabled; its own configuration may be another than this command's. */
async function enabledChains(
  database: Database,
  config: Config,
): Promise<{ chainId: number; fromBlock: number }[]> {
  const starts = configuredStarts(config);
  const rows = await findBlockchains(database);
  return rows
    .filter(({ enabled }) => enabled)
    .map(({ chainId }) => ({ chainId, fromBlock: starts.get(chainId) ?? 0 }));
}

async function allWallets({ readModel, caller }: Session): Promise<WalletView[]> {
  const views: WalletView[] = [];
  for (let page = 1; ; page += 1) {
    const { items, next } = await readModel.listWallets(caller, {
      mode: 'page',
      page,
      pageSize: maximumPageSize,
    });
    views.push(...items);
    if (next === null) return views;
  }
}

/** Shows how far they are until each is loaded or has failed. Throws where one is not loaded then. */
async function waitUntilLoaded(
  { readModel, caller }: Session,
  addresses: Address[],
  timeoutMs: number,
): Promise<void> {
  let views: readonly WalletView[] = [];
  const read = async () => {
    views = await readModel.findWallets(caller, addresses);
    return progressOf(views);
  };
  const hasEnded = (): boolean =>
    views.every(({ isLoaded, sync }) => isLoaded || sync.some(({ phase }) => phase === 'FAILED'));
  // On standard error: what the command answers comes on standard output.
  const rows = await watchProgress({
    read,
    isOver: hasEnded,
    timeoutMs,
    output: process.stderr,
    tell: complain,
  });
  if (views.every(({ isLoaded }) => isLoaded)) return;
  if (rows === null) throw new Error(`Not loaded within ${timeoutMs / 1000} s. Is a service running?`);
  throw new Error('Not all could be loaded. `wallet-data wallets status` says why.');
}

async function watchStatus(read: () => Promise<readonly WalletView[]>, timeoutMs: number): Promise<void> {
  await watchProgress({ read: async () => progressOf(await read()), isOver: () => false, timeoutMs });
}

const progressOf = (views: readonly WalletView[]): Progress[] =>
  views.flatMap(({ address, sync }) =>
    sync.map(({ blockchain, phase, percent, error }) => ({
      ...{ name: `${address} ${blockchain.name}`, phase, percent },
      note: error ?? '',
    })),
  );

async function reload(
  { config, database, caller }: Session,
  addresses: Address[],
  chain: string | undefined,
): Promise<void> {
  if (chain !== undefined && !/^[1-9]\d{0,9}$/.test(chain))
    throw new UsageError(`--chain: '${chain}' is not a chain id.`);
  const rows = await findRegistrations(database, caller.clientId, addresses);
  const missing = addresses.filter((address) => !rows.some((row) => row.address === address));
  if (missing.length > 0) throw new UsageError(`Not registered: ${missing.join(', ')}.`);
  for (const row of rows) {
    const chainId = chain === undefined ? undefined : Number(chain);
    await resetSync(database, row.walletId, chainId, configuredStarts(config));
    print(`${row.address} will be loaded again.`);
  }
}

function readAddresses(texts: readonly string[]): Address[] {
  const parsed = texts.flatMap((text) => text.split(',')).map((text) => parseAddress(text));
  const problems = parsed.flatMap((address) => (address.ok ? [] : [address.problem]));
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return [...new Set(parsed.flatMap((address) => (address.ok ? [address.address] : [])))];
}

function printWallets(views: readonly WalletView[], { json }: OutputOptions): void {
  const records = views.map(({ registrationId, address, isLoaded }) => ({
    id: registrationId,
    address,
    is_loaded: isLoaded,
  }));
  if (json) printJson(records);
  else
    printTable(
      ['ID', 'ADDRESS', 'LOADED'],
      records.map((one) => [String(one.id), one.address, one.is_loaded ? 'yes' : 'no']),
    );
}

/** Says how many wallets the explorers bear, and warns where more are registered. */
async function printCapacities(database: Database, views: readonly WalletView[]): Promise<void> {
  const limited = new Map(
    views.flatMap(({ sync }) =>
      sync.flatMap(({ blockchain, walletCapacity }) =>
        walletCapacity === null
          ? []
          : [[blockchain.chainId, { name: blockchain.name, walletCapacity }] as const],
      ),
    ),
  );
  const counts = await countSyncs(database, [...limited.keys()]);
  for (const [chainId, { name, walletCapacity }] of limited) {
    const wallets = counts.get(chainId) ?? 0;
    const bears = `${name}: its explorer bears ${walletCapacity} wallets looked at once an hour, and there are ${wallets}.`;
    const advice = ' They are looked at more rarely: give the chain a node, or a plan with more requests.';
    print(wallets > walletCapacity ? `Warning: ${bears}${advice}` : bears);
  }
}

/** What loading failed with, in full: whoever has the database may know; clients see a sentence without hosts and paths. */
type ErrorDetails = (wallet: Address, chainId: number) => string | null;

async function errorsOf({ database, caller }: Session, views: readonly WalletView[]): Promise<ErrorDetails> {
  const registrations = await findRegistrations(
    database,
    caller.clientId,
    views.map(({ address }) => address),
  );
  const walletIds = new Map(registrations.map(({ address, walletId }) => [address, walletId]));
  const syncs = await listWalletSyncs(database, [...walletIds.values()]);
  const details = new Map(syncs.map(({ walletId, chainId, error }) => [`${walletId}:${chainId}`, error]));
  return (wallet, chainId) => details.get(`${walletIds.get(wallet)}:${chainId}`) ?? null;
}

function printStatus(views: readonly WalletView[], detailOf: ErrorDetails, { json }: OutputOptions): void {
  const shown = views.map((view) => ({
    ...view,
    sync: view.sync.map((chain) => ({
      ...chain,
      errorDetail: detailOf(view.address, chain.blockchain.chainId),
    })),
  }));
  if (json) {
    printJson(shown);
    return;
  }
  printTable(
    ['ADDRESS', 'CHAIN', 'PHASE', 'DONE', 'BLOCK', 'HEAD', 'SEEN WITHIN', 'STALE SINCE', 'NOTE'],
    shown.flatMap(({ address, sync }) =>
      sync.map((chain) => [
        ...[address, chain.blockchain.name, chain.phase, `${chain.percent} %`],
        ...[String(chain.syncedBlock ?? '-'), String(chain.headBlock ?? '-')],
        chain.seenWithinSeconds === null ? '-' : `${chain.seenWithinSeconds} s`,
        chain.staleSince === null ? '-' : formatTime(chain.staleSince),
        chain.errorDetail ?? chain.error ?? chain.warnings.join(' '),
      ]),
    ),
  );
}
