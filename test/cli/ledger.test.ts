import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { runLedgerCommand } from '../../src/cli/ledger/ledger.ts';
import { parseTime } from '../../src/domain/time/time.ts';

class Collector extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

interface Flags {
  method?: string;
  at?: string;
  period?: string;
  now?: string;
}

async function ledger(input: Readable | AsyncIterable<string>, flags: Flags = {}) {
  const output = new Collector();
  const errorOutput = new Collector();
  const { method = 'FIFO', at, period, now = '2024-12-31' } = flags;
  const clock = () => parseTime(now) ?? Number.NaN;
  const code = await runLedgerCommand({ input, output, errorOutput, method, at, period, now: clock });
  return { code, output: output.text, errors: errorOutput.text };
}

type Fields = Record<string, unknown>;

const text = (lines: readonly Fields[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const stream = (content: string): Readable => Readable.from([content]);

/** The output, parsed, of input that must be good. */
async function book(
  lines: readonly Fields[],
  flags: Flags = {},
): Promise<{ matches: Fields[]; balances: Fields[] }> {
  const { code, output, errors } = await ledger(stream(text(lines)), flags);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const parsed: Fields[] = output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return {
    matches: parsed.filter((line) => line.type === 'match'),
    balances: parsed.filter((line) => line.type === 'balance'),
  };
}

/** A line with the fields that it must have; `tx` is the id unless given. */
function line(id: string, timestamp: string, side: 'inflow' | 'outflow', fields: Fields): Fields {
  return { id, timestamp, wallet: '0xa', token: 'ETH', side, tx: `tx of ${id}`, position: 0, ...fields };
}
const buy = (id: string, timestamp: string, fields: Fields): Fields => line(id, timestamp, 'inflow', fields);
const sell = (id: string, timestamp: string, fields: Fields): Fields =>
  line(id, timestamp, 'outflow', fields);

describe('wallet-data ledger', () => {
  const lines = [
    buy('m1', '2024-01-01T00:00:00Z', { amount: '1.5', price: '2000.10', fee_value: '3.2' }),
    buy('m2', '2024-02-01T00:00:00Z', { amount: '1', price: '3000' }),
    sell('m3', '2024-03-01T06:30:15Z', { amount: '2', price: '2500', fee_value: '10' }),
  ];

  test('writes matches in order, then balances, byte for byte', async () => {
    // m1 costs 1.5 × 2000.10 + 3.2 = 3003.35. m3: 2 × 2500 − 10 = 4990: 3742.5 for 1.5 and 1247.5 for 0.5.
    expect((await ledger(stream(text(lines)))).output).toBe(
      [
        '{"type":"match","disposal":"m3","lot":"m1","token":"ETH","quantity":"1.5","proceeds":"3742.5","cost":"3003.35","gain":"739.15","acquired_at":"2024-01-01T00:00:00Z","disposed_at":"2024-03-01T06:30:15Z","basis_status":"COMPLETE"}',
        '{"type":"match","disposal":"m3","lot":"m2","token":"ETH","quantity":"0.5","proceeds":"1247.5","cost":"1500","gain":"-252.5","acquired_at":"2024-02-01T00:00:00Z","disposed_at":"2024-03-01T06:30:15Z","basis_status":"COMPLETE"}',
        '{"type":"balance","wallet":"0xa","token":"ETH","balance":"0.5","average_cost":"3000","cost_basis":"1500","total_realized_pnl":"486.65"}',
        '',
      ].join('\n'),
    );
  });

  test('every method, in any letter case', async () => {
    const costs = async (method: string) =>
      (await book(lines, { method })).matches.map((match) => `${match.lot} ${match.quantity} ${match.cost}`);
    expect(await costs('LIFO')).toEqual(['m2 1 3000', 'm1 1 2002.233333333333333333']);
    // m2 is dearer: 3000 against 2002.23….
    expect(await costs('hifo')).toEqual(['m2 1 3000', 'm1 1 2002.233333333333333333']);
    // The pool: 2.5 for 6003.35; 2 of it 4802.68.
    expect(await costs('Wac')).toEqual(['pool 2 4802.68']);
  });

  test('the input may come in any order and in any chunks', async () => {
    const expected = (await ledger(stream(text(lines)))).output;
    expect((await ledger(stream(text(lines.toReversed())))).output).toBe(expected);
    const content = `\uFEFF${text(lines).replaceAll('\n', '\r\n\r\n')}`;
    const bytes = [...Buffer.from(content, 'utf8')].map((byte) => Buffer.from([byte]));
    expect((await ledger(Readable.from(bytes))).output).toBe(expected);
    async function* pieces() {
      yield content.slice(0, 100);
      yield content.slice(100).trimEnd();
    }
    expect((await ledger(pieces())).output).toBe(expected);
  });

  test('nothing in, nothing out', async () => {
    expect(await ledger(stream('\n \n'))).toEqual({ code: 0, output: '', errors: '' });
  });

  test('order at one moment: position, then id', async () => {
    const at = '2024-01-01T00:00:00Z';
    const { matches } = await book([
      sell('s', '2024-01-02', { amount: '3', price: '0' }),
      buy('b', at, { amount: '1', price: '1', position: 7 }),
      buy('c', at, { amount: '1', price: '1', position: 2 }),
      buy('a', at, { amount: '1', price: '1', position: 7 }),
    ]);
    expect(matches.map((match) => match.lot)).toEqual(['c', 'a', 'b']);
  });

  test('lines of one tx are netted per token, and trade at one value', async () => {
    // 3 ETH out, 1 back, 5000 USDC in (fee 20): 2 ETH sold for 5000, USDC cost 5020.
    const at = '2024-05-01T00:00:00Z';
    const { matches, balances } = await book([
      ...lines.slice(0, 2),
      sell('x1', at, { tx: '0x1', position: 1, amount: '3', price: null }),
      buy('x2', at, { tx: '0x1', position: 2, amount: '1', price: null }),
      buy('x3', at, { tx: '0x1', position: 3, token: 'USDC', amount: '5000', price: '1', fee_value: '20' }),
    ]);
    expect(
      matches.map(({ disposal, lot, quantity, proceeds }) => [disposal, lot, quantity, proceeds]),
    ).toEqual([
      ['x1', 'm1', '1.5', '3750'],
      ['x1', 'm2', '0.5', '1250'],
    ]);
    expect(balances.map(({ token, balance, cost_basis }) => [token, balance, cost_basis])).toEqual([
      ['ETH', '0.5', '1500'],
      ['USDC', '5000', '5020'],
    ]);
  });

  test('a shortfall and unknown prices are said', async () => {
    const { matches, balances } = await book([
      buy('a', '2024-01-01', { amount: '1', price: null, fee_value: '4' }),
      sell('s', '2024-01-02', { amount: '3', price: '10' }),
      sell('t', '2024-01-03', { amount: '1' }),
    ]);
    expect(matches).toMatchObject([
      { lot: 'a', proceeds: '10', cost: '4', gain: '6', basis_status: 'UNPRICED' },
      { lot: 'shortfall', proceeds: '20', cost: '0', gain: '20', acquired_at: null, basis_status: 'MISSING' },
      { lot: 'shortfall', quantity: '1', proceeds: null, gain: null, basis_status: 'MISSING' },
    ]);
    expect(balances).toMatchObject([
      { balance: '-3', average_cost: '0', cost_basis: '0', total_realized_pnl: '26' },
    ]);
  });

  test('treatments', async () => {
    // 2 of income for 10 each; half given away; an expense of 0.5 at 30: 15 − 5. Then 1 enters at no cost.
    const { matches, balances } = await book([
      buy('i', '2024-01-01', { amount: '2', price: '10', treatment: 'INCOME' }),
      sell('g', '2024-01-02', { amount: '1', price: '20', treatment: 'NON_TAXABLE' }),
      sell('e', '2024-01-03', { amount: '0.5', price: '30', treatment: 'EXPENSE' }),
      buy('n', '2024-01-04', { amount: '1', price: '20', treatment: 'NON_TAXABLE' }),
    ]);
    expect(matches).toMatchObject([{ disposal: 'e', lot: 'i', proceeds: '15', cost: '5', gain: '10' }]);
    expect(balances).toMatchObject([{ balance: '1.5', cost_basis: '5', total_realized_pnl: '10' }]);
  });

  test('a basis transfer carries lots between wallets and into another token', async () => {
    const carry = { treatment: 'BASIS_TRANSFER' };
    const at = '2024-06-01T00:00:00Z';
    const { matches, balances } = await book([
      ...lines.slice(0, 2),
      buy('in', at, { ...carry, tx: null, wallet: '0xb', amount: '2', transfer_id: 't1' }),
      sell('out', at, { ...carry, tx: null, wallet: '0xa', amount: '2', transfer_id: 't1' }),
      sell('w1', '2024-07-01', { ...carry, wallet: '0xb', amount: '2', transfer_id: 't2', tx: '0x2' }),
      buy('w2', '2024-07-01', {
        ...carry,
        wallet: '0xb',
        token: 'stETH',
        amount: '4',
        transfer_id: 't2',
        tx: '0x2',
      }),
      sell('s', '2024-08-01', { wallet: '0xb', token: 'stETH', amount: '3', price: '2000' }),
    ]);
    // 1.5 of m1 became 3 stETH for 3003.35; they go first.
    expect(matches).toMatchObject([
      {
        disposal: 's',
        lot: 'm1',
        quantity: '3',
        cost: '3003.35',
        gain: '2996.65',
        acquired_at: '2024-01-01T00:00:00Z',
      },
    ]);
    expect(
      balances.map((row) => [row.wallet, row.token, row.balance, row.cost_basis, row.total_realized_pnl]),
    ).toEqual([
      ['0xa', 'ETH', '0.5', '1500', '0'],
      ['0xb', 'ETH', '0', '0', '0'],
      ['0xb', 'stETH', '1', '1500', '2996.65'],
    ]);
  });

  test('no digit is lost, and none is written with an exponent', async () => {
    const huge = '123456789012345678901234567890.000000000000000000000000000001';
    const { matches, balances } = await book([
      buy('a', '2024-01-01', { amount: huge, price: '0.0000000000000000000000000000000000000001' }),
      buy('b', '2024-01-02', {
        token: 'T',
        amount: '100000000000000000000000',
        price: '0.000000000000000000001',
      }),
      sell('c', '2024-01-03', { token: 'T', amount: '50000000000000000000000.50', price: '1' }),
    ]);
    expect(balances).toMatchObject([
      { token: 'ETH', balance: huge, cost_basis: '0.000000000012345679' },
      // 100 USD for 10^23; half of it and half a unit more: 50.0000000000000000000005 → 50.
      { token: 'T', balance: '49999999999999999999999.5', cost_basis: '50' },
    ]);
    expect(matches).toMatchObject([
      { quantity: '50000000000000000000000.5', proceeds: '50000000000000000000000.5' },
    ]);
  });

  test('addresses are one in any letter case, and written as they came first', async () => {
    const [mixed, lower] = [
      '0xAbCdEf0000000000000000000000000000000001',
      '0xabcdef0000000000000000000000000000000001',
    ];
    const { balances } = await book([
      buy('a', '2024-01-01', { wallet: mixed, amount: '2', price: '1' }),
      sell('b', '2024-01-02', { wallet: lower, amount: '1', price: '1' }),
    ]);
    expect(balances).toMatchObject([{ wallet: mixed, balance: '1' }]);
  });

  test('one tx hash at two moments is two transactions', async () => {
    const { matches } = await book([
      buy('a', '2024-01-01', { tx: '0x1', amount: '1', price: '1' }),
      sell('b', '2024-01-02', { tx: '0x1', amount: '1', price: '3' }),
    ]);
    expect(matches).toMatchObject([{ disposal: 'b', lot: 'a', gain: '2' }]);
  });

  test('output longer than a pipe’s buffer arrives whole', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => index).flatMap((index) => [
      buy(`b${index}`, '2024-01-01', { amount: '1', price: '1' }),
      sell(`s${index}`, '2024-01-02', { amount: '1', price: '2' }),
    ]);
    const { matches, balances } = await book(many);
    expect(matches).toHaveLength(2000);
    expect(balances).toMatchObject([{ balance: '0', total_realized_pnl: '2000' }]);
  });
});

