/**
 * The ledger engine (FIFO and WAC; USD alone and five currencies) beside a decimal.js version of the same loop, over 1M
 * purchases and sales of 200 tokens in memory. Both write a row per disposal and matched lot; first their rows and
 * figures are compared, to the last digit. Beside FIFO, the floor: the least work on whole numbers that is still exact
 * (ledger/least-work.ts). Then the memory that the engine takes with 100k lots open, and a ledger from end to end
 * (ledger/booking.ts).
 */
import { execFileSync } from 'node:child_process';
import { moneyDecimals } from '../../src/domain/accounting/amounts/amounts.ts';
import type {
  AccountTotals,
  DisposalRow,
  LedgerMovement,
  LedgerOptions,
} from '../../src/domain/accounting/amounts/types.ts';
import { createLedger } from '../../src/domain/accounting/ledger.ts';
import type { Currency } from '../../src/domain/ids.ts';
import { bookedCurrencies } from '../../src/domain/money/currencies.ts';
import { formatUnits } from '../../src/domain/money/money.ts';
import { measureBooking } from './ledger/booking.ts';
import { runLeastWork } from './ledger/least-work.ts';
import { buildHistory, priceDecimals } from './ledger-data.ts';
import { type DecimalMovement, type DecimalRow, runDecimals, toDecimals } from './ledger-decimal.ts';
import { heapLimit } from './processes.ts';
import { type BenchmarkOptions, grouped, measureInTurn, printTable } from './report.ts';

const defaultSize = 1_000_000;
/** The decimal.js loop gets a part of the history: its rate does not depend on the length, and it takes minutes. */
const decimalShare = 20;
const comparedSize = 20_000;

const methods = ['FIFO', 'WAC'] as const;
type Method = (typeof methods)[number];

const currencySets: readonly { name: string; currencies: readonly Currency[] }[] = [
  { name: 'USD', currencies: ['USD'] },
  { name: 'five currencies', currencies: bookedCurrencies(null) },
];

/** What the bars of docs/design.md, "Quality bars" ask for: movements per second of one core, so CPU time is what counts. */
const fifoBars: Readonly<Record<string, number>> = { USD: 500_000, 'five currencies': 150_000 };

function optionsOf(method: Method, currencies: readonly Currency[]): LedgerOptions {
  return {
    ...{ methods: [method], currencies, priceDecimals },
    ...{ ownTransfers: 'carry', receiptTokens: 'realize', liquidityTokens: 'realize', deposits: 'carry' },
  };
}

function runEngine(
  groups: readonly (readonly LedgerMovement[])[],
  options: LedgerOptions,
  onRow: (row: DisposalRow) => void,
): AccountTotals[] {
  const ledger = createLedger(options, { disposal: onRow });
  for (const group of groups) ledger.apply(group);
  return ledger.accounts();
}

const moneyText = (amount: bigint | null): string =>
  amount === null ? 'unknown' : formatUnits(amount, moneyDecimals);

function engineText(row: DisposalRow, method: Method): string {
  const lot = method === 'WAC' ? '' : ` < ${row.acquiredBy} ${row.acquiredAt}`;
  const sums = [...row.proceeds, ...row.cost, ...row.gain].map(moneyText);
  return `${row.disposedBy} ${row.disposedAt}${lot}: ${formatUnits(row.quantity, 18)} ${sums.join(' ')}`;
}

function decimalText(row: DecimalRow, method: Method): string {
  const lot = method === 'WAC' ? '' : ` < ${row.acquiredBy} ${row.acquiredAt}`;
  const sums = [...row.proceeds, ...row.cost, ...row.gain].map(String);
  return `${row.disposedBy} ${row.disposedAt}${lot}: ${row.quantity} ${sums.join(' ')}`;
}

/** Throws when the two do not give the same rows and the same figures per token. */
function compareResults(
  movements: readonly LedgerMovement[],
  method: Method,
  currencies: readonly Currency[],
) {
  const rows: string[] = [];
  const groups = movements.map((movement) => [movement]);
  const accounts = runEngine(groups, optionsOf(method, currencies), (row) =>
    rows.push(engineText(row, method)),
  );
  let compared = 0;
  const others = runDecimals(toDecimals(movements), method, (row) => {
    const text = decimalText(row, method);
    if (text !== rows[compared])
      throw new Error(`row ${compared} differs:\n  engine  ${rows[compared]}\n  decimal ${text}`);
    compared += 1;
  });
  if (compared !== rows.length) throw new Error(`${rows.length} rows against ${compared}`);
  for (const { token, balance, decimals, methods: totals } of accounts) {
    const other = others.get(token);
    const [own] = totals;
    const ownText = [
      formatUnits(balance, decimals),
      ...(own?.costBasis ?? []).map(moneyText),
      ...(own?.realized ?? []).map(moneyText),
    ];
    const otherText = [other?.balance, ...(other?.costBasis ?? []), ...(other?.realized ?? [])].map(String);
    if (ownText.join() !== otherText.join())
      throw new Error(`${token} differs:\n  engine  ${ownText}\n  decimal ${otherText}`);
  }
  process.stdout.write(
    `${method}, ${currencies.join(' ')}: ${grouped(movements.length)} movements, ${grouped(compared)} rows and ` +
      `${accounts.length} accounts are equal to the last digit\n`,
  );
}

