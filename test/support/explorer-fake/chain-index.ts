/**
 * What an explorer knows of a chain: every block of a local node with its transactions, receipts, traces and token
 * transfers. Written apart from the product's own reading of nodes, so that the two check each other.
 */
import { z } from 'zod';

const text = z.string();
const quantity = text.transform(Number);
const amount = text.transform(BigInt);

const transactionSchema = z.object({
  hash: text,
  nonce: quantity,
  transactionIndex: quantity,
  from: text,
  to: text.nullish().transform((to) => to ?? null),
  value: amount,
  gas: amount,
  // anvil leaves out what a deposit does not have.
  gasPrice: text.optional().transform((price) => BigInt(price ?? 0)),
  input: text,
});
const blockSchema = z.object({
  number: quantity,
  hash: text,
  timestamp: quantity,
  transactions: z.array(transactionSchema),
});
const headSchema = blockSchema.pick({ hash: true });
const logSchema = z.object({ address: text, topics: z.array(text), data: text, logIndex: quantity });
const receiptSchema = z.object({
  transactionHash: text,
  status: text,
  contractAddress: text.nullable().optional(),
  gasUsed: amount,
  cumulativeGasUsed: amount,
  logs: z.array(logSchema),
});
const traceSchema = z.object({
  type: text,
  action: z.object({
    from: text.optional(),
    to: text.nullish(),
    callType: text.optional(),
    value: amount.optional(),
    address: text.optional(),
    refundAddress: text.optional(),
    balance: amount.optional(),
    creationMethod: text.optional(),
  }),
  result: z.object({ address: text.optional() }).nullish(),
  error: text.nullish(),
  traceAddress: z.array(z.number()),
  transactionHash: text.nullish(),
});

export type IndexedTransaction = z.output<typeof transactionSchema> & {
  receipt: z.output<typeof receiptSchema>;
};

/** One call of a transaction's trace. */
export interface IndexedCall {
  hash: string;
  /** Steps from the top-level call, which has none. */
  path: readonly number[];
  /** Count from the top-level call, 0, in execution order. */
  index: number;
  type: string;
  callType: string;
  from: string;
  to: string | null;
  created: string | null;
  value: bigint;
  /** Its own error, or that of a call above it. */
  error: string | null;
}

export interface IndexedTokenTransfer {
  hash: string;
  standard: 'erc20' | 'erc721' | 'erc1155';
  contract: string;
  from: string;
  to: string;
  tokenId: bigint | null;
  value: bigint;
  logIndex: number;
}

export interface IndexedBlock {
  number: number;
  hash: string;
  timestamp: number;
  transactions: readonly IndexedTransaction[];
  calls: readonly IndexedCall[];
  tokens: readonly IndexedTokenTransfer[];
}

export interface ChainIndex {
  readonly rpcUrl: string;
  /** All blocks up to the node's head, re-read where the chain has changed. */
  update(): Promise<readonly IndexedBlock[]>;
}

/** One JSON-RPC call, as the node answers it. */
export async function askNode(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const [answer] = await askNodeBatch(rpcUrl, [{ method, params }]);
  return answer;
}

const batchAnswer = z.array(
  z.object({ id: z.number(), result: z.unknown().optional(), error: z.object({ message: text }).optional() }),
);

async function askNodeBatch(
  rpcUrl: string,
  calls: readonly { method: string; params: readonly unknown[] }[],
): Promise<unknown[]> {
  const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })));
  const response = await fetch(rpcUrl, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  const answers = new Map(batchAnswer.parse(await response.json()).map((answer) => [answer.id, answer]));
  return calls.map(({ method }, id) => {
    const answer = answers.get(id);
    if (answer === undefined || answer.error !== undefined)
      throw new Error(`${method}: ${answer?.error?.message}`);
    return answer.result;
  });
}

/** An index of the chain behind a node, to be shared by several fakes. */
export function createChainIndex(rpcUrl: string): ChainIndex {
  const blocks: IndexedBlock[] = [];
  let running: Promise<readonly IndexedBlock[]> | null = null;

  async function bringUp(): Promise<readonly IndexedBlock[]> {
    // Asked before each answer of a fake: one question where nothing is new, since a hash commits to all blocks before.
    const { hash } = headSchema.parse(await askNode(rpcUrl, 'eth_getBlockByNumber', ['latest', false]));
    if (hash === blocks.at(-1)?.hash) return blocks;
    await dropReplaced();
    const head = Number(await askNode(rpcUrl, 'eth_blockNumber', []));
    const step = 50;
    for (let first = blocks.length; first <= head; first = blocks.length) {
      const numbers = Array.from({ length: Math.min(step, head - first + 1) }, (_, offset) => first + offset);
      blocks.push(...(await readBlocks(rpcUrl, numbers)));
    }
    return blocks;
  }

  async function dropReplaced(): Promise<void> {
    for (;;) {
      const last = blocks.at(-1);
      if (last === undefined) return;
      const now = headSchema
        .nullable()
        .parse(await askNode(rpcUrl, 'eth_getBlockByNumber', [`0x${last.number.toString(16)}`, false]));
      if (now?.hash === last.hash) return;
      blocks.pop();
    }
  }

  return {
    rpcUrl,
    update() {
      running ??= bringUp().finally(() => {
        running = null;
      });
      return running;
    },
  };
}

