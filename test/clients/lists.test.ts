/** Lists of the client page by page: in order, no more than asked for, and never round and round. */
import { expect, test } from 'vitest';
import { createClient } from '../../packages/client/src/client.ts';
import type { PageOptions } from '../../packages/client/src/paginate.ts';
import type { TypedDocumentString } from '../../packages/client/src/typed-document.ts';
import { json, scriptedFetch } from './scripted-fetch.ts';

type Page = { pageInfo: { hasNextPage: boolean; endCursor: string | null }; nodes: number[] };
type Variables = { wallet?: string; after?: string | null };
type Result = { wallet: { issues: Page | null } | null; other?: Page };
const document: TypedDocumentString<Result, Variables> = 'query ($after: String) { … }';

const page = (nodes: number[], endCursor: string | null, hasNextPage = endCursor !== null): Page => ({
  pageInfo: { hasNextPage, endCursor },
  nodes,
});
const inWallet = (issues: Page | null): Result => ({ wallet: { issues } });

/** What is read of these pages, the variables that they were asked with, and the code of what was thrown. */
async function read(
  results: readonly unknown[],
  options: PageOptions<Result, number> = {},
  variables: Variables = {},
) {
  const { fetch, asked } = scriptedFetch(...results.map((data) => json({ data })));
  const client = createClient({ url: 'http://api.test', key: 'wdk_k', fetch });
  const items: number[] = [];
  let code: unknown;
  try {
    for await (const item of client.paginate(document, variables, options)) items.push(item);
  } catch (error) {
    code = Object(error).code;
  }
  const bodies = await Promise.all(asked.map((request) => request.json()));
  return { items, code, asked: bodies.map((body) => body.variables) };
}

test('pages are asked for one after the other, from a given place on', async () => {
  const pages = [inWallet(page([1, 2], 'b')), inWallet(page([], 'c')), inWallet(page([3], 'd', false))];
  expect(await read(pages, {}, { wallet: '0x', after: 'a' })).toEqual({
    items: [1, 2, 3],
    code: undefined,
    asked: ['a', 'b', 'c'].map((after) => ({ wallet: '0x', after })),
  });
});

test('no page is asked for that is not read', async () => {
  const pages = [inWallet(page([1, 2], 'b')), inWallet(page([3, 4], 'c'))];
  expect(await read(pages, { limit: 3 })).toMatchObject({ items: [1, 2, 3], asked: { length: 2 } });
  expect(await read(pages, { limit: 2 })).toMatchObject({ items: [1, 2], asked: { length: 1 } });
  expect(await read(pages, { limit: 0 })).toMatchObject({ items: [], asked: { length: 0 } });
});

test('a list is named where there are several, and may have edges and another variable', async () => {
  const both = { wallet: { issues: page([9], null) }, other: page([1], null) };
  expect((await read([both])).items).toEqual([1]);
  expect((await read([both], { connection: (result) => result.wallet?.issues })).items).toEqual([9]);
  const edges = (nodes: number[], endCursor: string | null) => ({
    other: {
      pageInfo: { hasNextPage: endCursor !== null, endCursor },
      edges: nodes.map((node) => ({ node })),
    },
  });
  const { items, asked } = await read([edges([1], 'x'), edges([2], null)], { after: 'from' });
  expect([items, asked]).toEqual([
    [1, 2],
    [{}, { from: 'x' }],
  ]);
});

test('what is no list, has no place to go on from, or has no end, is told', async () => {
  const cases: [unknown[], PageOptions<Result, number>, string, number[]][] = [
    [[{ wallet: null }], {}, 'NO_CONNECTION', []],
    [[inWallet(null)], { connection: (result) => result.wallet?.issues }, 'NO_CONNECTION', []],
    [[{ wallet: { issues: { pageInfo: {}, nodes: [1] } } }], {}, 'NO_PAGE_INFO', [1]],
    [[inWallet(page([1], null, true))], {}, 'NO_PAGE_INFO', [1]],
    [[inWallet(page([1], 'a')), inWallet(page([1], 'a'))], {}, 'CURSOR_STANDS', [1, 1]],
    [[inWallet(page([1], 'a')), inWallet(page([2], 'b'))], { maxPages: 2 }, 'TOO_MANY_PAGES', [1, 2]],
  ];
  for (const [pages, options, code, items] of cases)
    expect(await read(pages, options)).toMatchObject({ code, items });
});
