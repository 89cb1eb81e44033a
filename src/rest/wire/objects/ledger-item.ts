/** What lots, disposals and holdings begin and end with: what they are of, and how they were asked for. */
import { z } from 'zod';
import { costMethods, currencies } from '../../../domain/ids.ts';
import type { LedgerItemView } from '../../../use-cases/model/list-model.ts';
import { addressField, idField } from './fields.ts';
import { orNull, plain } from './json.ts';
import { nftJson, nftSchema } from './nft.ts';
import { rawTokenJson, rawTokenSchema, tokenJson, tokenSchema } from './token.ts';

export const itemFields = {
  wallet: addressField,
  token: tokenSchema.nullable().meta({ description: 'null for NFTs and for tokens that are not recognised' }),
  nft: nftSchema.nullable(),
  raw_token: rawTokenSchema,
};
export const requestFields = {
  cost_method: z.enum(costMethods),
  currency: z.enum(currencies),
  blockchain: idField('blockchain'),
};
export const itemJson = ({ wallet, token, nft, rawToken }: LedgerItemView, baseUrl: string): string =>
  `"wallet":${plain(wallet)},"token":${orNull(token, tokenJson)},"nft":${orNull(nft, (view) => nftJson(view, baseUrl))},` +
  `"raw_token":${rawTokenJson(rawToken)}`;
export const requestJson = ({ costMethod, currency, blockchain }: LedgerItemView): string =>
  `"cost_method":${plain(costMethod)},"currency":${plain(currency)},"blockchain":${plain(blockchain.id)}`;
