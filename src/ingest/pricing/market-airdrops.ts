/**
 * Airdrops that were hidden though their token has a market: payouts to many at once look like mailings. What a market knows of a token
 * shows later than the loader judged it, and nobody prices what is hidden. So the job asks for the tokens of hidden airdrops themselves,
 * and takes back in what came of those that have a market. Only sources count that list tokens (domain/money/price-sources.ts): a pool can
 * be filled by who made the token. What a token says of itself, a site or another's symbol, stays spam whatever its price.
 */
import { saysSpam } from '../../domain/classify/spam.ts';
import { type ContractKey, keyOfContract } from '../../domain/ids.ts';
import { zeroAddress } from '../../domain/model.ts';
import { showsMarket } from '../../domain/money/price-sources.ts';
import type { PriceAnswer, PriceSource, PriceToken } from '../../prices/source/price-source.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  type AirdropPlace,
  dueMarketLooks,
  hiddenAirdrops,
  type MarketLook,
  noteAirdropped,
  storeMarketLooks,
} from '../../store/history/judging/token-markets.ts';
import { findTokens } from '../../store/lookups/lookup-reads.ts';
import type { TokenRow } from '../../store/lookups/lookup-rows.ts';
import { clearMarketAirdrops } from '../../store/sync/cleared-airdrops.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { listedContext } from '../listed-tokens.ts';

export interface MarketAirdropsOptions {
  database: Database;
  chains: readonly Pick<ChainRuntime, 'config'>[];
  /** Those that list tokens, in the order of asking. */
  sources: readonly Pick<PriceSource, 'name' | 'current'>[];
  signal: AbortSignal;
  /** How long it rests when it has nothing to do. */
  restMs?: number;
}

/** Does one round; answers in how many milliseconds there is more. */
export type MarketAirdrops = () => Promise<number>;

/** Hidden airdrops that one round reads of, and of how many wallets it takes some back in. */
const placesPerRound = 2_000;
const judgedPerRound = 20;
/** Tokens that one round asks for. */
const looksPerRound = 50;
/** After one, three, nine … days; then the token is taken for one without a market. */
const mostLooks = 7;
const soonMs = 1_000;
/** The walk takes at most this part of the time. */
const walkShare = 50;

/** Before every hidden airdrop. */
const beginning: AirdropPlace = { walletId: 0, chainId: 0, tokenAddress: zeroAddress };

interface State extends Required<MarketAirdropsOptions> {
  /** Where the walk through hidden airdrops stands, and when the next begins, in milliseconds of the process's own clock. */
  after: AirdropPlace;
  walkAt: number;
}

export function createMarketAirdrops(options: MarketAirdropsOptions): MarketAirdrops {
  const state: State = { restMs: 60_000, ...options, after: beginning, walkAt: 0 };
  return async () => {
    if (state.sources.length === 0) return Number.POSITIVE_INFINITY;
    const hasMore = performance.now() >= state.walkAt && (await walkOn(state));
    const { looked, found } = await look(state);
    // What a walk has passed is to be taken back in by the next.
    if (found > 0) Object.assign(state, { after: beginning, walkAt: 0 });
    return hasMore || found > 0 || looked === looksPerRound ? soonMs : state.restMs;
  };
}

/** Goes on through hidden airdrops: notes their tokens, and takes back in what has a market. Answers whether there is more. */
async function walkOn(state: State): Promise<boolean> {
  const { database, signal } = state;
  const startedAt = performance.now();
  const places = await hiddenAirdrops(database, state.after, placesPerRound);
  const tokens = places.map(({ chainId, tokenAddress }) => ({ chainId, address: tokenAddress }));
  const markets = new Set((await noteAirdropped(database, tokens)).map(keyOfContract));
  let judged = 0;
  for (const place of places) {
    if (signal.aborted) return false;
    if (markets.has(keyOfContract({ chainId: place.chainId, address: place.tokenAddress }))) {
      if (judged === judgedPerRound) return true;
      judged += 1;
      await clearMarketAirdrops(database, place, [place.tokenAddress]);
    }
    state.after = place;
  }
  if (places.length === placesPerRound) return true;
  const tookMs = performance.now() - startedAt;
  Object.assign(state, {
    after: beginning,
    walkAt: performance.now() + Math.max(state.restMs, tookMs * walkShare),
  });
  return false;
}

/** Asks for tokens that are due. */
async function look(state: State): Promise<{ looked: number; found: number }> {
  const { database, chains } = state;
  const due = await dueMarketLooks(
    database,
    chains.map(({ config }) => config.chainId),
    looksPerRound,
  );
  if (due.length === 0) return { looked: 0, found: 0 };
  const asked = await worthAsking(state, due);
  const answers = await askSources(
    state.sources,
    asked.map(({ chainId, address, decimals }): PriceToken => ({ chainId, address, decimals })),
  );
  const looks = due.map(
    (key): MarketLook => ({ ...key, outcome: answers.get(keyOfContract(key)) ?? 'none' }),
  );
  await storeMarketLooks(database, looks, mostLooks);
  return { looked: due.length, found: looks.filter(({ outcome }) => outcome === 'market').length };
}

/** Tokens that say what they are, and no spam. */
async function worthAsking({ database, chains }: State, due: readonly ContractKey[]): Promise<TokenRow[]> {
  const rows = await findTokens(database, due);
  const asked: TokenRow[] = [];
  for (const chain of chains) {
    const own = rows.filter(({ chainId }) => chainId === chain.config.chainId);
    if (own.length === 0) continue;
    const { context } = await listedContext(database, chain, own);
    asked.push(...own.filter((row) => row.decimals !== null && !saysSpam(row.address, context)));
  }
  return asked;
}

/** Asks one source after the other for what the ones before did not know. */
async function askSources(
  sources: State['sources'],
  tokens: readonly PriceToken[],
): Promise<Map<string, MarketLook['outcome']>> {
  const outcomes = new Map<string, MarketLook['outcome']>();
  let open = tokens;
  for (const source of sources) {
    if (open.length === 0) break;
    const answers = await source.current(open);
    for (const [index, token] of open.entries()) {
      const outcome = outcomeOf(answers[index]);
      if (outcome !== 'none' || !outcomes.has(keyOfContract(token)))
        outcomes.set(keyOfContract(token), outcome);
    }
    open = open.filter((token) => outcomes.get(keyOfContract(token)) !== 'market');
  }
  return outcomes;
}

function outcomeOf(answer: PriceAnswer | undefined): MarketLook['outcome'] {
  if (answer?.ok === true) {
    return showsMarket(answer.observation.source, answer.observation.confidence) ? 'market' : 'none';
  }
  const isSilent = answer === undefined || answer.reason === 'source-down' || answer.reason === 'over-budget';
  return isSilent ? 'silent' : 'none';
}
