/** A whole list as CSV, page by page, or a form: a page is read when the client has taken the one before the last. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type CsvCell, csvLine } from '../../domain/text/csv.ts';
import { maximumPageSize, type Page, type PageRequest } from '../../use-cases/model/view-model.ts';
import { beginAnswer, paceItems } from '../../use-cases/pages/pace.ts';
import type { CsvForm, PageColumn } from './columns.ts';

/** The first page of a list that is sent whole; the following ones are those that it leads to. */
export const firstCsvPage: PageRequest = { mode: 'page', page: 1, pageSize: maximumPageSize };

type Pages<Item> = Pick<Page<Item>, 'items' | 'next'>;

/** Some spreadsheets read a file without it in the letters of their country. */
const byteOrderMark = '\u{FEFF}';

/** `query`: after its validation. */
function markOf(query: unknown): string {
  const isAsked = typeof query === 'object' && query !== null && 'bom' in query && query.bom === true;
  return isAsked ? byteOrderMark : '';
}

/** What a file is made of: its columns, and one that is looked up page by page, if any. */
interface CsvSource<Item> {
  form: CsvForm<Item>;
  lastColumn?: PageColumn<Item> | undefined;
  /** It has been read already: an error there was answered as a problem. */
  first: Pages<Item>;
  read(page: PageRequest): Promise<Pages<Item>>;
}

/** The lines of the file, behind the mark, if any. Pages follow the first one's anchors: what arrives meanwhile is in none of them. */
async function* csvText<Item>(
  mark: string,
  baseUrl: string,
  { form: { columns }, lastColumn, first, read }: CsvSource<Item>,
): AsyncGenerator<string> {
  const names = columns.map(([name]) => name);
  yield mark + csvLine(lastColumn === undefined ? names : [...names, lastColumn.name]);
  for (let page = first; ; page = await read({ ...firstCsvPage, ...page.next })) {
    const { items } = page;
    const last = await lastColumn?.cells(items);
    const line = (item: Item, place: number): string => {
      const cells = columns.map(([, cell]) => cell(item, baseUrl));
      return csvLine(last === undefined ? cells : [...cells, last[place] ?? null]);
    };
    if (items.length > 0) yield items.map(line).join('');
    if (page.next === null) return;
  }
}

/**
 * Sends the file. An error on a page behind the first breaks the connection, because a file that merely ends looks complete. When the
 * client leaves, the reading ends.
 */
export function sendCsv<Item>(reply: FastifyReply, baseUrl: string, source: CsvSource<Item>): FastifyReply {
  // The reader pulls from outside of the request; what is read for it is the request's still.
  const inRequest = AsyncLocalStorage.snapshot();
  const { lastColumn } = source;
  const paced: CsvSource<Item> = {
    ...source,
    read: (page) =>
      inRequest(async () => {
        await paceItems(maximumPageSize);
        return source.read(page);
      }),
    lastColumn: lastColumn && {
      name: lastColumn.name,
      cells: (items) => inRequest(() => lastColumn.cells(items)),
    },
  };
  return sendFile(reply, source.form.fileName, csvText(markOf(reply.request.query), baseUrl, paced));
}

/**
 * Sends a file that is no list: the names of its columns, and its lines in pieces that pace themselves. The first piece is read before
 * the answer begins, so that an error there is answered as a problem.
 */
export async function sendCsvLines(
  reply: FastifyReply,
  file: { name: string; columns: readonly string[]; lines: AsyncGenerator<CsvCell[][]> },
): Promise<FastifyReply> {
  const inRequest = AsyncLocalStorage.snapshot();
  const { name, columns, lines } = file;
  const first = await lines.next();
  async function* texts(): AsyncGenerator<string> {
    yield markOf(reply.request.query) + csvLine(columns);
    for (let piece = first; piece.done !== true; piece = await inRequest(() => lines.next()))
      if (piece.value.length > 0) yield piece.value.map(csvLine).join('');
  }
  return sendFile(reply, name, texts());
}

/** Sends a file that is plain text, in the same way. */
export async function sendTexts(
  reply: FastifyReply,
  { name, texts }: { name: string; texts: AsyncGenerator<string> },
): Promise<FastifyReply> {
  const inRequest = AsyncLocalStorage.snapshot();
  const first = await texts.next();
  async function* pieces(): AsyncGenerator<string> {
    for (let piece = first; piece.done !== true; piece = await inRequest(() => texts.next()))
      if (piece.value !== '') yield piece.value;
  }
  return sendFile(reply, name, pieces(), 'text/plain; charset=utf-8');
}

function sendFile(
  reply: FastifyReply,
  name: string,
  texts: AsyncGenerator<string>,
  type = 'text/csv; charset=utf-8; header=present',
): FastifyReply {
  reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`);
  // Fastify would read a stream to its end to answer HEAD, and would say of a text how long it is: nobody knows how long the file is.
  if (reply.request.method === 'HEAD') return reply.send(Readable.from([]));
  beginAnswer();
  return reply.send(Readable.from(texts));
}
