/**
 * Every operation of both APIs, and every tool of agents, with every kind of credential. The tables say what an operation needs and what a
 * credential has; everything else is refused. An operation that is new belongs into the table, or the first test fails.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { schema } from '../../src/graphql/schema.ts';
import { tools, writingTools } from '../../src/mcp/tools.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { longestTokenSeconds } from '../../src/use-cases/access/token-text.ts';
import { toolCall } from '../mcp/mcp-world.ts';
import { createTestApi } from '../support/api.ts';
import { commitAll, exchange, usdc, wallet } from '../support/history.ts';
import { repeated, repeatedHash, transactionRecord, transferRecord } from '../support/records.ts';
import { testKey } from '../support/service.ts';
import { sessionHeaders } from '../support/sessions.ts';
import { type Credential, everyCredential, localOrigin, origin } from './support/every-credential.ts';
import { bodyOf, graphqlRights, openingLot, type Right, restRights } from './support/operation-rights.ts';
import { operationsOf, type RestOperation, unbookedStatus } from './support/rest-requests.ts';
import { type ServedHistory, serveHistory } from './support/served-history.ts';
import { sideBySide } from './support/side-by-side.ts';
import { toolInputs } from './support/tool-inputs.ts';
import { wholeOperations } from './support/whole-operations.ts';
import { withoutMoments } from './support/without-moments.ts';

/** Alice's, too, but not for pages. */
const second = repeated('2');
const labelName = 'Only for our own people';
let served: ServedHistory;
let rest: RestOperation[];
let credentials: Map<string, Credential>;
/** Of Alice's. */
let correction: string;

