/**
 * A path of its own for the CSV of each list: /wallet/transfer.csv beside /wallet/transfer/, so that each path has one type of answer.
 * Clients that are generated from OpenAPI take an answer for either of its types otherwise, and know the fields of none.
 */
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { isObject } from '../../domain/is-object.ts';
import { csvPathOf } from '../negotiation.ts';

/** To be called before the routes are added. Every GET that is documented with JSON and CSV is split in two. */
export function addCsvPaths(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const forms = route.method === 'GET' ? splitForms(route.schema) : null;
    if (forms === null) return;
    route.schema = forms.json;
    const path = csvPathOf(route.path);
    const twin: RouteOptions = { ...route, url: path, schema: forms.csv };
    server.route(twin);
  });
}

/** null: its answer has one form. */
function splitForms(schema: FastifySchema | undefined): { json: FastifySchema; csv: FastifySchema } | null {
  const { response, operationId, summary } = schema ?? {};
  const done = isObject(response) ? response[200] : undefined;
  if (!isObject(response) || !isObject(done) || !isObject(done.content)) return null;
  const { 'text/csv': csv, ...json } = done.content;
  if (csv === undefined || Object.keys(json).length === 0) return null;
  // A file is streamed: nobody knows beforehand what will be in it.
  const { 304: notModified, ...always } = response;
  const withContent = (content: object, others: object): FastifySchema => ({
    ...schema,
    response: { 200: { ...done, content }, ...others },
  });
  const own = { operationId: `${operationId}Csv`, summary: `${summary}, as CSV` };
  const { 200: _both, ...failures } = always;
  return {
    json: withContent(json, { 304: notModified, ...failures }),
    csv: { ...withContent({ 'text/csv': csv }, failures), ...own },
  };
}
