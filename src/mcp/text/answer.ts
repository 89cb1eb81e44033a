/**
 * What a tool answers, and how it becomes a text that fits: lines, a table, and an end that says as of when it is, what is missing,
 * and how to go on. Rows that do not fit are left out and said so; the end always fits.
 */
import { formatTime } from '../../domain/time/time.ts';
import { type Detail, unknown } from './figures.ts';
import { fenceNote } from './foreign-text.ts';
import { estimateTokens } from './tokens.ts';

/** What an answer may be, in tokens as they are reckoned; clients cut what is longer, and pay for all. */
export const mostTokens = { brief: 1_500, full: 8_000 } as const satisfies Record<Detail, number>;

export interface Table {
  columns: readonly string[];
  /** Foreign texts in cells are fenced. */
  rows: readonly (readonly string[])[];
  /** What goes on behind so many rows of these; null: nothing follows the last one, or nothing can go on. */
  cursorAfter: (rows: number) => string | null;
  /** How to see more where no cursor leads on. */
  more: string;
}

export interface Answer {
  /** Above the table, the most important first; foreign texts are fenced. */
  lines: readonly string[];
  table?: Table;
  /** Unix seconds; null: nothing is known yet. */
  asOf: number | null;
  /** What the answer leaves out or cannot vouch for; none: it is complete. */
  missing: readonly string[];
}

/** What is missing is said in so many sentences at most. */
const mostMissing = 8;

/** The text of an answer, within the tokens that the detail allows. */
export function renderAnswer(answer: Answer, detail: Detail): string {
  const { lines, table, asOf } = answer;
  const end = [
    `as_of: ${asOf === null ? unknown : formatTime(asOf)}`,
    ...completeness(answer.missing),
    // Counted although it may not be needed: whether it is shows at the end.
    fenceNote,
  ];
  const reserve = estimateTokens(end.join('\n')) + reserveForCut;
  const budget = { left: mostTokens[detail] - reserve };
  const shownLines = takeFitting(lines, budget);
  const heading = table === undefined || table.rows.length === 0 ? [] : [table.columns.join(' | ')];
  const rows = table?.rows.map((cells) => cells.join(' | ')) ?? [];
  const shownRows = heading.length === 0 ? [] : takeFitting([...heading, ...rows], budget);
  const rowCount = Math.max(0, shownRows.length - 1);
  const body = [...shownLines, ...shownRows];
  return [
    ...body,
    ...cutLines({ lines: lines.length - shownLines.length, rows: rows.length - rowCount }, table),
    ...end.slice(0, -1),
    ...(body.some((line) => line.includes('«')) ? [fenceNote] : []),
    ...cursorLine(table, rowCount),
  ].join('\n');
}

/** For `cut` and `next_cursor`. */
const reserveForCut = 120;

/** As many of the lines, from the first on, as fit. */
function takeFitting(lines: readonly string[], budget: { left: number }): string[] {
  const taken: string[] = [];
  for (const line of lines) {
    const tokens = estimateTokens(line) + 1;
    if (tokens > budget.left) break;
    budget.left -= tokens;
    taken.push(line);
  }
  return taken;
}

function cutLines(cut: { lines: number; rows: number }, table: Table | undefined): string[] {
  if (cut.rows > 0) return [`cut: ${cut.rows} more rows: ${table?.more ?? ''}`];
  return cut.lines > 0 ? [`cut: ${cut.lines} more lines: ask for less, or with detail "full"`] : [];
}

function completeness(missing: readonly string[]): string[] {
  if (missing.length === 0) return ['complete: true'];
  const more = missing.length - mostMissing;
  const shown = missing.slice(0, mostMissing);
  return [
    `complete: false; ${shown.join('; ')}${more > 0 ? `; and ${more} more (see issues, sync_status)` : ''}`,
  ];
}

function cursorLine(table: Table | undefined, rowCount: number): string[] {
  const cursor = table?.cursorAfter(rowCount) ?? null;
  return cursor === null ? [] : [`next_cursor: ${cursor}`];
}
