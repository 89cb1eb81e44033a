/** Traces: a request, in it its statements; calls of nodes; and what is never told. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { exchange } from '../../src/outgoing/exchange.ts';
import { startTracing } from '../../src/tracing/otlp.ts';
import { createTestApi, type TestApi } from '../support/api.ts';

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string() }),
]);
const attributes = z.array(z.strictObject({ key: z.string(), value }));
/** OTLP 1.x, opentelemetry/proto/collector/trace/v1, in its JSON form. */
const batch = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId: z.string().regex(/^[\da-f]{32}$/),
              spanId: z.string().regex(/^[\da-f]{16}$/),
              parentSpanId: z
                .string()
                .regex(/^[\da-f]{16}$/)
                .optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.string().regex(/^\d{19}$/),
              endTimeUnixNano: z.string().regex(/^\d{19}$/),
              attributes,
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

let api: TestApi;
let baseUrl: string;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  baseUrl = await api.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

/** Runs something while a collector listens, and answers the spans that it got. */
async function tracesOf(run: () => Promise<unknown>) {
  const bodies: string[] = [];
  const collector = createServer(async (request, response) => {
    bodies.push(`${request.url} ${await text(request)}`);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = z.object({ port: z.number() }).parse(collector.address());
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const stop = startTracing({ endpoint: `http://127.0.0.1:${port}/`, version: '9', role: 'all', log });
  try {
    await run();
  } finally {
    await stop();
    collector.close();
  }
  return bodies.flatMap((body) => {
    expect(body).toMatch(/^\/v1\/traces \{/);
    const { resourceSpans } = batch.parse(JSON.parse(body.slice(body.indexOf('{'))));
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

const named = (span: { attributes: z.output<typeof attributes> }): Record<string, string> =>
  Object.fromEntries(span.attributes.map(({ key, value: one }) => [key, Object.values(one).join()]));

test('a request with its statements, and what is asked of others, without values and addresses', async () => {
  const spans = await tracesOf(async () => {
    const answer = await fetch(`${baseUrl}/wallet/manage/?page_size=7`, {
      headers: { 'x-api-key': api.key },
    });
    await answer.text();
    await exchange({
      url: `${baseUrl}/livez?key=hidden`,
      redirect: 'error',
      timeoutMs: 10_000,
      maximumBytes: 1_000,
    });
  });
  const request = spans.find(({ name }) => name === 'GET /wallet/manage/');
  expect(request).toMatchObject({ kind: 2, status: {} });
  expect(request?.parentSpanId).toBeUndefined();
  expect(named(request ?? { attributes: [] })).toMatchObject({
    'http.route': '/wallet/manage/',
    'http.response.status_code': '200',
  });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(statement).toMatchObject({ traceId: request?.traceId, kind: 3 });
    expect(named(statement)['db.query.text']).toMatch(/^\s*(SELECT|WITH)\b/);
  }
  const asked = spans.find(({ name }) => name === `GET ${new URL(baseUrl).host}`);
  expect(asked).toMatchObject({ kind: 3 });
  expect(JSON.stringify(spans)).not.toMatch(/hidden|wdk_/);
  // Nobody listens any more.
  expect(await tracesOf(async () => {})).toEqual([]);
});
