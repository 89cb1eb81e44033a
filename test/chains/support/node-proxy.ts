/** A real HTTP server before a real node: passes requests on, and can refuse, change or break what it is told to. */
import { createServer } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import { z } from 'zod';

export interface ProxiedCall {
  id: number;
  method: string;
  params: readonly unknown[];
}

export interface Interference {
  /** An answer of its own instead of the node's. */
  answer?: (
    call: ProxiedCall,
  ) => { error: { code: number; message: string } } | { result: unknown } | undefined;
  /** Changes the node's answer. */
  change?: (call: ProxiedCall, result: unknown) => unknown;
  /** The HTTP exchange as a whole; undefined lets it pass. */
  exchange?: (calls: readonly ProxiedCall[], count: number) => Exchange | undefined;
}

export type Exchange =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'truncate' }
  | { kind: 'reset' }
  | { kind: 'stall' }
  | { kind: 'edit'; edit: (answers: unknown[]) => unknown };

export interface NodeProxy {
  url: string;
  /** How often each method was asked, and the number of HTTP exchanges under 'http'. */
  counts: Map<string, number>;
  interfere(interference: Interference): void;
  stop(): Promise<void>;
}

const callSchema = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()).default([]) });
const callsSchema = z.union([callSchema, z.array(callSchema)]);
const answersSchema = z.array(z.looseObject({ id: z.number() }));

export async function startNodeProxy(target: string): Promise<NodeProxy> {
  let interference: Interference = {};
  const counts = new Map<string, number>();
  const count = (key: string): number => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };

  async function answersFor(calls: readonly ProxiedCall[]): Promise<unknown[]> {
    const own = new Map(calls.map((call) => [call.id, interference.answer?.(call)]));
    const asked = calls.filter((call) => own.get(call.id) === undefined);
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked.map((call) => ({ jsonrpc: '2.0', ...call }))),
    });
    const answers = asked.length === 0 ? [] : answersSchema.parse(await response.json());
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return calls.map((call) => {
      const answer = own.get(call.id) ?? byId.get(call.id) ?? {};
      const changed =
        'result' in answer && interference.change !== undefined
          ? { ...answer, result: interference.change(call, answer.result) }
          : answer;
      return { jsonrpc: '2.0', ...changed, id: call.id };
    });
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = callsSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    const calls = Array.isArray(body) ? body : [body];
    for (const call of calls) count(call.method);
    const exchanges = count('http');
    const exchange = interference.exchange?.(calls, exchanges);
    if (exchange?.kind === 'stall') return;
    if (exchange?.kind === 'reset') {
      request.socket.destroy();
      return;
    }
    if (exchange?.kind === 'status') {
      response.writeHead(exchange.status, exchange.headers).end(exchange.body ?? '');
      return;
    }
    const answers = await answersFor(calls);
    const edited =
      exchange?.kind === 'edit' ? exchange.edit(answers) : Array.isArray(body) ? answers : answers[0];
    const text = JSON.stringify(edited);
    response.setHeader('content-type', 'application/json');
    response.end(exchange?.kind === 'truncate' ? text.slice(0, Math.floor(text.length / 2)) : text);
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    interfere(next) {
      interference = next;
      counts.clear();
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * A proxy of its own for each test of the file: what a source that failed, or was given up, asks on must not be counted, or stalled, in
 * the next test.
 */
export function useNodeProxy(target: () => string): Omit<NodeProxy, 'stop'> {
  let opened: NodeProxy | undefined;
  const proxy = (): NodeProxy => {
    if (opened === undefined) throw new Error('There is a proxy in tests alone.');
    return opened;
  };
  beforeEach(async () => {
    opened = await startNodeProxy(target());
  });
  afterEach(async () => {
    await opened?.stop();
    opened = undefined;
  });
  return {
    get url() {
      return proxy().url;
    },
    get counts() {
      return proxy().counts;
    },
    interfere: (interference) => proxy().interfere(interference),
  };
}

/** An answer of a node that lacks the methods. */
export function without(...methods: readonly string[]): Interference {
  return {
    answer: (call) =>
      methods.includes(call.method)
        ? { error: { code: -32601, message: `the method ${call.method} does not exist/is not available` } }
        : undefined,
  };
}
