/** The service on the protocols' chain, with a client for each way of booking, and what their ledgers say that a wallet earned. */
import { type Address, parseUnits } from 'viem';
import type { LedgerSettings } from '../../../src/domain/accounting/amounts/types.ts';
import type { CostMethod } from '../../../src/domain/ids.ts';
import { insertApiKey } from '../../../src/store/clients/api-key-rows.ts';
import { ensureClient, updateClientSettings } from '../../../src/store/clients/client-rows.ts';
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { apiKeyPepper } from '../../../src/store/connection/settings.ts';
import { findStaleLedgers } from '../../../src/store/ledger/search/stale-ledgers.ts';
import { upsertTokens } from '../../../src/store/lookups/lookup-writes.ts';
import { generateApiKey, hashApiKey } from '../../../src/use-cases/access/key-text.ts';
import { createDatabase } from '../postgres.ts';
import { type ApiClient, createApiClient, startTestService, type TestService } from '../service.ts';
import { type AssetName, assetNames, assets } from './protocol-assets.ts';
import { chainId, type ProtocolChain } from './protocol-chain.ts';

export type Settings = Omit<LedgerSettings, 'ownTransfers'>;

/** Far beyond what it takes: a busy machine is not what is tested. */
export const longestWaitMs = 600_000;

const choices = ['carry', 'realize'] as const;
export const everySetting: readonly Settings[] = choices.flatMap((deposits) =>
  choices.flatMap((receiptTokens) =>
    choices.map((liquidityTokens) => ({ deposits, receiptTokens, liquidityTokens })),
  ),
);
export const nameOf = ({ deposits, receiptTokens, liquidityTokens }: Settings): string =>
  [deposits, receiptTokens, liquidityTokens].join('-');

export interface Ledgers {
  readonly service: TestService;
  readonly database: Database;
  /** In the order of the settings. */
  readonly clients: readonly { readonly settings: Settings; readonly api: ApiClient }[];
  stop(): Promise<void>;
}

const slugs: Readonly<Record<AssetName, string>> = {
  ...{ ETH: 'ethereum', WETH: 'weth', USDC: 'usd-coin', LINK: 'chainlink', GRDN: 'garden' },
  ...{ shares: 'shares', lagUSDC: 'lagoon-usdc', lagWETH: 'lagoon-weth' },
};

/** Without prices, only amounts are told. */
export async function serveProtocols(
  chain: ProtocolChain,
  options: { prices: boolean },
): Promise<TestService> {
  const { tokens, feeds } = chain.contracts;
  const { url: databaseUrl } = await createDatabase();
  const database = await openDatabase({ url: databaseUrl, maximumConnections: 2 });
  await upsertTokens(
    database,
    assetNames
      .filter((name) => name !== 'ETH')
      .map((name) => ({
        ...{ chainId, address: tokens[name], name, symbol: name, decimals: assets[name] },
        ...{ assetSlug: slugs[name], isTrusted: true },
      })),
  );
  await database.close();
  // The feeds answer once a month, and the chain's last month may be long ago.
  const heartbeatSeconds = 10 * 365 * 86_400;
  const feedOf = Object.fromEntries(
    assetNames.map((name) => [tokens[name], { feed: feeds[name], heartbeatSeconds }]),
  );
  return startTestService(
    [
      {
        ...{ chainId, name: 'Test chain', slug: 'test', symbol: 'ETH', wrappedNative: tokens.WETH },
        ...{ rpc: [chain.rpcUrl], explorer: { kind: 'etherscan', url: chain.explorer.url } },
        // Dozens of wallets follow.
        ...{ confirmations: 16, pollSeconds: 1 },
      },
    ],
    {
      databaseUrl,
      environment: { ETHERSCAN_API_KEY: 'none' },
      prices: options.prices
        ? { order: ['chainlink'], chainlink: { feeds: { [chainId]: feedOf } } }
        : { order: [] },
    },
  );
}

/**
 * One client per setting, whose ledgers of its wallets are booked at the prices of their hours and of now.
 * @param walletsOf The wallets of a setting, by its place.
 * @param held What some of them have, so that it has a price of now.
 */
