/**
 * Two clients. Every operation of the schema and of the OpenAPI document is asked by Bob with everything that Alice knows:
 * her wallet, her ids, her cursors. Nothing of hers comes back, and nothing of hers changes.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { schema } from '../../src/graphql/schema.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { bookStale } from '../accounting/scenario.ts';
import { commitAll, exchange, friend, usdc, wallet } from '../support/history.ts';
import { repeated, repeatedHash, transactionRecord, transferRecord } from '../support/records.ts';
import { operationsOf, type RestOperation } from './support/rest-requests.ts';
import { type Reply, type ServedHistory, serveHistory } from './support/served-history.ts';
import { type Values, wholeOperations } from './support/whole-operations.ts';

const labelName = 'Alice calls it Rosebud';
const labelTag = 'alices-own-tag';
const bobsWallet = repeated('b');

let served: ServedHistory;
let alicesKey: string;
let bobsKey: string;
let rest: RestOperation[];
/** Of everything that is Alice's own: wallet, transfers, transactions, balances, labels. */
let alicesIds: readonly string[];
/** What tells of something of Alice's: ids, cursors, hashes, her label's text. */
let secrets: readonly string[];
/** Of her answers as they are before Bob comes. */
let before: string;

const ask = (key: string, query: string): Promise<Reply> =>
  served.send({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  });

const callRest = (key: string, method: string, path: string, body?: unknown): Promise<Reply> =>
  served.send({
    method,
    path,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Refused to both of them: credentials.test.ts asks with keys that may. */
const ofAdmins = new Set([
  ...[
    'clients',
    'apiKeys',
    'apiKeyUsage',
    'requestProblems',
    'serviceState',
    'members',
    'sessions',
    'auditLog',
  ],
]);

const alicesValues = (ids: readonly string[]): Values => ({
  addresses: [wallet],
  id: ids[0] ?? 'wal_none',
  ids,
});

/** Everything that Alice can see, over both APIs. Without a ledger, figures are as of the moment of the question. */
async function alicesAnswers(ids: readonly string[]): Promise<string> {
  const answers: string[] = [];
  for (const { name, text } of wholeOperations(schema, 'query', alicesValues(ids))) {
    // Those of corrections need a transfer, or a correction, to be of.
    if (ofAdmins.has(name) || name.startsWith('preview')) continue;
    const { text: answer } = await ask(alicesKey, text);
    expect(answer.includes('"errors"'), `${name}: ${answer.slice(0, 600)}`).toBe(false);
    answers.push(answer);
  }
  for (const { path, method, parameters } of rest.filter(
    (operation) => operation.method === 'GET' && !/\{|^\/admin\/|^\/account\/session/.test(operation.path),
  )) {
    const { status, text } = await callRest(alicesKey, method, `${path}${queryOf(parameters)}`);
    // The lists that take no wallet.
    answers.push(status === 400 ? (await callRest(alicesKey, method, path)).text : text);
  }
  // What an answer weighed depends on how long its statements took.
  return (
    answers
      .join('\n')
      .replaceAll(/"(asOf|as_of)":"[^"]*"/g, '"$1":"now"')
      .replaceAll(/"units":\d+/g, '"units":1')
      .replaceAll(/"request_id":"[^"]*"/g, '"request_id":"any"')
      // The only times of this day: what a file of totals is as of.
      .replaceAll(new RegExp(`${new Date().toISOString().slice(0, 10)}T[\\d:.]+Z`, 'g'), 'now')
  );
}

/** Alice's wallet, and the time of its history where one has to be given. */
const queryOf = (parameters: readonly { name: string; required?: boolean | undefined }[]): string => {
  const isNeeded = (wanted: string): boolean =>
    parameters.some(({ name, required }) => name === wanted && required);
  const times = isNeeded('from') ? '&from=2023-11-01&to=2023-12-01' : isNeeded('at') ? '&at=2023-12-01' : '';
  return `?wallet=${wallet}${times}`;
};

const ownTypes = ['wal', 'tfr', 'tx', 'bal', 'label', 'corr'];
const idsIn = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => text.match(/"(?:[a-z]+)_[A-Za-z0-9_-]{6,}"/g) ?? [])
      .map((quoted) => quoted.slice(1, -1)),
  ),
];
const isOwn = (id: string): boolean => ownTypes.includes(id.slice(0, id.indexOf('_')));