/** Somewhere for the rows to go, so that no compiler finds them useless. */
const kept: unknown[] = [null];
const keep = (row: unknown): void => {
  kept[0] = row;
};

function engineContender(groups: readonly (readonly LedgerMovement[])[], options: LedgerOptions) {
  return {
    name: 'engine',
    run(): number {
      runEngine(groups, options, keep);
      return groups.length;
    },
  };
}

function decimalContender(movements: readonly DecimalMovement[], method: Method) {
  return {
    name: 'decimal.js',
    run(): number {
      runDecimals(movements, method, keep);
      return movements.length;
    },
  };
}

function leastContender(movements: readonly LedgerMovement[]) {
  return {
    name: 'least work',
    run(): number {
      runLeastWork(movements, keep);
      return movements.length;
    },
  };
}

/** Throws when the loop of least work gains anything else than the engine does. */
function compareLeastWork(movements: readonly LedgerMovement[], currencies: readonly Currency[]): void {
  const sums: [bigint, bigint] = [0n, 0n];
  const add = (place: 0 | 1, gain: readonly (bigint | null)[]): void => {
    for (const amount of gain) sums[place] = sums[place] * 31n + (amount ?? 0n);
  };
  const groups = movements.map((movement) => [movement]);
  runEngine(groups, optionsOf('FIFO', currencies), ({ gain }) => add(0, gain));
  runLeastWork(movements, ({ gain }) => add(1, gain));
  if (sums[0] !== sums[1]) throw new Error('the loop of least work gains something else');
}

/** In a process of its own, so that nothing counts but the engine. */
function printMemory(size: number): void {
  const script = new URL('programs/ledger-memory.ts', import.meta.url).pathname;
  const answer = execFileSync(process.execPath, [heapLimit, script, String(size)], {
    ...{ encoding: 'utf8', timeout: 600_000 },
  });
  process.stdout.write(`\nnode ${heapLimit}: ${answer}`);
}

/** Of the same data as the pages', but a tenth: a rate does not depend on it, and filling takes longer than booking. */
const bookedShare = 10;

export async function run(options: BenchmarkOptions): Promise<void> {
  const size = options.size === 0 ? defaultSize : options.size;
  const table = [['', 'movements/s', 'slowest–fastest', 'per CPU second', '÷ decimal.js', 'bar']];
  for (const { name, currencies } of currencySets) {
    const movements = buildHistory(size, currencies);
    for (const method of methods) compareResults(movements.slice(0, comparedSize), method, currencies);
    compareLeastWork(movements.slice(0, comparedSize), currencies);
    const groups = movements.map((movement) => [movement]);
    const decimals = toDecimals(movements.slice(0, Math.max(1, Math.floor(size / decimalShare))));
    for (const method of methods) {
      const contenders = [
        engineContender(groups, optionsOf(method, currencies)),
        decimalContender(decimals, method),
        ...(method === 'FIFO' ? [leastContender(movements)] : []),
      ];
      const measured = measureInTurn(contenders, options.rounds);
      const base = measured[1]?.perCpuSecond ?? 0;
      for (const { name: contender, median, slowest, fastest, perCpuSecond } of measured) {
        const bar = contender === 'engine' && method === 'FIFO' ? fifoBars[name] : undefined;
        const verdict = bar === undefined ? '' : `${grouped(bar)} ${perCpuSecond >= bar ? 'met' : 'NOT MET'}`;
        const range = `${grouped(slowest)}–${grouped(fastest)}`;
        const ratio = (perCpuSecond / base).toFixed(1);
        const row = [`${method}, ${name}, ${contender}`, grouped(median), range, grouped(perCpuSecond)];
        table.push([...row, ratio, verdict]);
      }
    }
  }
  process.stdout.write(
    `\n${grouped(size)} movements over 200 tokens (decimal.js: the first ${grouped(size / decimalShare)}), ` +
      `contenders in turn, median of up to ${options.rounds} rounds; ratios by CPU time\n\n`,
  );
  printTable(table);
  printMemory(size);
  await measureBooking(Math.ceil(size / bookedShare), options.rounds);
}
