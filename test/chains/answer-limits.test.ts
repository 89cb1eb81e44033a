/** Answers without measure, of contracts and of nodes: what they cost, and what becomes of the question. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { compileContracts, defaultCacheDirectory } from '../../demo/contracts/artifacts.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { createRangeSizer, scanRange } from '../../src/chains/rpc/activity/ranges.ts';
import { getLogs } from '../../src/chains/rpc/client/actions.ts';
import { createRpcClient } from '../../src/chains/rpc/client/client.ts';
import { createEndpoint } from '../../src/chains/rpc/client/endpoint.ts';
import { AnswerOverLimitError, OversizedAnswerError } from '../../src/chains/rpc/client/rpc-errors.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import { lowerAddress } from '../../src/domain/address.ts';
import { PermanentError } from '../../src/errors.ts';
import { readTokenMetadata } from '../../src/labels/metadata/contract-metadata.ts';
import { nameCall } from '../../src/labels/metadata/contract-reader.ts';
import { askNode } from '../support/ask-node.ts';
import { type Interference, type NodeProxy, startNodeProxy } from './support/node-proxy.ts';

const chainId = 31337;
let anvil: Anvil;
let proxy: NodeProxy;
beforeAll(async () => {
  anvil = await startAnvil({ chainId });
  proxy = await startNodeProxy(anvil.rpcUrl);
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});
beforeEach(() => proxy.interfere({}));

const ask = (method: string, ...params: unknown[]): Promise<unknown> => askNode(anvil.rpcUrl, method, params);

/** Contracts with the code of one that was deployed, so that forty cost no more than one. */
async function copiesOf(creationCode: string, count: number) {
  const [from] = z.array(z.string()).parse(await ask('eth_accounts'));
  const receipt = z
    .object({ contractAddress: z.string() })
    .parse(await ask('eth_sendTransactionSync', { from, data: creationCode }));
  const code = await ask('eth_getCode', receipt.contractAddress, 'latest');
  const addresses = Array.from({ length: count }, (_, index) =>
    lowerAddress(`0x${(index + 1).toString(16).padStart(40, 'e')}`),
  );
  for (const address of addresses) await ask('anvil_setCode', address, code);
  return addresses;
}

describe('forty tokens whose name() is 3.9 MB', () => {
  test('have no name, keep what is short, and cost a bounded number of calls', async () => {
    const { EndlessName = '', SpamToken = '' } = await compileContracts(defaultCacheDirectory);
    expect([EndlessName, SpamToken]).not.toContain('');
    const addresses = await copiesOf(EndlessName, 40);
    const source = createRpcSource({ chainId, urls: [proxy.url], limits: { requestTimeoutMs: 60_000 } });
    // One call, two bytes of digits for each of the 3.9 million: it is not read, and not asked for again.
    const [first] = addresses;
    expect(await source.callContracts(first === undefined ? [] : [{ to: first, data: nameCall }])).toEqual([
      null,
    ]);
    expect(proxy.counts.get('eth_call')).toBe(1);
    proxy.counts.clear();
    const tokens = await readTokenMetadata(source, addresses);
    expect(tokens).toEqual(
      addresses.map((address) => ({
        metadata: { chainId, address, name: null, symbol: 'LONG', decimals: 18 },
        outcome: 'refused',
      })),
    );
    // 120 calls: of a tree of halves over 64 and 56 of them, 127 + 111 nodes at most. Asking anew would be more.
    expect(proxy.counts.get('eth_call')).toBeLessThanOrEqual(127 + 111);
    // One alone: three together, two together, and each.
    proxy.counts.clear();
    expect(await readTokenMetadata(source, addresses.slice(0, 1))).toEqual(tokens.slice(0, 1));
    expect(proxy.counts.get('eth_call')).toBeLessThanOrEqual(5);
  });
});

