/** gains: what was gained in a calendar year (UTC), by how long it was held, and by which disposals. */
import { z } from 'zod';
import { type CostMethod, costMethods } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import { type CalendarDate, type HoldingTerm, holdingTerm } from '../../domain/time/holding-term.ts';
import { utcDay } from '../../domain/time/time.ts';
import type { WalletDisposalView } from '../../use-cases/model/list-model.ts';
import type { ResultsView } from '../../use-cases/model/totals-model.ts';
import { figure, unknown } from '../text/figures.ts';
import { fenced } from '../text/foreign-text.ts';
import { disposalHash } from './hashes.ts';
import { cutFrom, defineListTool } from './list-tool.ts';
import { type Call, currency, method } from './tool.ts';

const pageSize = 500;
/** Read one by one for terms and the largest; the sums of a year do not need them. */
const mostDisposals = 5_000;

type Term = HoldingTerm | 'unknown term';

interface Year {
  disposals: readonly WalletDisposalView[];
  /** Whether these are all of the year. */
  isWhole: boolean;
}

export const gains = defineListTool({
  name: 'gains',
  title: 'Gains of a year',
  description:
    'Realized gains of a calendar year (UTC) by term, income, expenses, largest disposals. compare: totals by every method.',
  shape: {
    ...{ currency, method },
    year: z.int().min(2009).max(2100).optional().describe('default: this year'),
    compare: z.boolean().default(false),
    top: z.int().min(1).max(50).default(10),
  },
  async list(input, call, { wallets: addresses, start }) {
    const year = input.year ?? new Date(call.now * 1000).getUTCFullYear();
    const { method: costMethod, currency: unit } = input;
    const request = { wallets: addresses, costMethod, currency: unit, ...rangeOf(year) };
    const from = start();
    await call.weigh(addresses.length);
    const [results, found] = await Promise.all([
      call.readModel.resultsBetween(call.caller, request),
      disposalsOf(call, request),
    ]);
    const largest = found.disposals.toSorted((a, b) => gainOf(b).abs().comparedTo(gainOf(a).abs()));
    const { shown, next } = cutFrom(largest, from, input.top);
    const show = (value: string): string => figure(value, call.detail);
    const unpriced = found.disposals.filter(({ gain }) => gain === null).length;
    return {
      lines: [
        `realized in ${year}: ${show(results.realizedPnl)} ${unit} by ${costMethod}`,
        ...(found.isWhole ? termLines(found.disposals, call) : []),
        `income ${show(results.income)}, expenses ${show(results.expenses)}, network fees ${show(results.fees)} (contained in costs, proceeds and expenses)`,
        ...(input.compare ? await compareLines(call, request) : []),
      ],
      columns: ['day', 'what', 'quantity', 'proceeds', 'cost', 'gain', 'term', 'acquired', 'transaction'],
      rows: shown.map((disposal) => cellsOf(disposal, call)),
      next,
      asOf: results.asOf,
      missing: [
        ...(results.asOf === null ? ['a wallet is not booked yet'] : []),
        ...(unpriced > 0 ? [`${unpriced} disposals have no price, and no gain`] : []),
        ...unknownLines(results, unpriced),
        ...(found.isWhole
          ? []
          : [
              `more than ${mostDisposals} disposals: terms and the largest are of the latest only; export the CSV of /wallet/disposal/`,
            ]),
      ],
    };
  },
});

/** What the sums take for 0, or leave out, beside disposals without a price. */
function unknownLines(
  { missingCount, unpricedCount }: Pick<ResultsView, 'missingCount' | 'unpricedCount'>,
  unpriced: number,
): string[] {
  const others = unpricedCount - unpriced;
  return [
    ...(missingCount > 0
      ? [`the cost is unknown, and taken for 0, in ${counted(missingCount, 'part')} of what was disposed of`]
      : []),
    ...(others > 0 ? [`${counted(others, 'other result')} without a price: income, or what was bought`] : []),
  ];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

interface Range {
  wallets: readonly Address[];
  costMethod: CostMethod;
  currency: z.output<typeof currency>;
  from: number;
  to: number;
}

const rangeOf = (year: number): { from: number; to: number } => ({
  from: Date.UTC(year, 0, 1) / 1000,
  to: Date.UTC(year + 1, 0, 1) / 1000,
});

async function disposalsOf({ readModel, caller, weigh }: Call, range: Range): Promise<Year> {
  const disposals: WalletDisposalView[] = [];
  let next: { page: number; anchor?: string } | null = { page: 1 };
  while (next !== null && disposals.length < mostDisposals) {
    await weigh(pageSize);
    const page = await readModel.listWalletDisposals(
      caller,
      { ...range, period: 'MAX' },
      { mode: 'page', pageSize, ...next },
    );
    disposals.push(...page.items);
    next = page.next;
  }
  return { disposals, isWhole: next === null };
}

const gainOf = ({ gain }: WalletDisposalView): Decimal => new Decimal(gain ?? 0);

function termOf({ acquiredAt, disposedAt }: WalletDisposalView): Term {
  return acquiredAt === null ? 'unknown term' : holdingTerm(dateOf(acquiredAt), dateOf(disposedAt));
}

function dateOf(unixSeconds: number): CalendarDate {
  const date = new Date(unixSeconds * 1000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** They add up to what was realized. */
function termLines(disposals: readonly WalletDisposalView[], { detail: digits }: Call): string[] {
  return [...Map.groupBy(disposals, termOf)].map(([term, group]) => {
    const sum = group.reduce((total, disposal) => total.plus(gainOf(disposal)), new Decimal(0));
    return `${term}: ${figure(sum.toFixed(), digits)} (${group.length} disposals)`;
  });
}

async function compareLines({ readModel, caller, detail: digits }: Call, range: Range): Promise<string[]> {
  const results = await Promise.all(
    costMethods.map(async (costMethod) => {
      const { realizedPnl } = await readModel.resultsBetween(caller, { ...range, costMethod });
      return `${costMethod} ${figure(realizedPnl, digits)}`;
    }),
  );
  return [`realized by method: ${results.join(', ')}`];
}

function cellsOf(disposal: WalletDisposalView, { detail: digits }: Call): string[] {
  const { rawToken, quantity, proceeds, cost, gain, acquiredAt, isFee } = disposal;
  return [
    ...[
      utcDay(disposal.disposedAt),
      `${fenced(rawToken.symbol)}${isFee ? ' fee' : ''}`,
      figure(quantity, digits),
    ],
    ...[figure(proceeds, digits), figure(cost, digits), figure(gain, digits), termOf(disposal)],
    ...[acquiredAt === null ? unknown : utcDay(acquiredAt), disposalHash(disposal) ?? unknown],
  ];
}
