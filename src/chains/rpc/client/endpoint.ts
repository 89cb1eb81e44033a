/** One node's HTTP address: sends a batch of JSON-RPC calls and tells answers from faults, by id and never by order. */
import { z } from 'zod';
import { RetryableError } from '../../../errors.ts';
import { answerLimits } from '../../../outgoing/answer-size.ts';
import { type Clock, systemClock } from '../../../outgoing/clock.ts';
import { type ExchangeAnswer, ExchangeError, exchange } from '../../../outgoing/exchange.ts';
import {
  AnswerOverLimitError,
  CallRevertedError,
  fromExchangeError,
  fromHttpStatus,
  fromRpcError,
} from './rpc-errors.ts';

export interface RpcCall {
  method: string;
  params: readonly unknown[];
  /** Of the answer in bytes, where it must be smaller than the exchange as a whole may be. */
  maximumBytes?: number | undefined;
}

export type RpcAnswer = { ok: true; result: unknown } | { ok: false; error: Error };

export interface Endpoint {
  /** Host and port: the only part of the URL that may be shown. */
  readonly host: string;
  /** One answer per call, in order. Throws where the exchange as a whole failed. */
  send(calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<RpcAnswer[]>;
}

const errorObject = z.object({
  code: z.number().catch(0),
  message: z.string().catch('no message'),
  data: z.unknown().optional(),
});
const answerSchema = z.looseObject({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  error: errorObject.nullish(),
});
const answersSchema = z.union([z.array(answerSchema), answerSchema]);

/** Basic-auth credentials in the URL go into a header, because fetch refuses them in a URL. */
function splitCredentials(text: string): { url: string; host: string; headers: Record<string, string> } {
  const url = new URL(text);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (url.username !== '') {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  return { url: url.href, host: url.host, headers };
}

/** An endpoint for one http(s) URL. */
export function createEndpoint(urlText: string, timeoutMs: number, clock: Clock = systemClock): Endpoint {
  const { url, host, headers } = splitCredentials(urlText);
  let lastId = 0;

  async function post(body: string, maximumBytes: number, signal: AbortSignal | undefined) {
    let answer: ExchangeAnswer;
    try {
      answer = await exchange({ url, headers, body, redirect: 'follow', timeoutMs, maximumBytes, signal });
    } catch (error) {
      throw error instanceof ExchangeError ? fromExchangeError(host, error) : error;
    }
    const { text } = answer;
    if (text === null)
      throw new AnswerOverLimitError(`${host}: the answer is larger than ${maximumBytes} bytes`);
    return { response: answer, text };
  }

  return {
    host,
    async send(calls, signal) {
      const requests = calls.map((call) => {
        lastId += 1;
        return { jsonrpc: '2.0', id: lastId, method: call.method, params: call.params };
      });
      const body = JSON.stringify(requests.length === 1 ? requests[0] : requests);
      const { response, text } = await post(body, limitOf(calls), signal);
      const answers = parseAnswers(text);
      if (response.ok) {
        if (answers === null) throw new RetryableError(`${host}: the answer is not JSON-RPC (truncated?)`);
        return match(host, requests, answers);
      }
      const refusal = fromHttpStatus(host, response.status, response.headers.get('retry-after'), clock.now());
      if (answers === null) throw refusal;
      // Some gateways give a status to what is an answer: a reverted call as 500. The body says more than the status.
      const read = match(host, requests, answers, response.status < 500 ? refusal : undefined);
      const isBusy = response.status === 429 || response.status === 503;
      if (isBusy && !read.every(isAnswer)) throw refusal;
      return read;
    },
  };
}

/** The calls' limits together, and never more than an exchange may be. */
function limitOf(calls: readonly RpcCall[]): number {
  const sum = calls.reduce((total, { maximumBytes = answerLimits.node }) => total + maximumBytes, 0);
  return Math.min(sum, answerLimits.node);
}

type Answer = z.infer<typeof answerSchema>;

function parseAnswers(text: string): Answer | Answer[] | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = answersSchema.safeParse(json);
  if (!parsed.success) return null;
  const { data } = parsed;
  // An object that is neither a result nor an error is some gateway's own error page.
  return Array.isArray(data) || 'result' in data || data.error != null ? data : null;
}

/** What is the same however often it is asked. */
function isAnswer(answer: RpcAnswer): boolean {
  return answer.ok || answer.error instanceof CallRevertedError;
}

/** The answers in the order of the requests. `otherwise`: what an error is whose words say nothing. */
function match(
  host: string,
  requests: { id: number; method: string }[],
  answers: Answer | Answer[],
  otherwise?: Error,
): RpcAnswer[] {
  if (!Array.isArray(answers)) {
    const only = requests[0];
    // One error for a whole batch: about the exchange, not about any call.
    if (requests.length > 1 || only === undefined) {
      const error = answers.error ?? { code: 0, message: 'one answer to a batch' };
      throw fromRpcError(host, 'batch', error, otherwise);
    }
    if (answers.id !== only.id && !(answers.error != null && answers.id == null)) {
      throw new RetryableError(`${host}: ${only.method}: the answer has another request's id`);
    }
    return [toAnswer(host, only.method, answers, otherwise)];
  }
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return requests.map(({ id, method }) => {
    const answer = byId.get(id);
    return answer === undefined
      ? { ok: false, error: new RetryableError(`${host}: ${method}: no answer in the batch`) }
      : toAnswer(host, method, answer, otherwise);
  });
}

function toAnswer(host: string, method: string, answer: Answer, otherwise: Error | undefined): RpcAnswer {
  if (answer.error != null) return { ok: false, error: fromRpcError(host, method, answer.error, otherwise) };
  if (!('result' in answer)) {
    return { ok: false, error: new RetryableError(`${host}: ${method}: an answer without result`) };
  }
  return { ok: true, result: answer.result };
}
