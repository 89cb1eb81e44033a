/** What a transaction sold and bought. Amounts are exact decimal texts: small ones would be lost at four digits. */
import { z } from 'zod';
import type { TradeLegView, TradeView } from '../../../use-cases/model/view-model.ts';
import { list, orNull, plain } from './json.ts';
import { nftJson, nftSchema } from './nft.ts';
import { rawTokenJson, rawTokenSchema, tokenJson, tokenSchema } from './token.ts';

const exact = (description: string) =>
  z.string().meta({ description: `${description}; an exact decimal`, examples: ['569.6'] });

const legSchema = z
  .strictObject({
    token: tokenSchema
      .nullable()
      .meta({ description: 'null for NFTs and for tokens that are not recognised' }),
    nft: nftSchema.nullable(),
    raw_token: rawTokenSchema,
    amount: exact('Net of the whole transaction, positive'),
    price: exact('US dollars a unit').nullable(),
    value: exact('amount × price').nullable(),
  })
  .meta({ id: 'TradeLeg' });

export const tradeSchema = z
  .strictObject({
    sold: z.array(legSchema),
    bought: z.array(legSchema),
    value: exact('US dollars: what the ledger books, before corrections').nullable(),
  })
  .meta({ id: 'Trade', description: 'What was sold and bought, netted by token, gas and spam aside' });

export function tradeJson({ sold, bought, value }: TradeView, baseUrl: string): string {
  const legs = (side: readonly TradeLegView[]): string => list(side, (leg) => legJson(leg, baseUrl));
  return `{"sold":${legs(sold)},"bought":${legs(bought)},"value":${orNull(value, plain)}}`;
}

const legJson = ({ token, nft, rawToken, amount, price, value }: TradeLegView, baseUrl: string): string =>
  `{"token":${orNull(token, tokenJson)},"nft":${orNull(nft, (view) => nftJson(view, baseUrl))},"raw_token":${rawTokenJson(rawToken)},` +
  `"amount":${plain(amount)},"price":${orNull(price, plain)},"value":${orNull(value, plain)}}`;
