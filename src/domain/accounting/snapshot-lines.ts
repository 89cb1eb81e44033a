/** A ledger's snapshot as lines of JSON, none of them very long, and back: however large it is, no single text holds it. */
import { invariant } from './amounts.ts';
import type { LedgerSnapshot } from './snapshot.ts';

type Book = LedgerSnapshot['books'][number];
/** Lots stand under the number of their book, in the order of the accounts. */
type Line = { head: LedgerSnapshot } | { book: number; accounts: Book['accounts'] };

const accountsPerLine = 100;

/** One line after the other; the first holds everything but the lots. */
export function* writeSnapshotLines(snapshot: LedgerSnapshot): Generator<string> {
  const line = (content: Line): string => JSON.stringify(content);
  yield line({ head: { ...snapshot, books: snapshot.books.map((book) => ({ ...book, accounts: [] })) } });
  for (const [index, { accounts }] of snapshot.books.entries()) {
    for (let first = 0; first < accounts.length; first += accountsPerLine) {
      yield line({ book: index, accounts: accounts.slice(first, first + accountsPerLine) });
    }
  }
}

/** The snapshot that the lines were made of; null when there is none. */
export async function readSnapshotLines(lines: AsyncIterable<string>): Promise<LedgerSnapshot | null> {
  let snapshot: LedgerSnapshot | null = null;
  for await (const text of lines) {
    const line: Line = JSON.parse(text);
    if ('head' in line) {
      snapshot = line.head;
      continue;
    }
    const book = snapshot?.books[line.book];
    invariant(book !== undefined, 'the snapshot has lots before it has its books');
    book.accounts.push(...line.accounts);
  }
  return snapshot;
}
