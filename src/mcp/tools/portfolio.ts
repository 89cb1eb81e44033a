/** portfolio: what wallets are worth and earned, and of what; or what they were worth at an earlier time. */
import { z } from 'zod';
import { periods } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import type { TokenBalanceView } from '../../use-cases/model/figures-model.ts';
import type { WalletTotalsView } from '../../use-cases/model/totals-model.ts';
import type { ValuePointView } from '../../use-cases/model/value-model.ts';
import type { Answer } from '../text/answer.ts';
import { figure, minuteOf, shortAddress } from '../text/figures.ts';
import { fenced } from '../text/foreign-text.ts';
import { loadStateOf, momentOf, tokenReference, walletsOf } from './questions.ts';
import { type Call, currency, defineTool, detail, method, wallets } from './tool.ts';

/** Of the allocation. */
const largestHoldings = 5;

export const portfolio = defineTool({
  name: 'portfolio',
  title: 'Portfolio',
  description: 'Net worth, allocation, profit and loss. as_of: only the worth at an earlier time.',
  shape: {
    ...{ wallets, currency, method },
    period: z.enum(periods).default('MAX'),
    as_of: z.string().max(40).optional().describe('ISO 8601'),
    detail,
  },
  async answer(input, call) {
    const addresses = await walletsOf(call, input.wallets);
    const asOf = momentOf(input.as_of, call.now);
    if (asOf !== undefined) return worthAt(call, addresses, { asOf, ...input });
    await call.weigh(addresses.length);
    const request = {
      ...{ wallets: addresses, period: input.period, costMethod: input.method, currency: input.currency },
    };
    const { readModel, caller } = call;
    const [{ overall, wallets: each }, balances, state] = await Promise.all([
      readModel.walletTotals(caller, request),
      readModel.listBalances(caller, { ...request, filter: { hideZero: true } }),
      loadStateOf(call, addresses),
    ]);
    return {
      lines: [...totalLines(overall, call), ...walletLines(each, call)],
      table: allocation(balances, overall, call),
      asOf: overall.asOf,
      missing: [...state.missing, ...missingOf(overall)],
    };
  },
});

function totalLines(totals: WalletTotalsView, { detail: digits }: Call): string[] {
  const show = (value: string): string => figure(value, digits);
  const { period, costMethod } = totals;
  return [
    `net_worth: ${show(totals.netWorth)} ${totals.currency} (own ${show(totals.ownValue)}, held by protocols ${show(totals.heldValue)}, debt ${show(totals.debtValue)})`,
    `cost_basis: ${show(totals.costBasis)} (${costMethod})`,
    `unrealized_pnl: ${show(totals.unrealizedPnl)}`,
    `realized_pnl: ${show(totals.realizedPnl)} (period ${period})`,
    `income: ${show(totals.income)}`,
    `expenses: ${show(totals.expenses)}`,
    `fees: ${show(totals.fees)} (contained in costs, proceeds and expenses already)`,
  ];
}

/** What of the figures is not known. */
export function missingOf(totals: WalletTotalsView): string[] {
  const { unpricedCount, staleCount, basisStatus, unbookedCount } = totals;
  return [
    ...(unpricedCount > 0 ? [`${unpricedCount} tokens or NFTs without a price are left out`] : []),
    ...(staleCount > 0 ? [`${staleCount} prices are older than an hour`] : []),
    ...(unbookedCount > 0
      ? [
          `the ledger has not booked all wallets yet (${unbookedCount} to go): what they cost and earned is left out`,
        ]
      : []),
    ...(basisStatus === 'COMPLETE' ? [] : [`cost basis is ${basisStatus} (see issues)`]),
  ];
}

function walletLines(totals: readonly WalletTotalsView[], { detail: digits }: Call): string[] {
  if (totals.length < 2) return [];
  return totals.map(
    ({ wallet, netWorth }) => `${wallet === null ? '' : shortAddress(wallet)}: ${figure(netWorth, digits)}`,
  );
}

function allocation(
  balances: readonly TokenBalanceView[],
  { netWorth }: WalletTotalsView,
  { detail: digits }: Call,
): NonNullable<Answer['table']> {
  const worth = new Decimal(netWorth);
  const share = (value: string): string =>
    worth.lte(0) ? '-' : new Decimal(value).div(worth).times(100).toDecimalPlaces(1).toFixed();
  const largest = balances.filter(({ price }) => price !== null).slice(0, largestHoldings);
  return {
    columns: ['symbol', 'value', '% of net worth', 'token'],
    rows: largest.map(({ rawToken, value, blockchain }) => [
      ...[fenced(rawToken.symbol), figure(value, digits), share(value)],
      tokenReference(blockchain, rawToken.address),
    ]),
    cursorAfter: () => null,
    more: 'ask holdings',
  };
}

/** From the balances at that time and the prices that are stored for it. */
async function worthAt(
  call: Call,
  addresses: readonly Address[],
  { asOf, currency: unit }: { asOf: number; currency: z.output<typeof currency> },
): Promise<Answer> {
  const { readModel, caller, detail: digits } = call;
  await call.weigh(addresses.length);
  const range = { from: asOf, to: asOf, interval: 'DAY', currency: unit } as const;
  const points: (ValuePointView & { wallet: Address })[] = [];
  for (const wallet of addresses) {
    const [point] = await readModel.valueHistory(caller, { wallet, ...range });
    if (point !== undefined) points.push({ wallet, ...point });
  }
  const sum = points.reduce((total, { value }) => total.plus(value), new Decimal(0));
  const count = (of: 'unpricedCount' | 'staleCount'): number =>
    points.reduce((total, point) => total + point[of], 0);
  const state = await loadStateOf(call, addresses);
  return {
    lines: [
      `net_worth: ${figure(sum.toFixed(), digits)} ${unit} at ${minuteOf(asOf)}Z`,
      ...(points.length < 2
        ? []
        : points.map(({ wallet, value }) => `${shortAddress(wallet)}: ${figure(value, digits)}`)),
    ],
    asOf,
    missing: [
      ...state.missing,
      ...(count('unpricedCount') > 0
        ? [`${count('unpricedCount')} tokens had no price and are left out (asked for now: ask again later)`]
        : []),
      ...(count('staleCount') > 0 ? [`${count('staleCount')} prices are older than an hour`] : []),
    ],
  };
}
