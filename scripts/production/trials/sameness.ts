/** Whether two services say the same of the same wallets: every row of their lists, to the last character, but for when they looked. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Asked, ask } from './questions.ts';

const ofTransactions = ['id', 'hash', 'wallet', 'timestamp', 'fee', 'is_error', 'position'];
/** What a wallet did, holds, and stands in the books with; and of each row what is the chain's word, not our reading of it. */
const lists: Readonly<Record<string, readonly string[]>> = {
  transfer: [...ofTransactions, 'amount', 'side', 'raw_token', 'address'],
  transaction: [...ofTransactions, 'block_number'],
  // What is lent and held elsewhere counts in it.
  balance: [],
  lot: [],
  disposal: [],
};

/**
 * Longest that a service may take to follow the chain to its end, and to book what came. A wallet that a former version gave up, since it did
 * not know the tables any more, is tried again after five minutes.
 */
const patienceMs = 480_000;
/** Longest until what is priced, measured and compared with the chain now and then has been. */
const lookPatienceMs = 90_000;
const pauseMs = 1_000;

const pageSchema = z.object({
  // Absent where a list has no pages.
  next: z.string().nullable().default(null),
  results: z.array(
    z.looseObject({
      id: z.string().optional(),
      // Of a block of its own; that it agrees is the same.
      reconciliation: z.object({ difference: z.number() }).nullish(),
    }),
  ),
});

const looks = new Set(['priced_at', 'checked_at']);
const withoutLooks = (name: string, value: unknown): unknown => (looks.has(name) ? undefined : value);

/** A row as text: all of it, and the chain's word alone. */
interface Row {
  readonly whole: string;
  readonly facts: string;
}

async function rowsOf(asked: Asked, list: string, wallets: readonly string[]): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  let path: string | null = `/wallet/${list}/?wallet=${wallets.join(',')}`;
  while (path !== null) {
    const { status, text } = await ask(asked, { name: list, path });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
    const page = pageSchema.parse(JSON.parse(text));
    for (const row of page.results) {
      // Links begin with the service's own place, and when it looked is its own, too.
      const whole = JSON.stringify(row, withoutLooks).replaceAll(asked.url, 'http://service');
      // Rows without an id stand for themselves, as often as they are there.
      let name = row.id ?? whole;
      while (rows.has(name)) name += "'";
      rows.set(name, { whole, facts: JSON.stringify(row, [...(lists[list] ?? [])]) });
    }
    path = page.next;
  }
  return rows;
}

export interface Sameness {
  readonly list: string;
  readonly rows: number;
  /** Rows that only one has, or that say something else. */
  readonly different: number;
  /** Those among them where it is the chain's word that differs. */
  readonly differentFacts: number;
  /** What of the rows differs, as names of their fields. */
  readonly fields: readonly string[];
}

/** Names of the fields that differ; `all of it`: only one has the row. */
function differingFields(row: Row | undefined, other: Row | undefined): string[] {
  if (row === undefined || other === undefined) return ['all of it'];
  const [one, two] = [fieldsSchema.parse(JSON.parse(row.whole)), fieldsSchema.parse(JSON.parse(other.whole))];
  return Object.keys({ ...one, ...two }).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(two[name]),
  );
}

const fieldsSchema = z.record(z.string(), z.unknown());

async function compareOnce(one: Asked, other: Asked, wallets: readonly string[]): Promise<Sameness[]> {
  const found: Sameness[] = [];
  for (const [list, facts] of Object.entries(lists)) {
    const [rows, others] = [await rowsOf(one, list, wallets), await rowsOf(other, list, wallets)];
    const all = [...new Set([...rows.keys(), ...others.keys()])];
    const different = all.filter((id) => rows.get(id)?.whole !== others.get(id)?.whole);
    found.push({
      ...{ list, rows: others.size, different: different.length },
      // Some lists are our reading alone.
      differentFacts:
        facts.length === 0 ? 0 : all.filter((id) => rows.get(id)?.facts !== others.get(id)?.facts).length,
      fields: [...new Set(different.flatMap((id) => differingFields(rows.get(id), others.get(id))))],
    });
  }
  return found;
}

/** Compares until all is the same, or what differs has had its time. */
export async function compare(one: Asked, other: Asked, wallets: readonly string[]): Promise<Sameness[]> {
  const deadline = Date.now() + lookPatienceMs;
  for (;;) {
    const found = await compareOnce(one, other, wallets);
    if (found.every(({ different }) => different === 0) || Date.now() > deadline) return found;
    await delay(pauseMs);
  }
}

const syncSchema = z.object({
  data: z.object({
    wallets: z.object({
      nodes: z.array(
        z.object({
          isLoaded: z.boolean(),
          isBooking: z.boolean(),
          sync: z.array(z.object({ syncedBlock: z.number().nullable() })),
        }),
      ),
    }),
  }),
});

/** Waits until so many wallets are loaded up to a block, and booked. @throws Error when that takes too long. */
export async function untilAt(asked: Asked, count: number, block: number): Promise<void> {
  const query = '{ wallets { nodes { isLoaded isBooking sync { syncedBlock } } } }';
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { status, text } = await ask(asked, { name: 'wallets', path: '/graphql', body: { query } });
    const nodes = status === 200 ? syncSchema.parse(JSON.parse(text)).data.wallets.nodes : [];
    const isThere = nodes.every(
      ({ isLoaded, isBooking, sync }) =>
        isLoaded && !isBooking && sync.every(({ syncedBlock }) => (syncedBlock ?? -1) >= block),
    );
    if (nodes.length === count && isThere) return;
    if (Date.now() > deadline) throw new Error(`Not at block ${block} in time: ${text.slice(0, 500)}`);
    await delay(pauseMs);
  }
}
