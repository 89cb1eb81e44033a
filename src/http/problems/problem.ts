/** Any error as an RFC 9457 problem: only a PublicError's own text reaches the client, everything else is masked. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  hideApiKeys,
  type InputProblem,
  isDatabaseUnavailable,
  isReadOnlyDatabase,
  isUnwritableText,
  nothingChanges,
  type ProblemCode,
  PublicError,
  type PublicErrorCode,
  publicErrorStatus,
  RetryableError,
  unwritableText,
} from '../../errors.ts';
import { isTimedOut, timeoutError } from '../limits/request-guard.ts';
import { problemWords } from './problem-words.ts';

/** When to try again, where the limits do not say it better. */
const retryAfterSeconds: Partial<Record<ProblemCode, string>> = {
  UNAVAILABLE: '5',
  OVERLOADED: '1',
  TIMEOUT: '5',
};

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  errors: readonly InputProblem[];
  request_id: string;
}

export function problemOf(
  code: ProblemCode,
  detail: string,
  requestId: string,
  errors: readonly InputProblem[] = [],
): Problem {
  return {
    type: `urn:wallet-data:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: problemWords[code].title,
    status: code === 'INTERNAL' ? 500 : publicErrorStatus[code],
    detail: hideApiKeys(detail),
    code,
    errors: errors.map(({ path, message }) => ({ path: hideApiKeys(path), message: hideApiKeys(message) })),
    request_id: requestId,
  };
}

/** What the framework refuses by itself, in our words. */
const frameworkErrors: ReadonlyMap<string, readonly [code: PublicErrorCode, detail: string]> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', ['PAYLOAD_TOO_LARGE', 'The request body is larger than is accepted.']],
  [
    'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    ['UNSUPPORTED_MEDIA_TYPE', 'The request body must be sent as content-type application/json.'],
  ],
  ['FST_ERR_CTP_INVALID_JSON_BODY', ['BAD_INPUT', 'The request body is not JSON.']],
  ['FST_ERR_BAD_URL', ['BAD_INPUT', 'The URL is not well formed.']],
  ['FST_ERR_MAX_PARAM_LENGTH', ['BAD_INPUT', 'A part of the path is longer than anything here.']],
]);

/** The problem that answers an error. */
export function problemFor(error: unknown, requestId: string): Problem {
  if (error instanceof PublicError) return problemOf(error.code, error.message, requestId, error.problems);
  const known = hasCode(error) ? frameworkErrors.get(error.code) : undefined;
  if (known) return problemOf(...known, requestId);
  if (isClientFault(error)) return problemOf('BAD_INPUT', 'The request is not well formed.', requestId);
  if (isReadOnlyDatabase(error)) return problemFor(nothingChanges(), requestId);
  if (isUnwritableText(error)) return problemFor(unwritableText(), requestId);
  if (error instanceof RetryableError || isDatabaseUnavailable(error)) {
    return problemOf(
      'UNAVAILABLE',
      'The database cannot be reached or is busy. Try again shortly.',
      requestId,
    );
  }
  return problemOf('INTERNAL', 'Something went wrong here. The request id finds it in the logs.', requestId);
}

const hasCode = (error: unknown): error is { code: string } =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';

/** The framework's own refusals carry a status; an error of our code never does. */
const isClientFault = (error: unknown): boolean =>
  hasCode(error) &&
  error.code.startsWith('FST_') &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode >= 400 &&
  error.statusCode < 500;

/**
 * A problem in a form that GraphQL clients understand as well. Without it, a refusal before GraphQL is reached would be an
 * answer that makes no sense to them.
 */
function forGraphql(problem: Problem): object {
  const { detail, code, request_id: requestId } = problem;
  return { ...problem, errors: [{ message: detail, extensions: { code, requestId } }] };
}

/** Why requests were refused or failed, for the list of problems. */
const codes = new WeakMap<FastifyRequest, string>();

/** Of what GraphQL answers with errors, the first code; of anything else, `sendProblem` notes it. */
export function noteProblemCode(request: FastifyRequest, code: string): void {
  if (!codes.has(request)) codes.set(request, code);
}

/** undefined: nothing went wrong. */
export const problemCodeOf = (request: FastifyRequest): string | undefined => codes.get(request);

/** Sends a problem. The body is text already, so that no serializer of a route's own answers touches it. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.code === 'UNAUTHENTICATED')
    reply.header(
      'WWW-Authenticate',
      'ApiKey realm="wallet-data", header="X-API-KEY", Bearer realm="wallet-data"',
    );
  const retryAfter = retryAfterSeconds[problem.code];
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
  noteProblemCode(reply.request, problem.code);
  const isGraphql = reply.request.routeOptions.url === '/graphql';
  return reply
    .code(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(isGraphql ? forGraphql(problem) : problem));
}

/** Requests whose error has been answered once: when that failed, too, the framework asks again. */
const answered = new WeakSet<FastifyRequest>();

/**
 * The error handler of the server and of each scope. It is total: it may be given anything, and it or a hook that sees its
 * answer may fail. The answer is a problem in any case, and tells nothing of our insides.
 */
export function handleError(
  error: FastifyError | unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (answered.has(request)) return answerPlainly(error, request, reply);
  answered.add(request);
  try {
    // Of a request that was ended, whatever its cancelled statements threw.
    return sendError(isTimedOut(request) ? timeoutError() : error, request, reply);
  } catch (fault) {
    return answerPlainly(fault, request, reply);
  }
}

/** Answers any error as a problem. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasLeft(request)) {
    request.log.debug({ err: error }, 'the client left before its request was whole');
    return sendProblem(reply, problemOf('BAD_INPUT', 'The request was not sent as a whole.', request.id));
  }
  if (isAbort(error) && hasGone(reply)) {
    request.log.debug({ err: error }, 'the client left before its answer was there');
    return sendProblem(reply, problemOf('BAD_INPUT', 'The answer was not waited for.', request.id));
  }
  const problem = problemFor(error, request.id);
  const isOurs = problem.status >= 500 && problem.code !== 'OVERLOADED';
  if (isOurs) request.log.error({ err: error }, 'a request failed');
  return sendProblem(reply, problem);
}

/** A body of which a part never came: what its reading threw is no fault of ours. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.errored !== null && !raw.complete;

/** Nobody waits for the answer any more: what was given up because of that is no fault of ours. */
const hasGone = ({ raw }: FastifyReply): boolean => raw.closed && !raw.writableFinished;

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const plainProblem = (requestId: string): string =>
  JSON.stringify(
    problemOf('INTERNAL', 'Something went wrong here. The request id finds it in the logs.', requestId),
  );

/** Past the framework, whose own answer would quote the error. */
function answerPlainly(fault: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  try {
    request.log.error({ err: fault }, 'an error could not be answered as such');
  } catch {
    // An error that cannot even be written down.
    request.log.error('an error could not be answered as such, nor be written down');
  }
  reply.hijack();
  const { raw } = reply;
  if (raw.headersSent) raw.destroy();
  else {
    raw.writeHead(500, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
    raw.end(plainProblem(request.id));
  }
  return reply;
}
