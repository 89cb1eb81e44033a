/**
 * A contract fuzzer: requests made from the OpenAPI document and from the GraphQL schema. Whatever is asked, the answer is
 * a refusal that says why or data, never a fault of ours. `npm run test:fuzz` sends 10,000; FUZZ_SEED repeats a run.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { schema } from '../../src/graphql/schema.ts';
import { collectGarbage } from '../support/garbage.ts';
import { graphqlRequests } from './support/graphql-requests.ts';
import { operationsOf, restRequests } from './support/rest-requests.ts';
import { type ApiRequest, type Reply, type ServedHistory, serveHistory } from './support/served-history.ts';

const isFull = process.env.FUZZ === 'full';
/** Half of them REST, half GraphQL. */
const requests = Number(process.env.FUZZ_REQUESTS ?? (isFull ? 10_000 : 600));
const seed = Number(process.env.FUZZ_SEED ?? (isFull ? Date.now() % 2 ** 31 : 20_261_121));

let served: ServedHistory;
beforeAll(async () => {
  served = await serveHistory();
});
afterAll(() => served?.stop());

/** What must never reach a client: stacks, files, statements. */
const insides =
  /\bat \S+ \(|node_modules|\.ts:\d|\bSELECT\b.*\bFROM\b|\bINSERT INTO\b|syntax error at or near/;

const problemSchema = z.object({
  status: z.int(),
  code: z.string(),
  detail: z.string().min(1),
  request_id: z.string(),
});
const graphqlSchema = z.object({
  errors: z
    .array(z.object({ message: z.string().min(1), extensions: z.object({ code: z.string() }) }))
    .optional(),
});

function checkReply(request: ApiRequest, { status, type, text }: Reply): void {
  const told = `${request.method} ${request.path.slice(0, 500)} ${request.body?.slice(0, 2_000)}\n→ ${status} ${type}\n${text.slice(0, 500)}`;
  // Of a name such as vitalik.eth the mainnet node has to say where it leads, and there is none behind this service.
  if (status !== 503 || !told.includes('The mainnet node did not say'))
    expect(status, told).toBeLessThan(500);
  if (status >= 400) expect(insides.test(text), told).toBe(false);
  // Without a body there is nothing more to see.
  if (request.method === 'HEAD' || (text === '' && [304, 406].includes(status))) return;
  if (type.includes('text/html')) {
    // GraphiQL, as a browser asks for it; or the page that says that there is none.
    expect(status, told).toBe(request.path.startsWith('/graphql') ? 200 : 404);
  } else if (type.includes('problem+json')) {
    const { code } = problemSchema.parse(JSON.parse(text));
    expect(code, told).not.toBe('INTERNAL');
  } else if (request.path.startsWith('/graphql')) {
    const { errors = [] } = graphqlSchema.parse(JSON.parse(text));
    for (const { extensions } of errors)
      expect(['INTERNAL', 'UNAVAILABLE'], told).not.toContain(extensions.code);
  } else {
    expect(status, told).toBeLessThan(400);
  }
}

/** Bytes of live objects of this process, which is the server's too. */
function liveBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function fuzz(arbitrary: fc.Arbitrary<ApiRequest>): Promise<void> {
  const statuses = new Map<number, number>();
  const half = requests / 2;
  const memory: number[] = [];
  const property = fc.asyncProperty(arbitrary, async (request) => {
    const reply = await served.send(request);
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    checkReply(request, reply);
    const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    if (sent === Math.ceil(half / 3) || sent === half) memory.push(liveBytes());
  });
  console.info(`seed ${seed}, ${half} requests`);
  await fc.assert(property, { numRuns: half, seed, endOnFailure: false });
  const [early = 0, late = 0] = memory;
  console.info(
    `answers ${JSON.stringify(Object.fromEntries([...statuses].sort()))}; ` +
      `live memory after a third ${(early / 2 ** 20).toFixed(0)} MB, at the end ${(late / 2 ** 20).toFixed(0)} MB`,
  );
  // Caches fill and then stay: what leaks per request would show as a multiple.
  expect(late).toBeLessThan(early * 1.5 + 32 * 2 ** 20);
}

test('REST, from the OpenAPI document', async () => {
  const { text } = await served.send({ method: 'GET', path: '/openapi.json', headers: {} });
  await fuzz(restRequests(operationsOf(JSON.parse(text))));
}, 900_000);

test('GraphQL, from the schema', async () => {
  await fuzz(graphqlRequests(schema));
}, 900_000);
