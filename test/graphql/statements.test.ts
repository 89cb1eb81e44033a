/** The statements that a query runs, counted: the same for a page of 4 and a page of 100. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import {
  buildWorld,
  punks,
  registerWallet,
  statementsOf,
  store,
  usdc,
  type World,
} from '../support/builders.ts';
import { createGraphqlClient } from '../support/graphql.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const wallets = [address(1), address(2)];
const db = useTestDatabase();
let alice: Caller;
let world: World;

/** Every transfer has its own counterparty and token or NFT, so that nothing is found by luck. */
beforeAll(async () => {
  world = await buildWorld(db.database);
  alice = await world.caller('alice');
  for (const wallet of wallets) {
    const walletId = await registerWallet(db.database, alice, wallet);
    const blocks = Array.from({ length: 120 }, (_, index) => ({
      walletId,
      blockNumber: index + 1,
      hash: hash(index + 1),
    }));
    await store(
      db.database,
      { walletId },
      {
        transactions: blocks.map((at) =>
          transactionRecord(at, { counterparty: address(0x1000 + at.blockNumber) }),
        ),
        transfers: blocks.flatMap((at) => [
          transferRecord(at, {
            tokenAddress: at.blockNumber === 120 ? usdc : address(0x2000 + at.blockNumber),
            counterparty: address(0x1000 + at.blockNumber),
          }),
          transferRecord(
            { ...at, index: 1 },
            {
              standard: 'erc721',
              tokenAddress: punks,
              tokenId: BigInt(at.blockNumber),
              amount: 1n,
              counterparty: address(0x3000 + at.blockNumber),
            },
          ),
        ]),
      },
    );
  }
});

afterAll(async () => {
  await world.readModel.close();
});

/** What a process that has just started runs for the query: no look-up is known yet. */
async function statementsFor(query: string, variables: object): Promise<string[]> {
  const fresh = await buildWorld(db.database);
  try {
    const client = createGraphqlClient(fresh, {}, { compared: false });
    // The chains are looked up once a minute; they are not what is counted.
    await client.data(alice, '{ blockchains { id } }');
    const statements = await statementsOf(() =>
      client.data(alice, query, { wallets, wallet: wallets[0], ...variables }),
    );
    return statements.filter((statement) => !statement.startsWith('LISTEN'));
  } finally {
    await fresh.readModel.close();
  }
}

/** By the table that it reads from; those of its conditions come after. */
const tableOf = (statement: string): string =>
  firstTable(statement.replaceAll(/EXISTS \([^()]*\)/g, '')) ?? statement;

const firstTable = (statement: string): string | undefined =>
  /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:"public"\.)?"?(transfer|transaction|token|asset|nft_collection|nft|contract_label|ens_name|custom_label|registration|sync|counterparty_counter|counter|current_price|price|ledger_wallet|reconciliation)"?\b/.exec(
    statement,
  )?.[1];

