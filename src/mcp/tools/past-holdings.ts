/** holdings with as_of: what wallets held of each token and NFT at an earlier time, what it was worth then and what it had cost. */
import type { CostMethod, Currency } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import type { HoldingView } from '../../use-cases/model/value-model.ts';
import { figure, minuteOf, shortAddress } from '../text/figures.ts';
import { fenced } from '../text/foreign-text.ts';
import { cutFrom, type List } from './list-tool.ts';
import { badInput, readToken, tokenReference } from './questions.ts';
import type { Call } from './tool.ts';

interface PastQuestion {
  addresses: Address[];
  /** Unix seconds. */
  at: number;
  tokens?: readonly string[] | undefined;
  currency: Currency;
  method: CostMethod;
  top: number;
  spam: boolean;
  /** How many came before. */
  from: number;
}

export async function holdingsAt(call: Call, question: PastQuestion): Promise<List> {
  const { readModel, caller } = call;
  const { addresses: wallets, at, method: costMethod, currency, spam } = question;
  if (spam) throw badInput('spam', 'goes without as_of: the ledger holds no spam');
  await call.weigh(question.top);
  const filter = question.tokens === undefined ? {} : { tokens: question.tokens.map(readToken) };
  const found = await readModel.holdings(caller, { wallets, at, costMethod, currency, filter });
  const all = found
    .map((holding) => ({ holding, value: new Decimal(holding.value) }))
    .sort((one, other) => other.value.comparedTo(one.value))
    .map(({ holding }) => holding);
  const { shown, next } = cutFrom(all, question.from, question.top);
  const hasWallets = wallets.length > 1;
  const unpriced = all.filter(({ price }) => price === null).length;
  const stale = all.filter(({ isPriceStale }) => isPriceStale).length;
  return {
    lines: [
      `${all.length} holdings at ${minuteOf(at)}Z; values in ${currency} of then, cost by ${costMethod}`,
    ],
    columns: [
      ...['symbol', 'balance', 'price', 'value', 'avg cost', 'cost', 'unrealized', 'debt'],
      ...['basis', 'chain', 'token', ...(hasWallets ? ['wallet'] : [])],
    ],
    rows: shown.map((holding) => cellsOf(holding, call, hasWallets)),
    next,
    asOf: at,
    missing: [
      ...(unpriced > 0 ? [`${unpriced} holdings had no price, which is not worth 0`] : []),
      ...(stale > 0 ? [`${stale} prices are older than an hour (asked for now: ask again later)`] : []),
    ],
  };
}

function cellsOf(holding: HoldingView, { detail: digits }: Call, hasWallets: boolean): string[] {
  const { rawToken, nft, blockchain, price, basisStatus } = holding;
  const show = (value: string | null): string => figure(value, digits);
  const name = nft === null ? rawToken.symbol : `${rawToken.symbol} #${rawToken.tokenId}`;
  return [
    ...[fenced(name), show(holding.balance), show(price), show(price === null ? null : holding.value)],
    ...[
      show(holding.averageCost),
      show(holding.costBasis),
      show(price === null ? null : holding.unrealizedPnl),
    ],
    ...[show(holding.debt), basisStatus === 'COMPLETE' ? 'ok' : basisStatus, blockchain.slug],
    tokenReference(blockchain, rawToken.address),
    ...(hasWallets ? [shortAddress(holding.wallet)] : []),
  ];
}
