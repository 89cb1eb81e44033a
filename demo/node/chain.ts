import type {
  Abi,
  Address,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  Hex,
  TransactionReceipt,
} from 'viem';
import { type Call, createClient, createMiner, type MinedBlock, type UncheckedBlock } from './mining.ts';

/** Reads and writes one local node. */
export type Chain = {
  readonly rpcUrl: string;
  readonly chainId: number;
  /** Mines one block with exactly these transactions, in this order; at this time, or now. */
  mineBlock(calls: readonly Call[], timestamp?: number): Promise<MinedBlock>;
  /**
   * As `mineBlock`, but comes back once the block is there: what became of its transactions is asked beside whatever comes next.
   * Whoever calls it has to wait for `checked` in the end.
   */
  mineUnchecked(calls: readonly Call[], timestamp?: number): Promise<UncheckedBlock>;
  /** Mines one block with one transaction. */
  send(call: Call, timestamp?: number): Promise<TransactionReceipt>;
  read<const abi extends Abi, name extends ContractFunctionName<abi, 'view' | 'pure'>>(
    address: Address,
    abi: abi,
    functionName: name,
    args: ContractFunctionArgs<abi, 'view' | 'pure', name>,
  ): Promise<
    ContractFunctionReturnType<abi, 'view' | 'pure', name, ContractFunctionArgs<abi, 'view' | 'pure', name>>
  >;
  balance(address: Address): Promise<bigint>;
  transactionCount(address: Address): Promise<number>;
  latestBlock(): Promise<{ number: bigint; timestamp: number }>;
  /** Mines empty blocks. */
  mine(blocks?: number): Promise<void>;
  /** Replaces the last `depth` blocks by empty ones: their transactions are gone. */
  reorg(depth: number): Promise<void>;
  /** Remembers the state of the chain; `revert` goes back to it. */
  snapshot(): Promise<Hex>;
  revert(snapshot: Hex): Promise<void>;
  setBalance(address: Address, wei: bigint): Promise<void>;
  setBaseFee(weiPerGas: bigint): Promise<void>;
  setAutomine(on: boolean): Promise<void>;
};

/**
 * Opens a chain for building and for tests.
 * @param options.soleUser Nobody else sends from the simulation's accounts: nonces need not be asked for each time.
 */
export function createChain(options: { rpcUrl: string; chainId: number; soleUser?: boolean }): Chain {
  const client = createClient(options.rpcUrl);
  const { reader, tester } = client;
  const { chainId } = options;
  const miner = createMiner(client, chainId, options.soleUser === true);
  let queue: Promise<unknown> = Promise.resolve();

  /** One block at a time: two that are asked for at once would mix their transactions. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => {});
    return result;
  }

  const mineUnchecked: Chain['mineUnchecked'] = (calls, timestamp) =>
    inTurn(async () => {
      // While the simulation builds two years it has switched automine off for good.
      if (options.soleUser === true) return miner.mineUnchecked(calls, timestamp);
      await tester.setAutomine(false);
      try {
        return await miner.mineUnchecked(calls, timestamp);
      } finally {
        await tester.setAutomine(true);
      }
    });
  const mineBlock: Chain['mineBlock'] = async (calls, timestamp) =>
    (await mineUnchecked(calls, timestamp)).checked;

  return {
    rpcUrl: options.rpcUrl,
    chainId,
    mineBlock,
    mineUnchecked,
    async send(call, timestamp) {
      const [receipt] = (await mineBlock([call], timestamp)).receipts;
      if (receipt === undefined) throw new Error('The node mined no transaction.');
      return receipt;
    },
    read: (address, abi, functionName, args) =>
      reader.readContract({ address, abi, functionName, args } as Parameters<
        typeof reader.readContract
      >[0]) as never,
    balance: (address) => reader.getBalance({ address }),
    transactionCount: (address) => reader.getTransactionCount({ address }),
    async latestBlock() {
      const { number, timestamp } = await reader.getBlock();
      return { number, timestamp: Number(timestamp) };
    },
    mine: (blocks = 1) =>
      inTurn(async () => {
        // `anvil_mine` with a large number does not return, and this is as fast.
        for (let mined = 0; mined < blocks; mined++)
          await tester.request({ method: 'evm_mine', params: [] } as never);
      }),
    reorg: (depth) =>
      inTurn(async () => {
        await tester.request({ method: 'anvil_reorg', params: [depth, []] } as never);
        miner.forgetNonces();
      }),
    snapshot: () => inTurn(() => tester.snapshot()),
    revert: (id) =>
      inTurn(async () => {
        await tester.revert({ id });
        miner.forgetNonces();
      }),
    setBalance: (address, value) => tester.setBalance({ address, value }),
    setAutomine: (on) => tester.setAutomine(on),
    setBaseFee: (baseFeePerGas) => tester.setNextBlockBaseFeePerGas({ baseFeePerGas }),
  };
}
