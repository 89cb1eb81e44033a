/** Hardhat 2 itself, a node that traces nothing: what it can tell is exact, and what it cannot is said. */
import { encodeAbiParameters, encodeFunctionData, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payoutAbi, reverterAbi, tokenAbi } from '../../demo/contracts/abis.ts';
import { compileContracts, defaultCacheDirectory } from '../../demo/contracts/artifacts.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import { lowerAddress } from '../../src/domain/address.ts';
import { type NodeProxy, startNodeProxy } from '../chains/support/node-proxy.ts';
import { type HardhatNode, startHardhat } from '../support/hardhat.ts';
import { createDatabase } from '../support/postgres.ts';
import { startTestService, type TestService } from '../support/service.ts';

const chainId = 31337;
const friend = '0x000000000000000000000000000000000000f00d';
const stranger = '0x000000000000000000000000000000000000dead';

let node: HardhatNode;
let proxy: NodeProxy;
let wallet: string;
let token: string;
/** Of the wallet's own history, in order; the payout by an internal call is last and not to be found. */
let hashes: string[];

beforeAll(async () => {
  node = await startHardhat(chainId);
  proxy = await startNodeProxy(node.rpcUrl);
  const [payer = '', owner = ''] = node.accounts;
  wallet = lowerAddress(owner);
  const code = await compileContracts(defaultCacheDirectory);
  token = await deploy(
    payer,
    `${code.Token}${encodeAbiParameters(tokenAbi[0].inputs, ['Gold', 'GLD', 6]).slice(2)}`,
  );
  const payout = await deploy(payer, code.Payout ?? '');
  const reverter = await deploy(payer, code.Reverter ?? '');
  const call = (functionName: 'mint' | 'transfer', to: string, value: bigint) =>
    encodeFunctionData({ abi: tokenAbi, functionName, args: [lowerAddress(to), value] });
  const split = encodeFunctionData({ abi: payoutAbi, functionName: 'split', args: [[lowerAddress(wallet)]] });
  const fail = encodeFunctionData({ abi: reverterAbi, functionName: 'failWithReason' });
  hashes = [
    await node.send({ from: payer, to: wallet, value: parseEther('3') }),
    await node.send({ from: payer, to: token, data: call('mint', wallet, 1_000_000n) }),
    await node.send({ from: wallet, to: friend, value: parseEther('1.25') }),
    await node.send({ from: wallet, to: token, data: call('transfer', friend, 300_000n) }),
    await node.send({ from: wallet, to: reverter, data: fail, value: 7n }),
    await node.send({ from: wallet, to: stranger, value: 1n }),
    await node.send({ from: payer, to: payout, data: split, value: parseEther('2') }),
  ];
});
afterAll(async () => {
  await proxy?.stop();
  await node?.stop();
});

async function deploy(from: string, data: string): Promise<string> {
  const receipt = await node.ask('eth_getTransactionReceipt', await node.send({ from, data }));
  return String(Object(receipt).contractAddress).toLowerCase();
}

/** What the chain itself says that an address owns. */
async function owned(address: string): Promise<{ native: bigint; gold: bigint }> {
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'balanceOf',
    args: [lowerAddress(address)],
  });
  const [native, gold] = await Promise.all([
    node.ask('eth_getBalance', address, 'latest'),
    node.ask('eth_call', { to: token, data }, 'latest'),
  ]);
  return { native: BigInt(String(native)), gold: BigInt(String(gold)) };
}

describe('the rpc source on it', () => {
  test('finds out what it can do, and reads receipts one by one', async () => {
    const probed: unknown[] = [];
    const source = createRpcSource({
      chainId,
      urls: [proxy.url],
      log: (_, details) => probed.push(details),
    });
    const abilities = await source.probe();
    expect(probed).toMatchObject([
      { native: 'blocks', blockReceipts: false, traceBlock: false, logs: true, archive: true },
    ]);
    proxy.counts.clear();
    const head = await source.getHead();
    // Block by block, the first included.
    const requestsPerHistory = head.number + 1;
    expect(abilities).toEqual({ missing: ['internal-calls'], warnings: [], requestsPerHistory });
    const address = lowerAddress(wallet);
    const activity = await source.fetchActivity({ address, fromBlock: 0, toBlock: head.number });
    expect(activity.reached).toEqual(head);
    expect(activity.missing).toEqual(['internal-calls']);
    expect(activity.transactions.map(({ hash }) => hash)).toEqual(hashes.slice(0, -1));
    expect(activity.transactions.map(({ succeeded }) => succeeded)).toEqual([
      ...[true, true, true, true, false, true],
    ]);
    // 10,000 ether that the node gives its accounts in the first block.
    expect(activity.credits).toMatchObject([{ kind: 'genesis', value: parseEther('10000') }]);
    expect(proxy.counts.get('eth_getTransactionReceipt')).toBe(6);
    expect(proxy.counts.get('eth_getBlockReceipts')).toBeUndefined();
  });
});

