/** A world with streams of transfers in it, for tests; a transfer is named by the number of its transaction's hash. */
import { expect } from 'vitest';
import type { Address, Hash, TransferRecord } from '../../src/domain/model.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { commitStep } from '../../src/store/sync/commit.ts';
import type { TransferStreamRequest } from '../../src/use-cases/model/requests.ts';
import type { TransferEventView } from '../../src/use-cases/model/stream-model.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { buildWorld, ethereum, leaseOf, registerWallet, type World } from '../support/builders.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';

export type Stream = AsyncIterableIterator<TransferEventView>;

export interface TestWallet {
  id: number;
  address: Address;
}

/** One transfer in a transaction of its own; the number names it. */
export interface Item {
  number: number;
  block: number;
  /** Its place in the block; without it, its number. */
  transactionIndex?: number;
  isSpam?: boolean;
}

export interface StreamWorld extends World {
  alice: Caller;
  bob: Caller;
  /** Registered by Alice. */
  newWallet(): Promise<TestWallet>;
  /** By Alice and without spam, unless given. */
  watch(wallets: readonly TestWallet[], options?: Partial<TransferStreamRequest>, caller?: Caller): Stream;
  /** Opens a stream; answers it with the cursor of its beginning. */
  begin(
    wallets: readonly TestWallet[],
    options?: Partial<TransferStreamRequest>,
  ): Promise<{ stream: Stream; cursor: string }>;
  /** Leaves all streams that were opened. */
  leaveStreams(): Promise<void>;
  close(): Promise<void>;
}

export async function createStreamWorld(): Promise<StreamWorld> {
  const db = await createTestDatabase();
  const world = await buildWorld(db.database);
  const alice = await world.caller('alice');
  const streams: Stream[] = [];
  let next = 0x100;

  function watch(
    wallets: readonly TestWallet[],
    options: Partial<TransferStreamRequest> = {},
    caller = alice,
  ): Stream {
    const addresses = wallets.map((wallet) => wallet.address);
    const stream = world.readModel.watchTransfers(caller, {
      wallets: addresses,
      spam: 'EXCLUDE',
      ...options,
    });
    streams.push(stream);
    return stream;
  }

  return {
    ...world,
    alice,
    bob: await world.caller('bob'),
    watch,
    async newWallet() {
      next += 1;
      const id = await registerWallet(db.database, alice, address(next));
      return { id, address: address(next) };
    },
    async begin(wallets, options) {
      const stream = watch(wallets, options);
      const { value } = await stream.next();
      expect(value).toEqual(cursorEvent);
      return { stream, cursor: value.cursor };
    },
    async leaveStreams() {
      for (const stream of streams.splice(0)) await stream.return?.();
    },
    async close() {
      await world.readModel.close();
      await db.drop();
    },
  };
}

/** Commits the items as one step, after taking back what lies behind the block `rollbackTo`. */
export async function commit(
  database: Database,
  wallet: TestWallet,
  items: readonly Item[],
  options: { chainId?: number; rollbackTo?: number } = {},
): Promise<void> {
  const { chainId = ethereum, rollbackTo } = options;
  const rows = items.map(({ number, block, transactionIndex = number, isSpam = false }) => {
    const at = {
      walletId: wallet.id,
      chainId,
      blockNumber: block,
      transactionIndex,
      hash: hash(number),
    };
    const spam: Partial<TransferRecord> = isSpam ? { spamReason: 'zero-value' } : {};
    return { transaction: transactionRecord(at, { isSpam }), transfer: transferRecord(at, spam) };
  });
  const lease = await leaseOf(database, wallet.id, chainId);
  const stored = await commitStep(database, lease, {
    ...(rollbackTo === undefined ? {} : { rollbackTo }),
    transactions: rows.map(({ transaction }) => transaction),
    transfers: rows.map(({ transfer }) => transfer),
    progress: {
      ...{ phase: 'FOLLOWING', syncedBlock: 1_000, syncedHash: null, safeBlock: null, safeHash: null },
      ...{ headBlock: 1_000, loaded: true, nextRunInMs: 0, release: true },
    },
  });
  if (!stored) throw new Error('the lease was lost');
}

/** An event that says nothing but how far the stream has come. */
export const cursorEvent = {
  ...{ cursor: expect.any(String), type: 'CURSOR', id: null, transfer: null },
  ...{ fields: null, wallet: null, blockchain: null },
};

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** Each in the block of its number. */
export const items = (...numbers: number[]): Item[] => numbers.map((number) => ({ number, block: number }));

export interface Event {
  cursor: string;
  number: number;
  wallet: Address;
  id: string;
}

export const numberOf = (text: Hash): number => Number.parseInt(text.slice(2), 16);

/** The next events with a transfer. */
export async function take(stream: Stream, count: number): Promise<Event[]> {
  const events: Event[] = [];
  while (events.length < count) {
    const { value, done } = await stream.next();
    if (done === true) throw new Error('the stream has ended');
    const { cursor, transfer } = value;
    if (transfer === null) continue;
    events.push({ cursor, number: numberOf(transfer.hash), wallet: transfer.wallet, id: transfer.id });
  }
  return events;
}

export const numbers = (events: readonly Event[]): number[] => events.map(({ number }) => number);
