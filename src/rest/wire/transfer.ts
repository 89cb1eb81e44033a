/** Transfer: section 2.2 of the specification. */
import { z } from 'zod';
import { sides, spamReasons, taxTreatments } from '../../domain/model.ts';
import { toFixed4 } from '../../domain/money/money.ts';
import { derivedSources, marketPriceTiers } from '../../domain/money/price-sources.ts';
import { formatTime } from '../../domain/time/time.ts';
import { settlesDescription } from '../../use-cases/model/figures-model.ts';
import type { SettlementView, TransferView } from '../../use-cases/model/view-model.ts';
import { counterpartyJson, counterpartySchema } from './objects/counterparty.ts';
import {
  addressField,
  fixed4Field,
  hashField,
  idField,
  positionField,
  timestampField,
} from './objects/fields.ts';
import { orNull, textOrNull } from './objects/json.ts';
import { nftJson, nftSchema } from './objects/nft.ts';
import { rawTokenJson, rawTokenSchema, tokenJson, tokenSchema } from './objects/token.ts';

/** Fields that tell spam apart, of transfers and transactions. */
export const spamFields = {
  is_spam: z.boolean().meta({ description: 'Leave it out of sums' }),
  spam_reason: z.enum(spamReasons).nullable().meta({ description: 'null when it is no spam' }),
};

const settlementSchema = z
  .strictObject({
    contract: addressField.meta({ description: 'Who held it, or lent it' }),
    raw_token: rawTokenSchema
      .nullable()
      .meta({ description: 'null: no event names it; it is the one that the contract holds' }),
    amount: fixed4Field('null where the token is not known').nullable(),
    units: z.string().meta({ description: 'The amount in base units, as an integer' }),
    price: fixed4Field('US dollars a unit at the time; null when unknown').nullable(),
    price_tier: z.enum(marketPriceTiers),
  })
  .meta({ id: 'Settlement', description: 'An account with a protocol that a transfer settles' });

export const transferSchema = z
  .strictObject({
    id: idField('tfr'),
    tx_id: idField('tx'),
    hash: hashField,
    wallet: addressField,
    timestamp: timestampField,
    token: tokenSchema
      .nullable()
      .meta({ description: 'null for NFTs and for tokens that are not recognised' }),
    nft: nftSchema.nullable(),
    amount: fixed4Field('Negative for outflows'),
    side: z.enum(sides),
    price: fixed4Field('US dollars a unit at the time; null when unknown').nullable(),
    fee: fixed4Field('Network fee of the whole transaction that the wallet paid, in the native token'),
    // A type that is null alone is no field at all to openapi-fetch.
    category: z.string().nullable().meta({ description: 'Reserved by the specification: always null' }),
    is_error: z.boolean().meta({
      description:
        'Always false: a failed transaction moves nothing. Its gas is the `fee` of /wallet/transaction/?is_error=true',
    }),
    counterparty: counterpartySchema,
    raw_token: rawTokenSchema,
    ...spamFields,
    tax_treatment: z.enum(taxTreatments).nullable().meta({
      description:
        'How the ledger books it, before your corrections and moves between your wallets; null: an ACQUISITION in, a DISPOSAL out',
    }),
    price_source: z
      .string()
      .nullable()
      .meta({
        description: `A source, \`median\`, or how it was derived: ${derivedSources.join(', ')}`,
      }),
    price_tier: z.enum(marketPriceTiers).meta({
      description:
        'How well the price is known: the side of a trade whose worst leg has the better one decides what the trade is worth',
    }),
    position: positionField,
    held_by: addressField.nullable().meta({
      description:
        "The contract that holds it, lent it, or takes it to another chain, as an event says, whatever address the tokens went to or came from; null: none does, and what is HELD, or leaves over a bridge, is the counterparty's",
    }),
    settles: settlementSchema.nullable().meta({ description: settlesDescription }),
  })
  .meta({ id: 'Transfer' });

/** The quotes stand in the text around the values: each piece of text less is time, and a page has thousands. */
export function transferJson(transfer: TransferView, baseUrl: string): string {
  const price = transfer.price === null ? 'null' : `"${toFixed4(transfer.price)}"`;
  return (
    `{"id":"${transfer.id}","tx_id":"${transfer.transactionId}","hash":"${transfer.hash}",` +
    `"wallet":"${transfer.wallet}","timestamp":"${formatTime(transfer.timestamp)}",` +
    `"token":${orNull(transfer.token, tokenJson)},"nft":${orNull(transfer.nft, (nft) => nftJson(nft, baseUrl))},` +
    `"amount":"${toFixed4(transfer.amount)}","side":"${transfer.side}","price":${price},` +
    `"fee":"${toFixed4(transfer.fee)}","category":null,"is_error":${transfer.isError},` +
    `"counterparty":${counterpartyJson(transfer.counterparty)},"raw_token":${rawTokenJson(transfer.rawToken)},` +
    `"is_spam":${transfer.isSpam},"spam_reason":${textOrNull(transfer.spamReason)},` +
    `"tax_treatment":${textOrNull(transfer.taxTreatment)},"price_source":${textOrNull(transfer.priceSource)},` +
    `"price_tier":"${transfer.priceTier}","position":"${transfer.position}","held_by":${textOrNull(transfer.heldBy)},` +
    `"settles":${orNull(transfer.settles, settlementJson)}}`
  );
}

const settlementJson = ({ contract, rawToken, amount, units, price, priceTier }: SettlementView): string =>
  `{"contract":"${contract}","raw_token":${orNull(rawToken, rawTokenJson)},` +
  `"amount":${orNull(amount, fixed4Text)},"units":"${units}","price":${orNull(price, fixed4Text)},"price_tier":"${priceTier}"}`;

const fixed4Text = (value: string): string => `"${toFixed4(value)}"`;
