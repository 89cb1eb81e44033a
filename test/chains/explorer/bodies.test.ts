/** What the explorers' own bodies mean: one table of those that were seen, each with its class. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExplorerKind } from '../../../src/chains/definitions/chain-list.ts';
import { createExplorerClient } from '../../../src/chains/explorer/client/client.ts';
import { createGate } from '../../../src/outgoing/gate.ts';
import { createFakeClock } from '../../support/explorer-fake/fake-clock.ts';

let answer = { status: 200, body: '' };
const server = createServer((_, response) => {
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${Object(server.address()).port}/api`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** `retry` passes soon, `daily` tomorrow; `plan` and `permanent` end the loading; `reverted` and `empty` are answers. */
type Class = 'empty' | 'retry' | 'daily' | 'plan' | 'permanent' | 'reverted';
type Question = 'list' | 'eth_call';

const classes: Readonly<Record<string, Class>> = {
  ...{ 'rate-limit': 'retry', 'query-timeout': 'retry', 'partly-indexed': 'retry', unavailable: 'retry' },
  ...{ malformed: 'retry', 'daily-limit': 'daily', plan: 'plan', reverted: 'reverted' },
  ...{ key: 'permanent', chain: 'permanent', address: 'permanent', window: 'permanent' },
  ...{ unsupported: 'permanent', refused: 'permanent' },
};

const notOk = (result: string | null, message = 'NOTOK') => ({ status: '0', message, result });
const rpcError = (code: number, message: string, data?: string) => ({
  ...{ jsonrpc: '2.0', id: 1, error: { code, message, ...(data === undefined ? {} : { data }) } },
});
const no = '0x08c379a000000000000000000000000000000000000000000000000000000000000000200000';

