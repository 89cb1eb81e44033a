/** Germany's private sales of books in euros, worked out by hand: over REST, the command line, and beside results and disposals. */
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { privateSaleColumns } from '../../src/domain/accounting/de-private-sales.ts';
import type { FiatCurrency } from '../../src/domain/ids.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { type Outcome, runInProcess } from '../support/command.ts';
import { parseCsv } from '../support/csv.ts';
import { exchange, friend, storeLookups, usdc, wallet } from '../support/history.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { hash } from '../support/records.ts';
import { publishRates } from './fiat-rates.ts';
import { bookStale, day, ether, type Row, storeEtherPrices, storeWallet, transaction } from './scenario.ts';

let made: TestDatabase;
let api: TestApi;

const hour = 3600;
/** When what happens, in Berlin; each day begins at 22:00 UTC. One EUR is 1.25 USD on all of them. */
const times = {
  // 14 November 2023, 23:00.
  bought: day(0),
  // 2 July 2024, 00:00: 1 July in UTC.
  boughtAgain: day(230),
  // 14 November 2024, 22:00.
  failedWithin: day(366) - hour,
  // 14 November 2024, 23:00: the last day of the year.
  soldWithin: day(366),
  // 15 November 2024, 00:00: 14 November in UTC.
  soldAfter: day(366) + hour,
  // 30 December 2024, 23:00.
  soldOfBoth: day(412),
  // 1 January 2025, 00:00: 2024 in UTC.
  failed: day(413) + hour,
  // 2 January 2025, 23:00.
  unknown: day(415),
};

/**
 * In EUR:
 *
 *     bought       2 ETH at 1,000 USD: at 800
 *     boughtAgain  1 ETH at 3,000 USD: at 2,400
 *     failedWithin a failed call, fee 0.01 ETH at 2,000 USD: 16 for 8
 *     soldWithin   0.5 ETH at 2,000 USD for USDC: 800 for 400, and the fee of 0.01 ETH: 16 for 8
 *     soldAfter    0.5 ETH at 2,000 USD: 800 for 400, more than a year after it was bought
 *     soldOfBoth   spends 1.18 ETH at 2,000 USD: of the first lot 0.98, 1,568 for 784; of the second 0.2, 320 for 480
 *     failed       a failed call, fee 0.01 ETH at 2,000 USD of the second lot: 16 for 24
 *     unknown      sells 1,100 USDC at 1 USD: 800 for 816, as the fee is in what the thousand cost, and 80 for what nobody knows
 */
function history(walletId: number): Row[] {
  const at = (name: keyof typeof times) => {
    const number = Object.keys(times).indexOf(name);
    return { walletId, blockNumber: 100 + number, timestamp: times[name], hash: hash(100 + number) };
  };
  const bought = (amount: bigint, price: string) =>
    [{ side: 'inflow', amount, price, counterparty: friend }] as const;
  const sold = { side: 'outflow', price: '2000', counterparty: exchange } as const;
  const dollars = (amount: bigint) =>
    ({
      token: usdc,
      side: 'inflow',
      amount: amount * 1_000_000n,
      price: '1',
      counterparty: exchange,
    }) as const;
  return [
    transaction(at('bought'), {}, bought(2n * ether, '1000')),
    transaction(at('boughtAgain'), {}, bought(ether, '3000')),
    transaction(at('failedWithin'), { fee: ether / 100n, isError: true, kind: 'FAILED' }, []),
    transaction(at('soldWithin'), { kind: 'SWAP', category: 'SWAP', fee: ether / 100n }, [
      { ...sold, amount: ether / 2n },
      dollars(1_000n),
    ]),
    transaction(at('soldAfter'), {}, [{ ...sold, amount: ether / 2n }]),
    transaction(at('soldOfBoth'), {}, [{ ...sold, amount: (ether * 118n) / 100n, taxTreatment: 'EXPENSE' }]),
    transaction(at('failed'), { fee: ether / 100n, isError: true, kind: 'FAILED' }, []),
    transaction(at('unknown'), {}, [{ ...sold, token: usdc, amount: 1_100_000_000n, price: '1' }]),
  ];
}

async function choose(reportingCurrency: FiatCurrency | 'USD'): Promise<void> {
  await updateClientSettings(api.database, 'default', { reportingCurrency });
  // As the service does when it is told.
  api.authenticator.invalidate();
}

