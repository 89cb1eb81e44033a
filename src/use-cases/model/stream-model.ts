/** What streams of transfers tell. */
import type { Address } from '../../domain/model.ts';
import type { TransferEventType, TransferField } from '../../domain/transfer-events.ts';
import type { BlockchainView, TransferView } from './view-model.ts';

/** An event of a stream of transfers. */
export interface TransferEventView {
  /** Given as `after`, the stream goes on behind this event. */
  cursor: string;
  type: TransferEventType;
  /** Of the transfer; null: of CURSOR, and of REMOVED where all transfers of the wallet on the chain are gone. */
  id: string | null;
  /** As it is now; null: it is gone, or the event only says from where the stream goes on. */
  transfer: TransferView | null;
  /** Of CHANGED: what may be different; null for other events. */
  fields: readonly TransferField[] | null;
  /** Whose transfer it is, and on which chain; null for CURSOR. */
  wallet: Address | null;
  blockchain: BlockchainView | null;
}