async function cursorsOf(): Promise<string[]> {
  const { text } = await ask(
    alicesKey,
    `{ transfers(wallets: ["${wallet}"], first: 2) { edges { cursor } } transactions(wallets: ["${wallet}"], first: 2) { edges { cursor } }
       wallets(first: 2) { edges { cursor } } }`,
  );
  return [...text.matchAll(/"cursor":"([^"]+)"/g)].map(([, cursor = '']) => cursor);
}

beforeAll(async () => {
  served = await serveHistory();
  const scopes = ['read', 'write', 'webhooks'];
  alicesKey = (await served.addClient('default', { scopes })).key;
  const bob = await served.addClient('bob', { scopes });
  bobsKey = bob.key;
  const [row] = await registerWallets(served.database, {
    clientId: bob.clientId,
    addresses: [bobsWallet],
    chains: [{ chainId: 1, fromBlock: 0 }],
  });
  const at = { walletId: row?.walletId ?? 0, chainId: 1, blockNumber: 120, hash: repeatedHash('9') };
  await commitAll(
    served.database,
    {
      transactions: [transactionRecord(at, { from: exchange, to: bobsWallet, counterparty: exchange })],
      transfers: [transferRecord(at, { tokenAddress: usdc, counterparty: exchange })],
    },
    true,
  );
  await bookStale(served.database);
  rest = operationsOf(
    JSON.parse((await served.send({ method: 'GET', path: '/openapi.json', headers: {} })).text),
  );
  const label = { address: exchange, name: labelName, tags: [labelTag] };
  expect((await callRest(alicesKey, 'POST', '/wallet/label/', label)).status).toBe(201);
  const ids = idsIn([await alicesAnswers([])]).filter(isOwn);
  before = await alicesAnswers(ids);
  expect(before).toContain(labelName);
  const cursors = await cursorsOf();
  expect(cursors.length).toBeGreaterThan(3);
  alicesIds = ids;
  // A label's id is made of the address alone, a wallet's place of its number: they tell nothing.
  const telling = [...ids, ...cursors].filter((text) => !text.startsWith('label_') && text.length > 12);
  secrets = [...telling, ...['a', 'b', 'c', 'd', 'e'].map(repeatedHash), labelName, labelTag];
});

afterAll(() => served?.stop());

/** Secrets that the answer holds and the question did not. */
const leaked = (question: string, answer: string): string[] =>
  secrets.filter((secret) => answer.includes(secret) && !question.includes(secret));

const expectNothing = (question: string, { status, text }: Reply): void => {
  expect(status, question).toBeLessThan(500);
  expect(text.includes('INTERNAL'), `${question}\n${text}`).toBe(false);
  expect(leaked(question, text), question).toEqual([]);
};

