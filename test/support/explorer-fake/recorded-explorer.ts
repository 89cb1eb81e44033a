/**
 * An Etherscan that knows only the recorded rows of ../shared/data: its lists are the recordings, and the blocks and
 * receipts behind them are made from the rows, one log for each token transfer.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

const rowSchema = z.record(z.string(), z.string());
export type RecordedRow = z.output<typeof rowSchema>;
export const recordingSchema = z.object({
  query: z.looseObject({ address: z.string() }),
  result: z.array(rowSchema),
});

export interface RecordedExplorer {
  readonly url: string;
  readonly requests: string[];
  close(): Promise<void>;
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (value: string): string => `0x${BigInt(value).toString(16).padStart(64, '0')}`;
const quantity = (value: string): string => `0x${BigInt(value).toString(16)}`;
const blockHash = (number: string): string => `0x${'b'.repeat(50)}${number.padStart(14, '0')}`;

/** Starts it. `lists`: rows by action; `rowCap`: rows that one answer holds at most, whatever is asked for. */
export async function startRecordedExplorer(options: {
  lists: Readonly<Record<string, readonly RecordedRow[]>>;
  rowCap: number;
}): Promise<RecordedExplorer> {
  const { lists, rowCap } = options;
  const all = Object.values(lists).flat();
  const mined = all.filter((row) => row.hash?.startsWith('0x'));
  const byHash = Map.groupBy(mined, (row) => row.hash ?? '');
  const byBlock = new Map(all.map((row) => [row.blockNumber ?? '', row]));
  const head = Math.max(...all.map((row) => Number(row.blockNumber)));
  const requests: string[] = [];

  function list(action: string, query: URLSearchParams): unknown {
    const [first, last] = [Number(query.get('startblock')), Number(query.get('endblock'))];
    const isIn = (row: RecordedRow): boolean =>
      Number(row.blockNumber) >= first && Number(row.blockNumber) <= last;
    const size = Math.min(Number(query.get('offset')), rowCap);
    const start = (Number(query.get('page')) - 1) * size;
    const rows = (lists[action] ?? []).filter(isIn).slice(start, start + size);
    if (rows.length === 0) return { status: '0', message: 'No transactions found', result: [] };
    return { status: '1', message: 'OK', result: rows };
  }

  function node(action: string, query: URLSearchParams): unknown {
    if (action === 'eth_blockNumber') return quantity(String(head));
    if (action === 'eth_getBlockByNumber') {
      const number = String(Number(query.get('tag')));
      const row = byBlock.get(number);
      const hash = row?.blockHash || blockHash(number);
      return { number: quantity(number), hash, parentHash: hash, timestamp: quantity(row?.timeStamp ?? '0') };
    }
    const rows = byHash.get(query.get('txhash') ?? '') ?? [];
    const [row] = rows;
    if (row === undefined) return null;
    return action === 'eth_getTransactionByHash' ? transactionOf(row) : receiptOf(row, rows);
  }

  const server = createServer((request: IncomingMessage, response) => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    const action = query.get('action') ?? '';
    requests.push(action);
    const body =
      query.get('module') === 'proxy'
        ? { jsonrpc: '2.0', id: 1, result: node(action, query) }
        : list(action, query);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}/v2/api`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function placeOf(row: RecordedRow): Record<string, string> {
  const number = row.blockNumber ?? '0';
  return {
    blockHash: row.blockHash || blockHash(number),
    blockNumber: quantity(number),
    transactionIndex: quantity(row.transactionIndex ?? '0'),
  };
}

/** The rows of token transfers do not say who sent the transaction: nobody's address stands in. */
function transactionOf(row: RecordedRow): unknown {
  const [from, to] = [`0x${'0e'.repeat(20)}`, `0x${'0f'.repeat(20)}`];
  const gas = quantity(row.gas ?? '21000');
  return { ...placeOf(row), hash: row.hash, from, to, value: '0x0', input: '0x', gas, gasPrice: '0x1' };
}

function receiptOf(row: RecordedRow, rows: readonly RecordedRow[]): unknown {
  const place = placeOf(row);
  const logs = rows
    .filter((transfer) => 'tokenSymbol' in transfer)
    .map((transfer, logIndex) => ({
      ...place,
      transactionHash: row.hash,
      logIndex: quantity(String(logIndex)),
      address: transfer.contractAddress,
      topics: [
        transferTopic,
        word(transfer.from ?? '0'),
        word(transfer.to ?? '0'),
        ...(transfer.tokenID === undefined ? [] : [word(transfer.tokenID)]),
      ],
      data: transfer.tokenID === undefined ? word(transfer.value ?? '0') : '0x',
    }));
  // Receipts before Byzantium have no status.
  const status = row.txreceipt_status === '' ? {} : { status: '0x1' };
  const contractAddress = row.contractAddress !== '' && 'isError' in row ? row.contractAddress : null;
  return {
    ...place,
    ...status,
    transactionHash: row.hash,
    contractAddress,
    gasUsed: quantity(row.gasUsed ?? '21000'),
    effectiveGasPrice: quantity(row.gasPrice || '1'),
    logs,
  };
}
