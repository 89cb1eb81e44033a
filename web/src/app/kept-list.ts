/**
 * Where a person was in a list that is left for one of its rows: Back leads there again, with the rows that were loaded. One list is kept, for
 * as long as the tab, under the entry of the browser's history that it was.
 */
import type { VirtualItem } from '@tanstack/react-virtual';
import type { IEnvironment, OperationDescriptor } from 'relay-runtime';

/** Of more rows the place is not kept: each is memory that nobody may come back for. */
const mostRows = 1_000;

export interface KeptList {
  /** The entry of the history. */
  entry: string;
  /** What the rows are of. */
  choice: string;
  /** How far the page was scrolled, in pixels. */
  top: number;
  rows: number;
  /** Where the row that was left for stood in the window, in pixels from its top. */
  offset: number;
  /** How high each row is. */
  sizes: VirtualItem[];
  /** The place in the list of the row that was left for; null: none had the focus. */
  row: number | null;
  /** Which of its links: their places begin at 0. */
  link: number;
  /** Of `Live`, as the rows were read. */
  live: number;
}

let kept: { list: KeptList; environment: IEnvironment; dispose: () => void } | null = null;

/** The list is left: its rows stay in the store until another one is kept. */
export function keepList(list: KeptList, of: IEnvironment, operation: OperationDescriptor): void {
  kept?.dispose();
  const isWorthIt = list.rows > 0 && list.rows <= mostRows;
  kept = isWorthIt ? { list, environment: of, dispose: of.retain(operation).dispose } : null;
}

/** null: this entry of the history is new, or what was kept is of another list. */
export const keptAt = (entry: string | undefined): KeptList | null =>
  kept !== null && kept.list.entry === entry ? kept.list : null;

/** The same, if all of its rows are still in the store. */
export function keptList(
  entry: string | undefined,
  choice: string,
  of: IEnvironment,
  operation: OperationDescriptor,
): KeptList | null {
  const found = keptAt(entry);
  if (found === null || found.choice !== choice || kept?.environment !== of) return null;
  return of.check(operation).status === 'missing' ? null : found;
}
