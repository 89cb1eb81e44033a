import { z } from 'zod';
import type { FakeAnswer, FakeRequest } from './fake-server.ts';
import { rawJson } from './fake-server.ts';

/** A coin as the fake knows it. */
export interface FakeCoin {
  /** USD as JSON number text, at a moment; null: none there. */
  priceAt(time: number): string | null;
  confidence?: number;
  decimals?: number;
  symbol?: string;
  /** Added to each observation's time: 0 unless given. */
  offsetSeconds?: number;
}

export interface FakeDefiLlama {
  /** By coin id in lower case. */
  coins: Record<string, FakeCoin>;
  now: number;
  /** Keys come back with upper-case digits. */
  upperCaseKeys?: boolean;
}

const batchSchema = z.record(z.string(), z.array(z.number()));

/** coins.llama.fi as reference/prices.md describes it: keys echoed as sent, unknown coins absent. */
export function answerDefiLlama(world: FakeDefiLlama, request: FakeRequest): FakeAnswer {
  const echo = (key: string): string => (world.upperCaseKeys === true ? key.toUpperCase() : key);
  const coins: Record<string, unknown> = {};
  if (request.path === '/batchHistorical') {
    const asked = batchSchema.parse(JSON.parse(request.query.get('coins') ?? '{}'));
    for (const [key, times] of Object.entries(asked)) {
      const coin = world.coins[key.toLowerCase()];
      if (coin === undefined) continue;
      const prices = times.flatMap((time) => {
        const price = coin.priceAt(time);
        const timestamp = time + (coin.offsetSeconds ?? 0);
        return price === null
          ? []
          : [{ timestamp, price: rawJson(price), confidence: coin.confidence ?? 0.99 }];
      });
      coins[echo(key)] = { symbol: coin.symbol ?? 'TOKEN', prices, ...decimalsOf(coin) };
    }
    return { body: { coins } };
  }
  if (request.path.startsWith('/prices/current/')) {
    for (const key of request.path.slice('/prices/current/'.length).split(',')) {
      const coin = world.coins[key.toLowerCase()];
      const price = coin?.priceAt(world.now) ?? null;
      if (coin === undefined || price === null) continue;
      const timestamp = world.now + (coin.offsetSeconds ?? 0);
      const confidence = coin.confidence ?? 0.99;
      coins[echo(key)] = {
        ...decimalsOf(coin),
        symbol: 'TOKEN',
        price: rawJson(price),
        timestamp,
        confidence,
      };
    }
    return { body: { coins } };
  }
  return { status: 404, body: { message: 'no such path' } };
}

function decimalsOf(coin: FakeCoin): { decimals?: number } {
  return coin.decimals === undefined ? {} : { decimals: coin.decimals };
}
