/** What movements need beside the rows: decimals, reference tokens, and the hourly prices of coins; found piece by piece. */
import { createHash } from 'node:crypto';
import { type ContractKey, type Currency, type FiatCurrency, keyOfContract } from '../../domain/ids.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { bridgedAsset } from '../../domain/money/assets.ts';
import {
  bookedCurrencies,
  type CurrencyRates,
  type CurrencyTokens,
  type RateTokens,
  rateTokensOf,
} from '../../domain/money/currencies.ts';
import { isReferenceToken } from '../../domain/money/price-sources.ts';
import { hourOf } from '../../domain/time/time.ts';
import type { ReadFrom } from '../../store/connection/sql.ts';
import { type LedgerToken, readLedgerToken } from '../../store/ledger/ledger-rows.ts';
import { findNativeDecimals, findTokenFacts } from '../../store/lookups/token-facts.ts';
import { hourPosition } from '../../store/prices/price-changes.ts';
import { findRates } from '../../store/prices/price-reads.ts';
import type { MovementContext, TransactionRows } from './movements.ts';

export interface MovementContexts {
  /** All that the movements of these rows need, and more that is named, with one query per kind for what is new. */
  of(pieces: readonly TransactionRows[], more?: MoreNeeds): Promise<MovementContext>;
  /** The same without prices of coins and rates: what things are booked as, and not what they are worth. */
  withoutRates(pieces: readonly TransactionRows[]): Promise<MovementContext>;
  /**
   * A hash of what is known of tokens, named as the ledger names them: while it is the same, movements of earlier rows
   * would be made as they were.
   */
  tokenFacts(tokens: readonly string[]): Promise<string>;
  /**
   * The first position in the first hour for which a coin's price was asked for and is not there (yet), or only that of an
   * earlier hour; null: there was none.
   */
  priceGapFrom(): string | null;
}

/** What is needed beside the pieces: decimals of tokens, rates at times. */
export interface MoreNeeds {
  tokens: readonly ContractKey[];
  timestamps: readonly number[];
  /** Whose rates at those times are needed beside those that are booked. */
  currencies: readonly Currency[];
}

const nothingMore: MoreNeeds = { tokens: [], timestamps: [], currencies: [] };

export interface ContextOptions {
  readonly currencyTokens: CurrencyTokens;
  readonly reportingCurrency: FiatCurrency | null;
}

interface ContextState {
  readonly from: ReadFrom;
  readonly rateTokens: RateTokens;
  /** What is booked. */
  readonly currencies: readonly Currency[];
  readonly addressOf: ReadonlyMap<number, Address>;
  /** By contract; what is not stored stays unknown for the whole run: a token has one number of decimals in a ledger. */
  readonly tokens: Map<string, { decimals: number | null; isReference: boolean; assetSlug: string | null }>;
  /** By chain; null: not read yet. */
  nativeDecimals: ReadonlyMap<number, number> | null;
  readonly rates: HourlyRates;
}

export function createMovementContexts(
  from: ReadFrom,
  wallets: readonly { walletId: number; address: Address }[],
  { currencyTokens, reportingCurrency }: ContextOptions,
): MovementContexts {
  const state: ContextState = {
    ...{ from, rateTokens: rateTokensOf(currencyTokens), nativeDecimals: null },
    currencies: bookedCurrencies(reportingCurrency),
    addressOf: new Map(wallets.map(({ walletId, address }) => [walletId, address])),
    tokens: new Map(),
    rates: createRates(from),
  };
  return {
    of: (pieces, more = nothingMore) => contextOf(state, pieces, more),
    withoutRates: (pieces) => contextWithoutRates(state, pieces, nothingMore),
    tokenFacts: (tokens) => tokenFacts(state, tokens),
    priceGapFrom() {
      const hour = state.rates.firstGap();
      return hour === null ? null : hourPosition(hour);
    },
  };
}

async function loadTokens(state: ContextState, wanted: readonly LedgerToken[]): Promise<void> {
  const { from, tokens } = state;
  state.nativeDecimals ??= await findNativeDecimals(from);
  const missing = new Map<string, ContractKey>();
  for (const { chainId, tokenAddress, tokenId } of wanted) {
    const name = keyOfContract({ chainId, address: tokenAddress });
    if (tokenId === null && !tokens.has(name)) missing.set(name, { chainId, address: tokenAddress });
  }
  const rows = await findTokenFacts(from, [...missing.values()]);
  for (const name of missing.keys())
    tokens.set(name, { decimals: null, isReference: false, assetSlug: null });
  for (const { chainId, address, assetSlug, decimals, isTrusted } of rows) {
    tokens.set(keyOfContract({ chainId, address }), {
      decimals,
      isReference: isReferenceToken(address, { assetSlug, isTrusted }),
      assetSlug,
    });
  }
}

function decimalsOf(
  { nativeDecimals, tokens }: ContextState,
  chainId: number,
  token: Address,
): number | null {
  const native = token === zeroAddress ? nativeDecimals?.get(chainId) : undefined;
  return native ?? tokens.get(keyOfContract({ chainId, address: token }))?.decimals ?? null;
}

