/**
 * A fake of the three explorers' account API over a local chain: a real HTTP server on 127.0.0.1 that speaks each
 * dialect with its quirks, keeps its limits, and fails when told to.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { askNode, type ChainIndex } from './chain-index.ts';
import { answerFault, type FakeFault } from './faults.ts';
import { emptyText, listActions, listRows } from './lists.ts';
import { type FakeKind, type FakeMined, type FakeRow, type FakeWithdrawal, minedRow } from './rows.ts';

export interface FakeOptions {
  kind: FakeKind;
  index: ChainIndex;
  chainId: number;
  /** Rows that one answer holds at most, whatever is asked for. Default 10,000. */
  rowCap?: number;
  /** Requests without this key are refused. */
  apiKey?: string;
  withdrawals?: readonly FakeWithdrawal[];
  /** Blocks that somebody mined: the local node pays nobody. */
  mined?: readonly FakeMined[];
  /** Actions that this instance does not have; 'json-rpc' for a Blockscout that only has `module=proxy`. */
  without?: readonly string[];
}

export interface FakeRequest {
  /** The action, or the JSON-RPC method. */
  action: string;
  parameters: Readonly<Record<string, string>>;
}

export interface FakeExplorer {
  /** Of the API, as it goes into the configuration. */
  readonly url: string;
  /** Everything that was asked, in order. */
  readonly requests: FakeRequest[];
  /** The next `times` requests of the action (or of any) get the fault. */
  fail(fault: FakeFault, options?: { action?: string; times?: number }): void;
  heal(): void;
  /** Blocks above this are not indexed yet; null: all are. */
  setIndexedBlock(blockNumber: number | null): void;
  setListsPending(lists: boolean): void;
  close(): Promise<void>;
}

const rpcRequest = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z.array(z.unknown()),
});

