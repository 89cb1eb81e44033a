/**
 * A node with protocols in the forms of the real ones, whose clock a test sets: a month is one step. Prices are whole dollars and
 * change with the month, so that every value is exact. The chain is Ethereum's by its number: validators are told of there.
 */
import { type Address, encodeFunctionData } from 'viem';
import { feedKeeperAbi, lendingPoolAbi } from '../../../demo/contracts/abis.ts';
import { startAnvil } from '../../../demo/node/anvil.ts';
import { createClient } from '../../../demo/node/mining.ts';
import { createChainIndex } from '../explorer-fake/chain-index.ts';
import { type FakeExplorer, startFakeExplorer } from '../explorer-fake/fake-explorer.ts';
import type { FakeWithdrawal } from '../explorer-fake/rows.ts';
import { type AssetName, assets, feedAnswer, type MonthlyPrices } from './protocol-assets.ts';
import {
  type Call,
  deployProtocols,
  mine,
  outside,
  type ProtocolContracts,
  type Running,
} from './protocol-contracts.ts';

export const chainId = 1;
/** 2025-01-01T00:00:00Z */
const firstTime = 1_735_689_600;
const monthSeconds = 30 * 86_400;
const genesisTime = firstTime - 86_400;

export interface ProtocolChain {
  readonly rpcUrl: string;
  readonly explorer: FakeExplorer;
  readonly contracts: ProtocolContracts;
  readonly client: ReturnType<typeof createClient>;
  /** Whom the outside world is: it funds, buys, liquidates and fills. */
  readonly outside: Address;
  /** Goes to the beginning of a month, and sets its prices. */
  beginMonth(month: number, prices: MonthlyPrices): Promise<void>;
  /** Mines the calls in one block, a minute after the last one; all of them succeed. Answers the block's number. */
  mine(calls: readonly Call[]): Promise<bigint>;
  /** The chain itself pays validators in the next block, which this mines. */
  payValidators(payments: readonly { to: Address; gwei: bigint }[]): Promise<void>;
  head(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the node, puts everything on it, and an explorer before it. */
export async function startProtocolChain(): Promise<ProtocolChain> {
  const anvil = await startAnvil({
    ...{ chainId, timestamp: genesisTime },
    args: ['--auto-impersonate', '--no-mining', '--order', 'fifo', '--gas-limit', '1000000000'],
  });
  const client = createClient(anvil.rpcUrl);
  const running: Running = { client, time: genesisTime };
  const { contracts, keeper } = await deployProtocols(running);
  const withdrawals: FakeWithdrawal[] = [];
  const explorer = await startFakeExplorer({
    ...{ kind: 'etherscan', chainId, index: createChainIndex(anvil.rpcUrl), withdrawals },
  });
  return {
    ...{ rpcUrl: anvil.rpcUrl, explorer, contracts, client, outside },
    beginMonth: (month, prices) => beginMonth(running, { contracts, keeper }, { month, prices }),
    mine: async (calls) => (await mine(running, calls))[0]?.blockNumber ?? 0n,
    payValidators: (payments) => payValidators(running, withdrawals, payments),
    head: async () => Number(await client.reader.getBlockNumber()),
    async stop() {
      await explorer.close();
      await anvil.stop();
    },
  };
}

/** The feeds answer a while before the hour in which the month begins: that hour's price is theirs. */
async function beginMonth(
  running: Running,
  { contracts, keeper }: { contracts: ProtocolContracts; keeper: Address },
  { month, prices }: { month: number; prices: MonthlyPrices },
): Promise<void> {
  const begin = firstTime + month * monthSeconds;
  running.time = begin - 1_800;
  const names = Object.keys(assets) as AssetName[];
  const feeds = [...names.map((name) => contracts.feeds[name]), contracts.collateralFeed];
  const answers = names.map((name) => feedAnswer(prices[name]));
  answers.push((feedAnswer(prices.WETH) * 21n) / 20n);
  const data = encodeFunctionData({
    abi: feedKeeperAbi,
    functionName: 'update',
    args: [feeds, answers, BigInt(running.time)],
  });
  await mine(running, [{ from: outside, to: keeper, data }]);
  running.time = begin;
}

/** Blocks of the local node carry no withdrawals: the balance is set, and the explorer tells of it. */
async function payValidators(
  running: Running,
  withdrawals: FakeWithdrawal[],
  payments: readonly { to: Address; gwei: bigint }[],
): Promise<void> {
  const { reader, tester } = running.client;
  const block = Number(await reader.getBlockNumber()) + 1;
  for (const { to: address, gwei: amountGwei } of payments) {
    const before = await reader.getBalance({ address });
    await tester.setBalance({ address, value: before + amountGwei * 10n ** 9n });
    withdrawals.push({
      ...{ index: withdrawals.length, validator: 1, address, blockNumber: block, amountGwei },
    });
  }
  await mine(running, []);
}

/** As those who govern such a pool do: basis points of the collateral's worth that may be owed. */
export const setThreshold = ({ contracts }: ProtocolChain, threshold: bigint): Call => ({
  ...{ from: outside, to: contracts.lendingPool },
  data: encodeFunctionData({ abi: lendingPoolAbi, functionName: 'setThreshold', args: [threshold] }),
});
