/**
 * What all tools that answer a list share: wallets are read, the cursor is one of this very question, the list is cut where it does not
 * fit, and the answer says whether the histories behind it are whole. A tool reads its items, and says how they look.
 */
import { z } from 'zod';
import type { Address } from '../../domain/model.ts';
import type { Answer } from '../text/answer.ts';
import { cursorsOf, decodePlace } from '../text/cursors.ts';
import { loadStateOf, walletsOf } from './questions.ts';
import { type Call, cursor, defineTool, detail, type Tool, wallets } from './tool.ts';

/** Where the list goes on, as the cursor of a former answer says. */
export interface Place {
  /** Of lists that the read model pages: its own cursor; undefined: the beginning. */
  readonly after: string | undefined;
  /** Of lists that are read as a whole: how many items came before. Throws BAD_INPUT when it is no such place. */
  start(): number;
}

export interface List {
  lines: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** What goes on behind so many of these rows: a place of this list; null: nothing does. */
  next: (rows: number) => string | null;
  /** Left out: now, or since when the histories are behind. */
  asOf?: number | null;
  /** Beside what the histories lack. */
  missing?: readonly string[];
}

interface ListDefinition<Shape extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  /** What is asked beside wallets, cursor and detail. */
  shape: Shape;
  list: (
    input: z.output<z.ZodObject<Shape>>,
    call: Call,
    at: { wallets: Address[] } & Place,
  ) => Promise<List>;
}

/** How many items come does not make another list of them. */
const ofSize = new Set(['top', 'limit']);

export function defineListTool<Shape extends z.ZodRawShape>(definition: ListDefinition<Shape>): Tool {
  const { name, shape } = definition;
  const own = z.object(shape);
  return defineTool({
    ...definition,
    shape: { wallets, ...shape, cursor, detail },
    async answer(given, call) {
      const common = z.object({ wallets, cursor }).parse(given);
      const input = own.parse(given);
      const addresses = await walletsOf(call, common.wallets);
      const asked = Object.entries(input).filter(([argument]) => !ofSize.has(argument));
      const cursors = cursorsOf(name, [addresses, asked]);
      const after = cursors.decode(common.cursor);
      const place = { wallets: addresses, after, start: () => decodePlace(after) };
      const [found, state] = await Promise.all([
        definition.list(input, call, place),
        loadStateOf(call, addresses),
      ]);
      const { lines, columns, rows, asOf = state.staleSince ?? call.now, missing = [] } = found;
      const cursorAfter = (count: number): string | null => {
        const next = found.next(count);
        return next === null ? null : cursors.encode(next);
      };
      return {
        ...{ lines, asOf, missing: [...state.missing, ...missing] },
        table: { columns, rows, cursorAfter, more: 'go on with next_cursor' },
      } satisfies Answer;
    },
  });
}

/** The items of a page from there on, and what goes on behind them, of a list that is read as a whole. */
export function cutFrom<Item>(
  all: readonly Item[],
  start: number,
  size: number,
): { shown: readonly Item[]; next: List['next'] } {
  return {
    shown: all.slice(start, start + size),
    next: (rows) => (start + rows < all.length ? String(start + rows) : null),
  };
}

/** What goes on behind the items of a page of the read model. */
export const nextOf =
  (page: { cursors: readonly string[]; hasNextPage: boolean }): List['next'] =>
  (rows) => {
    const isLast = rows === page.cursors.length && !page.hasNextPage;
    return isLast ? null : (page.cursors[rows - 1] ?? null);
  };
