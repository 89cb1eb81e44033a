/**
 * Pages of a list in the total order of items. Cursors and linked pages continue where an item stands (a range scan,
 * however far in); only a page that is asked for by its number alone counts its way there.
 */

import { PublicError } from '../errors.ts';
import type { ItemCursor } from '../store/transfers.ts';
import {
  type Anchor,
  decodeAnchor,
  decodeCursor,
  encodeAnchor,
  encodeCursor,
  type PositionLength,
} from './cursors.ts';
import type { Page, PageRequest, PageTarget, SortDirection } from './model.ts';

/** A part of the list: at most `limit` rows in `order`, strictly beyond `after`, none newer than `asOf`. */
export interface Slice {
  order: SortDirection;
  after?: ItemCursor;
  asOf?: ItemCursor;
  /** How many items the list has up to `asOf`, where that is known. */
  total?: number;
  offset?: number;
  limit: number;
}

export interface KeysetList<Row extends ItemCursor> {
  order: SortDirection;
  positionLength: PositionLength;
  /** Tells this list (wallets, filter, order) from others; see listFingerprint. */
  fingerprint: string;
  fetch(slice: Slice): Promise<readonly Row[]>;
  /** The same, and how many items the whole list has at that moment; null where counting is work of its own. */
  fetchAndCount?(slice: Slice): Promise<{ rows: readonly Row[]; count: number | null }>;
  /** Items that are not newer than `asOf`. */
  count(asOf: ItemCursor | undefined): Promise<number>;
}

/** A page of rows; `items` become views by `mapPage`. */
export function keysetPage<Row extends ItemCursor>(
  list: KeysetList<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  if (request.mode === 'page') return numberedPage(list, request);
  return 'first' in request ? pageAfter(list, request) : pageBefore(list, request);
}

const opposite = (order: SortDirection): SortDirection => (order === 'ASC' ? 'DESC' : 'ASC');
const cursorOf = ({ position, walletId }: ItemCursor): ItemCursor => ({ position, walletId });

