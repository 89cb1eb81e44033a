/** Of what kind an error is that a step of loading, or of following a chain, ended with. */
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
