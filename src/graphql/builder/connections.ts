/**
 * Connections after the Relay cursor specification, which can be read by numbered pages as well. They stand on the read
 * model's pages: their fields are property reads, and `count` is computed only when it is asked for.
 */
import type { ObjectRef } from '@pothos/core';
import { createMadeOnce } from '../../domain/made-once.ts';
import { PublicError } from '../../errors.ts';
import { isSharedView, shareView } from '../../use-cases/model/shared-views.ts';
import {
  defaultPageSize,
  maximumPageSize,
  type Page,
  type PageRequest,
  type PageTarget,
} from '../../use-cases/model/view-model.ts';
import { pageUrl, type UrlParameter } from '../../use-cases/pages/page-links.ts';
import { type PageArguments, parsePageRequest } from '../../use-cases/pages/paging.ts';
import { builder } from './builder.ts';
import { pureField } from './marks.ts';

type Builder = typeof builder;
type SchemaTypes = Builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

/** What stands behind a connection. */
export interface Connection<Item> {
  page: Page<Item>;
  next: string | null;
  previous: string | null;
}

interface Edge<Item> {
  cursor: string;
  node: Item;
}

type ItemRef<Item> = ObjectRef<SchemaTypes, Item>;

/** Refs of a connection type and its edge, with the fields that all connections have. */
export function connectionType<Item extends object, Shape extends Connection<Item> = Connection<Item>>(
  name: string,
  node: ItemRef<Item>,
  options: { links: boolean | 'absent'; anchor?: boolean },
): ObjectRef<SchemaTypes, Shape> {
  const edge = builder.edgeObject({ name: `${name}Edge`, type: node, nodeField: { extensions: pureField } });
  const connection = builder.objectRef<Shape>(`${name}Connection`);
  const edges = createMadeOnce<readonly Item[], [], Edge<Item>[]>(isSharedView);
  const nodes = createMadeOnce<readonly Item[], [], Item[]>(isSharedView);
  connection.implement({
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        resolve: ({ page }) => edges.of(page.items, [], () => shareAs(page.items, edgesOf(page))),
      }),
      nodes: t.field({
        type: [node],
        description: 'The items without their cursors.',
        resolve: ({ page: { items } }) => nodes.of(items, [], () => shareAs(items, [...items])),
      }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        resolve: ({ page }) => ({
          hasNextPage: page.hasNextPage,
          hasPreviousPage: page.hasPreviousPage,
          startCursor: page.cursors[0] ?? null,
          endCursor: page.cursors.at(-1) ?? null,
        }),
      }),
      count: t.int({
        description: 'Number of items across all pages. Computed only when it is asked for.',
        resolve: ({ page }) => page.count(),
      }),
    }),
  });
  if (options.links !== false) addLinks(connection, options.links === 'absent');
  if (options.anchor === true) addAnchor(connection);
  return connection;
}

function addLinks<Item extends object, Shape extends Connection<Item>>(
  connection: ObjectRef<SchemaTypes, Shape>,
  isAbsent: boolean,
): void {
  const describe = (page: string, end: string): string =>
    isAbsent
      ? 'Always null: over REST the whole list is one page.'
      : `With numbered pages: the URL of the ${page} page of the same list over REST; null on the ${end}.`;
  builder.objectFields(connection, (t) => ({
    next: t.field({
      type: 'URL',
      nullable: true,
      description: describe('next', 'last'),
      resolve: (parent) => parent.next,
    }),
    previous: t.field({
      type: 'URL',
      nullable: true,
      description: describe('previous', 'first'),
      resolve: (parent) => parent.previous,
    }),
  }));
}

function addAnchor<Item extends object, Shape extends Connection<Item>>(
  connection: ObjectRef<SchemaTypes, Shape>,
): void {
  builder.objectField(connection, 'anchor', (t) =>
    t.string({
      nullable: true,
      description:
        'With numbered pages: give it as `anchor`, and every page and the count are of this moment, whatever arrives. The same on each page.',
      resolve: ({ page }) => page.anchor,
    }),
  );
}

function edgesOf<Item>(page: Page<Item>): Edge<Item>[] {
  return page.items.map((node, index) => ({ cursor: page.cursors[index] ?? '', node }));
}

/** What is made of items that later answers share is shared as well. */
const shareAs = <Made extends object>(items: object, made: Made): Made =>
  isSharedView(items) ? shareView(made) : made;

/** The arguments of every connection: numbered pages, or cursors. Read by `readPage`. */
export const connectionArguments = builder.args((t) => ({
  page: t.int({ description: 'Number of the page, from 1. Not together with first, after, last or before.' }),
  pageSize: t.int({
    description: `Items per numbered page: 1 to ${maximumPageSize}, ${defaultPageSize} by default.`,
  }),
  first: t.int({
    description: `Items after the cursor: 1 to ${maximumPageSize}, ${defaultPageSize} by default.`,
  }),
  after: t.string(),
  last: t.int({ description: `Items before the cursor: 1 to ${maximumPageSize}.` }),
  before: t.string(),
}));

/** The same for lists whose pages can be held still. */
export const anchoredArguments = builder.args((t) => ({
  ...connectionArguments,
  anchor: t.string({
    description:
      'Of a numbered page of the same wallets and filter: reads this page as of that moment. Not together with first, after, last or before.',
  }),
}));

/** Forward cursors only, for lists that are read from their beginning. */
export const forwardArguments = builder.args((t) => ({ first: t.int(), after: t.string() }));

/** A connection costs as many times its fields as it may have items. */
export function connectionCost(input: PageArguments): { field: number; multiplier: number } {
  const size = input.pageSize ?? input.first ?? input.last ?? defaultPageSize;
  return { field: 1, multiplier: Math.min(Math.max(size, 1), maximumPageSize) };
}

/** Where a list's pages are over REST, for `next` and `previous`. */
export interface RestList {
  baseUrl: string;
  path: string;
  parameters(pageSize: number): readonly UrlParameter[];
}

/** Reads one page as the arguments ask. A numbered page past the last is an empty page here. */
export async function readPage<Item>(
  input: PageArguments,
  list: (request: PageRequest) => Promise<Page<Item>>,
  rest: RestList | null,
): Promise<Connection<Item>> {
  const { page: number, pageSize, anchor, first, after, last, before } = input;
  const request = parsePageRequest({ page: number, pageSize, anchor, first, after, last, before });
  const page = await list(request).catch((error: unknown) => {
    if (request.mode === 'page' && error instanceof PublicError && error.code === 'PAGE_NOT_FOUND') {
      return pagePastTheLast(list, request);
    }
    throw error;
  });
  const url = (target: PageTarget | null): string | null =>
    rest === null || request.mode !== 'page'
      ? null
      : pageUrl(rest, rest.parameters(request.pageSize), target);
  return { page, next: url(page.next), previous: url(page.previous) };
}

/** Empty; its previous page is the last one that there is. */
async function pagePastTheLast<Item>(
  list: (request: PageRequest) => Promise<Page<Item>>,
  request: Extract<PageRequest, { mode: 'page' }>,
): Promise<Page<Item>> {
  const start = await list({ ...request, page: 1, pageSize: 1 });
  const count = await start.count();
  const { anchor } = start;
  const last = { page: Math.ceil(count / request.pageSize), ...(anchor !== null && { anchor }) };
  return {
    anchor,
    items: [],
    cursors: [],
    hasNextPage: false,
    hasPreviousPage: count > 0,
    count: async () => count,
    next: null,
    previous: count > 0 ? last : null,
  };
}
