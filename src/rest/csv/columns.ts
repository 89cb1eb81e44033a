/** What a CSV form is, and the columns that several forms share. Flat names: `token.address` is `token_address`. */
import type { CsvCell } from '../../domain/text/csv.ts';
import { formatTime } from '../../domain/time/time.ts';
import { imageLink } from '../../use-cases/lookups/image-links.ts';
import type {
  BlockchainView,
  CounterpartyView,
  CustomLabelView,
  DefaultLabelView,
  NftView,
  RawTokenView,
  SettlementView,
  TokenView,
} from '../../use-cases/model/view-model.ts';

/** A column's name and what stands in it; `baseUrl`: how links to this service begin. */
export type Column<Item> = readonly [name: string, cell: (item: Item, baseUrl: string) => CsvCell];

export interface CsvForm<Item> {
  fileName: string;
  columns: readonly Column<Item>[];
}

/** A last column whose cells are looked up for a page at once. */
export interface PageColumn<Item> {
  name: string;
  cells(items: readonly Item[]): Promise<readonly CsvCell[]>;
}

/** The columns of a part of an item; empty cells where the item has none. */
function columnsOf<Item, Part>(
  part: (item: Item) => Part | null,
  columns: readonly Column<Part>[],
): Column<Item>[] {
  return columns.map(([name, cell]) => {
    const cellOf = (item: Item, baseUrl: string): CsvCell => {
      const found = part(item);
      return found === null ? null : cell(found, baseUrl);
    };
    return [name, cellOf];
  });
}

export function blockchainColumns<Item>(blockchain: (item: Item) => BlockchainView | null): Column<Item>[] {
  return columnsOf(blockchain, [
    ['blockchain_id', ({ id }) => id],
    ['chain_id', ({ chainId }) => chainId],
    ['blockchain_name', ({ name }) => name],
    ['blockchain_slug', ({ slug }) => slug],
    ['blockchain_symbol', ({ symbol }) => symbol],
  ]);
}

/** What a transfer settles without moving it. */
export function settlementColumns<Item>(settles: (item: Item) => SettlementView | null): Column<Item>[] {
  return columnsOf(settles, [
    ['settles_contract', ({ contract }) => contract],
    ['settles_token_address', ({ rawToken }) => rawToken?.address ?? null],
    ['settles_amount_exact', ({ amount }) => amount],
    ['settles_units', ({ units }) => units],
    ['settles_price_exact', ({ price }) => price],
    ['settles_price_tier', ({ priceTier }) => priceTier],
  ]);
}

const link = (url: string | null, baseUrl: string): CsvCell => (url ? imageLink(url, baseUrl) : null);

/** `nft_floor`: `1.5 ETH on OpenSea; 4000 USD`. */
export function nftColumns<Item>(nft: (item: Item) => NftView | null): Column<Item>[] {
  return columnsOf(nft, [
    ['nft_id', ({ id }) => id],
    ['nft_name', ({ name }) => name],
    ['nft_description', ({ description }) => description],
    ['nft_collection', ({ collection }) => collection.name],
    ['nft_collection_symbol', ({ collection }) => collection.symbol],
    ['nft_collection_description', ({ collection }) => collection.description],
    ['nft_collection_opensea_status', ({ collection }) => collection.openseaStatus],
    ['nft_collection_is_spam', ({ collection }) => collection.isSpam],
    ['nft_collection_image', ({ collection }, baseUrl) => link(collection.imageUrl, baseUrl)],
    ['nft_floor', ({ collection }) => collection.floor.map(floorText).join('; ')],
    ['nft_image', ({ image }, baseUrl) => link(image, baseUrl)],
    ['nft_preview', ({ preview }, baseUrl) => link(preview, baseUrl)],
    ['nft_thumbnail', ({ thumbnail }, baseUrl) => link(thumbnail, baseUrl)],
    ['nft_original', ({ original }, baseUrl) => link(original, baseUrl)],
    ['nft_animation_image', ({ animationImage }, baseUrl) => link(animationImage, baseUrl)],
    ['nft_animation_original', ({ animationOriginal }, baseUrl) => link(animationOriginal, baseUrl)],
    ['nft_external_url', ({ externalUrl }) => externalUrl],
  ]);
}

const floorText = ({ price, currency, marketplace }: NftView['collection']['floor'][number]): string =>
  `${price} ${currency}${marketplace === null ? '' : ` on ${marketplace}`}`;

export function tokenColumns<Item>(token: (item: Item) => TokenView | null): Column<Item>[] {
  return columnsOf(token, [
    ['token_id', ({ id }) => id],
    ['token_address', ({ address }) => address],
    ['token_name', ({ asset }) => asset.name],
    ['token_symbol', ({ asset }) => asset.symbol],
    ['token_decimals', ({ decimals }) => decimals],
    ['asset_id', ({ asset }) => asset.id],
    ['asset_slug', ({ asset }) => asset.slug],
  ]);
}

export function rawTokenColumns<Item>(token: (item: Item) => RawTokenView): Column<Item>[] {
  return columnsOf(token, [
    ['raw_token_address', ({ address }) => address],
    ['raw_token_name', ({ name }) => name],
    ['raw_token_symbol', ({ symbol }) => symbol],
    ['raw_token_id', ({ tokenId }) => tokenId],
  ]);
}

export function counterpartyColumns<Item>(counterparty: (item: Item) => CounterpartyView): Column<Item>[] {
  return [
    ...columnsOf(counterparty, [['counterparty_address', ({ address }) => address]]),
    ...columnsOf(
      (item: Item): CustomLabelView | null => counterparty(item).customLabel,
      [
        ['counterparty_custom_label', ({ name }) => name],
        ['counterparty_custom_tags', ({ tags }) => tags.join(',')],
        ['counterparty_custom_label_id', ({ id }) => id],
        ['counterparty_custom_label_created_at', ({ createdAt }) => formatTime(createdAt)],
        ['counterparty_custom_label_updated_at', ({ updatedAt }) => formatTime(updatedAt)],
      ],
    ),
    ...columnsOf(
      (item: Item): DefaultLabelView | null => counterparty(item).defaultLabel,
      [
        ['counterparty_default_label', ({ name }) => name],
        ['counterparty_default_tags', ({ tags }) => tags.join(',')],
        ['counterparty_default_label_id', ({ id }) => id],
        ['counterparty_default_label_blockchain_id', ({ blockchain }) => blockchain.id],
      ],
    ),
  ];
}
