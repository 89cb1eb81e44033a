/** Events as they lie in the two logs: that of a wallet (wallet-events.ts), and what only one client is told of it (client-events.ts). */
import { isObject } from '../../../domain/is-object.ts';
import type { Address } from '../../../domain/model.ts';
import { type TransferField, transferFields } from '../../../domain/transfer-events.ts';
import { type SyncErrorKind, syncErrorKinds } from '../../../errors.ts';
import { hexOf, memberOf } from '../../connection/row-types.ts';
import type { RowReader } from '../../connection/sql.ts';

/** Rows that an event names one by one; of more it tells the range in which they lie. Retracted rows are split into several events. */
export const listedRows = 500;

const eventKinds = [
  ...(['transfer.added', 'transfer.updated', 'transfer.retracted'] as const),
  ...(['wallet.loaded', 'wallet.failed', 'balance.differs', 'balance.agrees'] as const),
  ...(['issue.opened', 'issue.closed', 'ledger.booked', 'wallet.progress', 'transfer.finalized'] as const),
] as const;

/** Some rows of a chain: those at the positions, in order, or all from the first position to the last, both included. */
export type EventRows = { positions: readonly string[] } | { first: string; last: string };

/** A balance of a token beside the chain's, in base units. */
export interface ComparedBalance {
  tokenAddress: Address;
  onChain: bigint;
  /** The chain's less ours. */
  difference: bigint;
  blockNumber: number;
}

/** What its public id is made of (with wallet and chain), and where it stands, or stood. */
export interface NamedRow {
  position: string;
  hash: string;
}

/** Something in a client's figures that a person should look at, as the ledger said it. */
export interface ToldIssue {
  code: string;
  /** As the ledger names it: ledgerTokenOf. */
  token: string;
  /** The position of the transfer, or of the transaction when it is about its fee. */
  movement: string;
  /** Of the transaction; null: it was gone already. */
  hash: string | null;
  /** Unix seconds. */
  timestamp: number;
  /** Base units. */
  quantity: bigint;
  currencies: readonly string[];
}

/** That a client's ledger of the wallet is another one. */
export interface ToldBooking {
  /** The position from which on figures may differ; '': all. */
  from: string;
  /** How many issues there are that were not before, and the other way round; all are counted, however many are told. */
  opened: number;
  closed: number;
}

/** How far a history on a chain is. */
export interface ToldProgress {
  /** The first block that is read. */
  fromBlock: number;
  /** The last block that is stored; null: none is. */
  block: number | null;
  /** Of the chain, when it was last asked for. */
  headBlock: number | null;
}

export type NewEvent = { chainId: number } & (
  | { kind: 'transfer.added'; rows: EventRows }
  /** Rows that were there before, or may have been. `fields`: what is different of some of them. */
  | { kind: 'transfer.updated'; rows: EventRows; fields: readonly TransferField[] }
  /** In the order of positions; null: all that was stored of the chain. */
  | { kind: 'transfer.retracted'; rows: readonly NamedRow[] | null }
  /** All of the chain up to its head is stored. */
  | { kind: 'wallet.loaded' }
  | { kind: 'wallet.failed'; error: SyncErrorKind }
  | { kind: 'balance.differs'; balance: ComparedBalance }
  | { kind: 'balance.agrees'; balance: ComparedBalance }
  | { kind: 'wallet.progress'; progress: ToldProgress }
  | { kind: 'transfer.finalized'; rows: { positions: readonly string[] } }
);

/** What is told to one client. */
export type NewClientEvent = { chainId: number } & (
  | { kind: 'transfer.updated'; rows: EventRows; fields: readonly TransferField[] }
  | { kind: 'issue.opened' | 'issue.closed'; issue: ToldIssue }
  | { kind: 'ledger.booked'; booking: ToldBooking }
);

/** Of either log. */
export type StoredEvent = (NewEvent | Exclude<NewClientEvent, { kind: 'transfer.updated' }>) & {
  walletId: number;
  /** The number in the wallet's log; 0: it is of the client's. */
  sequence: bigint;
  /** The rows that it names, where their hashes were noted. */
  named: readonly NamedRow[];
};

/** The columns that both logs have, but their numbers. */
export const sharedColumns = [
  ...['kind', 'chain_id', 'first_position', 'last_position', 'positions', 'hashes', 'fields', 'data'],
] as const;

/** The same with their types, and those of a row `given`. */
export const sharedTypes = `kind text, chain_id int, first_position text, last_position text, positions text[], hashes text[],
  fields text[], data jsonb`;
export const sharedValues = sharedColumns.map((column) => `given.${column}`).join(', ');

/**
 * What an event holds, by column.
 * @param hashes by position; null: clients are not told of it. A row without one is gone, and is not told
 */
