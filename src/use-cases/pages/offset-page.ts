/** Pages of short lists (wallets, labels, totals, balances), read by number; cursors name a place in the list. */
import { PublicError } from '../../errors.ts';
import type { Page, PageRequest } from '../model/view-model.ts';
import { decodeOffsetCursor, encodeOffsetCursor } from './cursors.ts';

export interface OffsetList<Item> {
  fetch(offset: number, limit: number): Promise<readonly Item[]>;
  count(): Promise<number>;
}

export async function offsetPage<Item>(list: OffsetList<Item>, request: PageRequest): Promise<Page<Item>> {
  const { offset, limit } = await placeOf(list, request);
  const found = limit === 0 ? [] : await list.fetch(offset, limit + 1);
  const items = found.slice(0, limit);
  const hasNextPage = found.length > limit;
  const numbered = request.mode === 'page' ? request.page : null;
  if (numbered !== null && numbered > 1 && items.length === 0) {
    throw new PublicError('PAGE_NOT_FOUND', `page ${numbered} is past the last page of the list`);
  }
  return {
    items,
    cursors: items.map((_, index) => encodeOffsetCursor(offset + index)),
    hasNextPage,
    hasPreviousPage: offset > 0,
    count: async () => (hasNextPage || offset > 0 ? list.count() : items.length),
    next: numbered !== null && hasNextPage ? { page: numbered + 1 } : null,
    previous: numbered !== null && numbered > 1 ? { page: numbered - 1 } : null,
    anchor: null,
  };
}

async function placeOf<Item>(
  list: OffsetList<Item>,
  request: PageRequest,
): Promise<{ offset: number; limit: number }> {
  if (request.mode === 'page') {
    return { offset: (request.page - 1) * request.pageSize, limit: request.pageSize };
  }
  if ('first' in request) {
    const offset = request.after === undefined ? 0 : decodeOffsetCursor(request.after, 'after') + 1;
    return { offset, limit: request.first };
  }
  const count = await list.count();
  const end = request.before === undefined ? count : decodeOffsetCursor(request.before, 'before');
  const offset = Math.max(0, end - request.last);
  return { offset, limit: Math.max(0, end - offset) };
}

/** A list that is in memory anyway. */
export function pageOfArray<Item>(items: readonly Item[], request: PageRequest): Promise<Page<Item>> {
  return offsetPage(
    {
      fetch: async (offset, limit) => items.slice(offset, offset + limit),
      count: async () => items.length,
    },
    request,
  );
}
