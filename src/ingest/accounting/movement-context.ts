/** What movements need beside the rows: decimals, reference tokens, and the hourly prices of coins; found piece by piece. */
import type { CurrencyRates, CurrencyTokens } from '../../domain/currencies.ts';
import type { ContractKey } from '../../domain/ids.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import type { Database } from '../../store/database.ts';
import { findBlockchains, findTokens } from '../../store/lookups.ts';
import { findRates } from '../../store/prices.ts';
import type { MovementContext, TransactionRows } from './movements.ts';

export interface PieceContext {
  context: MovementContext;
  /** A price of a coin in an hour was asked for and is not there (yet). */
  lacksPrices: boolean;
}

/** What is needed beside the pieces: decimals of tokens, rates at times. */
export interface MoreNeeds {
  tokens: readonly ContractKey[];
  timestamps: readonly number[];
}

/** Assets whose tokens are worth what they say. */
const stableAssets = new Set(['usd-coin', 'tether', 'dai', 'xdai']);

const hourOf = (timestamp: number): number => Math.floor(timestamp / 3600);
const contractName = (chainId: number, address: Address): string => `${chainId}:${address}`;

/** Answers, for each piece of the rows, all that its movements need, with one query per kind for what is new. */
export function createMovementContext(
  database: Database,
  wallets: readonly { walletId: number; address: Address }[],
  currencyTokens: CurrencyTokens,
): (pieces: readonly TransactionRows[], more?: MoreNeeds) => Promise<PieceContext> {
  const addressOf = new Map(wallets.map(({ walletId, address }) => [walletId, address]));
  const tokens = new Map<string, { decimals: number | null; isReference: boolean }>();
  const rates = createRates(database);
  let nativeDecimals: Map<number, number> | null = null;

  async function loadTokens(pieces: readonly TransactionRows[], more: readonly ContractKey[]): Promise<void> {
    nativeDecimals ??= new Map(
      (await findBlockchains(database)).map((chain) => [chain.chainId, chain.nativeDecimals]),
    );
    const missing = new Map<string, ContractKey>();
    for (const { chainId, tokenAddress, tokenId } of pieces.flatMap(({ transfers }) => transfers)) {
      const name = contractName(chainId, tokenAddress);
      if (tokenId === null && !tokens.has(name)) missing.set(name, { chainId, address: tokenAddress });
    }
    for (const key of more) {
      const name = contractName(key.chainId, key.address);
      if (!tokens.has(name)) missing.set(name, key);
    }
    const rows = await findTokens(database, [...missing.values()]);
    // What is not stored stays unknown for the whole run: a token has one number of decimals in a ledger.
    for (const name of missing.keys()) tokens.set(name, { decimals: null, isReference: false });
    for (const { chainId, address, assetSlug, decimals, isTrusted } of rows) {
      const isReference = isTrusted && assetSlug !== null && stableAssets.has(assetSlug);
      tokens.set(contractName(chainId, address), {
        decimals,
        isReference,
      });
    }
  }

  return async (pieces, more = { tokens: [], timestamps: [] }) => {
    await loadTokens(pieces, more.tokens);
    const hours = new Set(
      pieces.flatMap(({ transactions, transfers }) =>
        [...transactions, ...transfers].map(({ timestamp }) => hourOf(timestamp)),
      ),
    );
    for (const timestamp of more.timestamps) hours.add(hourOf(timestamp));
    const feeHours = Map.groupBy(
      pieces.flatMap(({ transactions }) => transactions.filter(({ fee }) => fee !== 0n)),
      ({ chainId }) => chainId,
    );
    const { ETH, MATIC, AVAX, XDAI } = currencyTokens;
    const coins = { ETH, MATIC, AVAX, XDAI };
    for (const coin of Object.values(coins)) await rates.load(coin, hours);
    for (const [chainId, rows] of feeHours) {
      const own = new Set(rows.map(({ timestamp }) => hourOf(timestamp)));
      await rates.load({ chainId, address: zeroAddress }, own);
    }
    const ratesByHour = new Map<number, CurrencyRates>();
    for (const hour of hours) {
      ratesByHour.set(hour, {
        ETH: rates.at(ETH, hour),
        MATIC: rates.at(MATIC, hour),
        AVAX: rates.at(AVAX, hour),
        XDAI: rates.at(XDAI, hour),
      });
    }
    const context: MovementContext = {
      addressOf,
      decimalsOf(chainId, token) {
        const native = token === zeroAddress ? nativeDecimals?.get(chainId) : undefined;
        return native ?? tokens.get(contractName(chainId, token))?.decimals ?? null;
      },
      isReference: (chainId, token) =>
        token === zeroAddress || tokens.get(contractName(chainId, token))?.isReference === true,
      nativePriceAt: (chainId, timestamp) => rates.at({ chainId, address: zeroAddress }, hourOf(timestamp)),
      ratesAt: (timestamp) => ratesByHour.get(hourOf(timestamp)) ?? {},
    };
    return { context, lacksPrices: rates.lacksAny() };
  };
}

/** Hourly prices of coins in USD; an hour without its own takes the last one of the day before it. */
function createRates(database: Database) {
  const known = new Map<string, Map<number, string | null>>();
  let lacksAny = false;
  return {
    async load(token: ContractKey, hours: ReadonlySet<number>) {
      const name = contractName(token.chainId, token.address);
      const prices = known.get(name) ?? new Map<number, string | null>();
      known.set(name, prices);
      const missing = [...hours].filter((hour) => !prices.has(hour));
      if (missing.length === 0) return;
      for (const hour of missing) prices.set(hour, null);
      for (const { hour, price } of await findRates(database, token, missing)) prices.set(hour, price);
      lacksAny ||= missing.some((hour) => prices.get(hour) === null);
    },
    at: ({ chainId, address }: ContractKey, hour: number): string | null =>
      known.get(contractName(chainId, address))?.get(hour) ?? null,
    lacksAny: () => lacksAny,
  };
}
