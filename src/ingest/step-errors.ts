/** What an error says that a step of loading, or of following a chain, ended with: its kind, and how long to wait. */
import { isDatabaseUnavailable, PermanentError, RetryableError, type SyncErrorKind } from '../errors.ts';

export type FailureKind = 'retryable' | 'permanent' | 'database' | 'unexpected';

export function failureKind(error: unknown): FailureKind {
  if (error instanceof RetryableError) return 'retryable';
  if (error instanceof PermanentError) return 'permanent';
  return isDatabaseUnavailable(error) ? 'database' : 'unexpected';
}

/** What clients are told of it. */
export function errorKind(error: unknown): SyncErrorKind {
  if (error instanceof RetryableError || error instanceof PermanentError) return error.kind;
  return isDatabaseUnavailable(error) ? 'database' : 'internal';
}

/** Nothing is wrong but that the node is behind: it catches up by itself, so it is looked at on and on, without ever longer pauses. */
export const isBehind = (error: unknown): boolean => errorKind(error) === 'source-behind';

/** What a source asks to wait for is kept within these: with none it would be asked without a pause, and some name a time in years. */
const wishedRetryMs = { shortest: 1_000, longest: 3_600_000 };

/** How long the source asks to be left alone; undefined: it does not say. */
export function wishedRetry(error: unknown): number | undefined {
  if (!(error instanceof RetryableError) || error.retryAfterMs === undefined) return undefined;
  return Math.min(Math.max(error.retryAfterMs, wishedRetryMs.shortest), wishedRetryMs.longest);
}
