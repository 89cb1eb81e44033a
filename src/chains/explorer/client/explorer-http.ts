/** One HTTP request, bounded in time and size; whatever goes wrong is a fault, without the address that was asked. */
import { z } from 'zod';
import { AnswerTooLargeError, readText } from '../../../outgoing/answer-size.ts';
import type { Clock } from '../../../outgoing/clock.ts';
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
  const { signal } = request;
  const timeout = AbortSignal.timeout(request.timeoutMs);
  try {
    const response = await fetch(request.url, {
      ...(request.body === undefined
        ? {}
        : { method: 'POST', body: request.body, headers: { 'content-type': 'application/json' } }),
      // A redirect would hand the key to another host.
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await readText(response.body, request.maximumBytes);
    return readAnswer(response, text, request.readRefusal, clock, secret);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AnswerTooLargeError)
      return failed({ kind: 'too-large', text: `over ${request.maximumBytes} bytes` });
    return failed({ kind: 'unavailable', text: connectionText(error, timeout, request.timeoutMs) });
  }
}

/** What happened to a connection, in words that hold no address. */
function connectionText(error: unknown, timeout: AbortSignal, timeoutMs: number): string {
  if (timeout.aborted) return `no answer within ${timeoutMs / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = z.object({ code: z.string() }).safeParse(cause);
  return code.success ? code.data.code : 'the connection broke';
}

function readAnswer(
  response: Response,
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
