/** A wallet whose history a poor node could not give in full: with a better node it is loaded anew, and then complete. */
import { encodeFunctionData, parseEther } from 'viem';
import { afterEach, expect, test } from 'vitest';
import { payoutAbi } from '../../demo/contracts/abis.ts';
import { compileContracts, defaultCacheDirectory } from '../../demo/contracts/artifacts.ts';
import { startAnvil } from '../../demo/node/anvil.ts';
import { createChain } from '../../demo/node/chain.ts';
import { startNodeProxy, without } from '../chains/support/node-proxy.ts';
import { createDatabase } from '../support/postgres.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readState } from '../support/state-hash.ts';

const chainId = 7031;
const wallet = '0x00000000000000000000000000000000000a11ce';
const payer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const entry = { chainId, name: 'Chain', slug: 'chain', symbol: 'ETH', confirmations: 2, pollSeconds: 0.2 };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

test.each([
  ['FAILED for what is missing', false],
  ['loaded with leave to be incomplete', true],
])('%s', async (_, allowIncomplete) => {
  const anvil = await startAnvil({ chainId });
  stops.push(anvil.stop);
  const poor = await startNodeProxy(anvil.rpcUrl);
  stops.push(poor.stop);
  poor.interfere(without('trace_filter', 'trace_block', 'trace_transaction', 'debug_traceBlockByNumber'));
  const chain = createChain({ rpcUrl: anvil.rpcUrl, chainId });
  await chain.setBalance(payer, parseEther('100'));
  const { Payout } = await compileContracts(defaultCacheDirectory);
  const { contractAddress } = await chain.send({ from: payer, data: Payout ?? '0x' });
  await chain.send({ from: payer, to: wallet, value: parseEther('3') });
  const data = encodeFunctionData({ abi: payoutAbi, functionName: 'split', args: [[wallet]] });
  await chain.send({ from: payer, to: contractAddress ?? wallet, value: parseEther('1'), data });
  const head = Number((await chain.latestBlock()).number);
  const { url } = await createDatabase();

  async function serve(databaseUrl: string, rpcUrl: string, leave: boolean): Promise<TestService> {
    const service = await startTestService([{ ...entry, rpc: [rpcUrl], allowIncomplete: leave }], {
      databaseUrl,
    });
    stops.push(service.stop);
    await service.api.post('/wallet/manage/', { address: wallet });
    return service;
  }
  interface Sync {
    phase: string;
    syncedBlock: number | null;
    warnings: string[];
  }
  const syncOf = async (service: TestService): Promise<Sync | undefined> => {
    const { wallets } = await service.api.query<{ wallets: { nodes: { sync: Sync[] }[] } }>(
      '{ wallets { nodes { sync { phase syncedBlock warnings } } } }',
    );
    return wallets.nodes[0]?.sync[0];
  };

  const before = await serve(url, poor.url, allowIncomplete);
  await before.api.waitForBlock(head);
  expect(await syncOf(before)).toMatchObject({ phase: allowIncomplete ? 'FOLLOWING' : 'FAILED' });
  const incomplete = await readState(url);
  await before.stop();
  stops.pop();

  // The phase is FOLLOWING again only after everything was loaded anew.
  const after = await serve(url, anvil.rpcUrl, false);
  const fresh = await serve((await createDatabase()).url, anvil.rpcUrl, false);
  await fresh.api.load([wallet]);
  const wanted = await readState(fresh.databaseUrl);
  await expect.poll(() => readState(url), { timeout: 30_000 }).toEqual(wanted);
  await after.api.load([wallet]);
  // The 3 ether sent to it, and the ether that a contract passed on.
  expect([incomplete.transfers, wanted.transfers]).toEqual([1, 2]);
  expect(await syncOf(after)).toEqual({ phase: 'FOLLOWING', syncedBlock: head, warnings: [] });
});
