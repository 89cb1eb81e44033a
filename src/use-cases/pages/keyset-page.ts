/**
 * Pages of a list in the total order of items. Cursors and linked pages continue where an item stands (a range scan,
 * however far in); only a page that is asked for by its number alone counts its way there.
 */

import { PublicError } from '../../errors.ts';
import type { ItemCursor, ListVersion } from '../../store/pages/list-query.ts';
import type { SortDirection } from '../model/requests.ts';
import type { Page, PageRequest, PageTarget } from '../model/view-model.ts';
import {
  type AnchoredList,
  decodeAnchor,
  encodeAnchor,
  forgottenAnchor,
  type PagePlace,
  refusedAnchor,
} from './anchors.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';

/** A part of the list: at most `limit` rows in `order`, strictly beyond `after`, none that was stored after `version`. */
export interface Slice {
  order: SortDirection;
  after?: ItemCursor;
  version?: ListVersion;
  offset?: number;
  limit: number;
}

export interface KeysetList<Row extends ItemCursor> extends AnchoredList {
  order: SortDirection;
  fetch(slice: Slice): Promise<readonly Row[]>;
  /**
   * The rows, how many the whole list has (null: not known yet), and its version, of one moment; null where one statement does not
   * tell.
   */
  fetchWhole?(
    slice: Omit<Slice, 'after'>,
  ): Promise<{ rows: readonly Row[]; count: number | null; version: ListVersion } | null>;
  /** Items of the version, or of now. */
  count(version: ListVersion | undefined): Promise<number>;
  /** As the list is now. */
  currentVersion(): Promise<ListVersion>;
  /** Whether it is known what was stored after the version. */
  isKnown(version: ListVersion): Promise<boolean>;
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
  /** Items of the whole list; null: not known yet. */
  count?: number | null;
}

function toPage<Row extends ItemCursor>(
  list: KeysetList<Row>,
  part: Rows<Row>,
  version: ListVersion | undefined,
  links: Pick<Page<Row>, 'next' | 'previous'>,
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
    count: async () => (hasNextPage || hasPreviousPage ? (part.count ?? list.count(version)) : rows.length),
    get anchor() {
      return version === undefined ? null : encodeAnchor({ version, place: null }, list);
    },
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
  const part = { rows, hasNextPage: found.length > request.first, hasPreviousPage };
  return toPage(list, part, undefined, { next: null, previous: null });
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
  const part = { rows, hasNextPage, hasPreviousPage: found.length > request.last };
  return toPage(list, part, undefined, { next: null, previous: null });
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

type Numbered = { page: number; pageSize: number; anchor?: string };

async function numberedPage<Row extends ItemCursor>(
  list: KeysetList<Row>,
  request: Numbered,
): Promise<Page<Row>> {
  const { page, pageSize } = request;
  const { version, ...part } = await (request.anchor === undefined
    ? currentRows(list, request)
    : anchoredRows(list, request, request.anchor));
  if (page > 1 && part.rows.length === 0) {
    throw new PublicError('PAGE_NOT_FOUND', `page ${page} is past the last page of the list`);
  }
  const target = (
    direction: PagePlace['direction'],
    toPage: number,
    item: Row | undefined,
  ): PageTarget | null => {
    if (item === undefined) return null;
    const place = { page: toPage, pageSize, order: list.order, direction, item: cursorOf(item) };
    return { page: toPage, anchor: encodeAnchor({ version, place }, list) };
  };
  return toPage(list, part, version, {
    next: part.hasNextPage ? target('forward', page + 1, part.rows.at(-1)) : null,
    previous: page > 1 ? target('backward', page - 1, part.rows[0]) : null,
  });
}

type VersionedRows<Row> = Rows<Row> & { version: ListVersion };

async function currentRows<Row extends ItemCursor>(
  list: KeysetList<Row>,
  request: Numbered,
): Promise<VersionedRows<Row>> {
  const whole = await list.fetchWhole?.(sliceOf(list, request));
  if (whole) return { ...cut(whole.rows, request), count: whole.count, version: whole.version };
  // Asked before the rows are read, which then leave out what comes in between.
  const version = await list.currentVersion();
  return { ...(await countedRows(list, version, request)), version };
}

async function anchoredRows<Row extends ItemCursor>(
  list: KeysetList<Row>,
  request: Numbered,
  text: string,
): Promise<VersionedRows<Row>> {
  const { version, place } = decodeAnchor(text, list);
  const leadsHere =
    place !== null &&
    place.page === request.page &&
    place.pageSize === request.pageSize &&
    place.order === list.order;
  const read = async (): Promise<Rows<Row>> => {
    const linked = leadsHere ? await linkedRows(list, version, place, request) : null;
    if (linked !== null) return linked;
    const whole = await list.fetchWhole?.({ ...sliceOf(list, request), version });
    return whole ? { ...cut(whole.rows, request), count: whole.count } : countedRows(list, version, request);
  };
  const [isKnown, part] = await Promise.all([list.isKnown(version), read()]);
  if (!isKnown) throw refusedAnchor(forgottenAnchor);
  return { ...part, version };
}

/** The page that a link leads to; null when it does not hold any more (a re-org took items away). */
async function linkedRows<Row extends ItemCursor>(
  list: KeysetList<Row>,
  version: ListVersion,
  { direction, item: after }: PagePlace,
  { page, pageSize }: Numbered,
): Promise<Rows<Row> | null> {
  if (direction === 'forward') {
    const found = await list.fetch({ order: list.order, after, version, limit: pageSize + 1 });
    return cut(found, { page, pageSize });
  }
  const found = await list.fetch({ order: opposite(list.order), after, version, limit: pageSize });
  if (found.length < pageSize) return null;
  return { rows: [...found].reverse(), hasNextPage: true, hasPreviousPage: page > 1 };
}

async function countedRows<Row extends ItemCursor>(
  list: KeysetList<Row>,
  version: ListVersion,
  request: Numbered,
): Promise<Rows<Row>> {
  return cut(await list.fetch({ ...sliceOf(list, request), version }), request);
}

/** One row more than the page has shows whether it is the last. */
const sliceOf = (
  { order }: Pick<KeysetList<ItemCursor>, 'order'>,
  { page, pageSize }: Numbered,
): Omit<Slice, 'after'> => ({ order, offset: (page - 1) * pageSize, limit: pageSize + 1 });

/** The rows of the page, of which one more was asked for than it has. */
const cut = <Row>(found: readonly Row[], { page, pageSize }: Numbered): Rows<Row> => ({
  rows: found.slice(0, pageSize),
  hasNextPage: found.length > pageSize,
  hasPreviousPage: page > 1,
});

/** The same page with other items. */
export function mapPage<Row, Item>(page: Page<Row>, items: readonly Item[]): Page<Item> {
  const { hasNextPage, hasPreviousPage, count, next, previous } = page;
  return {
    items,
    get cursors() {
      return page.cursors;
    },
    get anchor() {
      return page.anchor;
    },
    ...{ hasNextPage, hasPreviousPage, count, next, previous },
  };
}
