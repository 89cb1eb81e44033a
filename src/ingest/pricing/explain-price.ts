/** The price of a moment's hour as the pricing job would ask for it, with what every source says of it. */
import { hourOf, startOf } from '../../prices/quote/buckets.ts';
import { originalOf, type Twin } from '../../prices/quote/derived.ts';
import type { Quote, Quoter } from '../../prices/quote/quote.ts';
import type { ChainReader } from '../../prices/source/chain-reader.ts';
import type { PriceToken } from '../../prices/source/price-source.ts';
import { locateBuckets } from './book/price-moments.ts';

export interface ExplainedPrice {
  quote: Quote;
  /** The token whose price it is: a wrapped coin has that of its coin. */
  asked: PriceToken;
}

export interface ExplainParts {
  quoter: Quoter;
  readerOf(chainId: number): ChainReader | null;
  wrapped: readonly Twin[];
  /** Unix seconds. */
  now: number;
}

/**
 * What the job would keep for the hour of `time` (unix seconds): the price at its beginning, at the chain's last block then; of a
 * token that nobody knew yet, once the hour is over, the one at its end. The answers are those of all the sources, also of
 * those that the job would not need. What is derived (shares, bridged twins) is not looked at.
 * @throws RetryableError when the chain's blocks cannot be read
 */
export async function explainHour(
  token: PriceToken,
  time: number,
  parts: ExplainParts,
): Promise<ExplainedPrice> {
  const asked = originalOf(token, parts.wrapped) ?? token;
  const hour = hourOf(time);
  const atBeginning = await quoteAt(asked, hour, startOf(hour), parts);
  const end = startOf(hour + 1);
  if (atBeginning.price !== null || end > parts.now) return { quote: atBeginning, asked };
  const atEnd = await quoteAt(asked, hour, end, parts);
  return { quote: atEnd.price === null ? atBeginning : atEnd, asked };
}

async function quoteAt(token: PriceToken, hour: number, time: number, parts: ExplainParts): Promise<Quote> {
  const bucket = { token, hour, point: { token, time }, needs: [0] };
  const { located, tooEarly } = await locateBuckets([bucket], parts.readerOf, (error) => {
    throw error;
  });
  const point = located[0]?.point ?? bucket.point;
  if (tooEarly.length > 0) {
    const explanation = 'the chain had no block at that moment';
    return { point, price: null, reason: explanation, provenance: { doubts: [], answers: [], explanation } };
  }
  const [kept] = await parts.quoter.historical([{ point }], { forKeeping: true });
  const [all] = await parts.quoter.historical([{ point }], { forKeeping: true, askAll: true });
  if (kept === undefined || all === undefined) throw new TypeError('a question without a quote');
  // A source that the job does not ask has no say in its price.
  return { ...kept, provenance: { ...all.provenance, explanation: kept.provenance.explanation } };
}