beforeAll(async () => {
  made = await createTestDatabase();
  api = await createTestApi({ database: made.database, readModelNow: () => (times.unknown + 600) * 1000 });
  const { database, clientId } = api;
  await storeLookups(database);
  await storeEtherPrices(
    database,
    Object.values(times).map((at) => ({ at, price: at === times.bought ? '1000' : '2000' })),
  );
  await publishRates(
    database,
    [...new Set(Object.values(times).map((at) => at - (at % 86_400)))].map((at) => ({ at, usd: '1.25' })),
  );
  await storeWallet(database, { clientId, address: wallet }, history);
});
afterAll(async () => {
  await api?.close();
  await made?.drop();
});

/** `wallet-data export --form de`, with what it writes on standard output. */
async function exported(...options: string[]): Promise<Outcome> {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    written.push(String(text));
    for (const one of rest) if (typeof one === 'function') one();
    return true;
  });
  const command = ['export', '--form', 'de', '--wallet', wallet, ...options];
  const outcome = await runInProcess(command, { DATABASE_URL: made.url });
  return { ...outcome, stdout: written.join('') };
}

const path = `/wallet/de-private-sales.csv?wallet=${wallet}`;

const shortNames: Record<string, string> = {
  'Date acquired (Anschaffung)': 'acquired',
  'Date disposed (Veräußerung)': 'disposed',
  'Proceeds EUR (Veräußerungspreis)': 'proceeds',
  'Cost EUR (Anschaffungskosten)': 'cost',
  'Gain EUR (Gewinn)': 'gain',
};

async function fileOf(query: string) {
  const { status, text, headers } = await api.ask('GET', `${path}${query}`);
  expect(status, text).toBe(200);
  const [columns = [], ...rows] = parseCsv(text);
  expect(columns).toEqual(privateSaleColumns);
  const lines = rows.map((cells) =>
    Object.fromEntries(columns.map((name, place) => [shortNames[name] ?? name, cells[place] ?? ''])),
  );
  return { text, headers, lines, ofLots: lines.filter(({ Wallet }) => Wallet !== '') };
}

describe('refused, with what to do', () => {
  test('where the books are not in euros', async () => {
    const { status, json } = await api.ask('GET', path);
    expect({ status, json }).toMatchObject({
      status: 400,
      json: {
        ...{ code: 'BAD_INPUT', errors: [{ path: 'currency', message: expect.stringContaining('none') }] },
        detail: expect.stringContaining('wallet-data clients set NAME reportingCurrency=EUR'),
      },
    });
    await choose('GBP');
    expect((await api.ask('GET', path)).text).toContain('that is GBP');
  });

  test('while they are not booked in euros', async () => {
    await choose('USD');
    await bookStale(api.database);
    await choose('EUR');
    const { status, json } = await api.ask('GET', path);
    expect({ status, json }).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
  });

  test.each([
    ['year=24', 'year', 'is not a whole number from 1970 to 2099'],
    ['gas=day', 'gas', 'month, year, each'],
    ['currency=USD', 'currency', "'USD' is not one of: EUR"],
    // First in, first out, and by days of Berlin, alone.
    ['cost_method=WAC', 'cost_method', ''],
    ['timezone=UTC', 'timezone', ''],
  ])('%s', async (query, name, message) => {
    const { status, json } = await api.ask('GET', `${path}&${query}`);
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { code: 'BAD_INPUT', errors: [{ path: name, message: expect.stringContaining(message) }] },
    });
  });

  test("somebody else's wallet", async () => {
    const { status, json } = await api.ask('GET', `/wallet/de-private-sales.csv?wallet=${exchange}`);
    expect([status, json]).toMatchObject([404, { code: 'WALLET_NOT_REGISTERED' }]);
  });
});

