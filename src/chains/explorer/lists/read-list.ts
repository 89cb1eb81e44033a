/**
 * Reading a list by block. One page is read; when it is full, it may end inside a block, so the rows of its last block
 * are set aside and the list counts as complete up to the block before. A block that fills a page alone is read by
 * `page`. Nothing is ever complete on a guess: a full page is never the end.
 */
import type { Address } from '../../../domain/model.ts';
import type { ExplorerClient } from '../client/client.ts';
import type { Fault } from '../client/faults.ts';
import { type ListDefinition, parsePage } from './lists.ts';

export interface ListRequest {
  address: Address;
  fromBlock: number;
  toBlock: number;
  signal?: AbortSignal | undefined;
}

export interface ListedRows<Row> {
  /** Ascending by block, each row once. */
  rows: Row[];
  /** Every row up to and including this block is there. */
  completeTo: number;
}

/** How many rows a request asks for; lowered by what the server turns out to give or bear. */
export interface PageSize {
  rows: number;
}

/** Fewer rows than this are not tried when an answer takes too long or is too large. */
const smallestPage = 10;

interface Page<Row> {
  rows: Row[];
  /** There may be more rows behind these. */
  isFull: boolean;
}

/** Reads as much of a list as one page gives. Throws the fault; 'unsupported' when the explorer has no such list. */
export async function readList<Row extends { blockNumber: number }>(
  client: ExplorerClient,
  list: ListDefinition<Row>,
  request: ListRequest,
  pageSize: PageSize,
): Promise<ListedRows<Row> | 'unsupported'> {
  const first = await readPage(client, list, request, 1, pageSize);
  if (first === 'unsupported') return first;
  if (!first.isFull) return { rows: first.rows, completeTo: request.toBlock };
  const firstBlock = first.rows[0]?.blockNumber;
  const lastBlock = first.rows.at(-1)?.blockNumber;
  if (firstBlock === undefined || lastBlock === undefined) {
    throw malformed(client, list, 'a full page without a mined row');
  }
  if (lastBlock > firstBlock) {
    return { rows: first.rows.filter((row) => row.blockNumber < lastBlock), completeTo: lastBlock - 1 };
  }
  const rows = await readBlock(
    client,
    list,
    { ...request, fromBlock: lastBlock, toBlock: lastBlock },
    pageSize,
  );
  return { rows, completeTo: lastBlock };
}

/** Every row of one block, page after page. */
async function readBlock<Row extends { blockNumber: number }>(
  client: ExplorerClient,
  list: ListDefinition<Row>,
  request: ListRequest,
  pageSize: PageSize,
): Promise<Row[]> {
  const seen = new Set<string>();
  let rows: Row[] = [];
  let size = pageSize.rows;
  for (let page = 1; ; page += 1) {
    if (page * size > client.dialect.maximumWindow) {
      const text = `over ${client.dialect.maximumWindow} rows in block ${request.fromBlock}`;
      throw client.error({ kind: 'window', text }, list.action);
    }
    const next = await readPage(client, list, request, page, pageSize);
    if (next === 'unsupported') throw malformed(client, list, 'it stopped knowing the list');
    if (pageSize.rows !== size) {
      // Pages of another size start elsewhere: from the beginning.
      size = pageSize.rows;
      page = 0;
      rows = [];
      seen.clear();
      continue;
    }
    for (const row of next.rows) {
      const identity = list.identity(row);
      if (identity !== null && seen.has(identity)) continue;
      if (identity !== null) seen.add(identity);
      rows.push(row);
    }
    if (!next.isFull) return rows;
  }
}

async function readPage<Row extends { blockNumber: number }>(
  client: ExplorerClient,
  list: ListDefinition<Row>,
  request: ListRequest,
  page: number,
  pageSize: PageSize,
): Promise<Page<Row> | 'unsupported'> {
  for (;;) {
    const size = pageSize.rows;
    const answer = await client.ask(
      'account',
      list.action,
      {
        address: request.address,
        startblock: String(request.fromBlock),
        endblock: String(request.toBlock),
        page: String(page),
        offset: String(size),
        sort: 'asc',
      },
      request.signal,
    );
    if (!answer.ok) {
      if (answer.fault.kind === 'unsupported') return 'unsupported';
      if (!isEasierWithLess(answer.fault) || size <= smallestPage)
        throw client.error(answer.fault, list.action);
      pageSize.rows = Math.max(smallestPage, Math.floor(size / 2));
      // A later page of another size would start elsewhere: the caller begins the block anew.
      if (page > 1) return { rows: [], isFull: true };
      continue;
    }
    const parsed = parsePage(list, answer.value, request);
    if (!parsed.ok) throw malformed(client, list, parsed.problem);
    const isCut = parsed.size < size && client.dialect.rowCaps.includes(parsed.size);
    if (isCut) pageSize.rows = parsed.size;
    const isFull = isCut || parsed.size >= size;
    if (isFull && !parsed.ascending) throw malformed(client, list, 'a full page that is not in block order');
    const rows = parsed.ascending
      ? parsed.rows
      : parsed.rows.toSorted((a, b) => a.blockNumber - b.blockNumber);
    return { rows, isFull };
  }
}

function isEasierWithLess(fault: Fault): boolean {
  return fault.kind === 'query-timeout' || fault.kind === 'too-large';
}

function malformed<Row extends { blockNumber: number }>(
  client: ExplorerClient,
  list: ListDefinition<Row>,
  text: string,
): Error {
  return client.error({ kind: 'malformed', text }, list.action);
}