/** Starts a fake explorer. */
export async function startFakeExplorer(options: FakeOptions): Promise<FakeExplorer> {
  const { kind, index, chainId, rowCap = 10_000, withdrawals = [], mined = [] } = options;
  const requests: FakeRequest[] = [];
  let faults: { fault: FakeFault; action: string | null; left: number }[] = [];
  let indexedTo = Number.POSITIVE_INFINITY;
  let listsPending = false;
  const hasJsonRpc = kind === 'blockscout' && !options.without?.includes('json-rpc');
  const paths = {
    etherscan: '/v2/api',
    blockscout: '/api',
    routescan: `/v2/network/mainnet/evm/${chainId}/etherscan/api`,
  };

  function nextFault(action: string): FakeFault | null {
    const due = faults.find((entry) => entry.left > 0 && (entry.action === null || entry.action === action));
    if (due === undefined) return null;
    due.left -= 1;
    return due.fault;
  }

  async function head(): Promise<number> {
    return Math.min((await index.update()).length - 1, indexedTo);
  }

  /** The node's answer; the head is the one that is indexed. */
  async function passOn(id: number | string, method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === 'eth_blockNumber')
      return { jsonrpc: '2.0', id, result: `0x${(await head()).toString(16)}` };
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const answer = await fetch(index.rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const said = Object(await answer.json());
    // Routescan: a reverted call is an error of HTTP, too.
    return kind === 'routescan' && 'error' in said ? { ...said, http: 500 } : said;
  }

  async function list(action: string, query: URLSearchParams, fault: FakeFault | null): Promise<unknown> {
    const number = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);
    const [page, offset] = [number('page', 1), number('offset', rowCap)];
    if (page * offset > 10_000) {
      const text = 'Result window is too large, PageNo x Offset size must be less than or equal to 10000';
      return { status: '0', message: 'NOTOK', result: text };
    }
    const [fromBlock, toBlock] = [number('startblock', 0), number('endblock', Number.MAX_SAFE_INTEGER)];
    const address = (query.get('address') ?? '').toLowerCase();
    const ascending = query.get('sort') === 'asc' || (query.get('sort') === null && kind !== 'blockscout');
    const source = { kind, index, withdrawals, indexedTo, listsPending };
    const all = await listRows(source, { action, address, fromBlock, toBlock, ascending });
    const size = Math.min(offset, rowCap);
    const rows = spoil(all.slice((page - 1) * size, page * size), fault, address);
    if (rows.length === 0) return { status: '0', message: emptyText(kind, action), result: [] };
    return { status: '1', message: 'OK', result: rows };
  }

  async function answer(
    module: string,
    action: string,
    query: URLSearchParams,
    fault: FakeFault | null,
  ): Promise<unknown> {
    if (options.without?.includes(action)) return unknownAction(kind);
    if (module === 'account' && listActions.includes(action)) return list(action, query, fault);
    if (module === 'account' && action === 'getminedblocks') return minedBlocks(query);
    if (module === 'block' && action === 'getblockreward') return blockReward(query);
    if (module === 'account' && action === 'balance') {
      const tag = kind === 'blockscout' ? 'latest' : query.get('tag');
      const balance = await askNode(index.rpcUrl, 'eth_getBalance', [query.get('address'), tag ?? 'latest']);
      return { status: '1', message: 'OK', result: BigInt(String(balance)).toString() };
    }
    if (module === 'block' && action === 'getblocknobytime')
      return blockByTime(Number(query.get('timestamp')));
    if (module === 'proxy' && !hasJsonRpc) return passOn(1, action, proxyParameters(action, query));
    return unknownAction(kind);
  }

  /** No range of blocks and no order: newest first, in pages. Blockscout does not know what uncles are. */
  async function minedBlocks(query: URLSearchParams): Promise<unknown> {
    const [page, offset] = [Number(query.get('page') ?? 1), Number(query.get('offset') ?? rowCap)];
    const isUncle = kind !== 'blockscout' && query.get('blocktype') === 'uncles';
    const blocks = await index.update();
    const size = Math.min(offset, rowCap);
    const rows = mined
      .filter((one) => one.miner === query.get('address') && (one.isUncle ?? false) === isUncle)
      .toSorted((a, b) => b.blockNumber - a.blockNumber)
      .slice((page - 1) * size, page * size)
      .map((one) => minedRow(kind, blocks[one.blockNumber], one));
    if (rows.length === 0) return { status: '0', message: 'No transactions found', result: [] };
    return { status: '1', message: 'OK', result: rows };
  }

  async function blockReward(query: URLSearchParams): Promise<unknown> {
    const found = mined.find((one) => String(one.blockNumber) === query.get('blockno') && !one.isUncle);
    if (found === undefined) return { status: '0', message: 'No record found', result: null };
    const block = (await index.update())[found.blockNumber];
    const { blockNumber, timeStamp, blockReward: reward } = minedRow('etherscan', block, found);
    const result = {
      ...{ blockNumber, timeStamp, blockMiner: found.miner, blockReward: reward },
      ...{ uncles: [], uncleInclusionReward: '0' },
    };
    return { status: '1', message: 'OK', result };
  }

  async function blockByTime(timestamp: number): Promise<unknown> {
    const blocks = (await index.update()).slice(0, (await head()) + 1);
    const found = blocks.findLast((block) => block.timestamp <= timestamp);
    if (found === undefined)
      return { status: '0', message: 'NOTOK', result: 'Error! No closest block found' };
    const number = String(found.number);
    return { status: '1', message: 'OK', result: kind === 'blockscout' ? { blockNumber: number } : number };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const query = url.searchParams;
    const posted = request.method === 'POST' ? rpcRequest.parse(JSON.parse(await readBody(request))) : null;
    const action = posted?.method ?? query.get('action') ?? '';
    requests.push({ action, parameters: Object.fromEntries(query) });
    const fault = nextFault(action);
    if (fault !== null && answerFault(fault, response)) return;
    const refusal = refuse(url, posted !== null);
    const body =
      refusal ??
      (posted === null
        ? await answer(query.get('module') ?? '', action, query, fault)
        : await passOn(posted.id, posted.method, posted.params));
    const status = typeof body === 'object' && body !== null && 'http' in body ? Number(body.http) : 200;
    const sent = JSON.stringify(body, (name, value) => (name === 'http' ? undefined : value));
    response.writeHead(status, { 'content-type': 'application/json' }).end(sent);
  }

  function refuse(url: URL, isPost: boolean): unknown {
    const path = isPost ? `${paths.blockscout}/eth-rpc` : paths[kind];
    if (url.pathname !== path || (isPost && !hasJsonRpc)) return { http: 404, message: 'Not Found' };
    if (kind === 'etherscan' && url.searchParams.get('chainid') !== String(chainId)) {
      return {
        status: '0',
        message: 'NOTOK',
        result: 'Missing or unsupported chainid parameter (required for v2 api)',
      };
    }
    if (options.apiKey === undefined || url.searchParams.get('apikey') === options.apiKey) return null;
    return { status: '0', message: 'NOTOK', result: 'Invalid API Key' };
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(599).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}${paths[kind]}`,
    requests,
    fail(fault, { action = null, times = 1 }: { action?: string | null; times?: number } = {}) {
      faults.push({ fault, action, left: times });
    },
    heal() {
      faults = [];
    },
    setIndexedBlock(blockNumber) {
      indexedTo = blockNumber ?? Number.POSITIVE_INFINITY;
    },
    setListsPending(lists) {
      listsPending = lists;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function unknownAction(kind: FakeKind): unknown {
  if (kind === 'blockscout') return { http: 400, status: '0', message: 'Unknown action', result: null };
  return { status: '0', message: 'NOTOK', result: 'Error! Missing Or invalid Action name' };
}

function proxyParameters(method: string, query: URLSearchParams): unknown[] {
  const tag = query.get('tag') ?? 'latest';
  switch (method) {
    case 'eth_getBlockByNumber':
      return [tag, query.get('boolean') === 'true'];
    case 'eth_call':
      return [{ to: query.get('to'), data: query.get('data') }, tag];
    default:
      return [query.get('txhash')];
  }
}

function spoil(rows: FakeRow[], fault: FakeFault | null, address: string): FakeRow[] {
  const other = `0x${'77'.repeat(20)}`;
  const swapped = (value: string | null): string | null => (value?.toLowerCase() === address ? other : value);
  switch (fault) {
    case 'wrongAddress':
      return rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, swapped(value)])),
      );
    case 'outsideRange':
      return rows.map((row) => ({ ...row, blockNumber: '99999999' }));
    case 'unordered':
      return rows.toReversed();
    default:
      return rows;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