describe('GraphQL', () => {
  test("every query, with Alice's wallet and each of her ids", async () => {
    expect(alicesIds.length).toBeGreaterThan(10);
    for (const id of alicesIds) {
      for (const { text } of wholeOperations(schema, 'query', { addresses: [wallet], id, ids: [id] })) {
        if (!text.includes(id) && id !== alicesIds[0]) continue;
        const reply = await ask(bobsKey, text);
        expectNothing(text, reply);
        // What is asked for by an id is null, as if it did not exist.
        if (text.startsWith('query { node(')) expect(JSON.parse(reply.text).data, id).toEqual({ node: null });
      }
    }
  });

  test("every list of Bob's own, from each of Alice's cursors on", async () => {
    for (const cursor of await cursorsOf()) {
      const values = { addresses: [bobsWallet], id: 'wal_none', ids: [], cursor };
      for (const { text } of wholeOperations(schema, 'query', values))
        expectNothing(text, await ask(bobsKey, text));
    }
  });

  test('every subscription is refused', async () => {
    const operations = wholeOperations(schema, 'subscription', {
      addresses: [wallet],
      id: 'wal_none',
      ids: [],
    });
    expect(operations.length).toBeGreaterThan(0);
    for (const { text } of operations) {
      const reply = await ask(bobsKey, text);
      expectNothing(text, reply);
      expect(reply.text, text).toContain('WALLET_NOT_REGISTERED');
    }
  });

  test("a stream of Bob's own does not begin at any of Alice's cursors", async () => {
    for (const cursor of await cursorsOf()) {
      const values = { addresses: [bobsWallet], id: 'wal_none', ids: [], cursor };
      const resumed = wholeOperations(schema, 'subscription', values).filter(({ text }) =>
        text.includes(cursor),
      );
      expect(resumed.length).toBeGreaterThan(0);
      for (const { text } of resumed) {
        const reply = await ask(bobsKey, text);
        expectNothing(text, reply);
        expect(reply.text, text).toContain('BAD_INPUT');
      }
    }
  });

  test("every mutation but the registration, with Alice's wallet and ids", async () => {
    for (const id of alicesIds) {
      for (const { name, text } of wholeOperations(schema, 'mutation', {
        addresses: [wallet],
        id,
        ids: [id],
      })) {
        if (name === 'registerWallets' || (!text.includes(id) && id !== alicesIds[0])) continue;
        expectNothing(text, await ask(bobsKey, text));
      }
    }
  });
});

test("REST: every operation but the registration, with Alice's wallet, label and ids", async () => {
  const bodies: Record<string, unknown> = {
    POST: { address: wallet, name: 'x' },
    PUT: { name: 'x' },
    PATCH: { name: 'x' },
  };
  for (const { method, path, parameters } of rest) {
    if (method === 'POST' && path === '/wallet/manage/') continue;
    const values = path.includes('{') ? [wallet, exchange, ...alicesIds] : [''];
    for (const value of values) {
      const query = parameters.some(({ name }) => name === 'wallet') ? queryOf(parameters) : '';
      const url = path.replace(/\{\w+\}/, value) + query;
      const reply = await callRest(bobsKey, method, url, bodies[method]);
      expectNothing(`${method} ${url}`, reply);
      if (query !== '') expect(reply.status, url).toBe(404);
    }
  }
});

test("nothing of Alice's has changed", async () => {
  const after = await alicesAnswers(alicesIds);
  // Compared as one: the difference of two long texts tells nobody anything.
  expect(after === before, after.slice(0, 2_000)).toBe(true);
});

test('a client that registers the same wallet sees the chain, and nothing that Alice said of it', async () => {
  const { key } = await served.addClient('carol');
  const query = `mutation { registerWallets(input: { addresses: ["${wallet}"] }) { wallets { address isLoaded } } }`;
  expect((await ask(key, query)).status).toBe(200);
  const { text } = await ask(
    key,
    `{ transfers(wallets: ["${wallet}"]) { count nodes { id hash counterparty { address name customLabel { name tags } } } } }`,
  );
  const answer = z
    .object({
      data: z.object({
        transfers: z.object({
          count: z.int(),
          nodes: z.array(
            z.object({ counterparty: z.object({ address: z.string(), name: z.string().nullable() }) }),
          ),
        }),
      }),
    })
    .parse(JSON.parse(text));
  expect(answer.data.transfers.count).toBe(4);
  const names = new Map(
    answer.data.transfers.nodes.map(({ counterparty }) => [counterparty.address, counterparty.name]),
  );
  expect(names.get(exchange)).toBe('The Exchange');
  expect(names.get(friend)).toBeNull();
  expect(text).not.toContain(labelName);
  // She still has it, and her label.
  expect(await alicesAnswers([])).toContain(labelName);
});