test.each<[string, string, string[]]>([
  [
    'transfers',
    `query ($wallets: [Address!]!, $size: Int) { transfers(wallets: $wallets, first: $size) {
      count
      nodes {
        id amount token { asset { symbol } } nft { name collection { name } } rawToken { symbol }
        counterparty { name customLabel { name } defaultLabel { name } }
      }
    } }`,
    [
      'asset',
      'contract_label',
      'ens_name',
      'counter',
      'custom_label',
      'nft',
      'nft_collection',
      'registration',
      'token',
      'transfer',
    ],
  ],
  [
    'transfers with their wallets, transactions and siblings',
    `query ($wallets: [Address!]!, $size: Int) { transfers(wallets: $wallets, first: $size) { nodes {
      wallet { isLoaded sync { phase } }
      transaction { category counterparty { name } transfers { amount } nfts { name } wallet { address } }
    } } }`,
    [
      // The page …
      'asset',
      'contract_label',
      'ens_name',
      'custom_label',
      'nft',
      'nft_collection',
      'registration',
      'token',
      'transfer',
      // … its wallets with their names, and transactions, whose registrations and labels are known by now, and their transfers.
      'sync',
      'ens_name',
      'transaction',
      'transaction',
      'transfer',
    ],
  ],
  [
    'transactions',
    `query ($wallets: [Address!]!, $size: Int) { transactions(wallets: $wallets, first: $size) { nodes {
      hash counterparty { name } transfers { amount token { address } nft { name } counterparty { name } }
    } } }`,
    [
      'asset',
      'contract_label',
      'ens_name',
      'custom_label',
      'registration',
      'transaction',
      'contract_label',
      'ens_name',
      'nft',
      'nft_collection',
      'token',
      'transaction',
      'transfer',
    ],
  ],
  [
    'what the fees of transactions are worth, and the rates of their hours',
    `query ($wallets: [Address!]!, $size: Int) { transactions(wallets: $wallets, first: $size) { nodes {
      feePrice feePriceSource rates { ETH MATIC AVAX XDAI }
    } } }`,
    ['contract_label', 'ens_name', 'custom_label', 'registration', 'transaction', 'price'],
  ],
  [
    'balances',
    `query ($wallets: [Address!]!, $size: Int) { tokenBalances(wallets: $wallets, first: $size) { count nodes {
      balance token { asset { symbol } } wallet { address }
    } } }`,
    ['asset', 'current_price', 'ledger_wallet', 'reconciliation', 'registration', 'token', 'transfer'],
  ],
  [
    'totals by counterparty',
    `query ($wallets: [Address!]!, $size: Int) { counterpartyTotals(wallets: $wallets, first: $size) { count nodes {
      net counterparty { name } byToken { token { address } inflow }
    } } }`,
    [
      'asset',
      'contract_label',
      'ens_name',
      'custom_label',
      'registration',
      'token',
      'transfer',
      'transfer',
      'transfer',
    ],
  ],
  [
    'counterparties of a wallet',
    `query ($wallet: Address!, $size: Int) { wallet(address: $wallet) { counterparties(first: $size) {
      count nodes { name customLabel { name } defaultLabel { name } }
    } } }`,
    [
      'registration',
      'sync',
      'ens_name',
      'counterparty_counter',
      'contract_label',
      'ens_name',
      'custom_label',
      'counterparty_counter',
    ],
  ],
  [
    'counterparties of a wallet, by their labels',
    `query ($wallet: Address!, $size: Int) { wallet(address: $wallet) { counterparties(first: $size, search: "x") {
      count nodes { name }
    } } }`,
    // The client's own labels, then what has one of them or a default one; nothing is found, so that nothing is counted.
    ['registration', 'sync', 'ens_name', 'custom_label', 'counterparty_counter'],
  ],
  [
    'a transaction by its hash',
    `query ($wallets: [Address!]!, $size: Int) {
      transactions(wallets: $wallets, first: $size, filter: { hash: "${hash(7)}" }) { count nodes { hash } } }`,
    ['registration', 'transaction', 'contract_label', 'ens_name', 'custom_label'],
  ],
  [
    'labels',
    'query ($size: Int) { customLabels(first: $size) { count nodes { name tags } } }',
    ['custom_label'],
  ],
  [
    'the totals of a page, which need no more than the page',
    `query ($wallets: [Address!]!, $size: Int) { transfers(wallets: $wallets, first: $size) { pageTotals { net } } }`,
    [
      'asset',
      'contract_label',
      'ens_name',
      'custom_label',
      'nft',
      'nft_collection',
      'registration',
      'token',
      'transfer',
    ],
  ],
])('%s', async (_name, query, tables) => {
  const large = await statementsFor(query, { size: 100 });
  expect(large.map(tableOf).sort()).toEqual([...tables].sort());
  const small = await statementsFor(query, { size: 4 });
  expect(small.map(tableOf).sort()).toEqual([...tables].sort());
});

test('count is computed only when it is asked for', async () => {
  const query = 'query ($wallets: [Address!]!) { transfers(wallets: $wallets, first: 2) { nodes { hash } } }';
  expect((await statementsFor(query, {})).map(tableOf)).not.toContain('counter');
});
