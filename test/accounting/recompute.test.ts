/**
 * The ledger and its second computation (scripts/recompute/) on the same invented histories: every lot, disposal and result is
 * the same to the last digit, by every method and in every currency.
 */
import { expect, test } from 'vitest';
import { bookHistory } from '../../scripts/recompute/book.ts';
import { type Account, type Books, openLotsOf } from '../../scripts/recompute/books.ts';
import { figuresOf, type Status, since, statusOf } from '../../scripts/recompute/figures.ts';
import { compareForm } from '../../scripts/recompute/form-8949.ts';
import {
  groupsOf,
  inCurrencies,
  type Settings,
  type Transaction,
  type Transfer,
  usualSettings,
} from '../../scripts/recompute/history.ts';
import { type Method, methods } from '../../scripts/recompute/lots.ts';
import { type Amount, Exact, readAmount, readOptional } from '../../scripts/recompute/money.ts';
import {
  createPartWriter,
  type Form8949Options,
  form8949Columns,
  formParts,
  overallTotalLines,
  partOf,
  requireCalendar,
  type YearTotals,
} from '../../src/cli/export/form-8949.ts';
import type { AccountTotals, DisposalRow } from '../../src/domain/accounting/amounts/types.ts';
import { type Ledger, runLedger } from '../../src/domain/accounting/ledger.ts';
import { currencies } from '../../src/domain/ids.ts';
import { type Side, zeroAddress } from '../../src/domain/model.ts';
import type { CurrencyRates } from '../../src/domain/money/currencies.ts';
import { formatUnits } from '../../src/domain/money/money.ts';
import { priceTierOf } from '../../src/domain/money/price-sources.ts';
import { csvLine } from '../../src/domain/text/csv.ts';
import { ledgerPriceDecimals, movementsOf } from '../../src/ingest/accounting/movements.ts';
import type { TransactionRow } from '../../src/store/history/transaction-columns.ts';
import type { TransferRow } from '../../src/store/history/transfer-columns.ts';
import { movementIdOf, readLedgerToken } from '../../src/store/ledger/ledger-rows.ts';
import { createRandom, type Random } from '../support/random.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';

const wallets = [address(0x11), address(0x12), address(0x13)];
const stranger = address(0x99);
/** Two farms; where validators' stakes go, and where they come from. */
const stakes = '0x00000000219ab540356cbb839cbe05303d7705fa';
const holders = [address(0xf1), address(0xf2), stakes, zeroAddress] as const;
const dollar = address(0xa1);
const wrapped = address(0xa2);
const meme = address(0xa3);
const dogs = address(0xa4);
/** Stands for what is owed. */
const debtToken = address(0xa5);
const decimalsOf = new Map([
  [debtToken, 6],
  [zeroAddress, 18],
  [wrapped, 18],
  [dollar, 6],
  [meme, 0],
]);

interface World {
  transactions: TransactionRow[];
  transfers: TransferRow[];
}

/** Coins move in whole and in odd quantities; prices have many digits, or none. */
function inventWorld(random: Random): World {
  const world: World = { transactions: [], transfers: [] };
  for (let block = 1; block <= 60; block += 1) inventTransaction(random, world, block);
  return world;
}

function inventTransaction(random: Random, world: World, blockNumber: number): void {
  const timestamp = 1_700_000_000 + blockNumber * 40_000 * (1 + random.below(3));
  const last = world.transactions.at(-1)?.timestamp ?? 0;
  const place = { blockNumber, timestamp: Math.max(timestamp, last) };
  const transfers: TransferRow[] = [];
  const add = (walletId: number, side: Side, what: Partial<TransferRow>): void => {
    const index = transfers.length;
    const { amount = 1n, ...fields } = what;
    const record = transferRecord({ ...place, walletId, index }, { side, ...fields });
    const signed = side === 'outflow' ? -amount : amount;
    transfers.push({
      ...record,
      price: null,
      value: null,
      priceSource: null,
      ...fields,
      side,
      amount: signed,
    });
  };
  const walletId = 1 + random.below(3);
  const loan = random.once(5) ? random.pick(['BORROW', 'REPAY'] as const) : null;
  const isWrap = random.once(8);
  const receipt = random.once(6) ? random.pick(['DEPOSIT', 'WITHDRAW', 'MIGRATE'] as const) : null;
  if (receipt !== null) inventReceipt(random, (side, what) => add(walletId, side, what));
  else if (isWrap) {
    const amount = quantity(random);
    const [from, to] = random.once(2) ? [zeroAddress, wrapped] : [wrapped, zeroAddress];
    const taxTreatment = 'BASIS_TRANSFER';
    add(walletId, 'outflow', { tokenAddress: from, amount, taxTreatment, ...price(random, from) });
    add(walletId, 'inflow', { tokenAddress: to, amount, taxTreatment, ...price(random, to) });
  } else if (random.once(4)) moveBetweenOwn(random, add);
  else {
    for (let count = random.below(4); count >= 0; count -= 1) {
      const side = random.pick(['inflow', 'inflow', 'outflow'] as const);
      const ofWallet = random.once(5) ? 1 + random.below(3) : walletId;
      if (loan === null) add(ofWallet, side, { counterparty: stranger, ...invented(random, side) });
      else
        inventLoan(random, side, (what, at = side) => add(ofWallet, at, { counterparty: stranger, ...what }));
    }
  }
  const involved = new Set([walletId, ...transfers.map((transfer) => transfer.walletId)]);
  for (const id of involved) {
    const fee =
      id === walletId && !random.once(3) ? BigInt(1 + random.below(1_000_000)) * 1_000_000_007n : 0n;
    const kind = receipt ?? (isWrap ? 'WRAP' : (loan ?? 'CONTRACT_EXECUTION'));
    world.transactions.push(transactionRecord({ ...place, walletId: id }, { fee, kind }));
  }
  world.transfers.push(...transfers);
}

