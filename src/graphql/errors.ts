/** What clients see of errors: public ones with their code and problems, everything else as one masked sentence. */
import { GraphQLError } from 'graphql';
import {
  hideApiKeys,
  isDatabaseUnavailable,
  isReadOnlyDatabase,
  isUnwritableText,
  nothingChanges,
  PublicError,
  unwritableText,
} from '../errors.ts';

/** Of the request that an error belongs to. */
interface FailedRequest {
  requestId: string;
  isTimedOut?: () => boolean;
}

/**
 * Makes the function that Yoga passes every error through before it is answered. Each names its request, so that it can
 * be found in the log; `requestOf` is undefined for what fails outside of any.
 */
export function createErrorMask(
  requestOf: () => FailedRequest | undefined,
  onMasked: (error: unknown, requestId: string) => void,
): (error: unknown) => Error {
  return (error) => {
    const request = requestOf();
    const shown = mask(error, request, onMasked);
    finishError(shown, request?.requestId);
    return shown;
  };
}

/** Errors with sentences of ours, which are as long as they have to be. */
const ours = new WeakSet<GraphQLError>();
/** Characters of the others: graphql quotes names and values of the request in full, each as often as it finds fault with it. */
const longestMessage = 1_000;

export function shortenError(error: GraphQLError): void {
  if (error.message.length > longestMessage && !ours.has(error))
    error.message = `${error.message.slice(0, longestMessage)} …`;
}

/** What every error gets, also those of parsing and validation, which are not masked: they tell only of the query. */
export function finishError(error: GraphQLError, requestId: string | undefined): void {
  // Before it is looked through.
  shortenError(error);
  error.message = hideApiKeys(error.message);
  if (requestId !== undefined) error.extensions.requestId = requestId;
}

const toWait: ReadonlySet<unknown> = new Set(['RATE_LIMITED', 'QUOTA_EXCEEDED', 'OVERLOADED']);

/** An answer that is nothing but a refusal for now has its status, too, so that clients that know no more than that wait. */
export function sayToWait(error: GraphQLError): void {
  const { code, http } = error.extensions;
  if (!toWait.has(code) || http !== undefined) return;
  const isOverloaded = code === 'OVERLOADED';
  error.extensions.http = isOverloaded ? { status: 503, headers: { 'retry-after': '1' } } : { status: 429 };
}

function mask(
  error: unknown,
  request: FailedRequest | undefined,
  onMasked: (error: unknown, requestId: string) => void,
): GraphQLError {
  const cause = causeOf(error);
  if (cause instanceof PublicError) return publicError(cause, error);
  // Graphql's own: syntax, validation, variables, and what the HTTP layer of Yoga refuses.
  if (cause instanceof GraphQLError) return requestError(cause, error);
  if (request?.isTimedOut?.() === true) return publicError(tookTooLong(), error);
  if (isUnwritableText(cause)) return publicError(unwritableText(), error);
  onMasked(cause, request?.requestId ?? '');
  if (isReadOnlyDatabase(cause)) return publicError(nothingChanges(), error);
  if (isDatabaseUnavailable(cause)) {
    return publicError(
      new PublicError('UNAVAILABLE', 'The database cannot be reached or is busy. Try again shortly.'),
      error,
    );
  }
  return new GraphQLError(
    'Something went wrong on our side. The error is in the log, with the id of this request.',
    { ...placeOf(error), extensions: { code: 'INTERNAL' } },
  );
}

const tookTooLong = (): PublicError =>
  new PublicError('TIMEOUT', 'The request took too long and was ended: ask for less, or try again.');

/** What was thrown in the first place: graphql wraps it to say where. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError !== undefined) cause = cause.originalError;
  return cause;
}

function placeOf(error: unknown) {
  if (!(error instanceof GraphQLError)) return {};
  const { nodes, source, positions, path } = error;
  return { nodes: nodes ?? null, source: source ?? null, positions: positions ?? null, path: path ?? null };
}

function publicError(cause: PublicError, error: unknown): GraphQLError {
  const problems = cause.problems.length > 0 ? { problems: cause.problems } : {};
  // The status of the whole answer, where the error is all that there is.
  const http = error instanceof GraphQLError && 'http' in error.extensions ? error.extensions : {};
  const shown = new GraphQLError(cause.message, {
    ...placeOf(error),
    extensions: { ...http, code: cause.code, ...problems },
  });
  ours.add(shown);
  return shown;
}

function requestError(cause: GraphQLError, error: unknown): GraphQLError {
  // The outer error says which variable or field the inner one is about.
  const message = error instanceof GraphQLError ? error.message : cause.message;
  const outer = error instanceof GraphQLError ? error.extensions : {};
  const extensions = { ...outer, ...cause.extensions };
  return new GraphQLError(message, {
    ...placeOf(error),
    extensions: { ...extensions, code: typeof extensions.code === 'string' ? extensions.code : 'BAD_INPUT' },
  });
}
