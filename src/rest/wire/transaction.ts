/** Transaction: section 2.8 of the specification. */
import { z } from 'zod';
import { coinCurrencies } from '../../domain/ids.ts';
import {
  functionSources,
  type TransactionCategory,
  transactionCategories,
  transactionKinds,
} from '../../domain/model.ts';
import { toFixed4 } from '../../domain/money/money.ts';
import { bridgeMessageDescription } from '../../use-cases/model/figures-model.ts';
import type { DetailedTransactionView } from '../../use-cases/model/list-model.ts';
import { categoryWireNames } from '../../use-cases/pages/page-links.ts';
import { blockchainJson, blockchainSchema } from './objects/blockchain.ts';
import { counterpartyJson, counterpartySchema } from './objects/counterparty.ts';
import {
  addressField,
  fixed4Field,
  hashField,
  idField,
  positionField,
  timestampField,
} from './objects/fields.ts';
import { list, orNull, plain, textOrNull, time } from './objects/json.ts';
import { nftJson, nftSchema } from './objects/nft.ts';
import { tradeJson, tradeSchema } from './objects/trade.ts';
import { spamFields } from './transfer.ts';

/** Categories by the names that the wire has for them, for the filters. */
export const categoryChoices: Readonly<Record<string, TransactionCategory>> = Object.fromEntries(
  transactionCategories.map((category) => [categoryWireNames[category], category]),
);

/** An airdrop may bring thousands: their objects would make a page of many megabytes. */
export const maximumNfts = 100;

const usdPrice = (description: string) =>
  z.string().meta({
    description: `${description}: US dollars a unit in the hour of the transaction, or the last of the 24 hours before it; null while none is known`,
    examples: ['3856.48951309'],
  });
const ratesSchema = z
  .strictObject({
    ETH: usdPrice('Ether').nullable(),
    MATIC: usdPrice('Matic').nullable(),
    AVAX: usdPrice('Avax').nullable(),
    XDAI: usdPrice('xDAI').nullable(),
    reporting: z
      .string()
      .nullable()
      .meta({
        description:
          "The client's reporting currency: US dollars a unit on the day of the transaction; null when it has none, or none is known",
        examples: ['1.0823'],
      }),
  })
  .meta({ id: 'Rates', description: 'What figures of the transaction are converted to other currencies by' });

export const transactionSchema = z
  .strictObject({
    id: idField('tx'),
    hash: hashField,
    wallet: addressField,
    timestamp: timestampField,
    block_number: z.int(),
    fee: fixed4Field('Network fee that the wallet paid, in the native token'),
    tx_category: z.enum(categoryWireNames),
    function: z.string().nullable().meta({
      description: 'Name of the called function, else its 4-byte selector; null for plain transfers',
    }),
    is_error: z.boolean(),
    counterparty: counterpartySchema,
    blockchain: blockchainSchema,
    kind: z.enum(transactionKinds).meta({ description: 'Finer than the category, given only on evidence' }),
    trade: tradeSchema.nullable().meta({ description: 'null when nothing was traded' }),
    nfts: z.array(nftSchema).meta({
      description: `The NFTs that moved in it, each once; at most ${maximumNfts}, the others are in its transfers`,
    }),
    nft_count: z.int().meta({ description: 'How many different NFTs moved in it' }),
    ...spamFields,
    position: positionField,
    fee_price: usdPrice("The chain's coin, what the ledger values the fee by").nullable(),
    fee_price_source: z.string().nullable().meta({ description: 'Where `fee_price` comes from' }),
    rates: ratesSchema,
    kind_reason: z.string().nullable().meta({ description: 'On what the kind stands, for people' }),
    function_source: z.enum(functionSources).nullable().meta({
      description:
        "Who named the function: the explorer, by the contract's source, or its 4-byte signature alone, which functions of several contracts may share; null where nobody did",
    }),
    bridge_message: z
      .string()
      .nullable()
      .meta({
        description: bridgeMessageDescription,
        examples: ['across:1:2812345'],
      }),
  })
  .meta({ id: 'Transaction' });

const rateNames = [...coinCurrencies, 'reporting'] as const;

const ratesJson = ({ rates }: DetailedTransactionView): string =>
  rateNames.map((name) => `"${name}":${textOrNull(rates[name])}`).join();

export function transactionJson(transaction: DetailedTransactionView, baseUrl: string): string {
  const { nfts, trade } = transaction;
  return (
    `{"id":${plain(transaction.id)},"hash":${plain(transaction.hash)},"wallet":${plain(transaction.wallet)},` +
    `"timestamp":${time(transaction.timestamp)},"block_number":${transaction.blockNumber},` +
    `"fee":${plain(toFixed4(transaction.fee))},"tx_category":${plain(categoryWireNames[transaction.category])},` +
    `"function":${textOrNull(transaction.function)},"is_error":${transaction.isError},` +
    `"counterparty":${counterpartyJson(transaction.counterparty)},"blockchain":${blockchainJson(transaction.blockchain, baseUrl)},` +
    `"kind":${plain(transaction.kind)},"trade":${orNull(trade, (view) => tradeJson(view, baseUrl))},` +
    `"nfts":${list(nfts.slice(0, maximumNfts), (nft) => nftJson(nft, baseUrl))},"nft_count":${nfts.length},` +
    `"is_spam":${transaction.isSpam},"spam_reason":${textOrNull(transaction.spamReason)},` +
    `"position":${plain(transaction.position)},"fee_price":${textOrNull(transaction.feePrice)},` +
    `"fee_price_source":${textOrNull(transaction.feePriceSource)},"rates":{${ratesJson(transaction)}},` +
    `"kind_reason":${textOrNull(transaction.kindReason)},"function_source":${textOrNull(transaction.functionSource)},` +
    `"bridge_message":${textOrNull(transaction.bridgeMessage)}}`
  );
}
