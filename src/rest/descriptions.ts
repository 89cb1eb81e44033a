/**
 * Descriptions in OpenAPI of what the shapes' own files leave without one: by place (`Shape`, `Shape.field`, `Shape.field.field`), and by
 * a field's name where it says the same everywhere. test/rest/openapi.test.ts finds what has none.
 */

import { isObject } from '../domain/is-object.ts';

const byName: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cost_method: 'By which lots are disposed of, as asked for',
    currency: 'Of the money in this row, as asked for',
    raw_token: 'The token by its contract alone, also when it is not recognised',
    nft: 'null for fungible tokens',
    counterparty: 'With whom',
    blockchain: 'The chain; opaque, begins with blockchain_',
  }),
);

const byPlace: Readonly<Record<string, string>> = {
  Blockchain: 'A chain that the service knows',
  'Blockchain.chain_id': 'As of EIP-155',
  'Blockchain.name': 'For people',
  'Blockchain.slug': 'For parameters: `ethereum`',
  'Blockchain.symbol': "Of the chain's native token",
  'Blockchain.image_url': 'Its icon, from this service',

  Counterparty: 'An address that a wallet had to do with, and what is known of it',
  'Counterparty.custom_label': 'What you call it; null: nothing',
  'Counterparty.default_label': 'What the lists of the service call it; null: nothing',
  'CustomLabel.name': 'As you gave it',
  'DefaultLabel.name': 'For people',

  Nft: 'A token that there is one of, or several alike, as its metadata tells',
  'Nft.collection': 'What it belongs to',
  'Nft.name': 'Collection and number, where its metadata names none',
  'Nft.image': 'URL of the image that its metadata names; null: none, or not read yet',
  'Nft.preview': 'A smaller image; null: none',
  'Nft.thumbnail': 'A still smaller one; null: none',
  'Nft.original': 'The image as its metadata has it; null: none',
  'Nft.animation_image': 'URL of the animation; null: none',
  'Nft.animation_original': 'The animation as its metadata names it; null: none',
  'Nft.external_url': 'A page about it, which leads wherever its maker likes; null: none',
  'Nft.description': "Its maker's words; empty: none",
  NftCollection: 'The contract of NFTs',
  'NftCollection.blockchain': 'Its chain',
  'NftCollection.name': 'As the contract says',
  'NftCollection.symbol': 'As the contract says',
  'NftCollection.description': "Its maker's words; empty: none",
  'NftCollection.image_url': 'Of the collection; empty: none',
  'NftCollection.opensea_status': 'What OpenSea says of it; empty: nothing is known',
  'NftCollection.is_spam': 'Made to be found, not to be owned',
  'NftCollection.floor': 'The cheapest offers, where they are known',
  'NftCollection.floor.price': 'For one, in its currency',
  'NftCollection.floor.currency': 'Symbol of the currency',
  'NftCollection.floor.marketplace': 'Who offers it; null: not known',

  Token: 'A recognised fungible token',
  'Token.asset': 'What it stands for, the same on all chains',
  'Token.asset.name': 'For people',
  'Token.asset.symbol': 'For people',
  'Token.asset.slug': 'For programs',
  'Token.decimals':
    'Digits after the point of one unit; null: the contract does not say, amounts are base units',
  RawToken: 'A token as its contract says, whoever that is',

  TradeLeg: 'A token that was sold or bought',
  'TradeLeg.price': 'US dollars a unit; null when unknown',
  'TradeLeg.value': 'amount × price; null without a price',
  'Trade.sold': 'What was given, gas aside',
  'Trade.bought': 'What was got',
  'Trade.value': 'US dollars: what the ledger books, before corrections; null when unknown',
  'Settlement.amount': 'In units of the token; null where the token is not known',
  'Settlement.price': 'US dollars a unit at the time; null when unknown',
  'Settlement.price_tier': 'How well the price is known',

  Transfer: 'One inflow or outflow of a wallet inside a transaction',
  'Transfer.side': 'Which way it went',
  'Transfer.price': 'US dollars a unit at the time; null when unknown; a decimal with 4 fractional digits',
  'Rates.ETH': 'US dollars of one; null when unknown',
  'Rates.MATIC': 'US dollars of one; null when unknown',
  'Rates.AVAX': 'US dollars of one; null when unknown',
  'Rates.XDAI': 'US dollars of one; null when unknown',
  Transaction: 'A transaction as one wallet saw it',
  'Transaction.block_number': 'The block that has it',
  'Transaction.tx_category': 'Decided on the net flow, gas ignored',
  'Transaction.is_error': 'It failed: it moved nothing, and its gas was paid all the same',
  'Transaction.fee_price': "US dollars of one of the chain's coins in that hour; null when unknown",
  'Transaction.rates': 'What its figures are converted by',

  'Reconciliation.on_chain_balance': 'What the chain says, in units of the token',
  'Reconciliation.block_number': 'The block at which both were compared',
  'HeldAmount.amount': 'In units of the token',
  TokenBalance: 'What a wallet has of a token, and what became of what it had',
  'TokenBalance.price': 'Of one unit, now; null when unknown',
  'TokenBalance.unrealized_pnl': 'value − cost_basis; 0 without a price',
  'TokenBalance.priced_at': 'Of which moment the price is; null without one',

  'Author.key_id':
    'The public name of the key, never the key itself. For a credential of some of the wallets: empty, unless the key is its own',
  'NewApiKey.api_key': 'The key as it is listed',
  Correction: 'What you say against, or beyond, the chain and the prices',
  'Correction.kind': 'What it says something about',
  'Correction.token': 'null for an NFT, and when it is not recognised',
  'Correction.treatment': 'How the transfer is to be booked; null for other kinds',
  'Correction.currency': 'Of price and cost; null where there is neither',
  'Correction.acquired_at': 'When it was acquired, as you say; null when you do not',
  'Correction.note': 'Why, for whoever reads it later; null: none',
  'Correction.created_by': 'By which key',
  'Correction.undone_at': 'When it was undone, or another took its place; null while it is in force',
  'Correction.undone_by': 'By which key; null while it is in force',
  'Correction.replaced_by':
    'Id of the correction that took its place; null where none did: it is in force, or was undone',

  'CounterpartyTokenTotal.raw_token': 'The token by its contract',
  CounterpartyTokenTotal: 'What was paid and received of one token, in its units',
  CounterpartyTotal: 'What was paid to a counterparty and received from it',
  'CounterpartyTotal.transfer_count': 'How many transfers there were',
  'CounterpartyTotal.by_token': 'The same by token, in units of each',
  'CounterpartyTotalPage.total': 'Over all counterparties, also those of other pages',

  Issue: 'Something that is missing or doubtful in the figures',
  'Issue.code': 'Of which kind it is',
  'Issue.token': 'What it is about; null: no token, or one that is not recognised',
  'Issue.timestamp': 'When what it is about happened; null: at no moment',
  'Lot.unit_cost': 'Cost of one unit',
  'Disposal.acquired_at': 'When the lot was acquired; null: not known, or WAC',
  'Disposal.quantity': 'In units of the token; positive',
  'Disposal.cost': 'What it had cost, network fees included; 0 where no cost is known',
  WalletTotals: 'What wallets are worth and earned, over all tokens and NFTs',
  'WalletTotals.as_of': 'The moment that the results stand for',
  ValuePoint: 'What a wallet was worth at a moment',
  'ValuePoint.timestamp': 'The moment',

  Wallet: 'A registered address',
  'Wallet.id': 'Of the registration',
  'WalletProgress.id': 'Of the registration',
  'WalletProgress.sync': 'By chain',
  WalletProgress: 'A registered address, and how far it is loaded',
  ChainProgress: 'How far a wallet is loaded on one chain',
  'ChainProgress.blockchain': 'The chain',
  'ChainProgress.phase': 'What is being done; STALE: loaded, but newer blocks may be missing',
  'ChainProgress.percent': '0 to 100',
  'ChainProgress.synced_block': 'Up to this block; null: nothing yet',
  'ChainProgress.head_block': 'The newest block when the chain was last looked at; null: not yet',
  'ChainProgress.warnings': 'What may be incomplete, for people',
  'ChainProgress.stale_since': 'Newer movements than of this time may be missing; null while it is in step',
  'ChainProgress.error': 'Why the last step failed, for people; null: it did not',
};

/**
 * Describes the named shapes of a document, in place. Throws when the table names a place that is not there, or has a description already:
 * one of the two would be read by nobody.
 */
export function describeShapes(schemas: unknown, table: Readonly<Record<string, string>> = byPlace): void {
  if (!isObject(schemas)) return;
  const texts = new Map(Object.entries(table));
  const unused = new Set(texts.keys());
  const describe = (schema: unknown, place: string, name: string): void => {
    if (!isObject(schema)) return;
    const text = texts.get(place);
    if (text !== undefined) {
      if (!unused.delete(place) || schema.description) throw new TypeError(`${place} is described twice`);
    }
    schema.description ??= text ?? (place === name ? undefined : byName.get(name));
    if (schema.description === undefined) delete schema.description;
    const inside = isObject(schema.items) ? schema.items : schema;
    if (!isObject(inside.properties)) return;
    for (const [field, one] of Object.entries(inside.properties)) describe(one, `${place}.${field}`, field);
  };
  for (const [name, schema] of Object.entries(schemas)) describe(schema, name, name);
  if (unused.size > 0) throw new TypeError(`nothing to describe is called ${[...unused].join(', ')}`);
}