const table: readonly (readonly [ExplorerKind, Question, number, unknown, Class])[] = [
  ['etherscan', 'list', 200, { status: '0', message: 'No transactions found', result: [] }, 'empty'],
  ['etherscan', 'list', 200, notOk('Max calls per sec rate limit reached (3/sec)'), 'retry'],
  [
    'etherscan',
    'list',
    200,
    notOk('Max rate limit reached, please use API Key for higher rate limit'),
    'retry',
  ],
  ['etherscan', 'list', 200, notOk('Max rate limit reached'), 'retry'],
  ['etherscan', 'list', 200, notOk('Unexpected err, timeout occurred'), 'retry'],
  [
    'etherscan',
    'list',
    200,
    notOk('Unexpected error, timeout or server too busy. Please try again later'),
    'retry',
  ],
  [
    'etherscan',
    'list',
    200,
    notOk(null, 'Query Timeout occured. Please select a smaller result dataset'),
    'retry',
  ],
  [
    ...(['etherscan', 'list', 200] as const),
    notOk(
      'Free API access is temporarily unavailable for this chain due to high network activity. Please upgrade to a paid plan for uninterrupted access: https://etherscan.io/apis',
    ),
    'retry',
  ],
  [
    'etherscan',
    'list',
    200,
    notOk('Max daily rate limit reached. 110000 (100%) of 100000 day/limit'),
    'daily',
  ],
  [
    ...(['etherscan', 'list', 200] as const),
    notOk(
      'Community Free API Limit reached. Resets 2026-01-01 12:00:00 UTC. For higher, uninterrupted limits, please upgrade to API Pro: https://etherscan.io/apis',
    ),
    'daily',
  ],
  [
    ...(['etherscan', 'list', 200] as const),
    notOk(
      'Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage. https://etherscan.io/apis',
    ),
    'plan',
  ],
  [
    ...(['etherscan', 'list', 200] as const),
    notOk(
      'Sorry, it looks like you are trying to access an API Pro endpoint. Contact us to upgrade to API Pro.',
    ),
    'plan',
  ],
  ['etherscan', 'list', 200, notOk('API key not eligible for this endpoint'), 'plan'],
  ['etherscan', 'list', 200, notOk('Invalid API Key (#err2)|secret-key'), 'permanent'],
  ['etherscan', 'list', 200, notOk('Missing/Invalid API Key'), 'permanent'],
  [
    ...(['etherscan', 'list', 200] as const),
    notOk(
      'Missing or unsupported chainid parameter (required for v2 api), please see https://api.etherscan.io/v2/chainlist for the list of supported chainids',
    ),
    'permanent',
  ],
  ['etherscan', 'list', 200, notOk('Error! Invalid address format'), 'permanent'],
  ['etherscan', 'list', 200, notOk('Error! Missing Or invalid Module name'), 'permanent'],
  [
    ...(['etherscan', 'list', 200] as const),
    notOk('Result window is too large, PageNo x Offset size must be less than or equal to 10000'),
    'permanent',
  ],
  ['etherscan', 'eth_call', 200, notOk('Max calls per sec rate limit reached (3/sec)'), 'retry'],
  ['etherscan', 'eth_call', 200, rpcError(3, 'execution reverted: rate limit exceeded', no), 'reverted'],
  ['etherscan', 'eth_call', 200, rpcError(-32000, 'execution reverted'), 'reverted'],
  ['etherscan', 'eth_call', 200, rpcError(-32000, 'execution reverted: Max daily limit reached'), 'reverted'],
  ['etherscan', 'eth_call', 200, notOk('execution reverted: please upgrade your plan'), 'reverted'],
  ['etherscan', 'eth_call', 200, rpcError(-32000, 'header not found'), 'retry'],
  ['etherscan', 'eth_call', 200, rpcError(-32000, 'execution timeout'), 'retry'],
  [
    'etherscan',
    'eth_call',
    200,
    rpcError(-32602, 'invalid argument 0: hex string has length 3'),
    'permanent',
  ],
  ['blockscout', 'list', 200, { status: '0', message: 'No token transfers found', result: [] }, 'empty'],
  [
    'blockscout',
    'list',
    200,
    { status: '0', message: 'No internal transactions found', result: [] },
    'empty',
  ],
  [
    'blockscout',
    'list',
    200,
    { status: '2', message: 'Some internal transactions are not processed', result: [] },
    'retry',
  ],
  ['blockscout', 'list', 429, { error: '429 Too Many Requests' }, 'retry'],
  ['blockscout', 'list', 429, { message: 'Too many requests', result: null, status: '0' }, 'retry'],
  ['blockscout', 'list', 401, { message: 'API key is required' }, 'permanent'],
  ['blockscout', 'list', 402, { error: 'No credits left' }, 'plan'],
  ['blockscout', 'list', 400, notOk(null, 'Unknown action'), 'permanent'],
  ['blockscout', 'eth_call', 200, rpcError(3, 'execution reverted: 429 Too Many Requests', no), 'reverted'],
  ['blockscout', 'eth_call', 200, { jsonrpc: '2.0', id: 1, error: 'execution reverted: no' }, 'reverted'],
  ['blockscout', 'eth_call', 200, { jsonrpc: '2.0', id: 1, error: 'Internal server error' }, 'retry'],
  ['blockscout', 'eth_call', 400, rpcError(3, 'execution reverted', no), 'reverted'],
  ['blockscout', 'eth_call', 404, '<!DOCTYPE html><title>Page not found</title>', 'permanent'],
  ['routescan', 'list', 200, { status: '0', message: 'No transactions found', result: [] }, 'empty'],
  ['routescan', 'list', 200, notOk(null), 'permanent'],
  ['routescan', 'list', 429, { status: '0', message: 'NOTOK', result: 'Max rate limit reached' }, 'retry'],
  ['routescan', 'list', 500, { error: { message: 'Internal Server Error' } }, 'retry'],
  ['routescan', 'eth_call', 500, rpcError(3, 'execution reverted: rate limit exceeded', no), 'reverted'],
  ['routescan', 'eth_call', 500, rpcError(-32000, 'execution reverted'), 'reverted'],
  ['routescan', 'eth_call', 500, { error: { code: -32000, message: 'invalid opcode: INVALID' } }, 'reverted'],
  ['routescan', 'eth_call', 500, rpcError(-32000, 'header not found'), 'retry'],
  ['routescan', 'eth_call', 500, rpcError(-32603, 'what nobody has seen'), 'retry'],
  ['routescan', 'eth_call', 503, 'Service Unavailable', 'retry'],
  ['routescan', 'eth_call', 403, '<!DOCTYPE html><title>Just a moment…</title>', 'retry'],
];

test.each(table)('%s, %s: %i %j is %s', async (kind, question, status, body, expected) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  const clock = createFakeClock();
  const client = createExplorerClient({
    ...{ chainId: 1, kind, url, apiKey: 'secret-key', clock, attempts: 1, onRetry: () => {} },
    ...{
      timeoutMs: 5000,
      maximumBytes: 100_000,
      gate: createGate({ perSecond: 1000, maximumWaitMs: 20_000, clock }),
    },
  });
  const given =
    question === 'list'
      ? await client.ask('account', 'txlist', {})
      : kind === 'blockscout'
        ? await client.postJsonRpc('eth_call', [])
        : await client.askProxy('eth_call', {});
  if (given.ok) expect(given.value).toEqual([]);
  expect(given.ok ? 'empty' : classes[given.fault.kind]).toBe(expected);
});

test('a daily limit is waited for until the moment that it names', async () => {
  answer = {
    status: 200,
    body: JSON.stringify(notOk('Community Free API Limit reached. Resets 2026-01-01 21:00:00 UTC.')),
  };
  const clock = createFakeClock();
  const client = createExplorerClient({
    ...{ chainId: 1, kind: 'etherscan', url, apiKey: undefined, clock, attempts: 5, onRetry: () => {} },
    ...{
      timeoutMs: 5000,
      maximumBytes: 100_000,
      gate: createGate({ perSecond: 1000, maximumWaitMs: 20_000, clock }),
    },
  });
  expect(await client.ask('account', 'txlist', {})).toMatchObject({
    ok: false,
    fault: { retryAfterMs: Date.UTC(2026, 0, 1, 21) - clock.now() + 60_000 },
  });
});