interface Rows<Row> {
  rows: readonly Row[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  asOf: ItemCursor | undefined;
  /** Items that are not newer than `asOf`; null: not known yet. */
  count?: number | null;
}

function toPage<Row extends ItemCursor>(
  list: KeysetList<Row>,
  part: Rows<Row>,
  links: { next: PageTarget | null; previous: PageTarget | null },
): Page<Row> {
  const { rows, hasNextPage, hasPreviousPage } = part;
  let cursors: readonly string[] | undefined;
  return {
    items: rows,
    // Numbered pages show none.
    get cursors() {
      cursors ??= rows.map(encodeCursor);
      return cursors;
    },
    hasNextPage,
    hasPreviousPage,
    // A list that is wholly on this page has been counted already.
    count: async () => (hasNextPage || hasPreviousPage ? (part.count ?? list.count(part.asOf)) : rows.length),
    ...links,
  };
}

// ── Relay cursors ──

async function pageAfter<Row extends ItemCursor>(
  list: KeysetList<Row>,
  request: { first: number; after?: string },
): Promise<Page<Row>> {
  const after =
    request.after === undefined ? undefined : decodeCursor(request.after, list.positionLength, 'after');
  const found = await list.fetch({ order: list.order, limit: request.first + 1, ...(after && { after }) });
  const rows = found.slice(0, request.first);
  const hasPreviousPage = after !== undefined && (await existsBeyond(list, rows[0], opposite(list.order)));
  const part = { rows, hasNextPage: found.length > request.first, hasPreviousPage, asOf: undefined };
  return toPage(list, part, { next: null, previous: null });
}

async function pageBefore<Row extends ItemCursor>(
  list: KeysetList<Row>,
  request: { last: number; before?: string },
): Promise<Page<Row>> {
  const before =
    request.before === undefined ? undefined : decodeCursor(request.before, list.positionLength, 'before');
  const order = opposite(list.order);
  const found = await list.fetch({ order, limit: request.last + 1, ...(before && { after: before }) });
  const rows = found.slice(0, request.last).reverse();
  const hasNextPage = before !== undefined && (await existsBeyond(list, rows.at(-1), list.order));
  const part = { rows, hasNextPage, hasPreviousPage: found.length > request.last, asOf: undefined };
  return toPage(list, part, { next: null, previous: null });
}

/** Whether anything lies beyond the row in that direction; with no row on the page, whether there is anything at all. */
async function existsBeyond<Row extends ItemCursor>(
  list: KeysetList<Row>,
  row: Row | undefined,
  order: SortDirection,
): Promise<boolean> {
  const found = await list.fetch({ order, limit: 1, ...(row && { after: cursorOf(row) }) });
  return found.length > 0;
}

// ── Numbered pages ──

async function numberedPage<Row extends ItemCursor>(
  list: KeysetList<Row>,
  request: { page: number; pageSize: number; anchor?: string },
): Promise<Page<Row>> {
  const { page, pageSize } = request;
  const name = list.fingerprint + pageSize.toString(16).padStart(4, '0');
  const anchor = request.anchor === undefined ? null : decodeAnchor(request.anchor, list.positionLength);
  const continues = anchor !== null && anchor.page === page && anchor.list === name;
  const part =
    (continues ? await linkedRows(list, anchor, request) : null) ??
    (await countedRows(list, anchor?.asOf, request));
  if (page > 1 && part.rows.length === 0) {
    throw new PublicError('PAGE_NOT_FOUND', `page ${page} is past the last page of the list`);
  }
  const target = (
    direction: Anchor['direction'],
    toPage: number,
    item: Row | undefined,
  ): PageTarget | null => {
    if (item === undefined || part.asOf === undefined) return null;
    const leadsTo = { page: toPage, direction, asOf: part.asOf, item: cursorOf(item), list: name };
    return { page: toPage, anchor: encodeAnchor(leadsTo) };
  };
  return toPage(list, part, {
    next: part.hasNextPage ? target('forward', page + 1, part.rows.at(-1)) : null,
    previous: page > 1 ? target('backward', page - 1, part.rows[0]) : null,
  });
}

/** The page that an anchor leads to; null when it does not hold any more (a re-org took items away). */
async function linkedRows<Row extends ItemCursor>(
  list: KeysetList<Row>,
  anchor: Anchor,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Rows<Row> | null> {
  const { asOf, item: after } = anchor;
  if (anchor.direction === 'forward') {
    const found = await list.fetch({ order: list.order, after, asOf, limit: pageSize + 1 });
    const hasNextPage = found.length > pageSize;
    return { rows: found.slice(0, pageSize), hasNextPage, hasPreviousPage: page > 1, asOf };
  }
  const found = await list.fetch({ order: opposite(list.order), after, asOf, limit: pageSize });
  if (found.length < pageSize) return null;
  return { rows: [...found].reverse(), hasNextPage: true, hasPreviousPage: page > 1, asOf };
}

async function countedRows<Row extends ItemCursor>(
  list: KeysetList<Row>,
  knownAsOf: ItemCursor | undefined,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Rows<Row>> {
  // The first page, newest first, shows by itself what is newest; elsewhere it has to be asked before the page is read.
  const showsNewest = page === 1 && list.order === 'DESC';
  const fetchAndCount = (slice: Slice) =>
    list.fetchAndCount?.(slice) ?? list.fetch(slice).then((rows) => ({ rows, count: null }));
  const newest =
    knownAsOf === undefined && !showsNewest ? await fetchAndCount({ order: 'DESC', limit: 1 }) : null;
  const asOf = knownAsOf ?? (newest?.rows[0] && cursorOf(newest.rows[0]));
  const total = newest?.count ?? null;
  const slice = {
    ...{ order: list.order, offset: (page - 1) * pageSize, limit: pageSize + 1 },
    ...(asOf && { asOf }),
    ...(total !== null && { total }),
  };
  const { rows: found, count } =
    asOf === undefined ? await fetchAndCount(slice) : { rows: await list.fetch(slice), count: total };
  const first = found[0];
  return {
    rows: found.slice(0, pageSize),
    hasNextPage: found.length > pageSize,
    hasPreviousPage: page > 1,
    asOf: asOf ?? (first && cursorOf(first)),
    count,
  };
}

/** The same page with other items. */
export function mapPage<Row, Item>(page: Page<Row>, items: readonly Item[]): Page<Item> {
  const { hasNextPage, hasPreviousPage, count, next, previous } = page;
  return {
    items,
    get cursors() {
      return page.cursors;
    },
    ...{ hasNextPage, hasPreviousPage, count, next, previous },
  };
}
