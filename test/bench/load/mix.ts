/** The mixed traffic of the load test: 70 % pages of transfers, 15 % balances, 10 % transactions, 5 % changes of labels. */
import { createRandom, type Random } from '../../../demo/node/random.ts';
import type { BenchRequest } from '../client/job.ts';
import { benchKey, get, post } from '../contenders/start.ts';
import { bookedSmallWallets, type Layout } from '../data/layout.ts';

const key = { 'x-api-key': benchKey };

const transferFields = `id hash timestamp amount side price value fee isSpam
  token { id address decimals asset { symbol name } } counterparty { address name customLabel { name } defaultLabel { name tags } }`;
const transactionFields =
  'id hash timestamp fee category kind function isError counterparty { address name }';

interface Kind {
  readonly weight: number;
  request(random: Random, layout: Layout): BenchRequest;
}

const anyWallet = (random: Random, { largeWallet, smallWallets }: Layout): string =>
  random.next() < 0.1 ? largeWallet : random.pick(smallWallets);

const pageOf = (random: Random, layout: Layout): number =>
  random.integer(1, Math.max(1, Math.floor(layout.smallSize / 100)));

const connection = (list: string, fields: string, wallet: string, page: number) => ({
  query: `query ($wallets: [Address!]!, $page: Int) { ${list}(wallets: $wallets, page: $page) { count nodes { ${fields} } } }`,
  variables: { wallets: [wallet], page },
});

const kinds: readonly Kind[] = [
  {
    weight: 35,
    request: (random, layout) =>
      post(
        'transfers, GraphQL',
        '/graphql',
        connection('transfers', transferFields, anyWallet(random, layout), pageOf(random, layout)),
        key,
      ),
  },
  {
    weight: 35,
    request: (random, layout) =>
      get(
        'transfers, REST',
        `/wallet/transfer/?wallet=${anyWallet(random, layout)}&page=${pageOf(random, layout)}`,
        key,
      ),
  },
  {
    weight: 15,
    request: (random, layout) => {
      const booked = [layout.largeWallet, ...layout.smallWallets.slice(0, bookedSmallWallets)];
      return get('balances, REST', `/wallet/balance/?wallet=${random.pick(booked)}`, key);
    },
  },
  {
    weight: 10,
    request: (random, layout) =>
      post(
        'transactions, GraphQL',
        '/graphql',
        connection('transactions', transactionFields, anyWallet(random, layout), 1),
        key,
      ),
  },
  {
    weight: 5,
    request: (random, layout) =>
      post(
        'setCustomLabel, GraphQL',
        '/graphql',
        {
          query:
            'mutation ($input: SetCustomLabelInput!) { setCustomLabel(input: $input) { counterparty { name } } }',
          variables: {
            input: { address: random.pick(layout.counterparties), name: `Label ${random.integer(1, 1_000)}` },
          },
        },
        key,
      ),
  },
];

/** Requests in the mix's proportions and a fixed order. */
export function mixedRequests(layout: Layout, count: number): BenchRequest[] {
  const random = createRandom(7);
  return Array.from({ length: count }, () => random.weighted(kinds).request(random, layout));
}