export function columnsOf(
  event: NewEvent | NewClientEvent,
  hashes: ReadonlyMap<string, string> | null,
): Record<string, unknown> {
  const { kind, chainId } = event;
  const columns = { kind, chain_id: chainId };
  switch (kind) {
    case 'wallet.loaded':
      return columns;
    case 'wallet.failed':
      return { ...columns, data: { error: event.error } };
    case 'balance.differs':
    case 'balance.agrees': {
      const { tokenAddress: token, onChain, difference, blockNumber } = event.balance;
      return { ...columns, data: { token, onChain: `${onChain}`, difference: `${difference}`, blockNumber } };
    }
    case 'issue.opened':
    case 'issue.closed':
      return { ...columns, data: { ...event.issue, quantity: String(event.issue.quantity) } };
    case 'ledger.booked':
      return { ...columns, data: event.booking };
    case 'wallet.progress':
      return { ...columns, data: event.progress };
    case 'transfer.retracted': {
      if (event.rows === null) return columns;
      const positions = event.rows.map(({ position }) => position);
      return { ...columns, positions, hashes: event.rows.map(({ hash }) => hash) };
    }
  }
  const { rows } = event;
  const told = { ...columns, ...(kind === 'transfer.updated' ? { fields: event.fields } : {}) };
  if ('first' in rows) return { ...told, first_position: rows.first, last_position: rows.last };
  if (hashes === null) return { ...told, positions: rows.positions };
  const positions = rows.positions.filter((position) => hashes.has(position));
  return { ...told, positions, hashes: positions.map((position) => hashes.get(position)) };
}

/** Positions and hashes are hex: none has the separator in it. */
export const eventColumns = `event.wallet_id, event.sequence, event.kind, event.chain_id, event.first_position, event.last_position,
  array_to_string(event.positions, ','), array_to_string(event.hashes, ','), array_to_string(event.fields, ','), event.data::text`;

const kindOf = memberOf(eventKinds);
const fieldOf = memberOf(transferFields);
const errorOf = memberOf(syncErrorKinds);

/** Of `eventColumns`. */
export function readEvent(row: RowReader): StoredEvent {
  const walletId = row.integer();
  const sequence = row.bigint();
  const kind = kindOf(row.text());
  const chainId = row.integer();
  const [first, last] = [row.textOrNull(), row.textOrNull()];
  const list = (): string[] | null => (row.textOrNull() || null)?.split(',') ?? null;
  const [positions, hashes, fields] = [list(), list(), list()];
  const data = dataReader(row.textOrNull());
  const named = (hashes ?? []).map((hash, index) => ({ position: positions?.[index] ?? '', hash }));
  const at = { walletId, sequence, chainId, named };
  const rows: EventRows = first === null || last === null ? { positions: positions ?? [] } : { first, last };
  switch (kind) {
    case 'wallet.loaded':
      return { ...at, kind };
    case 'wallet.failed':
      return { ...at, kind, error: errorOf(data.text('error')) };
    case 'balance.differs':
    case 'balance.agrees':
      return { ...at, kind, balance: readBalance(data) };
    case 'issue.opened':
    case 'issue.closed':
      return { ...at, kind, issue: readIssue(data) };
    case 'ledger.booked': {
      const [opened, closed] = [data.number('opened'), data.number('closed')];
      return { ...at, kind, booking: { from: data.text('from'), opened, closed } };
    }
    case 'wallet.progress': {
      const [block, headBlock] = [data.numberOrNull('block'), data.numberOrNull('headBlock')];
      return { ...at, kind, progress: { fromBlock: data.number('fromBlock'), block, headBlock } };
    }
    case 'transfer.retracted':
      return { ...at, kind, rows: positions === null ? null : named };
    case 'transfer.added':
      return { ...at, kind, rows };
    case 'transfer.finalized':
      return { ...at, kind, rows: { positions: positions ?? [] } };
    default:
      return { ...at, kind, rows, fields: (fields ?? []).map(fieldOf) };
  }
}

interface DataReader {
  text(name: string): string;
  textOrNull(name: string): string | null;
  number(name: string): number;
  numberOrNull(name: string): number | null;
  texts(name: string): string[];
}

/** What an event has in `data`. */
function dataReader(json: string | null): DataReader {
  const data: unknown = json === null ? null : JSON.parse(json);
  const field = (name: string): unknown => (isObject(data) ? data[name] : undefined);
  const missing = (name: string): TypeError => new TypeError(`an event has no '${name}' in its data`);
  return {
    text(name) {
      const value = field(name);
      if (typeof value !== 'string') throw missing(name);
      return value;
    },
    textOrNull(name) {
      const value = field(name);
      return typeof value === 'string' ? value : null;
    },
    number(name) {
      const value = field(name);
      if (typeof value !== 'number') throw missing(name);
      return value;
    },
    numberOrNull(name) {
      const value = field(name);
      return typeof value === 'number' ? value : null;
    },
    texts(name) {
      const value = field(name);
      return Array.isArray(value) ? value.map(String) : [];
    },
  };
}

function readBalance(data: DataReader): ComparedBalance {
  const [onChain, difference] = [BigInt(data.text('onChain')), BigInt(data.text('difference'))];
  return {
    tokenAddress: hexOf(data.text('token')),
    onChain,
    difference,
    blockNumber: data.number('blockNumber'),
  };
}

function readIssue(data: DataReader): ToldIssue {
  return {
    ...{ code: data.text('code'), token: data.text('token'), movement: data.text('movement') },
    ...{ hash: data.textOrNull('hash'), timestamp: data.number('timestamp') },
    ...{ quantity: BigInt(data.text('quantity')), currencies: data.texts('currencies') },
  };
}