describe('--at and --period', () => {
  const lines = [
    buy('a', '2023-01-01', { amount: '3', price: '0' }),
    sell('s1', '2023-12-31T23:59:59Z', { amount: '1', price: '1' }),
    sell('s2', '2024-01-01T00:00:00Z', { amount: '1', price: '10' }),
    sell('s3', '2024-05-01T12:00:00Z', { amount: '1', price: '100' }),
  ];
  const pnl = async (flags: Flags) => (await book(lines, flags)).balances[0]?.total_realized_pnl;

  test('movements after --at are left out, the moment itself counts', async () => {
    expect(await pnl({})).toBe('111');
    expect(await pnl({ at: '2024-05-01T12:00:00Z' })).toBe('111');
    expect(await pnl({ at: '2024-05-01T11:59:59Z' })).toBe('11');
    expect(await pnl({ at: '2024-01-01' })).toBe('11');
    expect(await pnl({ at: '2024-01-01T00:59:59+01:00' })).toBe('1');
    expect((await book(lines, { at: '2022-01-01' })).balances).toEqual([]);
  });

  test('a period covers the realised figure, ending at --at or now', async () => {
    expect(await pnl({ period: 'ytd', at: '2024-12-31' })).toBe('110');
    expect(await pnl({ period: 'D', at: '2024-05-02T12:00:00Z' })).toBe('100');
    expect(await pnl({ period: 'D', at: '2024-05-02T12:00:01Z' })).toBe('0');
    expect(await pnl({ period: '1YR', now: '2024-12-31T23:59:59Z' })).toBe('111');
    expect(await pnl({ period: '3M', now: '2024-08-01T12:00:00Z' })).toBe('100');
    expect(await pnl({ period: 'M', now: '2024-05-01T11:59:59Z' })).toBe('0');
    expect(await pnl({ period: 'W', at: '2024-01-07' })).toBe('11');
    expect(await pnl({ period: 'Max', at: '2024-01-07' })).toBe('11');
  });

  test('what they cannot mean is refused', async () => {
    const refused = await ledger(stream(text(lines)), { method: 'AVCO', period: 'Q', at: 'yesterday' });
    expect(refused).toEqual({
      code: 2,
      output: '',
      errors:
        '--method is one of FIFO, LIFO, WAC, HIFO, not "AVCO"\n' +
        '--period is one of D, W, M, 3M, YTD, 1YR, MAX, not "Q"\n' +
        '--at is an ISO 8601 date or time such as 2024-12-31T23:59:59Z, not "yesterday"\n',
    });
  });
});

