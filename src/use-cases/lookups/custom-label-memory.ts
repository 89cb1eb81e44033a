/**
 * The custom labels of each client, whole: then a page needs no statement to know that most of its counterparties have none,
 * however many there are. One client's labels cannot be found through another's.
 */
import type { Address } from '../../domain/model.ts';
import {
  type CustomLabelRow,
  findCustomLabels,
  listCustomLabels,
} from '../../store/clients/custom-labels.ts';
import type { Database } from '../../store/connection/database.ts';
import { createLookupCache, type LookupCache } from './lookup-cache.ts';

export interface CustomLabelMemory {
  /** The client's labels of these addresses, by address. */
  find(clientId: number, addresses: Iterable<Address>): Promise<ReadonlyMap<string, CustomLabelRow>>;
  forget(clientId: number, address: Address): void;
  forgetAll(): void;
}

export interface CustomLabelLimits {
  /** A client with more is asked about the addresses of each page. */
  ofClient: number;
  /** Of all clients together; beyond it, those are forgotten that were read first. */
  kept: number;
}

const defaultLimits: CustomLabelLimits = { ofClient: 5_000, kept: 200_000 };
/** When as many have changed as a page has addresses, reading all anew is less. */
const mostChanged = 100;
const timeToLiveMs = 60_000;

interface Labels {
  /** All of them; null: too many to keep. */
  readonly all: Promise<ReadonlyMap<Address, CustomLabelRow> | null>;
  /** Those that have changed since the reading began: they are asked about by themselves. */
  readonly changed: Set<Address>;
  readonly single: LookupCache<Address, CustomLabelRow>;
  readonly expiresAt: number;
  /** How many are kept; one more than there are, so that clients without labels count as well. */
  size: number;
}

/** The labels of all clients that were read. */
interface Memory {
  readonly database: Database;
  readonly now: () => number;
  readonly limits: CustomLabelLimits;
  /** In the order of their reading. */
  readonly clients: Map<number, Labels>;
  /** Labels of all clients together. */
  kept: number;
}

function remove(memory: Memory, clientId: number, labels = memory.clients.get(clientId)): void {
  const { clients } = memory;
  if (labels === undefined || clients.get(clientId) !== labels) return;
  clients.delete(clientId);
  memory.kept -= labels.size;
}

async function readAll(
  memory: Memory,
  clientId: number,
): Promise<ReadonlyMap<Address, CustomLabelRow> | null> {
  const { database, limits } = memory;
  const page = { offset: 0, limit: limits.ofClient + 1 };
  const rows = await listCustomLabels(database, clientId, page);
  return rows.length > limits.ofClient ? null : new Map(rows.map((row) => [row.address, row]));
}

/** Counts what was read, unless it has been forgotten meanwhile, and makes room for it. */
function count(memory: Memory, clientId: number, labels: Labels, size: number): void {
  const { limits, clients } = memory;
  if (clients.get(clientId) !== labels) return;
  memory.kept += size - labels.size;
  labels.size = size;
  for (const other of clients.keys()) {
    if (memory.kept <= limits.kept || other === clientId) return;
    remove(memory, other);
  }
}

function labelsOf(memory: Memory, clientId: number): Labels {
  const { database, now, limits, clients } = memory;
  const known = clients.get(clientId);
  if (known !== undefined && now() < known.expiresAt) return known;
  remove(memory, clientId);
  const labels: Labels = {
    all: readAll(memory, clientId),
    changed: new Set(),
    single: createLookupCache<Address, CustomLabelRow>({
      nameOfKey: (address) => address,
      nameOfRow: (label) => label.address,
      load: (addresses) => findCustomLabels(database, clientId, addresses),
      now,
      maximumEntries: limits.ofClient,
    }),
    expiresAt: now() + timeToLiveMs,
    size: 1,
  };
  clients.set(clientId, labels);
  memory.kept += labels.size;
  labels.all.then(
    (all) => count(memory, clientId, labels, 1 + (all?.size ?? limits.ofClient)),
    () => remove(memory, clientId, labels),
  );
  return labels;
}

async function find(
  memory: Memory,
  clientId: number,
  wanted: Iterable<Address>,
): Promise<ReadonlyMap<string, CustomLabelRow>> {
  const addresses = [...wanted];
  if (addresses.length === 0) return new Map();
  const { all, changed, single } = labelsOf(memory, clientId);
  const rows = await all;
  if (rows === null) return single.findMany(addresses);
  const found = new Map<string, CustomLabelRow>();
  const unsure: Address[] = [];
  for (const address of addresses) {
    const row = rows.get(address);
    if (changed.has(address)) unsure.push(address);
    else if (row !== undefined) found.set(address, row);
  }
  if (unsure.length > 0) {
    for (const [address, row] of await single.findMany(unsure)) found.set(address, row);
  }
  return found;
}

export function createCustomLabelMemory(
  database: Database,
  now: () => number,
  limits: CustomLabelLimits = defaultLimits,
): CustomLabelMemory {
  const memory: Memory = { database, now, limits, clients: new Map(), kept: 0 };
  return {
    find: (clientId, wanted) => find(memory, clientId, wanted),
    forget(clientId, address) {
      const labels = memory.clients.get(clientId);
      if (labels === undefined) return;
      labels.changed.add(address);
      labels.single.remove(address);
      if (labels.changed.size > mostChanged) remove(memory, clientId);
    },
    forgetAll() {
      memory.clients.clear();
      memory.kept = 0;
    },
  };
}