/** One token for what stands for it; several for a share of them; and now and then one end only, or a reward beside it. */
function inventReceipt(random: Random, add: (side: Side, what: Partial<TransferRow>) => void): void {
  const taxTreatment = random.pick(['CARRY', null] as const);
  const given = random.pick([[dollar], [zeroAddress], [dollar, zeroAddress]]);
  for (const tokenAddress of given) {
    add('outflow', { tokenAddress, amount: quantity(random), taxTreatment, ...price(random, tokenAddress) });
  }
  if (random.once(5)) return;
  // Few units of one, many of the other: some lots are smaller than a unit.
  const tokenAddress = random.pick([meme, wrapped]);
  const amount = random.once(2) ? BigInt(1 + random.below(3)) : quantity(random);
  add('inflow', { tokenAddress, amount, taxTreatment, ...price(random, tokenAddress) });
  if (random.once(3)) add('inflow', { ...inventedToken(random, 'inflow'), taxTreatment: 'INCOME' });
}

/** Both rows name each other; or what two wallets give to a contract comes out at others. */
function moveBetweenOwn(
  random: Random,
  add: (walletId: number, side: Side, what: Partial<TransferRow>) => void,
): void {
  const [from, to] = random.pick([
    [1, 2],
    [2, 3],
    [3, 1],
    [1, 1],
  ] as const);
  const tokenAddress = random.pick([zeroAddress, dollar, wrapped]);
  const amount = quantity(random);
  const priced = price(random, tokenAddress);
  if (!random.once(3)) {
    const [sender, receiver] = [address(0x10 + from), address(0x10 + to)];
    add(from, 'outflow', { tokenAddress, amount, counterparty: receiver, ...priced });
    add(to, 'inflow', { tokenAddress, amount, counterparty: sender, ...priced });
    if (random.once(3)) add(to, 'inflow', { ...invented(random, 'inflow'), counterparty: stranger });
    return;
  }
  add(1, 'outflow', { tokenAddress, amount, counterparty: stranger, ...priced });
  add(2, 'outflow', { tokenAddress, amount, counterparty: stranger, ...priced });
  add(3, 'inflow', { tokenAddress, amount: amount + 1n, counterparty: stranger, ...priced });
  // One more stays in the contract now and then: then it is no move.
  add(2, 'inflow', {
    tokenAddress,
    amount: amount - (random.once(3) ? 2n : 1n),
    counterparty: stranger,
    ...priced,
  });
}

const quantity = (random: Random): bigint =>
  random.once(3) ? 1_000_000n * BigInt(1 + random.below(50)) : BigInt(2 + random.below(2_000_000_000));

function price(random: Random, token: string): Pick<TransferRow, 'price' | 'priceSource'> {
  if (random.once(6)) return { price: null, priceSource: null };
  const priceSource = random.pick(['chainlink', 'uniswap', 'median', 'trade']);
  const scale = token === zeroAddress || token === wrapped ? 3000 : 1;
  return {
    price: new Exact(1 + random.below(999_983)).times(scale).div(700_001).toSignificantDigits(25).toFixed(),
    priceSource,
  };
}

