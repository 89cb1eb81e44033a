/** Documents that are named instead of sent; where only those are answered, everything else is refused. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGraphqlHandler, type GraphqlHandler } from '../../src/graphql/server.ts';
import { readTrustedDocuments } from '../../src/graphql/trusted-documents.ts';
import { baseUrl } from '../support/graphql.ts';
import { buildSampleWorld, type SampleWorld, wallet } from './sample-world.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const count = 'query Count($wallets: [Address!]!) { transfers(wallets: $wallets) { count } }';
const label = `mutation { setCustomLabel(input: { address: "${wallet}", name: "mine" }) { clientMutationId } }`;
const listed = { [sha256(count)]: count, [`SHA256:${sha256(label).toUpperCase()}`]: label };
const counted = { data: { transfers: { count: 7 } } };

let sample: SampleWorld;
let folder: string;
beforeAll(async () => {
  sample = await buildSampleWorld();
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
});
afterAll(async () => {
  await sample.close();
  await rm(folder, { recursive: true });
});

async function fileOf(content: string): Promise<string> {
  const file = join(folder, `${sha256(content).slice(0, 16)}.json`);
  await writeFile(file, content);
  return file;
}

async function handlerOf(only: boolean): Promise<GraphqlHandler> {
  const file = await fileOf(JSON.stringify(listed));
  return createGraphqlHandler({
    readModel: sample.world.readModel,
    trustedDocuments: readTrustedDocuments({ file, only }),
  });
}

const context = () => ({ caller: sample.alice, baseUrl, requestId: 'request-1' });
const post = async (handler: GraphqlHandler, body: object) => {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await handler.handle(`${baseUrl}/graphql`, init, context());
  return { status: response.status, answer: JSON.parse(await response.text()) };
};
const get = async (handler: GraphqlHandler, parameters: Record<string, string>) => {
  const url = `${baseUrl}/graphql?${new URLSearchParams(parameters)}`;
  const response = await handler.handle(url, { method: 'GET' }, context());
  const text = await response.text();
  return { status: response.status, answer: text === '' ? null : JSON.parse(text) };
};
const variables = { wallets: [wallet] };
const persisted = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(text) } });

describe.each([true, false])('only trusted documents: %s', (only) => {
  test('a listed document is answered by its id, in both forms, by POST and GET', async () => {
    const handler = await handlerOf(only);
    for (const body of [
      { documentId: `sha256:${sha256(count)}`, variables },
      { documentId: sha256(count), variables },
      { extensions: persisted(count), variables },
    ]) {
      expect(await post(handler, body)).toMatchObject({ status: 200, answer: counted });
    }
    const parameters = { variables: JSON.stringify(variables), extensions: JSON.stringify(persisted(count)) };
    expect(await get(handler, parameters)).toMatchObject({ status: 200, answer: counted });
    const byName = { variables: JSON.stringify(variables), documentId: `sha256:${sha256(count)}` };
    expect(await get(handler, byName)).toMatchObject({ status: 200, answer: counted });
  });

  test('a mutation changes nothing by GET, listed or not', async () => {
    const handler = await handlerOf(only);
    expect((await get(handler, { extensions: JSON.stringify(persisted(label)) })).status).toBe(405);
    expect((await get(handler, { documentId: sha256(label) })).status).toBe(405);
  });

  test('what is not listed is refused, and never learnt', async () => {
    const handler = await handlerOf(only);
    const other = '{ blockchains { name } }';
    for (const body of [{ documentId: sha256(other) }, { extensions: persisted(other) }, {}]) {
      const { status, answer } = await post(handler, body);
      expect([status, answer.errors[0].extensions.code]).toEqual([400, 'BAD_INPUT']);
    }
    // As clients of automatic persisted queries register one.
    const sent = await post(handler, { query: other, extensions: persisted(other) });
    expect(sent.status).toBe(only ? 400 : 200);
    expect((await post(handler, { documentId: sha256(other) })).status).toBe(400);
  });
});

test('without a list, documentId is no parameter', async () => {
  const { status, answer } = await post(sample.graphql.handler, { documentId: sha256(count), variables });
  expect([status, answer.errors[0].message]).toEqual([400, expect.stringContaining('documentId')]);
});

test.each([
  ['no JSON', '{', /JSON/],
  ['a list', '[]', /must be a JSON object of texts by their SHA-256/],
  ['another text', JSON.stringify({ [sha256('a')]: '{ b }' }), /is not the SHA-256 of its text/],
  ['no text', JSON.stringify({ [sha256('a')]: 1 }), /is not the SHA-256 of its text/],
])('a file of %s is refused at the start, by name', async (_what, content, message) => {
  const file = await fileOf(content);
  expect(() => readTrustedDocuments({ file, only: true })).toThrow(message);
  expect(() => readTrustedDocuments({ file: `${file}.gone`, only: true })).toThrow('trustedDocuments.file');
});
