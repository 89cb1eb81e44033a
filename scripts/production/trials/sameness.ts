/** Whether two services say the same of the same wallets: every row of their lists, to the last character, but for when they looked. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Asked, ask } from './questions.ts';

/** What a wallet did, holds, and stands in the books with. */
const lists = ['transfer', 'transaction', 'balance', 'lot', 'disposal'] as const;

/** Longest that a service may take to follow the chain to its end, and to price and book what came. */
const patienceMs = 120_000;
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

async function rowsOf(asked: Asked, list: string, wallets: readonly string[]): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  let path: string | null = `/wallet/${list}/?wallet=${wallets.join(',')}`;
  while (path !== null) {
    const { status, text } = await ask(asked, { name: list, path });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
    const page = pageSchema.parse(JSON.parse(text));
    for (const row of page.results) {
      // Links begin with the service's own place, and when it looked is its own, too.
      const json = JSON.stringify(row, withoutLooks).replaceAll(asked.url, 'http://service');
      // Rows without an id stand for themselves, as often as they are there.
      let name = row.id ?? json;
      while (rows.has(name)) name += "'";
      rows.set(name, json);
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
  /** One of them, as both have it. */
  readonly example: string;
}

async function compareOnce(one: Asked, other: Asked, wallets: readonly string[]): Promise<Sameness[]> {
  const found: Sameness[] = [];
  for (const list of lists) {
    const [rows, others] = [await rowsOf(one, list, wallets), await rowsOf(other, list, wallets)];
    const different = [...new Set([...rows.keys(), ...others.keys()])].filter(
      (id) => rows.get(id) !== others.get(id),
    );
    const [first] = different;
    const example = first === undefined ? '' : `${rows.get(first)}\n  ${others.get(first)}`;
    found.push({ list, rows: others.size, different: different.length, example });
  }
  return found;
}

/** Compares until all is the same, or what differs has had its time. */
export async function compare(one: Asked, other: Asked, wallets: readonly string[]): Promise<Sameness[]> {
  const deadline = Date.now() + patienceMs;
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
