/** What a client may ask of a list: numbered pages or Relay cursors, and the sizes of both. */
import { PublicError } from '../../errors.ts';
import { defaultPageSize, maximumPageSize, type PageRequest } from '../model/view-model.ts';

export interface PageArguments {
  page?: number | null | undefined;
  pageSize?: number | null | undefined;
  anchor?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** Far above any history, and small enough for every integer type on the way. */
const maximumPage = 1_000_000_000;

/**
 * Reads paging arguments; absent and null are the same. Nothing at all is page 1. Throws BAD_INPUT naming the argument:
 * a size outside 1 to 500, a page below 1, pages and cursors at once, forward and backward at once.
 */
export function parsePageRequest(input: PageArguments): PageRequest {
  const given = Object.entries(input)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name]) => name);
  const numbered = given.filter((name) => name === 'page' || name === 'pageSize' || name === 'anchor');
  const forward = given.filter((name) => name === 'first' || name === 'after');
  const backward = given.filter((name) => name === 'last' || name === 'before');
  const [aNumbered] = numbered;
  const [aForward] = forward;
  const [aBackward] = backward;
  const aCursor = aForward ?? aBackward;

  if (aNumbered !== undefined && aCursor !== undefined) {
    throw refuse(aNumbered, `${aNumbered} and ${aCursor} cannot be combined: ask by page or by cursor`);
  }
  if (aForward !== undefined && aBackward !== undefined) {
    throw refuse(aForward, `${aForward} and ${aBackward} cannot be combined: read forward or backward`);
  }
  if (aForward !== undefined) {
    const first = size('first', input.first);
    return input.after ? { mode: 'cursor', first, after: input.after } : { mode: 'cursor', first };
  }
  if (aBackward !== undefined) {
    const last = size('last', input.last);
    return input.before ? { mode: 'cursor', last, before: input.before } : { mode: 'cursor', last };
  }
  const page = input.page ?? 1;
  if (!Number.isInteger(page) || page < 1 || page > maximumPage) {
    throw refuse('page', 'page must be a whole number from 1');
  }
  const pageSize = size('pageSize', input.pageSize);
  // An empty anchor is a client's variable that was never set: its pages would shift without a word. Empty cursors mean the beginning.
  return input.anchor === null || input.anchor === undefined
    ? { mode: 'page', page, pageSize }
    : { mode: 'page', page, pageSize, anchor: input.anchor };
}

function size(path: string, value: number | null | undefined): number {
  const wanted = value ?? defaultPageSize;
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > maximumPageSize) {
    throw refuse(path, `${path} must be a whole number from 1 to ${maximumPageSize}`);
  }
  return wanted;
}

function refuse(path: string, message: string): PublicError {
  return new PublicError('BAD_INPUT', message, [{ path, message }]);
}
