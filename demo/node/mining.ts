import {
  type Address,
  createPublicClient,
  createTestClient,
  decodeErrorResult,
  type Hex,
  parseAbi,
  parseGwei,
  type TransactionReceipt,
} from 'viem';
import { signerOf } from './accounts.ts';
import { localTransport } from './rpc.ts';

/** One transaction to be: who sends what to whom. Without `to` it creates a contract. */
export type Call = {
  readonly from: Address;
  readonly to?: Address;
  readonly data?: Hex;
  /** Wei that go with it. Default 0. */
  readonly value?: bigint;
  /** Gas limit. Default 600,000. */
  readonly gas?: bigint;
  /** The transaction is meant to fail. Anything else that fails is an error of the simulation. */
  readonly fails?: boolean;
};

/** A block as seen by whoever asked for it. */
export type MinedBlock = { readonly number: bigint; readonly receipts: readonly TransactionReceipt[] };

/** A block that is there, and whose transactions are still being looked at. */
export type UncheckedBlock = {
  /** Rejects where a transaction went otherwise than it was meant. */
  readonly checked: Promise<MinedBlock>;
};

const defaultGas = 600_000n;
const maxFeePerGas = parseGwei('150');

/** A reader and a tester of one local node. */
export function createClient(rpcUrl: string) {
  const transport = localTransport(rpcUrl);
  return {
    reader: createPublicClient({ transport, cacheTime: 0 }),
    tester: createTestClient({ mode: 'anvil', transport }),
  };
}

export type NodeClient = ReturnType<typeof createClient>;

/** The reason that a failed transaction gives when it is asked again, for the message of the error. */
async function explainFailure(
  client: ReturnType<typeof createClient>,
  call: Call,
  block: bigint,
): Promise<string> {
  try {
    await client.reader.call({
      account: call.from,
      ...(call.to === undefined ? {} : { to: call.to }),
      ...(call.data === undefined ? {} : { data: call.data }),
      ...(call.value === undefined ? {} : { value: call.value }),
      blockNumber: block - 1n,
    });
    return 'it succeeds on its own: out of gas, or undone by an earlier transaction of the block';
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const data = /0x08c379a0[0-9a-f]+/.exec(text)?.[0];
    if (data === undefined) return text;
    return String(decodeErrorResult({ abi: parseAbi(['error Error(string)']), data: data as Hex }).args[0]);
  }
}

/**
 * Signs, sends and mines, one block at a time.
 * @param soleUser Nobody else sends from the simulation's accounts: nonces need not be asked for each time.
 */
export function createMiner(client: NodeClient, chainId: number, soleUser: boolean) {
  const { reader, tester } = client;
  const nonces = new Map<Address, number>();

  async function loadNonces(senders: readonly Address[]) {
    if (!soleUser) nonces.clear();
    const unknown = [...new Set(senders)].filter((sender) => !nonces.has(sender));
    await Promise.all(
      unknown.map(async (address) => nonces.set(address, await reader.getTransactionCount({ address }))),
    );
  }

  function sign(call: Call, position: number, count: number): Promise<Hex> {
    const nonce = nonces.get(call.from) ?? 0;
    nonces.set(call.from, nonce + 1);
    return signerOf(call.from).signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      gas: call.gas ?? defaultGas,
      maxFeePerGas,
      // The node orders by tip: a falling tip keeps the order that was asked for.
      maxPriorityFeePerGas: parseGwei('1') + BigInt(count - position) * parseGwei('0.05'),
      value: call.value ?? 0n,
      ...(call.to === undefined ? {} : { to: call.to }),
      ...(call.data === undefined ? {} : { data: call.data }),
    });
  }

  async function mineUnchecked(calls: readonly Call[], timestamp?: number): Promise<UncheckedBlock> {
    await loadNonces(calls.map(({ from }) => from));
    const signed = await Promise.all(calls.map((call, position) => sign(call, position, calls.length)));
    const [hashes] = await Promise.all([
      Promise.all(
        signed.map((serializedTransaction) => reader.sendRawTransaction({ serializedTransaction })),
      ),
      timestamp === undefined ? undefined : tester.setNextBlockTimestamp({ timestamp: BigInt(timestamp) }),
    ]);
    await tester.request({ method: 'evm_mine', params: [] } as never);
    return { checked: check(calls, hashes) };
  }

  async function check(calls: readonly Call[], hashes: readonly Hex[]): Promise<MinedBlock> {
    const receipts = await Promise.all(hashes.map((hash) => reader.getTransactionReceipt({ hash })));
    for (const [position, call] of calls.entries()) {
      const receipt = receipts[position];
      if (receipt === undefined || (receipt.status === 'success') === (call.fails !== true)) continue;
      const reason = call.fails
        ? 'it should have failed'
        : await explainFailure(client, call, receipt.blockNumber);
      throw new Error(`Transaction ${receipt.transactionHash} from ${call.from} to ${call.to}: ${reason}`);
    }
    return { number: receipts[0]?.blockNumber ?? (await reader.getBlockNumber()), receipts };
  }

  return { mineUnchecked, forgetNonces: () => nonces.clear() };
}