/** What is borrowed or paid back, with the token that counts it or without; beside it, what has no part in the loan. */
function inventLoan(random: Random, side: Side, add: (what: Partial<TransferRow>, at?: Side) => void): void {
  const tokenAddress = random.pick([zeroAddress, dollar]);
  const taxTreatment = side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
  const amount = quantity(random);
  const heldBy = random.pick([null, address(0xf1), address(0xf2)]);
  const isCounted = tokenAddress === dollar && random.once(2);
  // Cancelled: the debt shrinks, and nobody pays.
  if (!(isCounted && side === 'outflow' && random.once(3)))
    add({ tokenAddress, amount, taxTreatment, heldBy, ...price(random, tokenAddress) });
  if (isCounted) {
    const counted = amount + (random.once(2) ? 0n : BigInt(random.below(5)) - 2n);
    add({ tokenAddress: debtToken, amount: counted, taxTreatment: 'LIABILITY' });
  }
  if (random.once(4)) add({ ...inventedToken(random, 'inflow'), taxTreatment: 'INCOME' }, 'inflow');
}

function invented(random: Random, side: Side): Partial<TransferRow> {
  const isHeld = random.once(4);
  const of = inventedToken(random, side);
  // Some contracts pay from another address: the event names them.
  const heldBy = random.once(3) ? random.pick([address(0xf1), address(0xf2)]) : null;
  return isHeld ? { ...of, taxTreatment: 'HELD', counterparty: random.pick(holders), heldBy } : of;
}

function inventedToken(random: Random, side: Side): Partial<TransferRow> {
  const tokenAddress = random.pick([zeroAddress, dollar, dollar, wrapped, meme, dogs]);
  const taxTreatment = random.once(6)
    ? random.pick(
        side === 'inflow' ? (['INCOME', 'NON_TAXABLE'] as const) : (['EXPENSE', 'NON_TAXABLE'] as const),
      )
    : null;
  if (tokenAddress === dogs) {
    return { tokenAddress, tokenId: BigInt(random.below(3)), standard: 'erc721', amount: 1n, taxTreatment };
  }
  return { tokenAddress, amount: quantity(random), taxTreatment, ...price(random, tokenAddress) };
}

/** By the hour; one currency has no rate at all, one has none now and then. */
function ratesAt(timestamp: number): CurrencyRates {
  const hour = Math.floor(timestamp / 3600);
  const ETH = new Exact(2000 + (hour % 997)).div(7).toSignificantDigits(20).toFixed();
  return { ETH, MATIC: hour % 5 === 0 ? null : '0.7123', AVAX: null, XDAI: '1' };
}
const nativePriceAt = (_chain: number, timestamp: number): string | null =>
  Math.floor(timestamp / 3600) % 7 === 0 ? null : String(1500 + (timestamp % 977));
const isReference = (_chain: number, token: string): boolean => token === zeroAddress || token === dollar;

// ── Both computations ──

function bookByLedger({ transactions, transfers }: World, settings: Settings = usualSettings) {
  const addressOf = new Map(wallets.map((wallet, index) => [index + 1, wallet]));
  const context = {
    ...{ addressOf, isReference, nativePriceAt, ratesAt },
    decimalsOf: (_chain: number, token: string) =>
      [...decimalsOf].find(([known]) => known === token)?.[1] ?? null,
  };
  const rows = Map.groupBy(transactions, ({ position }) => position);
  const movements = [...rows].flatMap(([position, own]) => {
    const of = transfers.filter((transfer) => transfer.position.startsWith(position));
    return movementsOf({ transactions: own, transfers: of }, context).movements;
  });
  return runLedger(movements, {
    ...{ methods: [...methods], currencies, priceDecimals: ledgerPriceDecimals },
    ...settings,
  });
}

