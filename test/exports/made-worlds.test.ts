/** Invented histories, as files for other programs: whatever happened, they add up to what the read model says. */
import { Decimal } from 'decimal.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { koinlyColumns } from '../../src/domain/exports/koinly.ts';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { utcDay } from '../../src/domain/time/time.ts';
import { runLedgerOf } from '../../src/ingest/accounting/run-ledger.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { priceSettlements, priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { decimalsOf, wallets as invented, inventWorld, slugOf } from '../accounting/invented-world.ts';
import { storeEtherPrices, storeWallet, useBooks } from '../accounting/scenario.ts';
import { createRandom } from '../support/random.ts';
import { address } from '../support/records.ts';
import { add, balancesOf, imbalanceOf, readJournal, type Sums } from './journal-reader.ts';

const Exact = Decimal.clone({ precision: 200 });
const books = useBooks(() => 1_800_000_000);
const day = 86_400;

beforeAll(async () => {
  await upsertTokens(
    books.database,
    [...decimalsOf].map(([token, decimals]) => ({
      ...{ chainId: 1, address: token, decimals, name: token, symbol: `T${token.slice(-2)}` },
      assetSlug: slugOf(1, token) || null,
      isTrusted: slugOf(1, token) !== '',
    })),
  );
});

/** Stores the part of an invented world that is on chain 1, and books it; its wallets have addresses of their own. */
async function storeWorld(seed: number): Promise<{ caller: Caller; wallets: Address[] }> {
  const { database } = books;
  const caller = await books.callerOf(`world ${seed}`);
  const world = inventWorld(createRandom(seed));
  const wallets = invented.map((_, place) => address(0x1000 * seed + place + 1));
  const renamed = (party: Address): Address => wallets[invented.indexOf(party)] ?? party;
  const group: { walletId: number; address: Address }[] = [];
  for (const [place, wallet] of wallets.entries()) {
    const isOwn = (row: { walletId: number; chainId: number }) =>
      row.walletId === place + 1 && row.chainId === 1;
    const transfers = world.transfers.filter(isOwn);
    const hours = world.transactions.filter(isOwn).map(({ timestamp }) => timestamp - (timestamp % 3600));
    await storeEtherPrices(
      database,
      [...new Set(hours)].map((at) => ({ at, price: String(2000 + (at % 977)) })),
    );
    const walletId = await storeWallet(database, { clientId: caller.clientId, address: wallet }, (id) =>
      world.transactions.filter(isOwn).map((transaction) => ({
        transaction: { ...transaction, walletId: id },
        transfers: transfers
          .filter(({ hash }) => hash === transaction.hash)
          .map((row) => ({
            ...row,
            walletId: id,
            counterparty: renamed(row.counterparty),
            standard: row.tokenAddress === zeroAddress ? ('native' as const) : row.standard,
          })),
        prices: [],
      })),
    );
    const unitOf = (token: Address) => new Exact(10).pow(-(decimalsOf.get(token) ?? 0)).toFixed();
    await priceTransfers(
      database,
      walletId,
      transfers.flatMap(({ position, tokenAddress, price, priceSource }) =>
        price === null || priceSource === null
          ? []
          : [{ position, tokenAddress, price, unit: unitOf(tokenAddress), source: 'chainlink' as const }],
      ),
    );
    await priceSettlements(
      database,
      walletId,
      transfers.flatMap(({ position, settledPrice }) =>
        settledPrice === null ? [] : [{ position, price: settledPrice, source: 'chainlink' as const }],
      ),
    );
    group.push({ walletId, address: wallet });
  }
  await runLedgerOf(database, { clientId: caller.clientId, wallets: group }, { currencyTokens });
  return { caller, wallets };
}

const isNft = (name: string): boolean => /-0x[\da-f]{40}-\d+$/.test(name);
const nonZero = (sums: Iterable<readonly [string, Decimal]>) =>
  Object.fromEntries(
    [...sums].flatMap(([name, sum]) => (sum.isZero() || isNft(name) ? [] : [[name, sum.toFixed()]])),
  );

