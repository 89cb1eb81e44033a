import { Agent, request as httpRequest } from 'node:http';
import { type CustomTransport, custom } from 'viem';
import { z } from 'zod';
import { answerLimits, readText } from '../../src/outgoing/answer-size.ts';

const rpcAnswer = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
type RpcAnswer = z.infer<typeof rpcAnswer>;

type Waiting = {
  readonly method: string;
  readonly params: unknown;
  resolve(result: unknown): void;
  reject(error: Error): void;
};

const requestTimeoutMs = 60_000;

/** Posts text over a connection that stays open, and answers the response's text. */
function post(agent: Agent, url: URL, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = httpRequest(
      url,
      { method: 'POST', agent, headers, timeout: requestTimeoutMs },
      (response) => {
        readText(response, answerLimits.node).then(resolve, reject);
      },
    );
    request.on('timeout', () =>
      request.destroy(new Error(`The node did not answer within ${requestTimeoutMs} ms.`)),
    );
    request.on('error', reject);
    request.end(body);
  });
}

function settle(waiting: Waiting | undefined, answer: RpcAnswer) {
  if (waiting === undefined) return;
  if (answer.error === undefined) return waiting.resolve(answer.result);
  const { code, message, data } = answer.error;
  // viem reads code and data off the error to name what went wrong.
  waiting.reject(Object.assign(new Error(`${waiting.method}: ${message}`), { code, data }));
}

/**
 * A transport to a node on this machine. Requests of one turn of the event loop travel as one batch, over connections
 * that stay open. viem's own batches wait for a timer; for thousands of small requests that would be most of the time.
 */
export function localTransport(rpcUrl: string): CustomTransport {
  const url = new URL(rpcUrl);
  const agent = new Agent({ keepAlive: true });
  let waiting: Waiting[] = [];

  async function flush() {
    const batch = waiting;
    waiting = [];
    try {
      const body = batch.map(({ method, params }, id) => ({
        jsonrpc: '2.0',
        id,
        method,
        params: params ?? [],
      }));
      const answers = z.array(rpcAnswer).parse(JSON.parse(await post(agent, url, JSON.stringify(body))));
      for (const answer of answers) settle(batch[answer.id], answer);
      // Those that were answered are settled already, and a second verdict changes nothing.
      for (const { method, reject } of batch)
        reject(new Error(`${method}: the node left this request unanswered.`));
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      for (const { reject } of batch) reject(error);
    }
  }

  return custom(
    {
      request: ({ method, params }: { method: string; params?: unknown }) =>
        new Promise<unknown>((resolve, reject) => {
          if (waiting.length === 0) setImmediate(flush);
          waiting.push({ method, params, resolve, reject });
        }),
    },
    { retryCount: 0 },
  );
}
