/** Token object (section 2.4) and raw token object (2.7). */
import { z } from 'zod';
import type { RawTokenView, TokenView } from '../../../use-cases/model/view-model.ts';
import { addressField, idField } from './fields.ts';
import { numeralOrNull, plain, remembered, text } from './json.ts';

export const tokenSchema = z
  .strictObject({
    id: idField('token'),
    asset: z.strictObject({ id: idField('asset'), name: z.string(), symbol: z.string(), slug: z.string() }),
    address: addressField.meta({ description: 'All zero for the native token' }),
    decimals: z.int().nullable(),
    blockchain: idField('blockchain'),
  })
  .meta({ id: 'Token' });

export const tokenJson = remembered(
  ({ id, asset, address, decimals, blockchain }: TokenView): string =>
    `{"id":${plain(id)},"asset":{"id":${plain(asset.id)},"name":${text(asset.name)},"symbol":${text(asset.symbol)},` +
    `"slug":${text(asset.slug)}},"address":${plain(address)},"decimals":${decimals},"blockchain":${plain(blockchain.id)}}`,
);

export const rawTokenSchema = z
  .strictObject({
    address: addressField,
    name: z.string().meta({ description: 'As the contract says' }),
    symbol: z.string().meta({ description: 'As the contract says' }),
    id: z.number().nullable().meta({
      description:
        'Token number of an NFT as an exact integer, which may exceed 64 bits; null for fungible tokens',
    }),
  })
  .meta({ id: 'RawToken' });

export const rawTokenJson = remembered(
  (token: RawTokenView): string =>
    `{"address":"${token.address}","name":${text(token.name)},"symbol":${text(token.symbol)},` +
    `"id":${numeralOrNull(token.tokenId)}}`,
);
