/** Every error body of reference/explorers.md, and the faults of the wire: what may pass, what will not, what is said. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../../demo/node/anvil.ts';
import { createExplorerSource, type ExplorerLimits } from '../../../src/chains/explorer/explorer-source.ts';
import type { Address } from '../../../src/domain/model.ts';
import { PermanentError, RetryableError } from '../../../src/errors.ts';
import { createGate } from '../../../src/outgoing/gate.ts';
import { askNode, type ChainIndex, createChainIndex } from '../../support/explorer-fake/chain-index.ts';
import { createFakeClock, type FakeClock } from '../../support/explorer-fake/fake-clock.ts';
import { type FakeExplorer, startFakeExplorer } from '../../support/explorer-fake/fake-explorer.ts';
import type { FakeFault } from '../../support/explorer-fake/faults.ts';
import type { FakeKind } from '../../support/explorer-fake/rows.ts';

const chainId = 31337;
const apiKey = 'secret-key';
// Anvil's first account pays its second five times.
const sender: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const receiver: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const lastBlock = 5;

let anvil: Anvil;
let index: ChainIndex;
const fakes: Partial<Record<FakeKind, FakeExplorer>> = {};

beforeAll(async () => {
  anvil = await startAnvil();
  for (let count = 1; count <= lastBlock; count += 1) {
    await askNode(anvil.rpcUrl, 'eth_sendTransactionSync', [{ from: sender, to: receiver, value: '0x1' }]);
  }
  index = createChainIndex(anvil.rpcUrl);
  for (const kind of ['etherscan', 'blockscout', 'routescan'] as const) {
    fakes[kind] = await startFakeExplorer({ kind, index, chainId, apiKey });
  }
});

afterEach(() => {
  for (const fake of Object.values(fakes)) fake.heal();
});

afterAll(async () => {
  for (const fake of Object.values(fakes)) await fake.close();
  await anvil.stop();
});

function fakeOf(kind: FakeKind): FakeExplorer {
  const fake = fakes[kind];
  if (fake === undefined) throw new Error(`no fake ${kind}`);
  fake.requests.length = 0;
  return fake;
}

function open(kind: FakeKind, limits: ExplorerLimits = {}, key = apiKey) {
  const fake = fakeOf(kind);
  const clock = createFakeClock();
  const source = createExplorerSource({ chainId, kind, url: fake.url, apiKey: key, clock, limits });
  return {
    fake,
    clock,
    source,
    load: () => source.fetchActivity({ address: sender, fromBlock: 0, toBlock: lastBlock }),
  };
}

async function errorOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it should have failed');
}

type Case = readonly [
  kind: FakeKind,
  fault: FakeFault,
  action: string,
  family: 'retryable' | 'permanent',
  words: RegExp,
];

const cases: readonly Case[] = [
  [
    'etherscan',
    'rateLimit',
    'txlist',
    'retryable',
    /its rate limit is reached \("Max calls per sec rate limit reached/,
  ],
  ['etherscan', 'keylessRateLimit', 'txlist', 'retryable', /its rate limit is reached/],
  [
    'etherscan',
    'dailyLimit',
    'txlist',
    'retryable',
    /the key's daily limit is used up; it starts anew at 00:00 UTC/,
  ],
  ['etherscan', 'invalidKey', 'txlist', 'permanent', /it refuses the API key.*Check the apiKey/],
  ['etherscan', 'missingKey', 'txlist', 'permanent', /it refuses the API key/],
  [
    'etherscan',
    'chainNotOnPlan',
    'txlist',
    'permanent',
    /the key's plan does not include.*Use a paid plan, another explorer/,
  ],
  ['etherscan', 'unsupportedChain', 'txlist', 'permanent', /it does not serve this chain/],
  ['etherscan', 'invalidAddress', 'txlist', 'permanent', /it does not take the request/],
  [
    'etherscan',
    'window',
    'tokentx',
    'permanent',
    /one block has more rows for this wallet than it gives out/,
  ],
  ['etherscan', 'queryTimeout', 'txlistinternal', 'retryable', /the query took it too long/],
  ['etherscan', 'queryTimeoutWithTwoR', 'txlistinternal', 'retryable', /the query took it too long/],
  ['etherscan', 'serverTooBusy', 'txlist', 'retryable', /it does not answer/],
  ['etherscan', 'unknownWords', 'txlist', 'retryable', /The moon is in the wrong house/],
  ['etherscan', 'nullResult', 'txlist', 'retryable', /its answer cannot be read/],
  ['routescan', 'nullResult', 'txlist', 'permanent', /it does not serve this chain/],
  [
    'blockscout',
    'partlyIndexed',
    'txlistinternal',
    'retryable',
    /it has indexed only a part of these blocks yet/,
  ],
  ['blockscout', 'blockscoutNoKey', 'txlist', 'permanent', /it refuses the API key/],
  ['blockscout', 'blockscoutNoCredits', 'txlist', 'permanent', /the key's plan does not include/],
  ['blockscout', 'http429', 'txlist', 'retryable', /its rate limit is reached/],
  ['blockscout', 'http429Html', 'txlist', 'retryable', /its rate limit is reached/],
  [
    'etherscan',
    'rateLimit',
    'eth_getTransactionReceipt',
    'retryable',
    /eth_getTransactionReceipt: its rate limit is reached/,
  ],
  ['etherscan', 'invalidKey', 'eth_blockNumber', 'permanent', /it refuses the API key/],
  ['etherscan', 'rpcError', 'eth_getTransactionReceipt', 'retryable', /header not found/],
  ['etherscan', 'rpcBeyondHead', 'eth_getBlockByNumber', 'retryable', /beyond current head block/],
  ['etherscan', 'rpcNull', 'eth_getTransactionReceipt', 'retryable', /no receipt of 0x[0-9a-f]{64} yet/],
  ['etherscan', 'html', 'eth_getTransactionReceipt', 'retryable', /an HTML page/],
  ['etherscan', 'noEnvelope', 'eth_getTransactionReceipt', 'retryable', /its answer cannot be read/],
  ['etherscan', 'http500', 'txlist', 'retryable', /HTTP 500/],
  ['etherscan', 'http502Html', 'txlist', 'retryable', /HTTP 502: an HTML page/],
  ['etherscan', 'http503RetryAfter', 'txlist', 'retryable', /HTTP 503/],
  ['etherscan', 'http403Html', 'txlist', 'retryable', /HTTP 403/],
  ['etherscan', 'http404', 'txlist', 'permanent', /HTTP 404.*Check the explorer's url and kind/],
  ['etherscan', 'redirect', 'txlist', 'permanent', /HTTP 302/],
  ['etherscan', 'html', 'txlist', 'retryable', /an HTML page/],
  ['etherscan', 'truncated', 'txlist', 'retryable', /no JSON, or cut off/],
  ['etherscan', 'noEnvelope', 'txlist', 'retryable', /no status, message and result/],
  ['etherscan', 'notAList', 'txlist', 'retryable', /no list of rows/],
  ['etherscan', 'malformedRow', 'tokentx', 'retryable', /row 0: 'timeStamp' /],
  ['etherscan', 'reset', 'txlist', 'retryable', /it does not answer/],
  ['etherscan', 'wrongAddress', 'txlist', 'retryable', /row 0 is of another address/],
  [
    'etherscan',
    'outsideRange',
    'txlist',
    'retryable',
    /row 1 is of block 99999999, outside of the blocks asked for/,
  ],
];

describe('an answer that is an error', () => {
  test.each(cases)('%s, %s to %s: %s', async (kind, fault, action, family, words) => {
    const { fake, load } = open(kind);
    fake.fail(fault, { action, times: 1000 });
    const error = await errorOf(load());
    expect(error).toBeInstanceOf(family === 'retryable' ? RetryableError : PermanentError);
    expect(error.message).toMatch(words);
    expect(error.message).toContain(new URL(fake.url).host);
    expect(error.message).not.toContain(apiKey);
    expect(error.message).not.toMatch(/apikey=|https?:\/\/127/);
    const asked = fake.requests.filter((request) => request.action === action).length;
    // Five times, for each of five transactions at most.
    expect(asked).toBeLessThanOrEqual(25);
    if (family === 'permanent') expect(asked).toBe(1);
  });

  test('a request that nobody answers ends after its time', async () => {
    const { fake, load } = open('etherscan', { timeoutMs: 1000, attempts: 2 });
    fake.fail('hang', { action: 'txlist', times: 10 });
    expect((await errorOf(load())).message).toMatch(/txlist: it does not answer \("no answer within 1 s"\)/);
  });

  test('an answer over the limit of bytes is not read to its end', async () => {
    const { fake, load } = open('etherscan', { maximumBytes: 100_000 });
    fake.fail('huge', { action: 'tokentx', times: 100 });
    expect((await errorOf(load())).message).toMatch(
      /tokentx: its answer is too large \("over 100000 bytes"\)/,
    );
  });

  test('a contract whose answer is over the limit has none, and is asked once', async () => {
    const { fake, source } = open('etherscan', { maximumBytes: 100_000 });
    fake.fail('huge', { action: 'eth_call', times: 100 });
    expect(await source.callContracts([{ to: receiver, data: '0x06fdde03' }])).toEqual([null]);
    expect(fake.requests.filter(({ action }) => action === 'eth_call')).toHaveLength(1);
  });

  test('the daily limit is not asked again before the next day', async () => {
    const { fake, load, clock } = open('etherscan');
    fake.fail('dailyLimit', { action: 'txlist', times: 10 });
    const error = await errorOf(load());
    expect(fake.requests.filter(({ action }) => action === 'txlist')).toHaveLength(1);
    const toMidnight = Date.UTC(2026, 0, 2) - clock.now();
    expect(error).toMatchObject({ retryAfterMs: toMidnight + 60_000 });
  });

  test('a wait of minutes is left to the caller', async () => {
    const { fake, load, clock } = open('blockscout');
    fake.fail('http429Long', { action: 'txlist', times: 10 });
    expect(await errorOf(load())).toMatchObject({ name: 'RetryableError', retryAfterMs: 300_000 });
    expect(fake.requests.filter(({ action }) => action === 'txlist')).toHaveLength(1);
    // Nobody else who uses the key asks anything meanwhile.
    const asked = fake.requests.length;
    clock.advance(299_000);
    expect(await errorOf(load())).toMatchObject({ name: 'RetryableError', retryAfterMs: 1000 });
    expect(fake.requests).toHaveLength(asked);
    clock.advance(1000);
    fake.heal();
    expect((await load()).transactions).toHaveLength(lastBlock);
  });

  test('while another one of the account finds out whether the wait is over, the others come back in a second', async () => {
    const fake = fakeOf('blockscout');
    const clock = createFakeClock();
    const gate = createGate({ clock, perSecond: 1000, maximumWaitMs: 20_000 });
    (await gate.enter())?.failed(300_000);
    clock.advance(300_000);
    expect(await gate.enter()).not.toBeNull();
    const source = createExplorerSource({ chainId, kind: 'blockscout', url: fake.url, apiKey, clock, gate });
    expect(await errorOf(source.getHead())).toMatchObject({ name: 'RetryableError', retryAfterMs: 1000 });
    expect(fake.requests).toEqual([]);
  });

  test('a wrong key is refused when probing', async () => {
    const { source } = open('etherscan', {}, 'another-key');
    expect(await errorOf(source.probe())).toBeInstanceOf(PermanentError);
  });
});

const passing: readonly FakeFault[] = [
  'rateLimit',
  'keylessRateLimit',
  'serverTooBusy',
  'http429',
  'http500',
  'http502Html',
  'http503RetryAfter',
  'html',
  'truncated',
  'noEnvelope',
  'reset',
];

describe('a fault that passes', () => {
  test.each(passing)('%s, twice in every request: the same activity', async (fault) => {
    const { load, fake } = open('etherscan');
    const undisturbed = await load();
    for (const action of [
      'txlist',
      'tokentx',
      'eth_blockNumber',
      'eth_getTransactionReceipt',
      'eth_getBlockByNumber',
    ]) {
      fake.fail(fault, { action, times: 2 });
    }
    expect(await load()).toEqual(undisturbed);
    expect(undisturbed.transactions).toHaveLength(lastBlock);
  });

  test('a query that takes too long is asked for less, down to ten rows', async () => {
    const { load, fake } = open('etherscan', { rowsPerPage: 160 });
    fake.fail('queryTimeout', { action: 'txlist', times: 2 });
    fake.fail('huge', { action: 'tokentx', times: 0 });
    expect((await load()).transactions).toHaveLength(lastBlock);
    const sizes = fake.requests
      .filter(({ action }) => action === 'txlist')
      .map(({ parameters }) => parameters.offset);
    expect(sizes).toEqual(['160', '80', '40']);
  });
});

describe('waiting', () => {
  const longest = (clock: FakeClock): number => Math.max(...clock.waits);

  test('Retry-After is kept', async () => {
    const { load, fake, clock } = open('etherscan');
    fake.fail('http429', { action: 'txlist' });
    await load();
    expect(longest(clock)).toBe(7000);
  });

  test('a rate limit without a time is waited for one second, then two, then four', async () => {
    const { load, fake, clock } = open('etherscan', { callsPerSecond: 1000 });
    fake.fail('rateLimit', { action: 'txlist', times: 3 });
    await load();
    expect(clock.waits.filter((wait) => wait >= 900)).toEqual([1000, 2000, 4000]);
  });

  test('the limit that the explorer names is taken over', async () => {
    const { load, fake, clock } = open('etherscan', { callsPerSecond: 5 });
    fake.fail('lowRateLimit', { action: 'txlist' });
    await load();
    // Two calls a second, and 5 % to spare.
    expect(clock.waits.at(-1)).toBe(525);
  });

  test('an abort ends everything', async () => {
    const { source, fake } = open('etherscan');
    const controller = new AbortController();
    controller.abort(new RetryableError('the worker is stopping'));
    const work = source.fetchActivity({
      address: sender,
      fromBlock: 0,
      toBlock: 5,
      signal: controller.signal,
    });
    expect((await errorOf(work)).message).toBe('the worker is stopping');
    expect(fake.requests).toEqual([]);
  });
});