describe('booked in euros', () => {
  beforeAll(async () => {
    await choose('EUR');
    expect(await bookStale(api.database)).toBe(1);
  });

  test('all lines of all years, by days and years of Berlin', async () => {
    const { lines, headers } = await fileOf('');
    const shown = lines.map((line) =>
      [
        ...[line.Taxable, line['Tax year'], line.Description, line.Quantity, line.Treatment],
        ...[line.acquired, line.disposed, line['Days held']],
        ...[line.proceeds, line.cost, line.gain, line.Status],
      ].join(' | '),
    );
    expect(shown).toEqual([
      // 14 November 2023 to 14 November 2024: 366 days, a 29 February among them.
      'TAXABLE | 2024 |  | 0.5 | DISPOSAL | 2023-11-14 | 2024-11-14 | 366 | 800.00 | 400.00 | 400.00 | OK',
      // 2 July to 30 December: 29 + 31 + 30 + 31 + 30 + 30.
      'TAXABLE | 2024 |  | 0.2 | EXPENSE | 2024-07-02 | 2024-12-30 | 181 | 320.00 | 480.00 | -160.00 | OK',
      // 16 + 31 + 2.
      'TAXABLE | 2025 |  | 1000 | DISPOSAL | 2024-11-14 | 2025-01-02 | 49 | 800.00 | 816.00 | -16.00 | OK',
      // Behind what the wallet sold.
      'TAXABLE | 2024 | Network fees of 2024-11 (2 disposals) | 0.02 | GAS |  |  |  | 32.00 | 16.00 | 16.00 | OK',
      'TAXABLE | 2025 |  | 0.01 | GAS | 2024-07-02 | 2025-01-01 | 183 | 16.00 | 24.00 | -8.00 | OK',
      'TAXABLE | 2024 | Total of taxable gains |  |  |  |  |  |  |  | 416.00 | SUBTOTAL',
      'TAXABLE | 2024 | Total of taxable losses |  |  |  |  |  |  |  | -160.00 | SUBTOTAL',
      'TAXABLE | 2024 | Total of TAXABLE |  |  |  |  |  | 1152.00 | 896.00 | 256.00 | TOTAL',
      'TAXABLE | 2025 | Total of taxable gains |  |  |  |  |  |  |  | 0.00 | SUBTOTAL',
      'TAXABLE | 2025 | Total of taxable losses |  |  |  |  |  |  |  | -24.00 | SUBTOTAL',
      'TAXABLE | 2025 | Total of TAXABLE |  |  |  |  |  | 816.00 | 840.00 | -24.00 | TOTAL',
      'EXEMPT | 2024 |  | 0.5 | DISPOSAL | 2023-11-14 | 2024-11-15 | 367 | 800.00 | 400.00 | 400.00 | OK',
      'EXEMPT | 2024 |  | 0.98 | EXPENSE | 2023-11-14 | 2024-12-30 | 412 | 1568.00 | 784.00 | 784.00 | OK',
      'EXEMPT | 2024 | Total of EXEMPT |  |  |  |  |  | 2368.00 | 1184.00 | 1184.00 | TOTAL',
      'UNKNOWN | 2025 |  | 100 | DISPOSAL |  | 2025-01-02 |  | 80.00 |  |  | ACQUISITION_UNKNOWN BASIS_UNKNOWN',
      'UNKNOWN | 2025 | Total of UNKNOWN |  |  |  |  |  | 0.00 | 0.00 | 0.00 | TOTAL',
      ' | 2024 | Limit (Freigrenze): less than 1000.00 |  |  |  |  |  |  |  | 256.00 | LIMIT_BELOW',
      ' | 2025 | Limit (Freigrenze): less than 1000.00 |  |  |  |  |  |  |  | -24.00 | LIMIT_UNKNOWN',
    ]);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="de-private-sales.csv"',
      'wallet-data-booked': 'true',
    });
  });

  test('a year is that of Berlin, and its file has its name', async () => {
    const { ofLots, headers } = await fileOf('&year=2025');
    expect(ofLots.map(({ disposed }) => disposed)).toEqual(['2025-01-02', '2025-01-01', '2025-01-02']);
    expect(headers['content-disposition']).toBe('attachment; filename="de-private-sales-2025.csv"');
    // In UTC 2024 would have the failed call, too.
    expect((await fileOf('&year=2024')).ofLots).toHaveLength(5);
    expect((await fileOf('&year=2023')).lines).toEqual([]);
  });

  test('network fees in lines of months and years, and each by itself', async () => {
    const feesOf = async (gas: string) =>
      (await fileOf(`&year=2024&gas=${gas}`)).ofLots
        .filter(({ Treatment }) => Treatment === 'GAS')
        .map(({ Description, Quantity, gain }) => [Description, Quantity, gain]);
    expect(await feesOf('month')).toEqual([['Network fees of 2024-11 (2 disposals)', '0.02', '16.00']]);
    expect(await feesOf('year')).toEqual([['Network fees of 2024 (2 disposals)', '0.02', '16.00']]);
    const alone = ['', '0.01', '8.00'];
    expect(await feesOf('each')).toEqual([alone, alone]);
  });

  const disposalsSchema = z.object({
    results: z.array(
      z.looseObject({ quantity: z.number(), proceeds: z.number(), cost: z.number(), gain: z.number() }),
    ),
  });

  test.each([
    ['2024', '2023-12-31T23:00:00Z', '2024-12-31T23:00:00Z'],
    ['2025', '2024-12-31T23:00:00Z', '2025-12-31T23:00:00Z'],
  ])('the lines of %s are the disposals of the API, and their gains its result', async (year, from, to) => {
    const { ofLots } = await fileOf(`&year=${year}&gas=each`);
    const range = `wallet=${wallet}&from=${from}&to=${to}&cost_method=FIFO&currency=EUR`;
    const disposals = await api.ask('GET', `/wallet/disposal/?${range}&page_size=100`);
    const sums = (rows: readonly (readonly [unknown, unknown])[]) =>
      rows.map(([quantity, proceeds]) => `${quantity} for ${Number(proceeds)}`).sort();
    const { results } = disposalsSchema.parse(disposals.json);
    expect(sums(ofLots.map(({ Quantity, proceeds }) => [Quantity, proceeds]))).toEqual(
      sums(results.map(({ quantity, proceeds }) => [quantity, proceeds])),
    );
    const gain = ofLots.reduce(
      (sum, line) => sum.plus(line.gain === '' ? 0 : (line.gain ?? '')),
      new Decimal(0),
    );
    const result = await api.ask('GET', `/wallet/result/?${range}`);
    const realised = z.object({ results: z.array(z.looseObject({ realized_pnl: z.number() })) });
    // The result takes what nobody knows for 0; the file gives no gain of it.
    const unknown = ofLots
      .filter(({ cost }) => cost === '')
      .reduce((sum, line) => sum.plus(line.proceeds ?? ''), new Decimal(0));
    expect(realised.parse(result.json).results[0]?.realized_pnl).toBe(gain.plus(unknown).toNumber());
  });

  test('the command line writes the same file, byte for byte, and has one method, currency and time zone', async () => {
    const choices = ['--year', '2024', '--gas', 'each'];
    const { text } = await fileOf('&year=2024&gas=each');
    expect(await exported(...choices)).toEqual({ code: 0, stdout: text, stderr: '' });
    const stated = ['--method', 'FIFO', '--currency', 'EUR', '--time-zone', 'Europe/Berlin'];
    expect((await exported(...choices, ...stated)).stdout).toBe(text);
    for (const [options, problem] of [
      [['--method', 'WAC'], 'leave --method out'],
      [['--currency', 'USD'], 'leave --currency out'],
      [['--time-zone', 'UTC'], 'leave --time-zone out'],
      [['--year', '24'], "'24' is not a year"],
    ] as const)
      expect(await exported(...options)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(problem),
      });
  });

  test('it says so while the ledger waits for a correction', async () => {
    const { clientId, readModel } = api;
    const caller = { clientId, keyId: 'key', scopes: ['read', 'write'], reportingCurrency: 'EUR' } as const;
    const lot = { wallet, chainId: 1, tokenAddress: usdc, quantity: '100', acquiredAt: times.bought };
    await readModel.addOpeningLot(caller, { ...lot, cost: '50', currency: 'EUR' });
    expect((await fileOf('')).headers['wallet-data-booked']).toBe('false');
    await bookStale(api.database);
    const { lines, headers } = await fileOf('&year=2025');
    expect(headers['wallet-data-booked']).toBe('true');
    // What mends it is what the note says: held since 14 November 2023, 80 for 50.
    expect(lines.find(({ Quantity }) => Quantity === '100')).toMatchObject({
      ...{ Taxable: 'EXEMPT', acquired: '2023-11-14', gain: '30.00', Status: 'OK' },
    });
    expect(lines.at(-1)).toMatchObject({ Status: 'LIMIT_BELOW', gain: '-24.00' });
  });
});

test('the command line says what to do where the books are in another currency', async () => {
  await choose('USD');
  expect(await exported()).toMatchObject({
    ...{ code: 2, stdout: '', stderr: expect.stringContaining('reportingCurrency=EUR') },
  });
});
