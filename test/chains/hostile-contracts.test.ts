/** Contracts that speak in the words of a node in trouble, or send their caller elsewhere: on a real chain, by every way in. */
import { createServer } from 'node:http';
import { encodeDeployData, encodeFunctionData, parseAbi, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileContracts, defaultCacheDirectory } from '../../demo/contracts/artifacts.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { createChain } from '../../demo/node/chain.ts';
import type { ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { createExplorerSource } from '../../src/chains/explorer/explorer-source.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import type { Address, Hex } from '../../src/domain/model.ts';
import { createChainIndex } from '../support/explorer-fake/chain-index.ts';
import { createFakeClock } from '../support/explorer-fake/fake-clock.ts';
import { startFakeExplorer } from '../support/explorer-fake/fake-explorer.ts';
import { type NodeProxy, startNodeProxy } from './support/node-proxy.ts';

const chainId = 31337;
const maker = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const constructorAbi = parseAbi(['constructor(string text)']);
const [name, decimals] = ['name', 'decimals'].map((functionName) =>
  encodeFunctionData({ abi: parseAbi([`function ${functionName}() view returns (uint256)`]) }),
);

let anvil: Anvil;
let proxy: NodeProxy;
let refusing: Address;
let luring: Address;
let lured = 0;
const trap = createServer((_, response) => {
  lured += 1;
  response.end('{"data":"0x01"}');
});
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  anvil = await startAnvil({ chainId });
  stops.push(anvil.stop);
  proxy = await startNodeProxy(anvil.rpcUrl);
  stops.push(proxy.stop);
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => trap.close(resolve)));
  const chain = createChain({ rpcUrl: anvil.rpcUrl, chainId });
  await chain.setBalance(maker, parseEther('1000'));
  const codes = await compileContracts(defaultCacheDirectory);
  const deploy = async (contract: string, text: string): Promise<Address> => {
    const bytecode: Hex = codes[contract] ?? '0x';
    const data = encodeDeployData({ abi: constructorAbi, bytecode, args: [text] });
    const { contractAddress } = await chain.send({ from: maker, data });
    if (contractAddress == null) throw new Error(`${contract} is not deployed`);
    return contractAddress;
  };
  refusing = await deploy('RefusingToken', 'rate limit exceeded');
  const port = Object(trap.address()).port;
  luring = await deploy('LuringToken', `http://127.0.0.1:${port}/{sender}/{data}`);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const calls = () =>
  [refusing, luring].flatMap((to) => [name, decimals].map((data) => ({ to, data: data ?? '0x' })));
const undone = [null, null, null, null];

describe('a node', () => {
  test('a revert is an answer, whatever its words, and is asked for once', async () => {
    const source = createRpcSource({ chainId, urls: [proxy.url] });
    for (const call of calls()) {
      proxy.counts.clear();
      expect(await source.callContracts([call])).toEqual([null]);
      expect(proxy.counts.get('eth_call')).toBe(1);
    }
  });

  test('many calls together: each by itself once more, and nobody is lured elsewhere', async () => {
    const source = createRpcSource({ chainId, urls: [proxy.url] });
    proxy.counts.clear();
    expect(await source.callContracts(calls())).toEqual(undone);
    expect(proxy.counts.get('eth_call')).toBe(1 + calls().length);
    expect(lured).toBe(0);
  });

  test.each([400, 401, 403, 429, 500, 503])('a revert that comes with HTTP %i', async (status) => {
    const source = createRpcSource({ chainId, urls: [proxy.url] });
    let asked = 0;
    proxy.interfere({
      exchange: ([call]) => {
        if (call?.method !== 'eth_call') return undefined;
        asked += 1;
        const error = { code: 3, message: 'execution reverted: rate limit exceeded', data: '0x08c379a0' };
        return { kind: 'status', status, body: JSON.stringify({ jsonrpc: '2.0', id: call.id, error }) };
      },
    });
    expect(await source.callContracts(calls().slice(0, 1))).toEqual([null]);
    expect(asked).toBe(1);
    proxy.interfere({});
  });
});

describe.each(['etherscan', 'blockscout', 'routescan'] as const)('%s', (kind) => {
  test('a revert is an answer, and is asked for once', async () => {
    const fake = await startFakeExplorer({ kind, index: createChainIndex(anvil.rpcUrl), chainId });
    stops.push(fake.close);
    const clock = createFakeClock();
    const source: ChainSource = createExplorerSource({ chainId, kind, url: fake.url, clock });
    expect(await source.callContracts(calls())).toEqual(undone);
    expect(fake.requests.filter(({ action }) => action === 'eth_call')).toHaveLength(calls().length);
    expect(lured).toBe(0);
  });
});
