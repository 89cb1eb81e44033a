/** What one HTTP request to an explorer came to: JSON, or a fault, without the address that was asked. */
import { z } from 'zod';
import type { Clock } from '../../../outgoing/clock.ts';
import { type ExchangeAnswer, ExchangeError, exchange } from '../../../outgoing/exchange.ts';
import { parseRetryAfter } from '../../../outgoing/retry-after.ts';
import { type Fault, type FaultKind, quoteText, readWording, untilReset } from './faults.ts';

export interface HttpRequest {
  url: URL;
  /** A JSON body makes it a POST. */
  body?: string;
  timeoutMs: number;
  maximumBytes: number;
  /** What the body says of a request that was refused by its status; null: nothing that is known. */
  readRefusal?: (json: unknown) => { kind: FaultKind; text: string } | null;
  signal?: AbortSignal | undefined;
}

export type Answer<Value> = { ok: true; value: Value } | { ok: false; fault: Fault };

export const failed = (fault: Fault): { ok: false; fault: Fault } => ({ ok: false, fault });

/** Asks, and parses the answer as JSON. `secret`: the key, kept out of every text. Throws only when `signal` is aborted. */
export async function requestJson(
  request: HttpRequest,
  clock: Clock,
  secret: string | undefined,
): Promise<Answer<unknown>> {
  const { url, body, timeoutMs, maximumBytes, signal } = request;
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  let answer: ExchangeAnswer;
  try {
    // A redirect would hand the key to another host.
    answer = await exchange({ url, body, headers, redirect: 'manual', timeoutMs, maximumBytes, signal });
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const text = error.isTimeout ? `no answer within ${timeoutMs / 1000} s` : error.message;
    return failed({ kind: 'unavailable', text });
  }
  const { text } = answer;
  if (text === null) return failed({ kind: 'too-large', text: `over ${maximumBytes} bytes` });
  return readAnswer(answer, text, request.readRefusal, clock, secret);
}

function readAnswer(
  response: ExchangeAnswer,
  text: string,
  readRefusal: HttpRequest['readRefusal'],
  clock: Clock,
  secret: string | undefined,
): Answer<unknown> {
  const json = parseJson(text);
  if (response.ok && json.ok) return json;
  const said = json.ok ? (readRefusal?.(json.value) ?? null) : null;
  const lines = wordsOf(json);
  const kind = said?.kind ?? lines.map(readWording).find((found) => found !== null);
  const words = said?.text ?? lines.find((line) => line !== '') ?? (isHtml(text) ? 'an HTML page' : '');
  const fault: Fault = {
    kind: kind ?? kindOfStatus(response.status, text),
    text: quoteText(`HTTP ${response.status}${words === '' ? '' : `: ${words}`}`, secret),
  };
  if (response.ok) fault.text = isHtml(text) ? 'an HTML page' : 'no JSON, or cut off';
  const wait = parseRetryAfter(response.headers.get('retry-after'), clock.now());
  if (fault.kind === 'daily-limit') fault.retryAfterMs = wait ?? untilReset(words, clock.now());
  else if (wait !== undefined) fault.retryAfterMs = wait;
  return failed(fault);
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

const errorBody = z.object({
  result: z.unknown().optional(),
  message: z.unknown().optional(),
  error: z
    .union([z.object({ message: z.string() }).transform(({ message }) => message), z.unknown()])
    .optional(),
});

function wordsOf(json: { ok: true; value: unknown } | { ok: false }): string[] {
  const body = errorBody.safeParse(json.ok ? json.value : null);
  if (!body.success) return [];
  return [body.data.result, body.data.message, body.data.error].filter((part) => typeof part === 'string');
}

function kindOfStatus(status: number, text: string): Fault['kind'] {
  if (status === 429) return 'rate-limit';
  if (status === 401) return 'key';
  if (status === 402) return 'plan';
  // A firewall in front of an explorer turns callers away for a while.
  if (status >= 500 || status === 408 || (status === 403 && isHtml(text))) return 'unavailable';
  if (status >= 300) return 'refused';
  return isHtml(text) ? 'unavailable' : 'malformed';
}

function isHtml(text: string): boolean {
  return /^\s*<(!doctype|html|head|body)/i.test(text);
}
