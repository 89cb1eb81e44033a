/** A figure of a portfolio as the sum that it is: over holdings, the largest first, and what is left. */
import type { Address } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import type { TokenBalanceView } from '../../use-cases/model/figures-model.ts';
import type { WalletTotalsView } from '../../use-cases/model/totals-model.ts';
import { shortAddress } from '../text/figures.ts';
import { fenced } from '../text/foreign-text.ts';
import { missingOf } from '../tools/portfolio.ts';
import { loadStateOf, tokenReference } from '../tools/questions.ts';
import type { Call } from '../tools/tool.ts';
import { bySize, type Choice, type Explanation, type FigureName, less, sumOf } from './explanation.ts';

const shownParts = { brief: 6, full: 40 };

/** Where each figure stands in totals, and what of a holding adds to it; null: holdings do not tell. */
const figures: Record<
  FigureName,
  {
    total: (totals: WalletTotalsView) => string;
    part: ((balance: TokenBalanceView) => string) | null;
    is: string;
  }
> = {
  net_worth: {
    total: ({ netWorth }) => netWorth,
    part: worthOf,
    is: 'what wallets have and protocols hold for them, less what is owed, at prices of now; what has no price is left out',
  },
  cost_basis: {
    total: ({ costBasis }) => costBasis,
    part: ({ costBasis }) => costBasis,
    is: 'what the open lots cost, fees included',
  },
  unrealized_pnl: {
    total: ({ unrealizedPnl }) => unrealizedPnl,
    part: ({ price, unrealizedPnl }) => (price === null ? '0' : unrealizedPnl),
    is: 'value less cost of what has a price now',
  },
  realized_pnl: {
    total: ({ realizedPnl }) => realizedPnl,
    part: ({ totalRealizedPnl }) => totalRealizedPnl,
    is: 'proceeds less cost of all disposals in the period; neither income nor expenses',
  },
  income: {
    total: ({ income }) => income,
    part: ({ income }) => income,
    is: 'claims, airdrops, rewards and interest in the period, at market value when received',
  },
  expenses: {
    total: ({ expenses }) => expenses,
    part: ({ expenses }) => expenses,
    is: 'what was spent in the period, and gas of no acquisition or disposal, at market value',
  },
  fees: {
    total: ({ fees }) => fees,
    part: null,
    is: 'network fees in the period at market value; contained in costs, proceeds and expenses already',
  },
};

export async function explainSum(
  call: Call,
  wallets: readonly Address[],
  choice: Choice,
  name: FigureName,
): Promise<Explanation> {
  const { readModel, caller } = call;
  await call.weigh(wallets.length + 100);
  const request = { ...choice, wallets };
  const [{ overall, wallets: each }, balances, state] = await Promise.all([
    readModel.walletTotals(caller, request),
    readModel.listBalances(caller, { ...request, filter: {} }),
    loadStateOf(call, wallets),
  ]);
  const { total, part, is } = figures[name];
  const value = total(overall);
  return {
    lines: [
      `${name} = ${value} ${choice.currency} (${choice.costMethod}, period ${choice.period}): ${is}`,
      ...(each.length < 2
        ? []
        : [
            `by wallet: ${each.map((one) => `${shortAddress(one.wallet ?? '0x')} ${total(one)}`).join(' + ')}`,
          ]),
      ...(part === null ? [] : partLines(value, balances, part, call)),
    ],
    asOf: overall.asOf,
    missing: [...state.missing, ...missingOf(overall)],
  };
}

/** With its price: balance and debt are worth it, or owed at it. */
function worthOf({ balance, debt, price }: TokenBalanceView): string {
  return price === null ? '0' : new Decimal(balance).plus(debt).times(price).toFixed();
}

function partLines(
  total: string,
  balances: readonly TokenBalanceView[],
  part: (balance: TokenBalanceView) => string,
  { detail }: Call,
): string[] {
  const parts = balances.map((balance) => ({ balance, value: part(balance) }));
  const counted = parts.filter(({ value }) => value !== '0').sort(bySize(({ value }) => value));
  const shown = counted.slice(0, shownParts[detail]);
  const rest = less(total, sumOf(shown.map(({ value }) => value)));
  const others = counted.length - shown.length;
  const lines = shown.map(({ balance, value }) => `${value} ${sourceOf(balance, part === worthOf)}`);
  const isAll = others === 0 && rest === '0';
  return ['= the sum of:', ...(isAll ? [] : [`${rest} of ${others} other holdings, and NFTs`]), ...lines];
}

function sourceOf(balance: TokenBalanceView, withPrice: boolean): string {
  const { rawToken, blockchain, price, priceSource } = balance;
  const name = `${fenced(rawToken.symbol)} ${tokenReference(blockchain, rawToken.address)} of ${shortAddress(balance.wallet)}`;
  if (!withPrice) return name;
  const amount =
    balance.debt === '0' ? balance.balance : `(${balance.balance} - ${balance.debt.slice(1)} owed)`;
  return `${name}: ${amount} x ${price} (${priceSource})`;
}
