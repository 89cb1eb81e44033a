/** CoinGecko's current prices: many addresses of one chain, or many native coins, per request. */
import { zeroAddress } from '../../domain/model.ts';
import { groupBy } from '../source/batch.ts';
import { coingeckoPlatform, nativeCoinId } from '../source/coin-names.ts';
import { askDivided, type Refusal } from '../source/divide.ts';
import { anyRecord } from '../source/exact-json.ts';
import type { NegativeCache } from '../source/negative-cache.ts';
import type { HttpClient } from '../source/price-http.ts';
import { isPositive } from '../source/price-math.ts';
import { failure, type PriceAnswer, type PriceToken, tokenKey } from '../source/price-source.ts';
import { checkCoinGeckoBody, simpleEntrySchema } from './coingecko-wire.ts';

export interface SimpleContext {
  http: HttpClient;
  unknown: NegativeCache;
  /** How many addresses the plan takes in one request, as learned. */
  memory: { batchSize: number };
  /** Unix seconds. */
  now: number;
}

interface SimpleAsk {
  /** What the coin is called in the question and, in lower case, in the answer. */
  name: string;
  token: PriceToken;
  indexes: number[];
}

const maximumCutsPerAsk = 24;
const statedTimeConfidence = 0.9;
/** When it does not say when the price was updated. */
const unstatedTimeConfidence = 0.7;

/** Fills in the answers that are still null. */
export async function askSimple(
  context: SimpleContext,
  tokens: readonly PriceToken[],
  answers: (PriceAnswer | null)[],
): Promise<void> {
  const open = [...tokens.entries()].filter(([index]) => answers[index] === null);
  // One question per platform; the native coins of all chains together.
  const questions = groupBy(open, ([, token]) =>
    token.address === zeroAddress ? '' : (coingeckoPlatform(token.chainId) ?? ''),
  );
  const budget = { cuts: maximumCutsPerAsk };
  for (const [platform, entries] of questions) {
    const asks = [...groupBy(entries, ([, token]) => coinName(token, context.now))].map(
      ([name, group]): SimpleAsk => {
        const token = group[0]?.[1] ?? { chainId: 0, address: zeroAddress };
        return { name, token, indexes: group.map(([index]) => index) };
      },
    );
    while (asks.length > 0) {
      const batch = asks.splice(0, context.memory.batchSize);
      const pieces = await askDivided(batch, {
        ask: (items, divisible) => request(context, platform, items, divisible),
        budget,
      });
      learnBatchSize(context, batch.length, pieces);
      for (const piece of pieces) {
        for (const item of piece.items) {
          const answer = piece.ok
            ? readEntry(context, item, piece.answer.get(item.name))
            : failure('source-down', `${context.http.host}: ${piece.detail}`);
          for (const index of item.indexes) answers[index] = answer;
        }
      }
    }
  }
}

/** Without a price now a token may still have a past: remembered apart. */
export function currentKey(key: string): string {
  return `now ${key}`;
}

function coinName(token: PriceToken, now: number): string {
  return token.address === zeroAddress
    ? (nativeCoinId(token.chainId, now) ?? '')
    : token.address.toLowerCase();
}

function request(
  { http }: SimpleContext,
  platform: string,
  items: readonly SimpleAsk[],
  divisible: boolean,
): Promise<{ answer: Map<string, unknown> } | Refusal> {
  const names = items.map((item) => item.name).join(',');
  return http.get({
    path: platform === '' ? '/simple/price' : `/simple/token_price/${platform}`,
    query: {
      [platform === '' ? 'ids' : 'contract_addresses']: names,
      vs_currencies: 'usd',
      include_last_updated_at: 'true',
    },
    divisible,
    read(answer) {
      const { rangeRefused } = checkCoinGeckoBody(answer, http.host);
      if (answer.status >= 400 || rangeRefused) return { refused: answer.status };
      const entries = Object.entries(anyRecord.parse(answer.json));
      return { answer: new Map(entries.map(([name, entry]) => [name.toLowerCase(), entry])) };
    },
  });
}

/** A batch all of whose parts went through was too large, not poisoned: the next ones are no larger than its parts. */
function learnBatchSize(
  { memory }: SimpleContext,
  asked: number,
  pieces: readonly { ok: boolean; items: readonly unknown[] }[],
): void {
  if (pieces.length < 2 || !pieces.every((piece) => piece.ok)) return;
  const largest = Math.max(...pieces.map((piece) => piece.items.length));
  memory.batchSize = Math.min(memory.batchSize, Math.max(1, largest), asked);
}

function readEntry({ unknown, now }: SimpleContext, item: SimpleAsk, raw: unknown): PriceAnswer {
  const entry = simpleEntrySchema.safeParse(raw ?? {});
  if (!entry.success) return failure('malformed', `CoinGecko's answer for ${item.name} cannot be read`);
  const price = entry.data.usd ?? null;
  if (price === null) {
    unknown.add(currentKey(tokenKey(item.token)));
    return failure('unknown-token', `CoinGecko has no price of ${item.name}`);
  }
  if (!isPositive(price)) return failure('not-positive', `CoinGecko answered ${price}`);
  const updatedAt = entry.data.last_updated_at ?? null;
  return {
    ok: true,
    observation: {
      token: item.token,
      time: now,
      priceUsd: price,
      observedAt: updatedAt ?? now,
      confidence: updatedAt === null ? unstatedTimeConfidence : statedTimeConfidence,
      source: 'coingecko',
      detail: updatedAt === null ? 'the time of the price is not stated' : null,
    },
  };
}
