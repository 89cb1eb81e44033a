/** The envelope of lists: count, links to the pages beside this one, and the items. Section 2.1 of the specification. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Page, PageRequest, PageTarget } from '../read/model.ts';
import { pageUrl } from '../read/page-links.ts';
import { parsePageRequest } from '../read/paging.ts';
import { textOrNull } from './wire/json.ts';

/** How links to this service begin. */
export type BaseUrlOf = (request: FastifyRequest) => string;

export function envelopeSchema<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    count: z.int().meta({ description: 'Items on all pages' }),
    next: z.string().nullable().meta({ description: 'URL of the next page; null on the last' }),
    previous: z.string().nullable().meta({ description: 'URL of the previous page; null on the first' }),
    results: z.array(item),
  });
}

/** Reads what `paging` in parameters.ts let through. */
export function pageRequestOf(query: {
  page?: number | undefined;
  page_size?: number | undefined;
  anchor?: string | undefined;
}): PageRequest {
  return parsePageRequest({ page: query.page, pageSize: query.page_size, anchor: query.anchor });
}

export async function sendPage<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page<Item>,
  itemJson: (item: Item) => string,
  baseUrlOf: BaseUrlOf,
): Promise<FastifyReply> {
  const count = await page.count();
  const { url, routeOptions } = request;
  const base = { baseUrl: baseUrlOf(request), path: routeOptions.url ?? '' };
  // The request's own parameters: the links repeat what was asked, as it was written.
  const parameters = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  const link = (target: PageTarget | null): string => textOrNull(pageUrl(base, parameters, target));
  return sendJson(
    reply,
    `{"count":${count},"next":${link(page.next)},"previous":${link(page.previous)},` +
      `"results":[${page.items.map(itemJson).join(',')}]}`,
  );
}

export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}
