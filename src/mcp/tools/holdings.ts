/** holdings: what wallets hold of each token, what it is worth and what it cost. */
import { z } from 'zod';
import type { TokenBalanceView } from '../../use-cases/model/figures-model.ts';
import { figure, shortAddress } from '../text/figures.ts';
import { fenced } from '../text/foreign-text.ts';
import { cutFrom, defineListTool } from './list-tool.ts';
import { holdingsAt } from './past-holdings.ts';
import { momentOf, readToken, tokenReference } from './questions.ts';
import { type Call, currency, method, tokens } from './tool.ts';

export const holdings = defineListTool({
  name: 'holdings',
  title: 'Holdings',
  description:
    'Tokens held, most valuable first: balance, price, value, cost, gains. as_of: at an earlier time, NFTs too.',
  shape: {
    ...{ tokens, currency, method },
    top: z.int().min(1).max(100).default(15),
    spam: z.boolean().default(false),
    as_of: z.string().max(40).optional().describe('ISO 8601'),
  },
  async list(input, call, { wallets: addresses, start }) {
    const { readModel, caller } = call;
    const { spam, currency: unit, method: costMethod } = input;
    const wanted = input.tokens?.map(readToken);
    const from = start();
    const at = momentOf(input.as_of, call.now);
    if (at !== undefined) return holdingsAt(call, { ...input, at, addresses, from });
    await call.weigh(input.top);
    const balances = await readModel.listBalances(caller, {
      ...{ wallets: addresses, period: 'MAX', costMethod, currency: unit },
      filter: {
        ...{ hideZero: wanted === undefined, spam: spam ? 'INCLUDE' : 'EXCLUDE' },
        ...(wanted === undefined ? {} : { tokens: wanted }),
      },
    });
    const { shown, next } = cutFrom(balances, from, input.top);
    const hasWallets = addresses.length > 1;
    const unpriced = balances.filter(({ price }) => price === null).length;
    return {
      lines: [`${balances.length} holdings; values in ${unit}, cost by ${costMethod}`],
      columns: [
        ...['symbol', 'balance', 'price', 'value', 'avg cost', 'unrealized', 'realized'],
        ...['basis', 'chain', 'token', ...(hasWallets ? ['wallet'] : [])],
      ],
      rows: shown.map((balance) => cellsOf(balance, call, hasWallets)),
      next,
      asOf:
        balances.reduce<number | null>((first, { asOf }) => Math.min(first ?? asOf, asOf), null) ?? call.now,
      missing: unpriced > 0 ? [`${unpriced} holdings have no price, which is not worth 0`] : [],
    };
  },
});

function cellsOf(balance: TokenBalanceView, { detail: digits }: Call, hasWallets: boolean): string[] {
  const { rawToken, blockchain, price, basisStatus, isSpam } = balance;
  const show = (value: string | null): string => figure(value, digits);
  const isCostKnown = basisStatus === 'COMPLETE';
  return [
    ...[fenced(rawToken.symbol) + (isSpam ? ' (spam)' : ''), show(balance.balance), show(price)],
    show(price === null ? null : balance.value),
    ...[
      show(balance.averageCost),
      show(price === null ? null : balance.unrealizedPnl),
      show(balance.totalRealizedPnl),
    ],
    ...[isCostKnown ? 'ok' : basisStatus, blockchain.slug, tokenReference(blockchain, rawToken.address)],
    ...(hasWallets ? [shortAddress(balance.wallet)] : []),
  ];
}
