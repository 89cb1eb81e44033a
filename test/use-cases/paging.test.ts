import { describe, expect, test } from 'vitest';
import { PublicError } from '../../src/errors.ts';
import { decodeAnchor, encodeAnchor } from '../../src/use-cases/pages/anchors.ts';
import { decodeCursor, encodeCursor } from '../../src/use-cases/pages/cursors.ts';
import { pageOfArray } from '../../src/use-cases/pages/offset-page.ts';
import { pageUrl, transactionParameters, transferParameters } from '../../src/use-cases/pages/page-links.ts';
import { type PageArguments, parsePageRequest } from '../../src/use-cases/pages/paging.ts';
import { address } from '../support/records.ts';

function problemOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof PublicError) return error.problems[0]?.path;
    throw error;
  }
  return undefined;
}

describe('paging arguments', () => {
  test('nothing is the first page of 100', () => {
    expect(parsePageRequest({})).toEqual({ mode: 'page', page: 1, pageSize: 100 });
    expect(parsePageRequest({ page: null, first: null })).toEqual({ mode: 'page', page: 1, pageSize: 100 });
  });

  test('pages and cursors', () => {
    expect(parsePageRequest({ page: 3, pageSize: 500 })).toEqual({ mode: 'page', page: 3, pageSize: 500 });
    expect(parsePageRequest({ page: 2, anchor: 'x' })).toEqual({
      mode: 'page',
      page: 2,
      pageSize: 100,
      anchor: 'x',
    });
    expect(parsePageRequest({ first: 5 })).toEqual({ mode: 'cursor', first: 5 });
    expect(parsePageRequest({ after: 'x' })).toEqual({ mode: 'cursor', first: 100, after: 'x' });
    expect(parsePageRequest({ last: 5, before: 'x' })).toEqual({ mode: 'cursor', last: 5, before: 'x' });
  });

  test.each<[PageArguments, string]>([
    [{ page: 0 }, 'page'],
    [{ page: -1 }, 'page'],
    [{ page: 1.5 }, 'page'],
    [{ page: 2_000_000_000 }, 'page'],
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: 501 }, 'pageSize'],
    [{ first: 501 }, 'first'],
    [{ last: 0 }, 'last'],
    [{ page: 1, first: 10 }, 'page'],
    [{ pageSize: 10, before: 'x' }, 'pageSize'],
    [{ first: 1, last: 1 }, 'first'],
    [{ first: 1, before: 'x' }, 'first'],
  ])('%j is refused, naming %s', (input, path) => {
    expect(problemOf(() => parsePageRequest(input))).toBe(path);
  });
});

describe('cursors', () => {
  const cursor = { position: '6553f100000000010000000100000a'.padEnd(44, '0'), walletId: 2_000_000_000 };

  test('come back as they were', () => {
    expect(decodeCursor(encodeCursor(cursor), 44, 'after')).toEqual(cursor);
    for (const [positionLength, item] of [
      [44, cursor],
      [30, { ...cursor, position: cursor.position.slice(0, 30) }],
    ] as const) {
      const list = { fingerprint: '0a0b0c0d', walletIds: [9, 7], positionLength };
      const version = new Map([
        [7, 3n],
        [9, 2n ** 63n - 1n],
      ]);
      for (const order of ['ASC', 'DESC'] as const) {
        for (const direction of ['forward', 'backward'] as const) {
          const anchor = { version, place: { page: 7, pageSize: 500, order, direction, item } };
          expect(decodeAnchor(encodeAnchor(anchor, list), list)).toEqual(anchor);
        }
      }
      expect(decodeAnchor(encodeAnchor({ version, place: null }, list), list)).toEqual({
        version,
        place: null,
      });
    }
  });

  test.each(['', 'x', '%', 'AAAA', encodeCursor(cursor).slice(0, -1), `${encodeCursor(cursor)}=`])(
    '%j is refused',
    (text) => {
      expect(problemOf(() => decodeCursor(text, 44, 'after'))).toBe('after');
      const list = { fingerprint: '0a0b0c0d', walletIds: [9, 7], positionLength: 44 } as const;
      expect(problemOf(() => decodeAnchor(text, list))).toBe('anchor');
    },
  );

  test('one list does not take the cursor of another kind', () => {
    expect(problemOf(() => decodeCursor(encodeCursor(cursor), 30, 'after'))).toBe('after');
  });
});