async function readBlocks(rpcUrl: string, numbers: readonly number[]): Promise<IndexedBlock[]> {
  const hex = numbers.map((number) => `0x${number.toString(16)}`);
  const answers = await askNodeBatch(rpcUrl, [
    ...hex.map((number) => ({ method: 'eth_getBlockByNumber', params: [number, true] })),
    ...hex.map((number) => ({ method: 'eth_getBlockReceipts', params: [number] })),
    ...hex.map((number) => ({ method: 'trace_block', params: [number] })),
  ]);
  return numbers.map((_, position) =>
    indexBlock(
      blockSchema.parse(answers[position]),
      z.array(receiptSchema).parse(answers[position + numbers.length]),
      z.array(traceSchema).parse(answers[position + 2 * numbers.length] ?? []),
    ),
  );
}

function indexBlock(
  block: z.output<typeof blockSchema>,
  receipts: readonly z.output<typeof receiptSchema>[],
  traces: readonly z.output<typeof traceSchema>[],
): IndexedBlock {
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
  const transactions = block.transactions.map((transaction) => {
    const receipt = byHash.get(transaction.hash);
    if (receipt === undefined) throw new Error(`the node has no receipt of ${transaction.hash}`);
    return { ...transaction, receipt };
  });
  return {
    number: block.number,
    hash: block.hash,
    timestamp: block.timestamp,
    transactions,
    calls: indexCalls(traces),
    tokens: transactions.flatMap(({ hash, receipt }) =>
      receipt.logs.flatMap((log) => readTransfers(log).map((transfer) => ({ ...transfer, hash }))),
    ),
  };
}

function indexCalls(traces: readonly z.output<typeof traceSchema>[]): IndexedCall[] {
  const counts = new Map<string, number>();
  const failed = new Map<string, string>();
  return traces.flatMap(({ type, action, result, error, traceAddress, transactionHash }) => {
    if (transactionHash == null) return [];
    const index = counts.get(transactionHash) ?? 0;
    counts.set(transactionHash, index + 1);
    const pathText = (depth: number): string =>
      `${transactionHash}/${traceAddress.slice(0, depth).join('/')}`;
    if (error != null) failed.set(pathText(traceAddress.length), error);
    const above = traceAddress
      .map((_, depth) => failed.get(pathText(depth)))
      .find((found) => found !== undefined);
    const isEnd = type === 'suicide' || type === 'selfdestruct';
    const from = isEnd ? action.address : action.from;
    return [
      {
        hash: transactionHash,
        path: traceAddress,
        index,
        type,
        callType: action.callType ?? '',
        from: from ?? '',
        to: (isEnd ? action.refundAddress : action.to) ?? null,
        created: type === 'create' ? (result?.address ?? null) : null,
        value: (isEnd ? action.balance : action.value) ?? 0n,
        error: error ?? above ?? null,
      },
    ];
  });
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const transferSingleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const transferBatchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

function readTransfers(log: z.output<typeof logSchema>): Omit<IndexedTokenTransfer, 'hash'>[] {
  const [kind, first = '', second = '', third = ''] = log.topics;
  const address = (topic: string): string => `0x${topic.slice(26)}`;
  const words = log.data.slice(2).match(/.{64}/g) ?? [];
  const word = (position: number): bigint => BigInt(`0x${words[position] ?? '0'}`);
  const base = { contract: log.address, logIndex: log.logIndex };
  if (kind === transferTopic && log.topics.length === 3) {
    return [
      {
        ...base,
        standard: 'erc20',
        from: address(first),
        to: address(second),
        tokenId: null,
        value: word(0),
      },
    ];
  }
  if (kind === transferTopic && log.topics.length === 4) {
    return [
      {
        ...base,
        standard: 'erc721',
        from: address(first),
        to: address(second),
        tokenId: BigInt(third),
        value: 1n,
      },
    ];
  }
  const sides = { from: address(second), to: address(third) };
  if (kind === transferSingleTopic) {
    return [{ ...base, ...sides, standard: 'erc1155', tokenId: word(0), value: word(1) }];
  }
  if (kind === transferBatchTopic) {
    const [ids, values] = [Number(word(0)) / 32, Number(word(1)) / 32];
    return Array.from({ length: Number(word(ids)) }, (_, position) => ({
      ...base,
      ...sides,
      standard: 'erc1155' as const,
      tokenId: word(ids + 1 + position),
      value: word(values + 1 + position),
    }));
  }
  return [];
}
