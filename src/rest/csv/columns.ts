/** What a CSV form is, and the columns that several forms share. Flat names: `token.address` is `token_address`. */
import type { CsvCell } from '../../domain/csv.ts';
import type { CounterpartyView, RawTokenView, TokenView } from '../../read/model.ts';

/** A column's name and what stands in it; `baseUrl`: how links to this service begin. */
export type Column<Item> = readonly [name: string, cell: (item: Item, baseUrl: string) => CsvCell];

export interface CsvForm<Item> {
  fileName: string;
  columns: readonly Column<Item>[];
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

export function tokenColumns<Item>(token: (item: Item) => TokenView | null): Column<Item>[] {
  return columnsOf(token, [
    ['token_id', ({ id }) => id],
    ['token_address', ({ address }) => address],
    ['token_name', ({ asset }) => asset.name],
    ['token_symbol', ({ asset }) => asset.symbol],
    ['token_decimals', ({ decimals }) => decimals],
    ['asset_id', ({ asset }) => asset.id],
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
  return columnsOf(counterparty, [
    ['counterparty_address', ({ address }) => address],
    ['counterparty_custom_label', ({ customLabel }) => customLabel?.name ?? null],
    ['counterparty_custom_tags', ({ customLabel }) => customLabel?.tags.join(',') ?? null],
    ['counterparty_default_label', ({ defaultLabel }) => defaultLabel?.name ?? null],
    ['counterparty_default_tags', ({ defaultLabel }) => defaultLabel?.tags.join(',') ?? null],
  ]);
}
