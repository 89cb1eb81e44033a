/**
 * Looking up what was found. A transaction that several wallets have to do with is read once for all of them: while it is under way,
 * and, in a bounded memory, until it is their turn. What only one wallet has to do with is not kept.
 */
import { createMemory, type Memory } from '../../../domain/memory.ts';
import type { Address, Hash } from '../../../domain/model.ts';
import { getReceipt, getTransaction, traceTransaction } from '../client/actions.ts';
import type { RpcClient } from '../client/client.ts';
import type { Block, Header, RpcReceipt, RpcTrace, RpcTransaction } from '../client/schemas.ts';
import { bytesOfTransaction, type Finds, type Frame } from './finds.ts';

export interface LookUps extends BlockLookUps {
  transaction(hash: Hash, signal?: AbortSignal): Promise<RpcTransaction>;
  receipt(hash: Hash, signal?: AbortSignal): Promise<RpcReceipt>;
  /** Of one transaction. */
  traces(hash: Hash, signal?: AbortSignal): Promise<readonly RpcTrace[]>;
}

/** Of single blocks. */
export interface BlockLookUps {
  header(blockNumber: number, signal?: AbortSignal): Promise<Header>;
  block(blockNumber: number, signal?: AbortSignal): Promise<Block>;
  receipts(blockNumber: number, signal?: AbortSignal): Promise<readonly RpcReceipt[]>;
}

/** Each asks the node. */
export function directLookUps(client: Pick<RpcClient, 'request'>, blocks: BlockLookUps): LookUps {
  return {
    header: (blockNumber, signal) => blocks.header(blockNumber, signal),
    block: (blockNumber, signal) => blocks.block(blockNumber, signal),
    receipts: (blockNumber, signal) => blocks.receipts(blockNumber, signal),
    transaction: (hash, signal) => client.request(getTransaction(hash), signal),
    receipt: (hash, signal) => client.request(getReceipt(hash), signal),
    traces: (hash, signal) => client.request(traceTransaction(hash), signal),
  };
}

/** What is kept for others, of one chain. */
export interface KeptLookUps {
  /** By transaction and by block: the wallets that have to do with it, as far as searches have told. */
  readonly named: Memory<Hash | number, Address | Set<Address>>;
  readonly headers: Kept<number, Header>;
  readonly blocks: Kept<number, Block>;
  readonly blockReceipts: Kept<number, readonly RpcReceipt[]>;
  readonly transactions: Kept<Hash, RpcTransaction>;
  readonly receipts: Kept<Hash, RpcReceipt>;
  readonly traces: Kept<Hash, readonly RpcTrace[]>;
}

interface Kept<Key, Value> {
  readonly done: Memory<Key, Answer<Value>>;
  readonly underWay: Map<Key, Answer<Promise<Value>>>;
}

interface Answer<Value> {
  readonly value: Value;
  readonly frame: Frame;
  /** Who has not used it yet: kept until they have. */
  readonly waiting: Set<Address>;
}

/** Who looks something up, and when it is true. */
export interface Reader {
  wallet: Address;
  /** A block behind all that is looked up, which is on the chain. */
  frame: Frame;
  /** Told of the frame of each answer that was another's. */
  onUse: (frame: Frame) => void;
}

const rememberedNames = 40_000;
const bytesOfHeader = 1_500;
const bytesOfReceipt = 1_500;
const bytesOfLog = 900;
const bytesOfTrace = 1_200;

/** @param maximumBytes Of all that is kept. */
export function createKeptLookUps(maximumBytes: number): KeptLookUps {
  const ofReceipt = ({ logs }: RpcReceipt): number =>
    logs.reduce((sum, { data }) => sum + bytesOfLog + data.length, bytesOfReceipt);
  const ofBlock = ({ transactions }: Block): number =>
    transactions.reduce((sum, transaction) => sum + bytesOfTransaction(transaction), bytesOfHeader);
  const kept = <Key, Value>(part: number, bytesOf: (value: Value) => number): Kept<Key, Value> => ({
    done: createMemory({
      maximum: Math.floor(maximumBytes * part),
      weightOf: ({ value }) => bytesOf(value),
    }),
    underWay: new Map(),
  });
  return {
    named: createMemory({ maximum: rememberedNames }),
    headers: kept(1 / 16, () => bytesOfHeader),
    blocks: kept(1 / 8, ofBlock),
    blockReceipts: kept(1 / 8, (all) => all.reduce((sum, receipt) => sum + ofReceipt(receipt), 0)),
    transactions: kept(3 / 16, bytesOfTransaction),
    receipts: kept(5 / 16, ofReceipt),
    traces: kept(3 / 16, (traces) => traces.length * bytesOfTrace),
  };
}

