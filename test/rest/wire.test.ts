/** The hand-written JSON of the shapes, for any text that a contract may carry: it parses, and holds what the views hold. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spamReasons } from '../../src/domain/model.ts';
import { transactionJson, transactionSchema } from '../../src/rest/wire/transaction.ts';
import { transferJson, transferSchema } from '../../src/rest/wire/transfer.ts';
import type { DetailedTransactionView } from '../../src/use-cases/model/list-model.ts';
import type {
  CounterpartyView,
  NftView,
  SettlementView,
  TokenView,
  TradeLegView,
  TransferView,
} from '../../src/use-cases/model/view-model.ts';
import { repeated, repeatedHash } from '../support/records.ts';

const text = fc.string({ unit: 'binary', maxLength: 30 });
const textOrNull = fc.option(text);
const record = <Shape extends object>(shape: { [Name in keyof Shape]: fc.Arbitrary<Shape[Name]> }) =>
  fc.record(shape);
const is = fc.constant;

const blockchain = fc.record({
  ...{ id: is('blockchain_A'), chainId: fc.nat(), name: text, slug: text, symbol: text, imageUrl: text },
});
const token: fc.Arbitrary<TokenView> = fc.record({
  id: is('token_A'),
  asset: fc.record({ id: is('asset_A'), name: text, symbol: text, slug: text }),
  ...{ address: is(repeated('1')), decimals: fc.option(fc.nat(255)), blockchain },
});
const nft: fc.Arbitrary<NftView> = fc.record({
  ...{
    id: is('nft_A'),
    tokenId: is('7'),
    name: text,
    description: text,
    image: textOrNull,
    preview: textOrNull,
  },
  ...{
    thumbnail: textOrNull,
    original: textOrNull,
    animationImage: textOrNull,
    animationOriginal: textOrNull,
  },
  externalUrl: textOrNull,
  collection: fc.record({
    ...{
      blockchain,
      address: is(repeated('2')),
      name: text,
      symbol: text,
      description: text,
      imageUrl: text,
    },
    ...{ openseaStatus: text, isSpam: fc.boolean(), floor: is([]) },
  }),
});
const address = repeated('3');
const tags = fc.array(text, { maxLength: 3 });
const counterparty: fc.Arbitrary<CounterpartyView> = fc.record({
  ...{
    id: is('cpty_A'),
    address: is(address),
    name: textOrNull,
    ensName: textOrNull,
    contractName: textOrNull,
  },
  customLabel: fc.option(
    fc.record({
      id: is('label_A'),
      address: is(address),
      name: text,
      tags,
      createdAt: is(0),
      updatedAt: is(1),
    }),
  ),
  defaultLabel: fc.option(
    fc.record({
      id: is('contract_A'),
      address: is(address),
      name: text,
      tags,
      blockchain,
      protocol: is(null),
    }),
  ),
});
const common = {
  hash: is(repeatedHash('4')),
  wallet: is(repeated('5')),
  blockchain,
  timestamp: is(1_700_000_000),
};
const settlement: fc.Arbitrary<SettlementView> = fc.record({
  ...{ contract: is(repeated('9')), amount: fc.option(is('2.25')), units: is('2250000') },
  rawToken: fc.option(fc.record({ address: is(repeated('6')), name: text, symbol: text, tokenId: is(null) })),
  ...{ price: fc.option(is('2')), priceTier: fc.constant('reference' as const) },
});
const transfer: fc.Arbitrary<TransferView> = record<TransferView>({
  ...common,
  ...{ id: is('tfr_A'), transactionId: is('tx_A'), token: fc.option(token), nft: fc.option(nft) },
  rawToken: fc.record({ address: is(repeated('6')), name: text, symbol: text, tokenId: is(null) }),
  ...{
    amount: is('-1.5'),
    side: is('outflow'),
    price: fc.option(is('2')),
    value: is(null),
    priceSource: is(null),
  },
  ...{ fee: is('0'), taxTreatment: is(null), isError: fc.boolean(), isSpam: fc.boolean(), counterparty },
  ...{ priceTier: fc.constant('other' as const), position: is('659200') },
  mayBeCorrected: fc.boolean(),
  category: is('SEND'),
  spamReason: fc.option(fc.constantFrom(...spamReasons)),
  heldBy: fc.option(is(repeated('9'))),
  settles: fc.option(settlement),
  amountDecimals: is(18),
});
const leg: fc.Arbitrary<TradeLegView> = record<TradeLegView>({
  ...{ token: fc.option(token), nft: fc.option(nft), amount: is('1.5'), price: fc.option(is('2')) },
  value: fc.option(is('3')),
  rawToken: fc.record({ address: is(repeated('6')), name: text, symbol: text, tokenId: is('7') }),
});
const legs = fc.array(leg, { maxLength: 2 });
const transaction: fc.Arbitrary<DetailedTransactionView> = record<DetailedTransactionView>({
  ...common,
  ...{ id: is('tx_A'), blockNumber: fc.nat(), fee: is('0.00015'), category: is('SWAP'), kind: is('SWAP') },
  kindReason: textOrNull,
  functionSource: fc.constantFrom('explorer', 'signature', null),
  bridgeMessage: textOrNull,
  ...{ function: textOrNull, isError: fc.boolean(), isSpam: fc.boolean(), counterparty },
  trade: fc.option(fc.record({ sold: legs, bought: legs, value: fc.option(is('3')) })),
  nfts: fc.array(nft, { maxLength: 2 }),
  spamReason: fc.option(fc.constantFrom(...spamReasons)),
  ...{ position: is('659200'), feePrice: fc.option(is('2')), feePriceSource: textOrNull },
  rates: fc.record({
    ETH: fc.option(is('2')),
    MATIC: is(null),
    AVAX: is(null),
    XDAI: is('1'),
    reporting: textOrNull,
  }),
});

const chainOf = ({ id, chainId, name, slug, symbol, imageUrl }: TransferView['blockchain']) => ({
  ...{ id, chain_id: chainId, name, slug, symbol, image_url: imageUrl },
});
const partyOf = ({ address: at, customLabel, defaultLabel }: CounterpartyView) => ({
  address: at,
  custom_label: customLabel && {
    ...{ id: 'label_A', address, name: customLabel.name, tags: customLabel.tags.join(',') },
    ...{ created_at: '1970-01-01T00:00:00Z', updated_at: '1970-01-01T00:00:01Z' },
  },
  default_label: defaultLabel && {
    ...{ id: 'contract_A', address, name: defaultLabel.name, tags: defaultLabel.tags.join(',') },
    blockchain_id: 'blockchain_A',
  },
});
const settlementOf = ({ rawToken, amount, price }: SettlementView) => ({
  ...{ contract: repeated('9'), amount: amount && '2.2500', units: '2250000' },
  raw_token: rawToken && {
    ...{ address: repeated('6'), name: rawToken.name, symbol: rawToken.symbol, id: null },
  },
  ...{ price: price && '2.0000', price_tier: 'reference' },
});
const nftOf = (view: NftView) => ({
  ...{ id: 'nft_A', token_id: '7', name: view.name, description: view.description, image: view.image },
  ...{ preview: view.preview, thumbnail: view.thumbnail, original: view.original },
  ...{ animation_image: view.animationImage, animation_original: view.animationOriginal },
  external_url: view.externalUrl,
  collection: {
    ...{ floor: [], blockchain: chainOf(view.collection.blockchain), address: repeated('2') },
    ...{
      name: view.collection.name,
      symbol: view.collection.symbol,
      description: view.collection.description,
    },
    ...{ image_url: view.collection.imageUrl, opensea_status: view.collection.openseaStatus },
    is_spam: view.collection.isSpam,
  },
});

const legOf = ({ token: bought, nft: item, rawToken, amount, price, value }: TradeLegView) => ({
  token: bought && {
    ...{ id: 'token_A', asset: bought.asset, address: repeated('1'), decimals: bought.decimals },
    blockchain: 'blockchain_A',
  },
  nft: item && nftOf(item),
  raw_token: { address: repeated('6'), name: rawToken.name, symbol: rawToken.symbol, id: 7 },
  ...{ amount, price, value },
});

test('transfers', () => {
  fc.assert(
    fc.property(transfer, (view) => {
      const { asset, decimals } = view.token ?? { asset: null, decimals: null };
      const parsed = transferSchema.parse(JSON.parse(transferJson(view, '')));
      expect(parsed).toEqual({
        ...{ id: 'tfr_A', tx_id: 'tx_A', hash: repeatedHash('4'), wallet: repeated('5') },
        timestamp: '2023-11-14T22:13:20Z',
        token: view.token && {
          ...{ id: 'token_A', asset, address: repeated('1'), decimals, blockchain: 'blockchain_A' },
        },
        nft: view.nft && nftOf(view.nft),
        ...{
          amount: '-1.5000',
          side: 'outflow',
          price: view.price && '2.0000',
          fee: '0.0000',
          category: null,
        },
        ...{ is_error: view.isError, counterparty: partyOf(view.counterparty) },
        raw_token: {
          address: repeated('6'),
          name: view.rawToken.name,
          symbol: view.rawToken.symbol,
          id: null,
        },
        ...{ is_spam: view.isSpam, spam_reason: view.spamReason },
        ...{ tax_treatment: null, price_source: null, price_tier: 'other', position: '659200' },
        held_by: view.heldBy,
        settles: view.settles && settlementOf(view.settles),
      });
    }),
  );
});

test('transactions', () => {
  fc.assert(
    fc.property(transaction, (view) => {
      expect(transactionSchema.parse(JSON.parse(transactionJson(view, '')))).toEqual({
        ...{ id: 'tx_A', hash: repeatedHash('4'), wallet: repeated('5'), timestamp: '2023-11-14T22:13:20Z' },
        ...{ block_number: view.blockNumber, fee: '0.0002', tx_category: 'Swap', function: view.function },
        ...{
          is_error: view.isError,
          counterparty: partyOf(view.counterparty),
          blockchain: chainOf(view.blockchain),
        },
        kind: 'SWAP',
        trade: view.trade && {
          sold: view.trade.sold.map(legOf),
          bought: view.trade.bought.map(legOf),
          value: view.trade.value,
        },
        ...{ nfts: view.nfts.map(nftOf), nft_count: view.nfts.length },
        ...{ is_spam: view.isSpam, spam_reason: view.spamReason },
        ...{ position: '659200', fee_price: view.feePrice, fee_price_source: view.feePriceSource },
        rates: view.rates,
        kind_reason: view.kindReason,
        function_source: view.functionSource,
        bridge_message: view.bridgeMessage,
      });
    }),
  );
});