describe('bad input', () => {
  const good = buy('ok', '2024-01-01', { amount: '1', price: '1' });
  const fault = async (bad: string | Fields) => {
    const content = `${text([good])}${typeof bad === 'string' ? bad : JSON.stringify(bad)}\n`;
    const { code, output, errors } = await ledger(stream(content));
    expect({ code, output }).toEqual({ code: 2, output: '' });
    return errors;
  };

  test.each<[string, string | Fields]>([
    ['is not JSON', '{"id":"m2"'],
    ['must be a JSON object', '[1]'],
    ['must be a JSON object', '"text"'],
    ['id must be a text', { ...good, id: 7 }],
    ['id must not be empty', { ...good, id: '' }],
    ['id "ok" is already on line 1', good],
    ['timestamp must be an ISO 8601 time, not "2024-02-30"', { ...good, id: 'b', timestamp: '2024-02-30' }],
    ['timestamp must be an ISO 8601 time', { ...good, id: 'b', timestamp: 1704067200 }],
    ['wallet must be a text', { ...good, id: 'b', wallet: undefined }],
    ['side must be inflow or outflow', { ...good, id: 'b', side: 'in' }],
    ['amount must be a text with a decimal number, such as "1.5"', { ...good, id: 'b', amount: 1.5 }],
    ['amount must be positive', { ...good, id: 'b', amount: '0.00' }],
    [
      'amount must be a decimal number without sign or exponent, such as "1.5"',
      { ...good, id: 'b', amount: '-1' },
    ],
    [
      'amount must be a decimal number without sign or exponent, such as "1.5"',
      { ...good, id: 'b', amount: '1e3' },
    ],
    ['amount is longer than 200 characters', { ...good, id: 'b', amount: '1'.repeat(201) }],
    [
      'price must be a decimal number without sign or exponent, such as "1.5"',
      { ...good, id: 'b', price: '-1' },
    ],
    ['fee_value must be a text with a decimal number, such as "1.5"', { ...good, id: 'b', fee_value: 3 }],
    ['position must be a whole number', { ...good, id: 'b', position: 1.5 }],
    ['position must not be negative', { ...good, id: 'b', position: -1 }],
    ['treatment DISPOSAL does not fit an inflow', { ...good, id: 'b', treatment: 'DISPOSAL' }],
    [
      'transfer_id is missing: a BASIS_TRANSFER is paired by it',
      { ...good, id: 'b', treatment: 'BASIS_TRANSFER' },
    ],
    ['is longer than 100000 characters', `"${'x'.repeat(100_001)}"`],
  ])('%s', async (message, bad) => {
    expect(await fault(bad)).toBe(`line 2: ${message}\n`);
  });

  test('an unknown treatment names the known ones', async () => {
    expect(await fault({ ...good, id: 'b', treatment: 'GAS' })).toBe(
      'line 2: treatment must be one of ACQUISITION, DISPOSAL, INCOME, BASIS_TRANSFER, NON_TAXABLE, EXPENSE\n',
    );
  });

  test('all problems at once, up to a limit', async () => {
    const two = await ledger(
      stream(
        text([
          { ...good, amount: '0', price: '?' },
          { ...good, side: 'x' },
        ]),
      ),
    );
    expect(two.errors.split('\n').filter((problem) => problem !== '')).toHaveLength(3);
    const many = await ledger(stream('?\n'.repeat(1000)));
    expect(many.code).toBe(2);
    expect(many.errors.split('\n')).toHaveLength(22);
    expect(many.errors).toContain('line 20: is not JSON\nreading stopped after so many problems\n');
  });

  test('a line without end is not read to its end', async () => {
    let chunks = 0;
    async function* endless() {
      for (;;) {
        chunks += 1;
        yield 'x'.repeat(10_000);
      }
    }
    expect(await ledger(endless())).toMatchObject({ code: 2, output: '' });
    expect(chunks).toBeLessThan(20);
  });
});
