/** Events of a wallet's log as what a stream sends of them, a page at a time. */
import { transferId } from '../../domain/ids.ts';
import type { Address, Hash } from '../../domain/model.ts';
import { itemOfPosition } from '../../domain/position.ts';
import type { TransferField } from '../../domain/transfer-events.ts';
import type { Database } from '../../store/connection/database.ts';
import { hexOf } from '../../store/connection/row-types.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';
import type { WalletEvent } from '../../store/history/events/wallet-events.ts';
import { pageTransfers, transfersAt } from '../../store/pages/transfer-pages.ts';
import type { SpamFilter } from '../model/view-model.ts';
import type { StreamPlace } from './stream-cursors.ts';

/** Transfers in memory at once. */
const pageSize = 500;

/** What is sent of one transfer. `position`: where it stands, or stood. */
export type EventItem =
  | { type: 'ADDED' | 'CHANGED'; position: string; row: TransferRow; fields: readonly TransferField[] | null }
  /** `id` null: all of the wallet's transfers on the chain. */
  | { type: 'REMOVED'; position: string; id: string | null };

/** Who reads, and where it stands. */
interface EventReader {
  inside: StreamPlace['inside'];
  spam: SpamFilter;
  /** Whose event it is. */
  wallet: Address;
}

interface EventPage {
  items: readonly EventItem[];
  /** The event ends with it. */
  isLast: boolean;
}

/**
 * A page of an event, from its beginning or from where the stream stands in it. Rows are read as they are now. One that is gone or
 * stands elsewhere by now is left out: a later event tells that.
 */
export async function readEventPage(
  database: Database,
  event: WalletEvent,
  { inside, spam, wallet }: EventReader,
): Promise<EventPage> {
  const { chainId } = event;
  const removed = (position: string, hash: Hash): EventItem => {
    const id = transferId.encode({ wallet, chainId, hash, item: itemOfPosition(position) });
    return { type: 'REMOVED', position, id };
  };
  // Not of transfers: whoever follows the list of transfers goes on behind it.
  if (!('rows' in event) || event.kind === 'transfer.finalized') return { items: [], isLast: true };
  if (event.kind === 'transfer.retracted') {
    if (event.rows === null) return { items: [{ type: 'REMOVED', position: '', id: null }], isLast: true };
    const rest = event.rows.filter(({ position }) => inside === null || position > inside.position);
    return { items: rest.map(({ position, hash }) => removed(position, hexOf(hash))), isLast: true };
  }
  if (event.kind === 'transfer.added') {
    const { rows, isLast } = await readRows(database, event, { inside, spam });
    return {
      items: rows.map((row) => ({ type: 'ADDED', position: row.position, row, fields: null })),
      isLast,
    };
  }
  // Of what came to be spam, or ceased to, the subscriber has to know what it does not want any more, too.
  const isJudgedAnew = event.fields.includes('SPAM');
  const { rows, isLast } = await readRows(database, event, { inside, spam: isJudgedAnew ? 'INCLUDE' : spam });
  const { fields } = event;
  const items = rows.map(
    (row): EventItem =>
      isWanted(row, spam)
        ? { type: 'CHANGED', position: row.position, row, fields }
        : removed(row.position, row.hash),
  );
  return { items, isLast };
}

const isWanted = ({ spamReason }: TransferRow, spam: SpamFilter): boolean =>
  spam === 'INCLUDE' || (spamReason !== null) === (spam === 'ONLY');

async function readRows(
  database: Database,
  { walletId, chainId, rows }: Extract<WalletEvent, { kind: 'transfer.added' | 'transfer.updated' }>,
  { inside, spam }: { inside: StreamPlace['inside']; spam: SpamFilter },
): Promise<{ rows: readonly TransferRow[]; isLast: boolean }> {
  if ('positions' in rows) {
    const rest = rows.positions.filter((position) => inside === null || position > inside.position);
    const found = await transfersAt(database, walletId, rest);
    return { rows: found.filter((row) => isWanted(row, spam)), isLast: true };
  }
  const found = await pageTransfers(database, {
    walletIds: [walletId],
    filter: { chainIds: [chainId], spam },
    order: 'ASC',
    // No wallet has the id 0: the first position itself lies behind that.
    after: inside === null ? { position: rows.first, walletId: 0 } : inside,
    until: { position: rows.last, walletId },
    limit: pageSize,
  });
  return { rows: found, isLast: found.length < pageSize };
}
