/**
 * `wallet-data ledger`: the accounting engine as a filter. NDJSON movements in, NDJSON matches and balances out, so that
 * anyone can check the figures with a spreadsheet. Nothing is written before the whole input was read and found good.
 */
import type { Readable, Writable } from 'node:stream';
import { moneyDecimals } from '../../domain/accounting/amounts/amounts.ts';
import type {
  AccountTotals,
  DisposalRow,
  LedgerOptions,
  TotalsEvent,
} from '../../domain/accounting/amounts/types.ts';
import { groupMovements } from '../../domain/accounting/booking/order.ts';
import { createLedger } from '../../domain/accounting/ledger.ts';
import { sumInPeriod } from '../../domain/accounting/period-figures.ts';
import { periodStart } from '../../domain/accounting/periods.ts';
import { type CostMethod, costMethods, type Period } from '../../domain/ids.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { parseTime } from '../../domain/time/time.ts';
import { writeText } from '../terminal/output.ts';
import { type LedgerInput, readLedgerInput } from './ledger-input.ts';

export interface LedgerCommand {
  /** The NDJSON text, in chunks of any size. */
  readonly input: AsyncIterable<string> | Readable;
  readonly output: Writable;
  readonly errorOutput: Writable;
  /** FIFO, LIFO, WAC or HIFO, in any letter case. */
  readonly method: string;
  /** ISO 8601: movements after that moment are left out. */
  readonly at?: string | null | undefined;
  /** D, W, M, 3M, YTD, 1YR or MAX (the default): what total_realized_pnl covers. It ends at `at`, else now. */
  readonly period?: string | null | undefined;
  /** Unix seconds; only asked for a period without `at`. */
  readonly now?: () => number;
}

const periodNames = new Map<string, Period>([
  ['D', 'DAY'],
  ['W', 'WEEK'],
  ['M', 'MONTH'],
  ['3M', 'THREE_MONTHS'],
  ['YTD', 'YTD'],
  ['1YR', 'YEAR'],
  ['MAX', 'MAX'],
]);

interface Options {
  readonly method: CostMethod;
  readonly period: Period;
  readonly at: number | null;
}

function readOptions(command: LedgerCommand): Options | string[] {
  const problems: string[] = [];
  const method = costMethods.find((name) => name === command.method.toUpperCase());
  if (method === undefined)
    problems.push(`--method is one of ${costMethods.join(', ')}, not "${command.method}"`);
  const periodText = command.period ?? 'MAX';
  const period = periodNames.get(periodText.toUpperCase());
  if (period === undefined) {
    problems.push(`--period is one of ${[...periodNames.keys()].join(', ')}, not "${periodText}"`);
  }
  const atText = command.at ?? null;
  const at = atText === null ? null : parseTime(atText);
  if (atText !== null && at === null) {
    problems.push(`--at is an ISO 8601 date or time such as 2024-12-31T23:59:59Z, not "${atText}"`);
  }
  if (method === undefined || period === undefined || problems.length > 0) return problems;
  const now = command.now ?? (() => Date.now() / 1000);
  return { method, period, at: at ?? (period === 'MAX' ? null : now()) };
}

const money = (amount: bigint): string => formatUnits(amount, moneyDecimals);
const optionalMoney = (amount: bigint | null | undefined): string | null =>
  amount == null ? null : money(amount);

/** Whole seconds without a fraction, else with milliseconds. */
function timeText(unixSeconds: number): string {
  return new Date(Math.round(unixSeconds * 1000)).toISOString().replace('.000Z', 'Z');
}

function matchLine(row: DisposalRow, input: LedgerInput): string {
  return JSON.stringify({
    type: 'match',
    disposal: row.disposedBy,
    lot: row.source === 'lot' ? row.acquiredBy : row.source,
    token: input.spelling(row.token),
    quantity: formatUnits(row.quantity, input.decimalsOf(row.token)),
    proceeds: optionalMoney(row.proceeds[0]),
    cost: money(row.cost[0] ?? 0n),
    gain: optionalMoney(row.gain[0]),
    acquired_at: row.acquiredAt === null ? null : timeText(row.acquiredAt),
    disposed_at: timeText(row.disposedAt),
    basis_status: row.basis[0],
  });
}

function balanceLine(account: AccountTotals, realized: bigint, input: LedgerInput): string {
  const [totals] = account.methods;
  return JSON.stringify({
    type: 'balance',
    wallet: input.spelling(account.wallet),
    token: input.spelling(account.token),
    balance: formatUnits(account.balance, account.decimals),
    average_cost: money(totals?.averageCost[0] ?? 0n),
    cost_basis: money(totals?.costBasis[0] ?? 0n),
    total_realized_pnl: money(realized),
  });
}

const accountKey = (account: { wallet: string; token: string }): string =>
  JSON.stringify([account.wallet, account.token]);

function compareAccounts(left: AccountTotals, right: AccountTotals): number {
  const [first, second] =
    left.wallet === right.wallet ? [left.token, right.token] : [left.wallet, right.wallet];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** The output's lines, in order. */
function* ledgerLines(input: LedgerInput, options: Options): Generator<string> {
  const start = options.at === null ? null : periodStart(options.period, options.at);
  const end = options.at ?? Number.POSITIVE_INFINITY;
  const engineOptions: LedgerOptions = {
    methods: [options.method],
    currencies: ['USD'],
    priceDecimals: input.priceDecimals,
    ownTransfers: 'carry',
    receiptTokens: 'carry',
    liquidityTokens: 'carry',
    deposits: 'carry',
  };
  let rows: DisposalRow[] = [];
  const events = new Map<string, TotalsEvent[]>();
  const ledger = createLedger(engineOptions, {
    disposal: (row) => rows.push(row),
    totals: (event) => {
      const known = events.get(accountKey(event));
      if (known === undefined) events.set(accountKey(event), [event]);
      // A period without a beginning needs the last figure only.
      else if (start === null) known[0] = event;
      else known.push(event);
    },
  });
  const movements = input.movements.filter((movement) => movement.timestamp <= end);
  for (const group of groupMovements(movements)) {
    ledger.apply(group);
    for (const row of rows) yield matchLine(row, input);
    rows = [];
  }
  for (const account of ledger.accounts().toSorted(compareAccounts)) {
    const history = events.get(accountKey(account)) ?? [];
    const realized = sumInPeriod(history, { start, end }, (event) => event.methods[0]?.realized[0] ?? 0n);
    yield balanceLine(account, realized, input);
  }
}

const batchCharacters = 65_536;

async function writeLines(output: Writable, lines: Iterable<string>): Promise<void> {
  let batch = '';
  for (const line of lines) {
    batch += `${line}\n`;
    if (batch.length < batchCharacters) continue;
    await writeText(output, batch);
    batch = '';
  }
  if (batch !== '') await writeText(output, batch);
}

/** Runs the command and returns its exit code: 0, or 2 when an option or the input is bad. */
export async function runLedgerCommand(command: LedgerCommand): Promise<number> {
  const options = readOptions(command);
  if (Array.isArray(options)) {
    await writeLines(command.errorOutput, options);
    return 2;
  }
  const input = await readLedgerInput(command.input);
  if (Array.isArray(input)) {
    await writeLines(command.errorOutput, input);
    return 2;
  }
  await writeLines(command.output, ledgerLines(input, options));
  return 0;
}
