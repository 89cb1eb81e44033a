/** A client that keeps what a stream of transfers tells it, loses its connection now and then, and goes on behind its last event. */

import type { Address } from '../../src/domain/model.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { decodeStreamCursor } from '../../src/use-cases/history/stream-cursors.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import type { TransferEventView } from '../../src/use-cases/model/stream-model.ts';
import type { Caller, SpamFilter, TransferView } from '../../src/use-cases/model/view-model.ts';

export interface TransferFollower {
  /** The transfers that it holds, by id. */
  readonly held: ReadonlyMap<string, TransferView>;
  /** Every event that it has received. */
  readonly events: readonly TransferEventView[];
  /** Takes so many events, or fewer where there are no more by now. */
  take(count: number): Promise<void>;
  /** Takes all that there is. */
  catchUp(): Promise<void>;
  /** Drops the connection; the next event is taken by a new one. */
  cut(): Promise<void>;
  /** What `transfers` lists, by id. */
  listed(): Promise<Map<string, TransferView>>;
}

/** Follows the wallets from now on; what is stored already is read as a list first. */
export async function followTransfers(
  { database, readModel, caller }: { database: Database; readModel: ReadModel; caller: Caller },
  { wallets, spam }: { wallets: readonly { id: number; address: Address }[]; spam: SpamFilter },
): Promise<TransferFollower> {
  const addresses = wallets.map(({ address }) => address);
  const held = new Map<string, TransferView>();
  const events: TransferEventView[] = [];
  let cursor: string | undefined;
  let stream: AsyncIterableIterator<TransferEventView> | null = null;

  async function next(): Promise<void> {
    if (stream === null) {
      stream = readModel.watchTransfers(caller, { wallets: addresses, after: cursor, spam });
      // Where it begins.
      cursor = (await stream.next()).value?.cursor;
      return;
    }
    const { value, done } = await stream.next();
    if (done === true) throw new Error('the stream has ended');
    cursor = value.cursor;
    events.push(value);
    apply(held, value);
  }

  /** Everything that the log has by now was taken. */
  async function isBehindAll(): Promise<boolean> {
    if (cursor === undefined) return false;
    const walletIds = wallets.map(({ id }) => id);
    const { sent, inside } = decodeStreamCursor(cursor, walletIds);
    const { rows } = await database.pool.query<{ id: number; last: string }>(
      'SELECT wallet_id AS id, last_event AS last FROM ledger_input WHERE wallet_id = ANY($1::int[])',
      [walletIds],
    );
    return inside === null && rows.every(({ id, last }) => sent.get(id) === BigInt(last));
  }

  async function listed(): Promise<Map<string, TransferView>> {
    const found = new Map<string, TransferView>();
    for (let page = 1; ; page += 1) {
      const { items } = await readModel.listTransfers(
        caller,
        { wallets: addresses, filter: { spam }, order: 'ASC' },
        { mode: 'page', page, pageSize: 500 },
      );
      for (const item of items) found.set(item.id, item);
      if (items.length < 500) return found;
    }
  }

  await next();
  for (const [id, transfer] of await listed()) held.set(id, transfer);
  const take = async (count: number): Promise<void> => {
    for (let taken = 0; taken < count && !(await isBehindAll()); taken += 1) await next();
  };
  return {
    ...{ held, events, listed, take },
    catchUp: () => take(Number.POSITIVE_INFINITY),
    async cut() {
      await stream?.return?.();
      stream = null;
    },
  };
}

function apply(held: Map<string, TransferView>, event: TransferEventView): void {
  if (event.transfer !== null) held.set(event.transfer.id, event.transfer);
  else if (event.type === 'REMOVED' && event.id !== null) held.delete(event.id);
  else if (event.type === 'REMOVED') {
    for (const [id, { wallet, blockchain }] of held) {
      if (wallet === event.wallet && blockchain.chainId === event.blockchain?.chainId) held.delete(id);
    }
  }
}