describe('the service on it', () => {
  const services: TestService[] = [];
  afterAll(async () => {
    for (const service of services) await service.stop();
  });

  async function serve(databaseUrl: string, allowIncomplete: boolean): Promise<TestService> {
    const service = await startTestService(
      [
        {
          ...{ chainId, name: 'Hardhat', slug: 'hardhat', symbol: 'ETH' },
          ...{ rpc: [node.rpcUrl], confirmations: 2, pollSeconds: 0.2, allowIncomplete },
        },
      ],
      { databaseUrl },
    );
    services.push(service);
    return service;
  }

  interface Read {
    wallets: {
      nodes: {
        address: string;
        isLoaded: boolean;
        sync: { phase: string; syncedBlock: number | null; error: string | null; warnings: string[] }[];
      }[];
    };
    transactions: { nodes: { hash: string; fee: string }[] };
    tokenBalances: {
      nodes: {
        balance: string;
        token: { asset: { symbol: string } };
        reconciliation: { difference: string } | null;
      }[];
    };
  }
  const read = (service: TestService, of: string): Promise<Read> =>
    service.api.query<Read>(
      `query ($of: [Address!]!) {
         wallets { nodes { address isLoaded sync { phase syncedBlock error warnings } } }
         transactions(wallets: $of, order: ASC) { nodes { hash fee } }
         tokenBalances(wallets: $of) { nodes { balance token { asset { symbol } } reconciliation { difference } } } }`,
      { of: [of] },
    );

  test('without leave to be incomplete: FAILED with the reason, and everything that is known can be read', async () => {
    const { url } = await createDatabase();
    const service = await serve(url, false);
    await service.api.post('/wallet/manage/', { address: wallet });
    const head = Number(await node.ask('eth_blockNumber'));
    await expect
      .poll(async () => (await read(service, wallet)).wallets.nodes[0]?.sync[0], { timeout: 30_000 })
      .toMatchObject({ phase: 'FAILED', syncedBlock: head });
    const { wallets, transactions } = await read(service, wallet);
    expect(wallets.nodes[0]).toMatchObject({ isLoaded: false });
    expect(wallets.nodes[0]?.sync[0]?.error).toMatch(/cannot give internal-calls, so.*allowIncomplete/);
    // The ether of the first block is a line of its own.
    expect(transactions.nodes.map(({ hash }) => hash).slice(1)).toEqual(hashes.slice(0, -1));

    // It goes on following the chain, FAILED as it is.
    await node.ask('evm_mine');
    await service.api.waitForBlock(head + 1);
    expect((await read(service, wallet)).wallets.nodes[0]).toMatchObject({
      isLoaded: false,
      sync: [{ phase: 'FAILED' }],
    });
  });

  test('with leave: loaded, with a warning; figures are the chain’s, less what no node of its kind can tell', async () => {
    const service = await serve((await createDatabase()).url, true);
    await service.api.load([wallet, friend]);
    // The friend has had no internal call: to the last unit what the chain says. 1.25 ether, 0.3 of the token.
    expect(await owned(friend)).toEqual({ native: parseEther('1.25'), gold: 300_000n });
    const balances = async (of: string): Promise<Record<string, unknown>> =>
      Object.fromEntries(
        (await read(service, of)).tokenBalances.nodes.map((row) => [
          row.token.asset.symbol,
          [row.balance, row.reconciliation?.difference],
        ]),
      );
    await expect
      .poll(() => balances(friend), { timeout: 30_000 })
      .toEqual({ ETH: ['1.25', '0'], GLD: ['0.3', '0'] });

    // The wallet lacks the 2 ether that came by an internal call, and reconciliation says exactly that.
    const { native, gold } = await owned(wallet);
    expect(gold).toBe(700_000n);
    const known = native - parseEther('2');
    const fraction = (known % 10n ** 18n).toString().padStart(18, '0').replace(/0+$/, '');
    await expect
      .poll(() => balances(wallet), { timeout: 30_000 })
      .toEqual({ ETH: [`${known / 10n ** 18n}.${fraction}`, '2'], GLD: ['0.7', '0'] });
    const { wallets } = await read(service, wallet);
    const sync = wallets.nodes.find(({ address }) => address === wallet)?.sync[0];
    expect(sync?.warnings[0]).toBe('This source cannot give: internal-calls.');
  });
});
