/**
 * The custom labels of each client, whole: then a page needs no statement to know that most of its counterparties have none,
 * however many there are. One client's labels cannot be found through another's.
 */
import { createMemory, type Memory } from '../../domain/memory.ts';
import type { Address } from '../../domain/model.ts';
import {
  type CustomLabelRow,
  findCustomLabels,
  listCustomLabels,
} from '../../store/clients/custom-labels.ts';
import type { Database } from '../../store/connection/database.ts';
import { outsideRequests } from '../../store/connection/request-scope.ts';
import { knownForMs } from './known-states.ts';
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
  /** Of all clients together; beyond it, those are forgotten that were not used lately. */
  kept: number;
}

const defaultLimits: CustomLabelLimits = { ofClient: 5_000, kept: 200_000 };
/** When as many have changed as a page has addresses, reading all anew is less. */
const mostChanged = 100;

interface Labels {
  /** All of them; null: too many to keep. */
  readonly all: Promise<ReadonlyMap<Address, CustomLabelRow> | null>;
  /** Those that have changed since the reading began: they are asked about by themselves. */
  readonly changed: Set<Address>;
  readonly single: LookupCache<Address, CustomLabelRow>;
  /** How many are kept; one more than there are, so that clients without labels count as well. */
  size: number;
}

/** The labels of all clients that were read. */
interface ClientLabels {
  readonly database: Database;
  readonly now: () => number;
  readonly limits: CustomLabelLimits;
  readonly clients: Memory<number, Labels>;
}

async function readAll(
  memory: ClientLabels,
  clientId: number,
): Promise<ReadonlyMap<Address, CustomLabelRow> | null> {
  const { database, limits } = memory;
  const page = { offset: 0, limit: limits.ofClient + 1 };
  // All requests of the client wait for it: none that is given up may end it for the others.
  const rows = await outsideRequests(() => listCustomLabels(database, clientId, page));
  return rows.length > limits.ofClient ? null : new Map(rows.map((row) => [row.address, row]));
}

function labelsOf(memory: ClientLabels, clientId: number): Labels {
  const { database, now, limits, clients } = memory;
  const known = clients.get(clientId);
  if (known !== undefined) return known;
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
    size: 1,
  };
  clients.keep(clientId, labels);
  // Unless they have been forgotten meanwhile.
  const isKept = (): boolean => clients.get(clientId) === labels;
  labels.all.then(
    (all) => {
      labels.size = 1 + (all?.size ?? limits.ofClient);
      if (isKept()) clients.keep(clientId, labels);
    },
    () => {
      if (isKept()) clients.forget(clientId);
    },
  );
  return labels;
}

async function find(
  memory: ClientLabels,
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
  const clients = createMemory<number, Labels>({
    maximum: limits.kept,
    weightOf: ({ size }) => size,
    lifetime: { ms: knownForMs, now },
  });
  const memory: ClientLabels = { database, now, limits, clients };
  return {
    find: (clientId, wanted) => find(memory, clientId, wanted),
    forget(clientId, address) {
      const labels = clients.get(clientId);
      if (labels === undefined) return;
      labels.changed.add(address);
      labels.single.remove(address);
      if (labels.changed.size > mostChanged) clients.forget(clientId);
    },
    forgetAll: clients.forgetAll,
  };
}