/** Of a token whose decimals are not known no amounts can be compared. */
function assetOf(state: ContextState, chainId: number, token: Address): string | null {
  const slug = state.tokens.get(keyOfContract({ chainId, address: token }))?.assetSlug ?? null;
  return slug === null || decimalsOf(state, chainId, token) === null ? null : bridgedAsset(slug);
}

function isReference({ tokens }: ContextState, chainId: number, token: Address): boolean {
  return (
    token === zeroAddress || tokens.get(keyOfContract({ chainId, address: token }))?.isReference === true
  );
}

async function tokenFacts(state: ContextState, names: readonly string[]): Promise<string> {
  const fungible = names.map(readLedgerToken).filter(({ tokenId }) => tokenId === null);
  await loadTokens(state, fungible);
  const facts = fungible.map(({ chainId, tokenAddress }) =>
    [
      ...[chainId, tokenAddress, decimalsOf(state, chainId, tokenAddress)],
      ...[isReference(state, chainId, tokenAddress), assetOf(state, chainId, tokenAddress)],
    ].join(),
  );
  return createHash('sha256')
    .update([...new Set(facts)].sort().join('\n'))
    .digest('hex');
}

async function contextWithoutRates(
  state: ContextState,
  pieces: readonly TransactionRows[],
  more: MoreNeeds,
): Promise<MovementContext> {
  const named = more.tokens.map(({ chainId, address }) => ({
    chainId,
    tokenAddress: address,
    tokenId: null,
  }));
  const transfers = pieces.flatMap((piece) => piece.transfers);
  const settled = transfers.flatMap(({ chainId, settles }) =>
    settles?.token == null ? [] : [{ chainId, tokenAddress: settles.token, tokenId: null }],
  );
  await loadTokens(state, [...transfers, ...settled, ...named]);
  return {
    addressOf: state.addressOf,
    decimalsOf: (chainId, token) => decimalsOf(state, chainId, token),
    assetOf: (chainId, token) => assetOf(state, chainId, token),
    isReference: (chainId, token) => isReference(state, chainId, token),
    currencies: state.currencies,
    nativePriceAt: () => null,
    ratesAt: () => ({}),
  };
}

async function contextOf(
  state: ContextState,
  pieces: readonly TransactionRows[],
  more: MoreNeeds,
): Promise<MovementContext> {
  const context = await contextWithoutRates(state, pieces, more);
  const { rates } = state;
  const ratesByHour = await loadRates(state, pieces, more);
  return {
    ...context,
    nativePriceAt: (chainId, timestamp) => rates.at({ chainId, address: zeroAddress }, hourOf(timestamp)),
    ratesAt: (timestamp) => ratesByHour.get(hourOf(timestamp)) ?? {},
  };
}

/** The rates of the currencies in each hour that is needed; the coins that fees were paid in are loaded as well. */
async function loadRates(
  { rateTokens, currencies, rates }: ContextState,
  pieces: readonly TransactionRows[],
  more: MoreNeeds,
): Promise<ReadonlyMap<number, CurrencyRates>> {
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
  const named = [...new Set([...currencies, ...more.currencies])].flatMap((currency) =>
    currency === 'USD' ? [] : [{ currency, token: rateTokens[currency] }],
  );
  for (const { token } of named) await rates.load(token, hours);
  for (const [chainId, rows] of feeHours) {
    const own = new Set(rows.map(({ timestamp }) => hourOf(timestamp)));
    await rates.load({ chainId, address: zeroAddress }, own);
  }
  const ratesByHour = new Map<number, CurrencyRates>();
  for (const hour of hours) {
    const ofHour = named.map(({ currency, token }) => [currency, rates.at(token, hour)] as const);
    ratesByHour.set(hour, Object.fromEntries(ofHour));
  }
  return ratesByHour;
}

interface HourlyRates {
  /** Reads the hours that are not known yet. */
  load(token: ContractKey, hours: ReadonlySet<number>): Promise<void>;
  at(token: ContractKey, hour: number): string | null;
  /** The first hour that was asked for and has no price of its own; null: there was none. */
  firstGap(): number | null;
}

/** Hourly prices of coins in USD; an hour without its own takes the last one of the day before it. */
function createRates(from: ReadFrom): HourlyRates {
  const known = new Map<string, Map<number, string | null>>();
  let firstGap: number | null = null;
  return {
    async load(token, hours) {
      const name = keyOfContract(token);
      const prices = known.get(name) ?? new Map<number, string | null>();
      known.set(name, prices);
      const missing = [...hours].filter((hour) => !prices.has(hour));
      if (missing.length === 0) return;
      for (const hour of missing) prices.set(hour, null);
      const gaps = new Set(missing);
      for (const { hour, price, isOwn } of await findRates(from, token, missing)) {
        prices.set(hour, price);
        if (isOwn) gaps.delete(hour);
      }
      for (const hour of gaps) firstGap = Math.min(hour, firstGap ?? hour);
    },
    at: (token, hour) => known.get(keyOfContract(token))?.get(hour) ?? null,
    firstGap: () => firstGap,
  };
}
