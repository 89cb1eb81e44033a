/** One wallet whose ledger is booked, asked over the whole API. */
import { afterAll, beforeAll } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { storePrices } from '../../src/store/prices/price-rows.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeLookups, usdc, wallet } from '../support/history.ts';
import { bookStale, type Row, storeEtherPrices, storeWallet } from './scenario.ts';

export interface BookedApi {
  readonly api: TestApi;
  /** Where it listens. */
  readonly url: string;
  /** The whole answer to a GraphQL query. */
  ask(query: string): Promise<unknown>;
}

/** For the tests of a file: the history of `wallet`, one more token, and what ETH (in USD) and USDC (one) cost at a time. */
export function useBookedApi(
  history: (walletId: number) => Row[],
  token: { address: Address; name: string; symbol: string; decimals: number; isTrusted: boolean },
  now?: { at: number; ether: string },
): BookedApi {
  let api: TestApi | undefined;
  let url = '';

  beforeAll(async () => {
    api = await createTestApi({ graphql: 'real' });
    const { database, clientId } = api;
    await storeLookups(database);
    await upsertTokens(database, [{ chainId: 1, assetSlug: null, ...token }]);
    await storeWallet(database, { clientId, address: wallet }, history);
    if (now !== undefined) {
      await storeEtherPrices(database, [{ at: now.at, price: now.ether }]);
      const { at: observedAt } = now;
      const hour = Math.floor(observedAt / 3600);
      const answer = { source: 'chainlink', confidence: 1, provenance: {} } as const;
      await storePrices(database, [{ chainId: 1, address: usdc, hour, price: '1', observedAt, ...answer }]);
    }
    await bookStale(database);
    url = await api.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => api?.close());

  const current = (): TestApi => {
    if (api === undefined) throw new Error('the API is there when the tests run');
    return api;
  };
  return {
    get api() {
      return current();
    },
    get url() {
      return url;
    },
    ask: async (query) => (await current().ask('POST', '/graphql', { payload: { query } })).json,
  };
}