describe('a list in memory', () => {
  const letters = ['a', 'b', 'c', 'd', 'e'];

  test('by page', async () => {
    const page = await pageOfArray(letters, { mode: 'page', page: 2, pageSize: 2 });
    expect(page.items).toEqual(['c', 'd']);
    expect([page.hasPreviousPage, page.hasNextPage, await page.count()]).toEqual([true, true, 5]);
    expect([page.previous, page.next]).toEqual([{ page: 1 }, { page: 3 }]);
  });

  test('by cursor, there and back', async () => {
    const first = await pageOfArray(letters, { mode: 'cursor', first: 3 });
    expect(first.items).toEqual(['a', 'b', 'c']);
    const second = await pageOfArray(letters, { mode: 'cursor', first: 3, after: first.cursors[2] ?? '' });
    expect(second.items).toEqual(['d', 'e']);
    expect([second.hasPreviousPage, second.hasNextPage]).toEqual([true, false]);
    const back = await pageOfArray(letters, { mode: 'cursor', last: 2, before: second.cursors[0] ?? '' });
    expect(back.items).toEqual(['b', 'c']);
    expect([back.hasPreviousPage, back.hasNextPage]).toEqual([true, true]);
    const last = await pageOfArray(letters, { mode: 'cursor', last: 2 });
    expect(last.items).toEqual(['d', 'e']);
  });

  test('a page past the last is said to be one, the first page of nothing is empty', async () => {
    await expect(pageOfArray(letters, { mode: 'page', page: 4, pageSize: 2 })).rejects.toMatchObject({
      code: 'PAGE_NOT_FOUND',
    });
    const empty = await pageOfArray([], { mode: 'page', page: 1, pageSize: 2 });
    expect([empty.items, await empty.count()]).toEqual([[], 0]);
  });
});

describe('page links', () => {
  test('carry the list, the page and the anchor, and never a key', () => {
    const url = pageUrl(
      { baseUrl: 'https://api.example.com/v1/', path: '/wallet/transfer/' },
      [
        ['wallet', '0x1,0x2'],
        ['api_key', 'secret'],
        ['page', '1'],
      ],
      { page: 2, anchor: 'abc' },
    );
    expect(url).toBe('https://api.example.com/v1/wallet/transfer/?wallet=0x1,0x2&page=2&anchor=abc');
    expect(pageUrl({ baseUrl: 'https://x', path: '/' }, [], null)).toBeNull();
  });

  test('every filter of transfers has its parameter', () => {
    const parameters = transferParameters(
      {
        wallets: [address(1), address(2), address(1)],
        filter: {
          counterparties: [address(3)],
          tokens: ['token_x', address(4)],
          chainIds: [1, 137],
          side: 'inflow',
          from: 1_704_067_200,
          to: 1_704_067_200.5,
          categories: ['SEND', 'CONTRACT_EXECUTION'],
          minValue: '12.5',
          spam: 'EXCLUDE',
        },
        order: 'ASC',
      },
      50,
    );
    expect(parameters).toEqual([
      ['wallet', `${address(1)},${address(2)}`],
      ['counterparty_address', address(3)],
      ['token', `token_x,${address(4)}`],
      ['side', 'inflow'],
      ['from', '2024-01-01T00:00:00Z'],
      ['to', '2024-01-01T00:00:01Z'],
      ['blockchain', '1,137'],
      ['category', 'Send,Contract Execution'],
      ['min_value', '12.5'],
      ['spam', 'exclude'],
      ['order', 'asc'],
      ['page_size', '50'],
    ]);
  });

  test('defaults are left out', () => {
    const request = { wallets: [address(1)], filter: {}, order: 'DESC' } as const;
    expect(transactionParameters(request, 100)).toEqual([['wallet', address(1)]]);
  });
});
