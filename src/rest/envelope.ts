/** The envelope of lists: count, links to the pages beside this one, and the items. Section 2.1 of the specification. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Address } from '../domain/model.ts';
import { PublicError } from '../errors.ts';
import type { Page, PageRequest, PageTarget } from '../use-cases/model/view-model.ts';
import { pageUrl } from '../use-cases/pages/page-links.ts';
import { parsePageRequest } from '../use-cases/pages/paging.ts';
import type { CsvForm, PageColumn } from './csv/columns.ts';
import { firstCsvPage, sendCsv } from './csv/stream.ts';
import { entityTag, isNamed } from './entity-tag.ts';
import { requestedForm } from './negotiation.ts';
import { listText, pageText } from './page-text.ts';
import { type RestDependencies, sayVaries, sayWhetherLoaded } from './route-support.ts';
import { textOrNull } from './wire/objects/json.ts';

const envelopeFields = {
  count: z.int().meta({ description: 'Items on all pages' }),
  next: z.string().nullable().meta({ description: 'URL of the next page; null on the last' }),
  previous: z.string().nullable().meta({ description: 'URL of the previous page; null on the first' }),
};

const results = <Item extends z.ZodType>(item: Item) => z.array(item).meta({ description: 'The items' });

/** A page. `own`: fields between the links and the items. */
export const envelopeOf = <Item extends z.ZodType>(item: Item, own: z.ZodRawShape = {}) =>
  z.strictObject({ ...envelopeFields, ...own, results: results(item) });

/** The same by a name of its own in OpenAPI, so that clients have a type of that name. */
export const envelopeSchema = <Item extends z.ZodType>(id: string, item: Item, own: z.ZodRawShape = {}) =>
  envelopeOf(item, own).meta({ id, description: 'A page of a list' });

/** The same of a list that is not paged. */
export const wholeListSchema = <Item extends z.ZodType>(id: string, item: Item) =>
  z.strictObject({ results: results(item) }).meta({ id, description: 'A whole list' });

/** Reads what `paging` in parameters.ts let through. */
function pageRequestOf(query: PageQuery): PageRequest {
  return parsePageRequest({ page: query.page, pageSize: query.page_size, anchor: query.anchor });
}

/** A list that comes in pages, and both of its forms. */
export interface ListAnswer<Item> {
  /** Named in the headers Wallet-Data-Loaded and Wallet-Data-Stale-Since when the list is about wallets. */
  wallets?: readonly Address[];
  read(page: PageRequest): Promise<Page<Item>>;
  /** `baseUrl`: how links to this service begin. */
  json(item: Item, baseUrl: string): string;
  csv: CsvForm<Item>;
  /** Looked up for the CSV alone. */
  lastCsvColumn?: PageColumn<Item>;
  /** Fields of the JSON envelope between `previous` and `results`, each with a comma behind it. */
  ownFields?(): Promise<string>;
}

interface PageQuery {
  page?: number | undefined;
  page_size?: number | undefined;
  anchor?: string | undefined;
}

/** Answers a page as JSON, or the whole list as CSV, whichever the request accepts. */
export async function sendList<Item>(
  dependencies: RestDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  query: PageQuery,
  answer: ListAnswer<Item>,
): Promise<FastifyReply> {
  sayVaries(reply);
  const isCsv = requestedForm(request) === 'csv';
  if (isCsv) refusePages(query);
  const [page, ownFields = ''] = await Promise.all([
    answer.read(isCsv ? firstCsvPage : pageRequestOf(query)),
    isCsv ? undefined : answer.ownFields?.(),
    answer.wallets && sayWhetherLoaded(dependencies, request, answer.wallets, reply),
  ]);
  const baseUrl = dependencies.baseUrlOf(request);
  if (isCsv) {
    const { csv: form, lastCsvColumn: lastColumn, read } = answer;
    return sendCsv(reply, baseUrl, { form, lastColumn, first: page, read });
  }
  if (page.anchor !== null) reply.header('Wallet-Data-Anchor', page.anchor);
  const { next, previous } = pageLinks(dependencies, request, page);
  const results = pageText(page.items, answer.json, baseUrl);
  const count = await page.count();
  return sendTagged(
    request,
    reply,
    `{"count":${count},"next":${textOrNull(next)},"previous":${textOrNull(previous)},${ownFields}"results":${results}}`,
  );
}

/** The same for a list that is not paged. */
export async function sendWholeList<Item>(
  dependencies: RestDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Pick<ListAnswer<Item>, 'json' | 'csv'> & {
    wallets: readonly Address[];
    read(): Promise<readonly Item[]>;
  },
): Promise<FastifyReply> {
  sayVaries(reply);
  const isCsv = requestedForm(request) === 'csv';
  const [items] = await Promise.all([
    answer.read(),
    sayWhetherLoaded(dependencies, request, answer.wallets, reply),
  ]);
  const baseUrl = dependencies.baseUrlOf(request);
  const json = (item: Item): string => answer.json(item, baseUrl);
  if (!isCsv) return sendTagged(request, reply, `{"results":${listText(items, json)}}`);
  const whole = { items, next: null };
  return sendCsv(reply, baseUrl, { form: answer.csv, first: whole, read: async () => whole });
}

/** The links repeat the request's own parameters as they were written. */
function pageLinks(
  { baseUrlOf }: RestDependencies,
  request: FastifyRequest,
  page: Pick<Page<unknown>, 'next' | 'previous'>,
): { next: string | null; previous: string | null } {
  if (page.next === null && page.previous === null) return { next: null, previous: null };
  const { url, routeOptions } = request;
  const base = { baseUrl: baseUrlOf(request), path: routeOptions.url ?? '' };
  const parameters = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  const link = (target: PageTarget | null): string | null => pageUrl(base, parameters, target);
  return { next: link(page.next), previous: link(page.previous) };
}

/** A client that walks pages until there are none would read the whole list again and again. */
function refusePages({ page = 1, anchor }: PageQuery): void {
  const path = anchor !== undefined ? 'anchor' : 'page';
  if (page === 1 && anchor === undefined) return;
  const message = 'a CSV answer holds all pages at once: leave it out, or ask for JSON';
  throw new PublicError('BAD_INPUT', `${path}: ${message}`, [{ path, message }]);
}

/** A list under its entity tag; nothing but the tag where the request names it. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const bytes = Buffer.from(json);
  const tag = entityTag(bytes);
  reply.header('ETag', tag);
  if (isNamed(tag, request.headers['if-none-match'])) return reply.code(304).send();
  return sendBytes(reply, bytes);
}

/** As bytes: a text would be joined with the head, measured and encoded, each a pass over all of a page. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return sendBytes(reply, Buffer.from(json));
}

const sendBytes = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(bytes);
