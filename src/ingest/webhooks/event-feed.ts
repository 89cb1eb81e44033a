/** Where a sender gets events from: the log as one client sees it, each event as the JSON that receivers are sent. */
import type { Address } from '../../domain/model.ts';

export interface FeedEvent {
  id: string;
  type: string;
  sequence: bigint;
  /** null: of no one chain. */
  chainId: number | null;
  /** The contract that it is about; null: of no one token, or it is not known any more. */
  token: string | null;
  /** Of a transfer that is there: what it is worth in US dollars, with its sign (null: not known); null: the event is of none. */
  worth: { value: string | null } | null;
  /** The object that is sent, of bounded length; `previous`: the number of the event before in the lane, or where that began. */
  json(previous: bigint): string;
}

export interface FeedRequest {
  clientId: number;
  walletId: number;
  wallet: Address;
  after: bigint;
  limit: number;
  /** Empty: all. */
  types: readonly string[];
}

export type FeedPage =
  /** `through`: every event up to this number was looked at. */
  | { kind: 'events'; events: readonly FeedEvent[]; through: bigint }
  /** The log does not go back so far: it goes on after this number. */
  | { kind: 'gone'; after: bigint }
  /** The client does not read the wallet any more. */
  | { kind: 'ended' };

export interface EventFeed {
  read(request: FeedRequest): Promise<FeedPage>;
}