describe.each([1, 2, 3, 4, 5, 6])('world %i', (seed) => {
  let caller: Caller;
  let wallets: Address[];
  /** By wallet, then by what files call the token. */
  const own = new Map<string, Sums>();

  beforeAll(async () => {
    ({ caller, wallets } = await storeWorld(seed));
    const choice = { period: 'MAX', costMethod: 'FIFO', currency: 'USD' } as const;
    const balances = await books.readModel.listBalances(caller, { ...choice, wallets, filter: {} });
    expect(balances.length).toBeGreaterThan(6);
    for (const { wallet, rawToken, balance, heldAmount } of balances) {
      // Ether, its wrapper and the dollar are listed.
      const isListed = slugOf(1, rawToken.address) !== '';
      const named = new Map([
        ['ethereum', 'ETH'],
        ['weth', 'WETH'],
        ['usd-coin', 'USDC'],
      ]).get(slugOf(1, rawToken.address));
      const name = isListed && named !== undefined ? named : `${rawToken.symbol}-1-${rawToken.address}`;
      const sums = own.get(wallet) ?? new Map();
      own.set(wallet, sums);
      add(sums, name, new Exact(balance).minus(heldAmount));
    }
  });

  test('Koinly: received less sent less fees is what each wallet has', async () => {
    for (const wallet of wallets) {
      const sums: Sums = new Map();
      for await (const lines of await books.readModel.koinlyLines(caller, { wallet, currency: 'USD' }))
        for (const cells of lines) {
          expect(cells).toHaveLength(koinlyColumns.length);
          const [, sent, sentName, received, receivedName, fee, feeName] = cells;
          if (sent && sentName) add(sums, sentName, new Exact(sent).neg());
          if (received && receivedName) add(sums, receivedName, new Exact(received));
          if (fee && feeName) add(sums, feeName, new Exact(fee).neg());
          // A deposit has no fee, and every line moves something.
          expect(fee === null || sent !== null).toBe(true);
          expect(sent !== null || received !== null).toBe(true);
        }
      expect([wallet, nonZero(sums)]).toEqual([wallet, nonZero(own.get(wallet) ?? [])]);
    }
  });

  test.each([
    ['FIFO', 'USD'],
    ['LIFO', 'ETH'],
  ] as const)(
    'the journal balances by %s in %s, with the assets and the results that there are',
    async (costMethod, currency) => {
      const { texts } = await books.readModel.journal(caller, { wallets, costMethod, currency });
      let text = '';
      for await (const piece of texts) text += piece;
      const entries = readJournal(text);
      expect(entries.length).toBeGreaterThan(20);
      for (const entry of entries) expect([entry, imbalanceOf(entry)]).toEqual([entry, {}]);
      for (const wallet of wallets) {
        const account = `Assets:Crypto:${wallet}:ethereum`;
        const assets = Object.entries(balancesOf(entries, (name) => name === account)).map(
          ([name, amount]) => [name.slice(account.length + 1), new Exact(amount)] as const,
        );
        expect([wallet, nonZero(assets)]).toEqual([wallet, nonZero(own.get(wallet) ?? [])]);
      }
      const deposits = balancesOf(entries, (name) => name.startsWith('Assets:Deposits:'));
      expect(Object.values(deposits).filter((amount) => amount.startsWith('-'))).toEqual([]);
      // Cut in two where a day begins, the results are those of the two times.
      const [first, last] = [entries.at(0)?.date ?? '', entries.at(-1)?.date ?? ''];
      const middle = Math.floor((Date.parse(first) + Date.parse(last)) / 2_000 / day) * day;
      for (const [from, to] of [
        [0, middle],
        [middle, 1_800_000_000],
      ] as const) {
        const told = { realizedPnl: new Exact(0), income: new Exact(0), expenses: new Exact(0) };
        for (const { date, postings } of entries) {
          if (date < utcDay(from) || date >= utcDay(to)) continue;
          for (const { account, amount } of postings) {
            if (account === 'Income:Gains') told.realizedPnl = told.realizedPnl.minus(amount);
            else if (account.startsWith('Income:')) told.income = told.income.minus(amount);
            else if (account.startsWith('Expenses:')) told.expenses = told.expenses.plus(amount);
          }
        }
        const results = await books.readModel.resultsBetween(caller, {
          wallets,
          costMethod,
          currency,
          from,
          to,
        });
        expect(results).toMatchObject({
          realizedPnl: told.realizedPnl.toFixed(),
          income: told.income.toFixed(),
          expenses: told.expenses.toFixed(),
        });
      }
    },
  );
});