/** Anything over 1,000 bytes is too much. */
const small = { maximumBytes: 1_000 };
const limits = { concurrency: 4, batchWeight: 10, attempts: 5, firstPauseMs: 1 };
const clientOf = (...urls: readonly string[]) =>
  createRpcClient(
    urls.map((url) => createEndpoint(url, 20_000)),
    limits,
    async () => {},
  );
const long = (bytes: number) => ({ result: 'x'.repeat(bytes) });

const blockNumber = z.string().transform(Number);
const rangeSchema = z.object({ fromBlock: blockNumber, toBlock: blockNumber });

/** Answers of its own, with exchanges counted. */
const answering = (answer: Interference['answer'] & {}): Interference => ({
  answer,
  exchange: () => undefined,
});

describe('a node’s answer over the limit', () => {
  const request = { method: 'debug_traceBlockByNumber', params: ['0x1'], parse: String, ...small };

  test('is not asked for again unchanged, and says what to do', async () => {
    proxy.interfere(answering(() => long(2_000)));
    const error = await clientOf(proxy.url)
      .request(request)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OversizedAnswerError);
    expect(error).toBeInstanceOf(PermanentError);
    expect(String(error)).toMatch(
      /larger than 1000 bytes \(debug_traceBlockByNumber \["0x1"\]\).*Give the chain a node with trace_filter/,
    );
    expect(proxy.counts.get('http')).toBe(1);
  });

  test('of one node is asked of the other', async () => {
    const other = await startNodeProxy(anvil.rpcUrl);
    proxy.interfere(answering(() => long(2_000)));
    other.interfere({ answer: () => ({ result: 'short' }) });
    expect(await clientOf(proxy.url, other.url).request(request)).toBe('short');
    await other.stop();
  });

  test('in a batch costs the others nothing: it is cut until the long one is alone', async () => {
    proxy.interfere(
      answering(({ params }) => (params[0] === 3 ? long(9_000) : { result: `short ${params[0]}` })),
    );
    const client = clientOf(proxy.url);
    const answers = await Promise.allSettled(
      [0, 1, 2, 3, 4, 5, 6, 7].map((number) => client.request({ ...request, params: [number] })),
    );
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'none'))).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((number) => (number === 3 ? 'none' : `short ${number}`)),
    );
    // 8, 4 + 4, 2 + 2, 1 + 1: each half once.
    expect(proxy.counts.get('http')).toBe(7);
  });

  test('to a range of blocks means a shorter range; of one block it is final', async () => {
    const asked: [from: number, to: number][] = [];
    const scan = (bearable: number) => {
      asked.length = 0;
      proxy.interfere(
        answering(({ params: [filter] }) => {
          const { fromBlock, toBlock } = rangeSchema.parse(filter);
          asked.push([fromBlock, toBlock]);
          return toBlock - fromBlock + 1 > bearable ? long(2_000) : { result: [] };
        }),
      );
      const client = clientOf(proxy.url);
      return scanRange({ fromBlock: 1, toBlock: 16 }, createRangeSizer(16, 16), 1, (piece) =>
        client.request({ ...getLogs({ ...piece, topics: [] }), ...small }),
      );
    };
    expect((await scan(4)).flat()).toEqual([]);
    expect(asked.slice(0, 3)).toEqual([
      [1, 16],
      [1, 8],
      [1, 4],
    ]);
    expect(new Set(asked.map(String)).size).toBe(asked.length);
    const read = asked.filter(([from, to]) => to - from + 1 <= 4);
    expect(read.reduce((blocks, [from, to]) => blocks + to - from + 1, 0)).toBe(16);

    const error = await scan(0).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OversizedAnswerError);
    expect(String(error)).toContain('for block 1 alone. Give the chain another node, or an explorer');
    expect(asked.map(([, to]) => to)).toEqual([16, 8, 4, 2, 1]);
  });

  test('to what can be split is given back at once', async () => {
    proxy.interfere(answering(() => long(2_000)));
    await expect(clientOf(proxy.url).request({ ...request, splittable: true })).rejects.toThrow(
      AnswerOverLimitError,
    );
    expect(proxy.counts.get('http')).toBe(1);
  });
});