function historyOf({ transactions, transfers }: World) {
  const walletOf = (walletId: number): string => wallets[walletId - 1] ?? '';
  const rates = (timestamp: number) =>
    currencies.map((currency) =>
      currency === 'USD' ? new Exact(1) : readOptional(ratesAt(timestamp)[currency] ?? ''),
    );
  const units = (amount: bigint, row: TransferRow): Amount =>
    readAmount(formatUnits(amount, row.tokenId === null ? (decimalsOf.get(row.tokenAddress) ?? 0) : 0));
  const asTransaction = (row: TransactionRow): Transaction => ({
    ...{ id: row.hash, hash: row.hash, wallet: walletOf(row.walletId), chain: '1', coinSymbol: 'TKN' },
    ...{ time: row.timestamp, position: row.position, kind: row.kind, rates: rates(row.timestamp) },
    fee: readAmount(formatUnits(row.fee, 18)),
    feePrices: inCurrencies(readOptional(nativePriceAt(1, row.timestamp) ?? ''), rates(row.timestamp)),
  });
  const tiers = { reference: 1, 'deep-pool': 2, other: 3 };
  const asTransfer = (row: TransferRow): Transfer => ({
    ...{ id: movementIdOf(row), transactionId: row.hash, wallet: walletOf(row.walletId), chain: '1' },
    ...{ time: row.timestamp, position: row.position, token: row.tokenAddress, symbol: 'TKN' },
    tokenId: row.tokenId === null ? null : String(row.tokenId),
    decimals: decimalsOf.get(row.tokenAddress) ?? 0,
    ...{
      out: row.side === 'outflow',
      quantity: units(row.amount, row).abs(),
      price: readOptional(row.price ?? ''),
    },
    tier: tiers[priceTierOf(row.priceSource, isReference(1, row.tokenAddress))],
    ...{ treatment: row.taxTreatment ?? '', counterparty: row.counterparty },
    heldBy: row.heldBy,
  });
  const real = transfers.filter(({ amount }) => amount !== 0n).map(asTransfer);
  return { wallets, groups: groupsOf(transactions.map(asTransaction), real), mark: '' };
}

// ── What is compared ──

const money = (amount: bigint | null | undefined): string =>
  amount === null || amount === undefined ? '' : formatUnits(amount, 18);
const digits = (amount: Amount | null): string => (amount === null ? '' : amount.plus(0).toFixed());

function ledgerTexts(
  ledger: Ledger,
  disposals: readonly DisposalRow[],
  method: Method,
  currency: number,
): string[] {
  const decimals = new Map(ledger.accounts().map((one) => [`${one.wallet} ${one.token}`, one.decimals]));
  const units = (amount: bigint, of: { wallet: string; token: string }): string =>
    formatUnits(amount, decimals.get(`${of.wallet} ${of.token}`) ?? 0);
  const status = (basis: readonly Status[]): string => basis[currency] ?? '';
  const ofAccount = (account: AccountTotals): string[] => {
    const { wallet, token, balance, income, expenses, fees } = account;
    const figures = account.methods.find((one) => one.method === method);
    const head = ['account', wallet, token, units(balance, account), money(figures?.costBasis[currency])];
    const lots = ledger
      .openLots(wallet, token, method)
      .map((lot) =>
        [
          ...['lot', wallet, token, lot.acquiredBy ?? '', units(lot.quantity, account)],
          ...[units(lot.remaining, account), money(lot.cost[currency]), status(lot.basis)],
        ].join(' '),
      );
    const results = [figures?.realized, income, expenses, fees].map((amounts) => money(amounts?.[currency]));
    const held = account.held.map(({ heldBy, quantity: part }, place) =>
      [
        'held',
        wallet,
        token,
        heldBy,
        units(part, account),
        money(figures?.heldCosts[place]?.[currency]),
      ].join(' '),
    );
    const owed = account.owed.map(({ lender, quantity: part }) =>
      ['owed', wallet, token, lender, units(part, account)].join(' '),
    );
    return [[...head, ...results].join(' '), ...lots, ...held, ...owed];
  };
  const rows = disposals
    .filter((row) => row.method === method)
    .map((row) =>
      [
        ...['disposal', row.wallet, row.token, row.treatment, row.treatment === 'GAS' ? '' : row.disposedBy],
        ...[row.acquiredBy ?? '', row.acquiredAt ?? '', units(row.quantity, row)],
        ...[money(row.proceeds[currency]), money(row.cost[currency]), status(row.basis)],
      ].join(' '),
    );
  return [...ledger.accounts().flatMap(ofAccount), ...rows].sort();
}

function computedTexts(books: Books, currency: number): string[] {
  const ofAccount = (account: Account): string[] => {
    const { wallet, asset } = account;
    const own = figuresOf(account, since(books, 0), currency);
    const lots = openLotsOf(account).map((lot) =>
      [
        ...[
          'lot',
          wallet,
          asset,
          lot.acquiredBy ?? '',
          digits(lot.isPool ? lot.quantity : lot.first.quantity),
        ],
        ...[digits(lot.quantity), digits(lot.costs[currency] ?? null), statusOf(lot, currency)],
      ].join(' '),
    );
    const figures = [own.balance, own.costBasis, own.realized, own.income, own.expenses, own.fees].map(
      digits,
    );
    const held = own.held.map(({ contract, amount, cost }) =>
      ['held', wallet, asset, contract, digits(amount), digits(cost)].join(' '),
    );
    const owed = own.owed.map(({ contract, amount }) =>
      ['owed', wallet, asset, contract, digits(amount)].join(' '),
    );
    return [['account', wallet, asset, ...figures].join(' '), ...lots, ...held, ...owed];
  };
  const rows = books.disposals.map((one) =>
    [
      ...['disposal', one.wallet, one.asset, one.treatment, one.disposedBy ?? ''],
      ...[one.acquiredBy ?? '', one.acquiredAt ?? '', digits(one.quantity)],
      ...[
        digits(one.proceeds[currency] ?? null),
        digits(one.costs[currency] ?? null),
        statusOf(one, currency),
      ],
    ].join(' '),
  );
  return [...[...books.accounts.values()].flatMap(ofAccount), ...rows].sort();
}