export async function openLedgers(
  chain: ProtocolChain,
  walletsOf: (place: number) => readonly Address[],
  held: readonly AssetName[],
): Promise<Ledgers> {
  const service = await serveProtocols(chain, { prices: true });
  const database = await openDatabase({ url: service.databaseUrl, maximumConnections: 4 });
  const pepper = await apiKeyPepper(database);
  const clients = [];
  for (const settings of everySetting) {
    const { id: clientId, name } = await ensureClient(database, nameOf(settings));
    await updateClientSettings(database, name, { ...settings });
    const { id, key } = generateApiKey();
    const hash = hashApiKey(key, pepper);
    await insertApiKey(database, {
      ...{ id, clientId, name: '', hash, scopes: ['read', 'write'], quotas: {}, expiresAt: null },
    });
    clients.push({ settings, api: createApiClient(service.url, key) });
  }
  for (const [place, { api }] of clients.entries()) {
    const wallets = walletsOf(place);
    for (let first = 0; first < wallets.length; first += 10) await api.load(wallets.slice(first, first + 10));
  }
  await clients[0]?.api.waitForBlock(await chain.head());
  const tokens = held.map((name) => chain.contracts.tokens[name]);
  await waitUntilBooked(database, tokens);
  return {
    ...{ service, database, clients },
    async stop() {
      await database.close();
      await service.stop();
    },
  };
}

/** Until every transfer has its price, every ledger follows, and each token has a price of now. */
async function waitUntilBooked(database: Database, tokens: readonly Address[]): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  for (;;) {
    const { rows } = await database.pool.query<Record<'unpriced' | 'gaps' | 'current', number>>(
      `SELECT (SELECT count(*)::int FROM transfer JOIN token ON address = token_address
           WHERE is_trusted AND spam_reason IS NULL AND price IS NULL) AS unpriced,
         (SELECT count(*)::int FROM ledger_wallet WHERE price_gap_from IS NOT NULL) AS gaps,
         (SELECT count(*)::int FROM current_price WHERE address = ANY ($1)) AS current`,
      [tokens],
    );
    const [row] = rows;
    const stale = await findStaleLedgers(database);
    if (row?.unpriced === 0 && row.current === tokens.length && stale.length === 0) return;
    if (Date.now() > deadline) throw new Error(`not booked: ${JSON.stringify({ ...row, stale })}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Until the ledgers of all that is loaded are booked. */
export async function waitForLedgers(database: Database): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  for (;;) {
    const stale = await findStaleLedgers(database);
    if (stale.length === 0) return;
    if (Date.now() > deadline) throw new Error(`not booked: ${JSON.stringify(stale)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const methods: readonly CostMethod[] = ['FIFO', 'LIFO', 'HIFO', 'WAC'];

interface Totals {
  readonly realizedPnl: string;
  readonly unrealizedPnl: string;
  readonly income: string;
  readonly expenses: string;
  readonly debtValue: string;
  readonly netWorth: string;
  readonly basisStatus: string;
  readonly unpricedCount: number;
}
export type TotalsByMethod = Readonly<Record<CostMethod, Totals>>;

/** By wallet and method, as a client reads it. */
export async function readTotals(api: ApiClient): Promise<ReadonlyMap<string, TotalsByMethod>> {
  const fields = methods.map((method) => `${method}: totals(costMethod: ${method}) { ...sums }`).join(' ');
  const { wallets } = await api.query<{ wallets: { nodes: ({ address: string } & TotalsByMethod)[] } }>(
    `{ wallets(pageSize: 100) { nodes { address ${fields} } } }
     fragment sums on WalletTotals { realizedPnl unrealizedPnl income expenses debtValue netWorth basisStatus unpricedCount }`,
  );
  return new Map(wallets.nodes.map(({ address, ...totals }) => [address, totals]));
}

const dollars = (text: string): bigint => parseUnits(text, 18);

/** What the ledger says that was earned: in dollars of 18 decimals. */
export const bookedEarnings = ({ realizedPnl, unrealizedPnl, income, expenses }: Totals): bigint =>
  dollars(realizedPnl) + dollars(unrealizedPnl) + dollars(income) - dollars(expenses);

export interface TokenFigures {
  readonly rawToken: { readonly address: string };
  readonly balance: string;
  readonly heldAmount: string;
  readonly debt: string;
  readonly income: string;
}

/** The balances of one wallet, by address of the token. */
export async function readBalances(
  api: ApiClient,
  wallet: Address,
): Promise<ReadonlyMap<string, TokenFigures>> {
  const { tokenBalances } = await api.query<{ tokenBalances: { nodes: TokenFigures[] } }>(
    `query ($wallets: [Address!]!) { tokenBalances(wallets: $wallets, pageSize: 100, filter: { hideZero: false }) {
       nodes { rawToken { address } balance heldAmount debt income } } }`,
    { wallets: [wallet] },
  );
  return new Map(tokenBalances.nodes.map((node) => [node.rawToken.address, node]));
}
