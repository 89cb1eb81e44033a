/** What an answer says, read without trust: what stands before the service may answer in its place. */
import { type InputProblem, WalletDataError } from './errors.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const textOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function problemsOf(value: unknown): InputProblem[] {
  if (!Array.isArray(value)) return [];
  return value.map((one) => {
    const { path, message } = fieldsOf(one);
    return { path: String(path), message: String(message) };
  });
}

/** Seconds, or a date; null: neither. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** The JSON of an answer. BAD_ANSWER when it is none, or `HTTP_<status>` when it is a refusal. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    const code = response.ok ? 'BAD_ANSWER' : `HTTP_${response.status}`;
    throw failure(response, code, `Something else than the service answered (${response.status}).`, {
      cause,
    });
  }
}

function failure(
  response: Response,
  code: string,
  message: string,
  more: { problems?: InputProblem[]; requestId?: string | undefined; data?: unknown; cause?: unknown } = {},
): WalletDataError {
  return new WalletDataError(message, {
    ...more,
    code,
    status: response.status,
    requestId: more.requestId ?? response.headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(response.headers),
  });
}

/** The problem (RFC 9457) of an answer of REST. */
export async function problemOf(response: Response): Promise<WalletDataError> {
  const { code, detail, errors, request_id } = fieldsOf(await jsonOf(response));
  const message = textOrUndefined(detail) ?? `The service answered ${response.status}.`;
  return failure(response, textOrUndefined(code) ?? `HTTP_${response.status}`, message, {
    problems: problemsOf(errors),
    requestId: textOrUndefined(request_id),
  });
}

/** The data of an answer of GraphQL. Any error in it is thrown, with the data that came beside it. */
export function dataOf(answer: unknown, response: Response): unknown {
  const { data, errors } = fieldsOf(answer);
  const [first] = Array.isArray(errors) ? errors : [];
  if (first !== undefined) {
    const { message, extensions } = fieldsOf(first);
    const { code, problems, requestId } = fieldsOf(extensions);
    throw failure(response, textOrUndefined(code) ?? 'BAD_ANSWER', String(message), {
      problems: problemsOf(problems),
      requestId: textOrUndefined(requestId),
      data,
    });
  }
  if (!response.ok || typeof data !== 'object' || data === null) {
    const code = response.ok ? 'BAD_ANSWER' : `HTTP_${response.status}`;
    throw failure(response, code, `Something else than the service answered (${response.status}).`);
  }
  return data;
}