test.each<Partial<Settings>>([
  {},
  { receiptTokens: 'realize', deposits: 'realize' },
  { liquidityTokens: 'carry', ownTransfers: 'realize' },
])(
  'invented histories have the same figures in the ledger and in its second computation, with %o',
  (change) => {
    const settings = { ...usualSettings, ...change };
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= 6; seed += 1) {
      const world = inventWorld(createRandom(seed));
      const { ledger, disposals } = bookByLedger(world, settings);
      const history = historyOf(world);
      for (const method of methods) {
        const books = bookHistory(history, method, settings);
        currencies.forEach((name, currency) => {
          const served = ledgerTexts(ledger, disposals, method, currency);
          expect({ seed, method, name, lines: computedTexts(books, currency) }).toEqual({
            ...{ seed, method, name, lines: served },
          });
          for (const line of served) {
            const [kind = ''] = line.split(' ');
            seen.set(kind, (seen.get(kind) ?? 0) + 1);
          }
        });
      }
    }
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10_000);
    expect((seen.get('held') ?? 0) > 500).toBe(settings.deposits === 'carry');
    expect(seen.get('owed')).toBeGreaterThan(500);
  },
);

test.each([
  { method: 'FIFO', timeZone: 'UTC', gas: 'month', reported: 'nothing' },
  { method: 'LIFO', timeZone: 'America/New_York', gas: 'year', reported: 'proceeds' },
  { method: 'HIFO', timeZone: 'Asia/Tokyo', gas: 'each', reported: 'basis' },
] as const)('Form 8949 of invented histories: $method, $timeZone, fees by $gas', ({ method, ...form }) => {
  let compared = 0;
  for (let seed = 1; seed <= 6; seed += 1) {
    const world = inventWorld(createRandom(seed));
    const { disposals, ledger } = bookByLedger(world);
    const options = { calendar: requireCalendar(form.timeZone), reported: form.reported, gas: form.gas };
    const file = formOf(
      disposals.filter((row) => row.method === method),
      ledger,
      options,
    );
    const tally = compareForm(file, bookHistory(historyOf(world), method), { ...form, year: null });
    expect({ seed, differences: tally.differences }).toEqual({ seed, differences: [] });
    compared += tally.compared.get('form 8949') ?? 0;
  }
  expect(compared).toBeGreaterThan(3_000);
});

/** The file as the command writes it, every token called TKN. */
function formOf(rows: readonly DisposalRow[], ledger: Ledger, options: Form8949Options): string {
  const decimals = new Map(ledger.accounts().map(({ token, decimals: digits }) => [token, digits]));
  const entries = rows.map((row) => {
    const token = readLedgerToken(row.token);
    const figures = { proceeds: row.proceeds[0] ?? null, cost: row.cost[0] ?? 0n, gain: row.gain[0] ?? null };
    const exported = {
      ...row,
      ...figures,
      token,
      decimals: decimals.get(row.token) ?? 0,
      basis: row.basis[0] ?? 'MISSING',
    };
    const symbol = token.tokenId === null ? 'TKN' : `TKN #${token.tokenId}`;
    return { row: exported, wallet: address(Number(row.wallet)), symbol };
  });
  const totals: YearTotals[] = [];
  const lines = formParts.flatMap((part) => {
    const writer = createPartWriter(part, options);
    const own = entries.filter(({ row }) => partOf(row, options.calendar) === part);
    const written = wallets.flatMap((wallet) => [
      ...own.filter((entry) => entry.wallet === wallet).flatMap((entry) => [writer.add(entry)]),
      ...writer.endWallet(),
    ]);
    totals.push(writer.totals);
    return [...written.filter((cells) => cells !== null), ...writer.totalLines()];
  });
  return [form8949Columns, ...lines, ...overallTotalLines(totals, options)].map(csvLine).join('');
}
