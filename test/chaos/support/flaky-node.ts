/** A real HTTP server before a real node that, by a seeded plan, breaks the connection, the answer or the truth. */
import { createServer, type ServerResponse } from 'node:http';
import type { Random } from '../../../demo/node/random.ts';

export interface Call {
  id: number;
  method: string;
  params: unknown[];
}

export type Answer = {
  jsonrpc: '2.0';
  id: unknown;
  result?: unknown;
  error?: { code: number; message: string };
};

/** Faults of a single exchange. They end when the budget is used up, so that every run comes to an end. */
export const exchangeFaults = [
  'timeout',
  'reset',
  'reset-midway',
  'too-many-requests',
  'rate-limit-error',
  'server-error',
  'truncated',
  'wrong-ids',
  'missing-entries',
  'garbled-result',
  'null-results',
] as const;
export type ExchangeFault = (typeof exchangeFaults)[number];

export interface FaultPlan {
  random: Random;
  /** Chosen among at each exchange, with this probability, as long as the budget lasts. */
  faults: readonly ExchangeFault[];
  probability: number;
  budget: number;
  /** Changes the answers of one exchange: a lie, a delay, or a limit of the node. */
  distort?: (calls: readonly Call[], answers: Answer[]) => Answer[];
}

export interface FlakyNode {
  url: string;
  /** How many faults were injected. */
  injected(): number;
  stop(): Promise<void>;
}

/** Starts the server; `target` is the node behind it. */
export async function startFlakyNode(target: string, plan: FaultPlan): Promise<FlakyNode> {
  let injected = 0;

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body: Call | Call[] = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const fault = nextFault();
    if (fault !== null && breakBefore(fault, response)) return;
    const calls = Array.isArray(body) ? body : [body];
    const truth = await ask(target, calls);
    const told = plan.distort === undefined ? truth : plan.distort(calls, truth);
    const answers = fault === null ? told : distortBy(fault, calls, told, plan.random);
    const text = JSON.stringify(Array.isArray(body) ? answers : answers[0]) ?? '';
    send(fault, text, response);
  });
  server.on('clientError', (_, socket) => socket.destroy());

  function nextFault(): ExchangeFault | null {
    if (injected >= plan.budget || plan.faults.length === 0) return null;
    if (plan.random.next() >= plan.probability) return null;
    injected += 1;
    return plan.random.pick(plan.faults);
  }

  /** Faults that need no answer of the node; true when the exchange is over. */
  function breakBefore(fault: ExchangeFault, response: ServerResponse): boolean {
    switch (fault) {
      case 'timeout':
        return true;
      case 'reset':
        response.socket?.destroy();
        return true;
      case 'too-many-requests':
        response.writeHead(429, { 'retry-after': plan.random.pick(['0', '0', '1']) }).end('slow down');
        return true;
      case 'server-error':
        response.writeHead(plan.random.pick([500, 502, 503, 504]), { 'content-type': 'text/html' });
        response.end('<html><body>Bad gateway</body></html>');
        return true;
      default:
        return false;
    }
  }

  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    injected: () => injected,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function send(fault: ExchangeFault | null, text: string, response: ServerResponse): void {
  const half = text.slice(0, Math.floor(text.length / 2));
  if (fault === 'reset-midway') {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.write(half, () => response.socket?.destroy());
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(fault === 'truncated' ? half : text);
}

/** The node's true answers, in the order of the calls. */
async function ask(target: string, calls: readonly Call[]): Promise<Answer[]> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls),
  });
  const answers: Answer[] = JSON.parse(await response.text());
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return calls.map(
    ({ id }) => byId.get(id) ?? { jsonrpc: '2.0', id, error: { code: -32603, message: 'lost' } },
  );
}

function distortBy(
  fault: ExchangeFault,
  calls: readonly Call[],
  answers: readonly Answer[],
  random: Random,
): Answer[] {
  switch (fault) {
    case 'rate-limit-error':
      return calls.map(({ id }) => failure(id, -32005, 'daily request count exceeded, request rate limited'));
    case 'wrong-ids':
      return answers.map((answer) => ({ ...answer, id: Number(answer.id) + 1_000_000 }));
    case 'missing-entries':
      // What is left comes in another order, which is allowed.
      return random.shuffle(answers.filter(() => random.next() < 0.6));
    case 'garbled-result':
      return answers.map((answer) => ({ ...answer, result: { unexpected: true } }));
    case 'null-results':
      // As of a node that has not indexed what its head has.
      return answers.map((answer, index) =>
        /eth_getTransaction|eth_getBlock/.test(calls[index]?.method ?? '')
          ? { ...answer, result: null }
          : answer,
      );
    default:
      return [...answers];
  }
}

export const failure = (id: unknown, code: number, message: string): Answer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
