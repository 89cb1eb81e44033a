import type { FakeAnswer, FakeRequest } from './fake-server.ts';
import { rawJson } from './fake-server.ts';

export interface FakeCoinGecko {
  /** USD as JSON number text by `platform/0xaddress` or coin id, at a moment; null: none there. */
  coins: Record<string, (time: number) => string | null>;
  now: number;
  /** simple/* tells no time of its prices. */
  hideUpdateTimes?: boolean;
  /** simple/token_price refuses more addresses than this. */
  maximumAddresses?: number;
}

const day = 86_400;

/** api.coingecko.com as reference/prices.md describes it. Charts: every 5 minutes, hour or day, by the range. */
export function answerCoinGecko(world: FakeCoinGecko, request: FakeRequest): FakeAnswer {
  const { path, query } = request;
  const platform = /^\/simple\/token_price\/([a-z-]+)$/.exec(path)?.[1];
  if (platform !== undefined) {
    const addresses = (query.get('contract_addresses') ?? '').split(',');
    if (addresses.length > (world.maximumAddresses ?? 500)) {
      return { status: 400, body: { error: 'too many contract addresses' } };
    }
    return { body: simple(world, addresses, (address) => `${platform}/${address.toLowerCase()}`) };
  }
  if (path === '/simple/price')
    return { body: simple(world, (query.get('ids') ?? '').split(','), (id) => id) };
  const contract = /^\/coins\/([a-z-]+)\/contract\/(0x[0-9a-f]+)\/market_chart\/range$/i.exec(path);
  const id = /^\/coins\/([a-z0-9-]+)\/market_chart\/range$/.exec(path)?.[1];
  const key = contract === null ? id : `${contract[1]}/${contract[2]?.toLowerCase()}`;
  if (key !== undefined) return chart(world, key, Number(query.get('from')), Number(query.get('to')));
  const historyId = /^\/coins\/([a-z0-9-]+)\/history$/.exec(path)?.[1];
  if (historyId !== undefined) return history(world, historyId, query.get('date') ?? '');
  return { status: 404, body: { error: 'Incorrect path' } };
}

function simple(world: FakeCoinGecko, names: readonly string[], keyOf: (name: string) => string): object {
  const entries = names.flatMap((name) => {
    const price = world.coins[keyOf(name)]?.(world.now) ?? null;
    if (price === null) return [];
    const time = world.hideUpdateTimes === true ? {} : { last_updated_at: world.now - 60 };
    return [[name.toLowerCase(), { usd: rawJson(price), ...time }]];
  });
  return Object.fromEntries(entries);
}

function chart(world: FakeCoinGecko, key: string, from: number, to: number): FakeAnswer {
  const coin = world.coins[key];
  if (coin === undefined) return { status: 404, body: { error: 'coin not found' } };
  const step = to - from > 90 * day ? day : to - from > day ? 3600 : 300;
  const prices: unknown[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    const price = coin(time);
    if (price !== null) prices.push([time * 1000, rawJson(price)]);
  }
  return { body: { prices, market_caps: [], total_volumes: [] } };
}

function history(world: FakeCoinGecko, id: string, date: string): FakeAnswer {
  const [dayOfMonth, month, year] = date.split('-');
  const price = world.coins[`${id}@midnight`]?.(Date.parse(`${year}-${month}-${dayOfMonth}`) / 1000) ?? null;
  if (price === null) return { body: { id, symbol: id, name: id } };
  return { body: { id, symbol: id, name: id, market_data: { current_price: { usd: rawJson(price) } } } };
}