/** Notes whom transactions and blocks have to do with. */
export function noteNames({ named }: KeptLookUps, wallet: Address, { transactions }: Finds): void {
  for (const { hash, blockNumber } of transactions) {
    for (const key of [hash, blockNumber]) {
      const known = named.get(key);
      if (known === undefined) named.keep(key, wallet);
      else if (known instanceof Set) known.add(wallet);
      else if (known !== wallet) named.keep(key, new Set([known, wallet]));
    }
  }
}

export function forgetLookUps(kept: KeptLookUps): void {
  const { headers, blocks, blockReceipts, transactions, receipts, traces } = kept;
  for (const { done, underWay } of [headers, blocks, blockReceipts, transactions, receipts, traces]) {
    done.forgetAll();
    underWay.clear();
  }
}

/** Look-ups of one wallet that are shared with others that have to do with the same. */
export function sharedLookUps(direct: LookUps, kept: KeptLookUps, reader: Reader): LookUps {
  function shared<Key extends Hash | number, Value>(
    of: Kept<Key, Value>,
    load: (key: Key, signal?: AbortSignal) => Promise<Value>,
  ) {
    return async (key: Key, signal?: AbortSignal): Promise<Value> => {
      // Between this look and the request below nobody else has a turn, unless there was something to wait for.
      const told = toldByOthers(of, key, reader);
      const answer = told === null ? undefined : await told;
      if (answer !== undefined) return answer.value;
      signal?.throwIfAborted();
      return loadForAll(of, key, {
        reader,
        waiting: othersOf(kept, key, reader.wallet),
        load: () => load(key, signal),
      });
    };
  }
  return {
    header: shared(kept.headers, direct.header),
    block: shared(kept.blocks, direct.block),
    receipts: shared(kept.blockReceipts, direct.receipts),
    transaction: shared(kept.transactions, direct.transaction),
    receipt: shared(kept.receipts, direct.receipt),
    traces: shared(kept.traces, direct.traces),
  };
}

function othersOf({ named }: KeptLookUps, key: Hash | number, wallet: Address): Set<Address> {
  const known = named.get(key);
  const others = new Set(known instanceof Set ? known : []);
  others.delete(wallet);
  return others;
}

/** null: nobody has asked. undefined, after a while: who has asked has failed. */
function toldByOthers<Key, Value>(
  { done, underWay }: Kept<Key, Value>,
  key: Key,
  { wallet, onUse }: Reader,
): Promise<{ value: Value } | undefined> | null {
  const ready = done.get(key);
  const asked = ready ?? underWay.get(key);
  if (asked === undefined) return null;
  asked.waiting.delete(wallet);
  if (ready !== undefined && ready.waiting.size === 0) done.forget(key);
  return Promise.resolve(asked.value).then(
    (value) => {
      onUse(asked.frame);
      return { value };
    },
    () => undefined,
  );
}

async function loadForAll<Key, Value>(
  { done, underWay }: Kept<Key, Value>,
  key: Key,
  { reader, waiting, load }: { reader: Reader; waiting: Set<Address>; load: () => Promise<Value> },
): Promise<Value> {
  if (waiting.size === 0 || underWay.has(key)) return load();
  const { frame } = reader;
  const entry = { value: load(), frame, waiting };
  underWay.set(key, entry);
  try {
    const value = await entry.value;
    if (underWay.get(key) === entry && waiting.size > 0) done.keep(key, { value, frame, waiting });
    return value;
  } finally {
    if (underWay.get(key) === entry) underWay.delete(key);
  }
}
