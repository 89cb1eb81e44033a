/** The one error that this package throws of what the service answers, or does not. */
import type { components } from './generated/rest.ts';

/** What the service calls its errors: docs/errors.md of wallet-data says what each means. */
export type ServiceErrorCode = components['schemas']['Problem']['code'];

/**
 * What this package found by itself. UNREACHABLE: there was no answer, or it was cut. CLIENT_TIMEOUT: none came in time. BAD_ANSWER:
 * something else than the service answered. REDIRECTED: `url` leads elsewhere. NO_CONNECTION, NO_PAGE_INFO, CURSOR_STANDS, TOO_MANY_PAGES:
 * a list cannot be paged. NOT_VERIFIED: a webhook is not what its secret signed.
 */
export type ClientErrorCode =
  | ('UNREACHABLE' | 'CLIENT_TIMEOUT' | 'BAD_ANSWER' | 'REDIRECTED')
  | ('NO_CONNECTION' | 'NO_PAGE_INFO' | 'CURSOR_STANDS' | 'TOO_MANY_PAGES' | 'NOT_VERIFIED');

/** A newer service may have codes that this package does not know. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode | (string & {});

/** A wrong value of a request. */
export interface InputProblem {
  readonly path: string;
  readonly message: string;
}

export interface ErrorDetails {
  readonly code: ErrorCode;
  readonly status?: number | null;
  readonly requestId?: string | null;
  readonly problems?: readonly InputProblem[];
  readonly retryAfterMs?: number | null;
  readonly data?: unknown;
  readonly cause?: unknown;
}

export class WalletDataError extends Error {
  override readonly name = 'WalletDataError';
  /** Programs go by it; the message is for people, and may change. */
  readonly code: ErrorCode;
  /** The HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** Finds the request in the service's logs; null: there was no answer. */
  readonly requestId: string | null;
  /** Each wrong value of BAD_INPUT. */
  readonly problems: readonly InputProblem[];
  /** How long the service asks to wait (Retry-After), in milliseconds; null: it does not say. */
  readonly retryAfterMs: number | null;
  /** Of GraphQL: what was answered beside the errors. */
  readonly data: unknown;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
    this.problems = details.problems ?? [];
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.data = details.data;
  }
}

const passing: ReadonlySet<string> = new Set([
  ...[
    'RATE_LIMITED',
    'QUOTA_EXCEEDED',
    'UNAVAILABLE',
    'OVERLOADED',
    'TIMEOUT',
    'UNREACHABLE',
    'CLIENT_TIMEOUT',
  ],
]);
/** Of what stands before the service. */
const passingStatus: ReadonlySet<number | null> = new Set([429, 502, 503, 504]);

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): error is WalletDataError =>
  error instanceof WalletDataError && (passing.has(error.code) || passingStatus.has(error.status));