const send = (headers: Record<string, string>, method: string, path: string, body?: unknown) =>
  served.send({
    ...{ method, path },
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

beforeAll(async () => {
  served = await serveHistory({ isUnhurried: true });
  const { clientId } = await served.addClient('default');
  const [row] = await registerWallets(served.database, {
    clientId,
    addresses: [second],
    chains: [{ chainId: 1, fromBlock: 0 }],
  });
  const at = { walletId: row?.walletId ?? 0, chainId: 1, blockNumber: 120, hash: repeatedHash('9') };
  await commitAll(
    served.database,
    {
      transactions: [transactionRecord(at, { from: exchange, to: second, counterparty: exchange })],
      transfers: [transferRecord(at, { tokenAddress: usdc, counterparty: exchange })],
    },
    true,
  );
  credentials = await everyCredential(served, clientId);
  const document = await served.send({ method: 'GET', path: '/openapi.json', headers: {} });
  rest = operationsOf(JSON.parse(document.text));
  const { text } = await send({ 'x-api-key': testKey }, 'POST', '/wallet/correction/', openingLot);
  correction = /corr_[\w-]+/.exec(text)?.[0] ?? '';
  expect(correction).not.toBe('');
  const label = { address: exchange, name: labelName, tags: [] };
  expect((await send({ 'x-api-key': testKey }, 'POST', '/wallet/label/', label)).status).toBe(201);
});

afterAll(() => served?.stop());

const kinds = ['query', 'mutation', 'subscription'] as const;
type Kind = (typeof kinds)[number];
const made = new Map<string, readonly { name: string; text: string }[]>();
/** All operations of a kind about a wallet, made once. */
function operationsAbout(address: string, kind: Kind): readonly { name: string; text: string }[] {
  const key = `${kind} ${address}`;
  const known =
    made.get(key) ?? wholeOperations(schema, kind, { addresses: [address], id: 'wal_none', ids: [] });
  made.set(key, known);
  return known;
}
const nameOf = ({ method, path }: RestOperation): string => `${method} ${path}`;
const rightOf = (operation: RestOperation): Right =>
  /\.(csv|txt)$/.test(operation.path) && !/label|admin|account|correction|webhook/.test(operation.path)
    ? 'export'
    : (restRights[nameOf(operation).replace('.csv', '/')] ?? 'read');

test('every operation is in the tables', () => {
  const named = kinds.flatMap((kind) => operationsAbout(wallet, kind).map(({ name }) => name));
  expect([...new Set(named)].sort()).toEqual(Object.keys(graphqlRights).sort());
  // Of REST, what only reads a wallet goes without saying; what is said is there.
  const paths = rest.map(nameOf);
  expect(Object.keys(restRights).filter((name) => !paths.includes(name))).toEqual([]);
  const others = rest.filter((operation) => rightOf(operation) === 'read');
  expect(others.filter(({ method }) => method !== 'GET').map(nameOf)).toEqual([]);
});

const refusals = new Set(['FORBIDDEN', 'NOT_FOUND', 'WALLET_NOT_REGISTERED']);
/** Of a JSON answer, or of the events of a stream; codes that are what was asked for (problems of requests) are none of its own. */
const codesOf = (text: string): string[] =>
  [...text.matchAll(/"extensions":\{"code":"([A-Z_]+)"/g)].map(([, code = '']) => code);

/** Side by side: the service waits for its database, and a test for the service. */
const each = (use: (name: string, credential: Credential) => Promise<void>) => () =>
  sideBySide(credentials, ([name, credential]) => use(name, credential));

/** Of Alice's, too, but not for a bound credential. */
const ofOthers = new RegExp(`${labelName}|${second}`);

/** For a part of what its client has: one wallet, and none of the client's words. */
const isBound = (name: string): boolean => /publishable|token|guest/.test(name);

const eachBound = (use: (name: string, credential: Credential) => Promise<void>) =>
  each(async (name, credential) => {
    if (isBound(name)) await use(name, credential);
  });

describe('GraphQL', () => {
  test(
    "a query is answered to whom it is for; what a bound credential sees has none of the client's words and other wallets",
    each(async (name, { headers, has }) => {
      for (const { name: field, text } of operationsAbout(wallet, 'query')) {
        const reply = await send(headers, 'POST', '/graphql', { query: text });
        if (isBound(name)) expect(reply.text, `${name}: ${field}`).not.toMatch(ofOthers);
        const found = codesOf(reply.text);
        const right = graphqlRights[field] ?? 'change';
        // They name no transfer that could be corrected, and no correction; no ledger has booked the wallet.
        const code = field === 'holdings' ? 'CONFLICT' : field.startsWith('preview') ? 'NOT_FOUND' : [];
        if (has.includes(right)) expect(found, `${name}: ${field}`).toEqual([code].flat());
        else expect(found, `${name}: ${field}`).toContain('FORBIDDEN');
      }
    }),
  );

  test(
    'a mutation is refused to whom it is not for',
    each(async (name, { headers, has }) => {
      for (const { name: field, text } of operationsAbout(wallet, 'mutation')) {
        if (has.includes(graphqlRights[field] ?? 'change')) continue;
        // It needs something to change.
        const query = text.replace('updateCustomLabel(input: { ', 'updateCustomLabel(input: { name: "x", ');
        const reply = await send(headers, 'POST', '/graphql', { query });
        expect(codesOf(reply.text), `${name}: ${field}`).toEqual(['FORBIDDEN']);
        expect(reply.text).not.toMatch(ofOthers);
      }
    }),
  );

  test(
    'a wallet that the credential is not for is none at all',
    eachBound(async (name, { headers }) => {
      for (const kind of kinds) {
        for (const { text } of operationsAbout(second, kind)) {
          if (!text.includes(second)) continue;
          const ask = (query: string) => send(headers, 'POST', '/graphql', { query });
          const hidden = (await ask(text)).text.replaceAll(second, 'it');
          const never = repeated('d');
          const unknown = (await ask(text.replaceAll(second, never))).text.replaceAll(never, 'it');
          expect(withoutMoments(hidden), `${name}: ${text}`).toBe(withoutMoments(unknown));
        }
      }
    }),
  );
});

const moments: Record<string, string> = { from: '&from=2023-11-01&to=2023-12-01', at: '&at=2023-12-01' };

function urlOf({ path, parameters }: RestOperation, address: string): string {
  const times = parameters.map(({ name, required }) => (required && moments[name]) || '').join('');
  const query = parameters.some(({ name }) => name === 'wallet') ? `?wallet=${address}${times}` : '';
  return (
    path
      .replace('{address}', path.includes('label') ? exchange : address)
      .replace('{id}', correction)
      .replace('{name}', 'default') + query
  );
}

describe('REST', () => {
  test(
    'what reads is answered to whom it is for, and a file only to whom it is for',
    each(async (name, { headers, has }) => {
      for (const operation of rest.filter(({ method }) => method === 'GET')) {
        const { status, text } = await send(headers, 'GET', urlOf(operation, wallet));
        const isFor = has.includes(rightOf(operation));
        // What is asked for by an id is there or not; of webhooks there is none.
        const isHook = operation.path.includes('webhook');
        const refused = operation.path.includes('{id}') && !isHook ? 404 : 403;
        const found = operation.path.includes('{id}') && isHook ? 404 : unbookedStatus(operation.path);
        expect([nameOf(operation), status], `${name} ${text.slice(0, 300)}`).toEqual([
          nameOf(operation),
          isFor ? found : refused,
        ]);
      }
    }),
  );

  test(
    'what changes is refused to whom it is not for',
    each(async (name, { headers, has }) => {
      for (const operation of rest.filter(({ method }) => method !== 'GET')) {
        if (has.includes(rightOf(operation))) continue;
        const { status, text } = await send(
          headers,
          operation.method,
          urlOf(operation, wallet),
          bodyOf(nameOf(operation)),
        );
        expect([nameOf(operation), status], `${name} ${text}`).toEqual([nameOf(operation), 403]);
      }
    }),
  );

  test(
    'a wallet that the credential is not for is none at all',
    eachBound(async (name, { headers, has }) => {
      for (const operation of rest.filter(({ method }) => method === 'GET')) {
        const url = urlOf(operation, second);
        if (!url.includes('?wallet=') || !has.includes(rightOf(operation))) continue;
        expect([(await send(headers, 'GET', url)).status, url], name).toEqual([404, url]);
      }
    }),
  );

  test(
    'the list of wallets is that of the credential',
    each(async (name, { headers }) => {
      const { text } = await send(headers, 'GET', '/wallet/manage/');
      expect(text.includes(second), name).toBe(!isBound(name));
      expect(text, name).toContain(wallet);
    }),
  );
});

const agentHeaders = (headers: Record<string, string>) => ({
  ...headers,
  accept: 'application/json, text/event-stream',
  ...(headers.origin === origin ? { origin: localOrigin } : {}),
});

const askTool = (headers: Record<string, string>, name: string, input: Record<string, unknown>) =>
  send(agentHeaders(headers), 'POST', '/mcp', toolCall(name, input));

describe('tools of agents', () => {
  test('every one is in the table', () => {
    expect(Object.keys(toolInputs).sort()).toEqual(tools.map(({ name }) => name).sort());
  });

  test(
    'one that reads is answered, and one that writes is none where the configuration allows no writing',
    each(async (name, { headers }) => {
      for (const [tool, inputOf] of Object.entries(toolInputs)) {
        const { status, text } = await askTool(headers, tool, inputOf(wallet));
        const refused = /\b(UNAUTHENTICATED|FORBIDDEN|WALLET_NOT_REGISTERED|ORIGIN_\w+)\b/.exec(text)?.[1];
        expect([tool, status, refused], `${name}: ${text}`).toEqual([tool, 200, undefined]);
      }
      for (const { name: tool } of writingTools)
        expect((await askTool(headers, tool, {})).text, name).toContain(`Tool ${tool} not found`);
    }),
  );

  test('one that writes is answered to whom it is for where the configuration allows writing', async () => {
    const writing = await createTestApi({
      database: served.database,
      graphql: 'real',
      mcpWrites: true,
      guests: true,
    });
    onTestFinished(() => writing.close());
    const ask = async (headers: Record<string, string>, name: string, input: Record<string, unknown>) =>
      (
        await writing.ask('POST', '/mcp', {
          // A cookie over http is this machine's alone.
          headers: { ...agentHeaders(headers), host: '127.0.0.1', 'content-type': 'application/json' },
          payload: toolCall(name, input),
        })
      ).text;
    const { text: list } = await send(
      { 'x-api-key': testKey },
      'GET',
      `/wallet/transfer/?wallet=${wallet}&side=outflow`,
    );
    const transfer = /tfr_[\w-]+/.exec(list)?.[0];
    // Each says again what is said already, but for the correction, which takes the place of the one before.
    const inputs: Readonly<Record<string, [input: Record<string, unknown>, answer: string]>> = {
      label: [{ address: exchange, name: labelName }, `done: ${exchange} is`],
      correct: [{ id: transfer, price: '2' }, 'done: PRICE corrected'],
      register: [{ wallets: [wallet] }, 'done: 0 registered, 1 were already'],
    };
    expect(Object.keys(inputs)).toEqual(writingTools.map(({ name }) => name));
    await sideBySide(credentials, async ([name, { headers, has }]) => {
      for (const [tool, [input, answer]] of Object.entries(inputs)) {
        const expected = has.includes('change') ? answer : `Tool ${tool} not found`;
        expect(await ask(headers, tool, input), `${name}: ${tool}`).toContain(expected);
      }
    });
  });

  test(
    'a wallet that the credential is not for is none at all',
    eachBound(async (name, { headers }) => {
      for (const [tool, inputOf] of Object.entries(toolInputs)) {
        const { text } = await askTool(headers, tool, inputOf(second));
        expect(text, `${name}: ${tool}`).toContain('WALLET_NOT_REGISTERED');
        const unknown = (await askTool(headers, tool, inputOf(repeated('d')))).text;
        const same = withoutMoments(unknown).replaceAll(repeated('d'), second);
        expect(withoutMoments(text)).toBe(same);
      }
    }),
  );
});

/** Everything that can be asked, as a request. */
function everyRequest(): {
  name: string;
  method: string;
  ask: (headers: Record<string, string>) => ReturnType<typeof send>;
}[] {
  const ofRest = rest.map((operation) => ({
    ...{ name: nameOf(operation), method: operation.method },
    ask: (headers: Record<string, string>) => {
      const body = operation.method === 'GET' ? undefined : bodyOf(nameOf(operation));
      return send(headers, operation.method, urlOf(operation, wallet), body);
    },
  }));
  const ofGraphql = kinds.flatMap((kind) =>
    operationsAbout(wallet, kind).map(({ name, text: query }) => ({
      ...{ name: `${kind} ${name}`, method: 'POST' },
      ask: (headers: Record<string, string>) => send(headers, 'POST', '/graphql', { query }),
    })),
  );
  const ofTools = Object.entries(toolInputs).map(([name, inputOf]) => ({
    ...{ name: `tool ${name}`, method: 'POST' },
    ask: (headers: Record<string, string>) => askTool(headers, name, inputOf(wallet)),
  }));
  return [...ofRest, ...ofGraphql, ...ofTools];
}

describe('the cookie of an owner', () => {
  const cookieOf = async () => {
    const { clientId } = await served.addClient('default');
    return sessionHeaders(served.database, clientId, { role: 'owner' });
  };

  test('is none from another origin, whatever is asked', async () => {
    const owner = await cookieOf();
    for (const foreign of [
      { ...owner, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      { ...owner, origin: 'null' },
    ])
      await sideBySide(everyRequest(), async ({ name, ask }) => {
        const { status, text } = await ask(foreign);
        expect([name, status], text.slice(0, 300)).toEqual([name, 401]);
      });
  });

  test('without the header that other pages cannot send changes nothing, and asks no GraphQL and no tool', async () => {
    const { 'x-wd-csrf': _mark, ...plain } = await cookieOf();
    await sideBySide(everyRequest(), async ({ name, method, ask }) => {
      if (method === 'GET') return;
      const { status, text } = await ask(plain);
      expect([name, status], text.slice(0, 300)).toEqual([name, 401]);
    });
  });
});

test("another client's wallets, with every credential of it", async () => {
  const bob = await served.addClient('bob');
  const bound = { origins: [origin, localOrigin], wallets: [wallet], addressUnits: 1_000_000 };
  const page = await served.addClient('bob', { publishable: bound });
  const asked = { wallets: [wallet], ttl: longestTokenSeconds };
  const minted = await send({ 'x-api-key': bob.key }, 'POST', '/auth/token', asked);
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(minted.text));
  const ofBob: Record<string, string>[] = [
    { 'x-api-key': bob.key },
    { 'x-api-key': page.key, origin },
    { 'x-api-key': '', authorization: `Bearer ${token}` },
    await sessionHeaders(served.database, bob.clientId, { role: 'owner' }),
    await sessionHeaders(served.database, bob.clientId, { wallet }),
  ];
  await sideBySide(ofBob, async (headers) => {
    for (const operation of rest) {
      const url = urlOf(operation, wallet);
      if (!url.includes('?wallet=')) continue;
      const { status } = await send(headers, operation.method, url, bodyOf(nameOf(operation)));
      expect([403, 404], url).toContain(status);
    }
    for (const { text } of operationsAbout(wallet, 'subscription')) {
      const found = codesOf((await send(headers, 'POST', '/graphql', { query: text })).text);
      expect(found.length, text).toBeGreaterThan(0);
      expect(found.filter((code) => !refusals.has(code))).toEqual([]);
    }
    for (const [tool, inputOf] of Object.entries(toolInputs)) {
      const { text } = await askTool(headers, tool, inputOf(wallet));
      expect(text, tool).toContain('WALLET_NOT_REGISTERED');
    }
  });
});
