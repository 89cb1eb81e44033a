/**
 * The three families of errors. Retry is a type, and only a PublicError's text ever reaches a client.
 */

/** What clients are told of a failed step of loading; use-cases/wallets/sync-errors.ts has the sentences. */
export const syncErrorKinds = [
  'source-unavailable',
  'source-limited',
  'source-behind',
  'source-refused',
  'incomplete-source',
  'deep-reorg',
  'database',
  'internal',
] as const;

export type SyncErrorKind = (typeof syncErrorKinds)[number];

interface FaultOptions {
  cause?: unknown;
  /** Says more than the family of the error does. */
  kind?: SyncErrorKind;
}

/** A fault that may pass: a timeout, a rate limit, a node that is behind. The caller tries again, a bounded number of times. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError';
  /** When the other side said how long to wait (Retry-After), that many milliseconds. */
  readonly retryAfterMs: number | undefined;
  readonly kind: SyncErrorKind;

  constructor(message: string, options: FaultOptions & { retryAfterMs?: number } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
    this.kind =
      options.kind ?? (options.retryAfterMs === undefined ? 'source-unavailable' : 'source-limited');
  }
}

/** A fault that will not pass by itself: a bad key, a wrong chain, a corrupt answer. Says what to do. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
  readonly kind: SyncErrorKind;

  constructor(message: string, options: FaultOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = options.kind ?? 'source-refused';
  }
}

/** The codes that clients see, in GraphQL `extensions.code` and in REST `code`, with their HTTP status. */
export const publicErrorStatus = {
  BAD_INPUT: 400,
  ANSWER_TOO_LARGE: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  ORIGIN_REQUIRED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  WALLET_NOT_REGISTERED: 404,
  PAGE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  LIMIT_REACHED: 409,
  GONE_FROM_LOG: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  UNAVAILABLE: 503,
  OVERLOADED: 503,
  TIMEOUT: 503,
} as const satisfies Record<string, number>;

export type PublicErrorCode = keyof typeof publicErrorStatus;

/** What a problem may be called; INTERNAL (500): anything that is not meant for clients. */
export type ProblemCode = PublicErrorCode | 'INTERNAL';

const publicCodes = Object.keys(publicErrorStatus).filter(
  (code): code is PublicErrorCode => code in publicErrorStatus,
);

export const problemCodes: readonly ProblemCode[] = [...publicCodes, 'INTERNAL'];

/** One wrong value in a request: which (a parameter or field path) and why. */
export interface InputProblem {
  path: string;
  message: string;
}

/** An error whose text is written for the client: what is wrong and what to do about it. */
export class PublicError extends Error {
  override readonly name = 'PublicError';
  readonly code: PublicErrorCode;
  readonly problems: readonly InputProblem[];

  constructor(code: PublicErrorCode, message: string, problems: readonly InputProblem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

/** An answer does not grow with the number of faults in what was sent. */
const mostProblems = 20;
const longestPath = 100;
const longestMessage = 1_000;

/** Names the first problems, and says how many more there are. `textOf`: how one of them is told to people. */
export function inputRefused(
  problems: readonly InputProblem[],
  textOf: (problem: InputProblem) => string = ({ message }) => message,
): PublicError {
  const named = problems.slice(0, mostProblems).map(({ path, message }) => ({
    path: path.slice(0, longestPath),
    message: message.slice(0, longestMessage),
  }));
  const more = problems.length - named.length;
  const texts = [...named.map(textOf), ...(more === 0 ? [] : [`and ${more} more`])];
  return new PublicError('BAD_INPUT', texts.join('; '), named);
}

/** `wallet: '0x12' is not an address…`, for people; programs read the list. */
export const problemText = ({ path, message }: InputProblem): string =>
  path === '' ? message : `${path}: ${message}`;

/** Names of parameters that hold a key in some service's URLs, ours or a node's: as one reads them, without - _ and case. */
const keyName =
  /^x?(api|access|auth|project|client|app|user|session|bearer)?(key|token|secret|password|auth|authorization|signature)$/;

/** Whether a parameter of this name holds a key, however it is spelled: `api_key`, `apikey`, `X-API-KEY`, `access_token` … */
export const isKeyName = (name: string): boolean =>
  keyName.test(name.toLowerCase().replaceAll(/[-_.\s]/g, ''));

/** What our own parameter `token` holds: addresses and ids of tokens. */
export const isTokenFilter = (value: string): boolean =>
  /^(0x[0-9a-f]{40}|token_[\w-]+)(?=$|,|%2c)/i.test(value);

/**
 * A text without the secrets of API keys that it quotes: a client may have put one where none belongs, and URLs of nodes and
 * explorers carry theirs as parameters.
 */
export function hideApiKeys(text: string): string {
  return (
    text
      .replaceAll(/(wd[kp]_[0-9A-Za-z]{10}_)[0-9A-Za-z]{8,}/g, '$1[hidden]')
      // Cookies and links of people who sign in.
      .replaceAll(/\b(wd[sln]_)[\w-]{8,}/g, '$1[hidden]')
      .replaceAll(/[\w-]+(?:\.[\w-]*)*/g, (words) => (words.includes('eyJ') ? hideShortTokens(words) : words))
      .replaceAll(
        /([?&;])([\w.-]{3,40})=([^&;#\s"'`\\<>]+)/g,
        (whole, mark: string, name: string, value: string) =>
          isKeyName(name) && !isTokenFilter(value) ? `${mark}${name}=[hidden]` : whole,
      )
  );
}

/**
 * Short tokens: JSON in base64url begins so, and three words with dots between them are one. The words are looked at one by one: an
 * expression for all three looks from each `eyJ` of a stranger's text to its end.
 */
function hideShortTokens(words: string): string {
  const parts = words.split('.');
  for (let index = 0; index + 2 < parts.length; index += 1) {
    const part = parts[index] ?? '';
    const begin = part.search(/\beyJ/);
    if (begin === -1 || part.length - begin < 11 || (parts[index + 1] ?? '').length < 8) continue;
    parts.splice(index, 3, `${part.slice(0, begin)}[hidden]`);
  }
  return parts.join('.');
}

/** The text of anything thrown, for logs. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Codes of the network and of Prisma that say: the database is away or too busy. */
const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2034', 'P2037'],
]);

/**
 * SQLSTATEs (appendix A of PostgreSQL's manual) that say 'not now'. Classes: 08 connection; 40 rolled back (conflict, deadlock);
 * 53 no resources (disk, memory, connections); 57 an operator or a timeout intervened; 58 the system around it (input and
 * output). Codes: 25006 read only (a standby, or a disk that is nearly full); 55P03 and 55006 locked or in use.
 */
const unavailableSqlState = /^(?:08|40|53|57|58)[0-9A-Z]{3}$|^(?:25006|55P03|55006)$/;
/** What no waiting mends: 40002 breaks a constraint; 57P04 the database was dropped. */
const lastingSqlStates = new Set(['40002', '57P04']);

/** What node-postgres and Prisma throw without a code, or with one of no meaning, when a connection breaks under a query. */
const unavailableText =
  /Connection terminated|terminating connection|timeout exceeded when trying to connect|connection error and is not queryable|database system is (starting up|shutting down|in recovery|not yet accepting)|Server has closed the connection|Can't reach database server/i;

/** True for a fault of the database, not of the request: it passes when the database is back. Looks into causes. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 6) return false;
  if (codesOf(error).some(isUnavailableCode) || isMissingSocket(error)) return true;
  if (error instanceof Error && unavailableText.test(error.message)) return true;
  return inside(error).some((part) => isDatabaseUnavailable(part, depth + 1));
}

/** Whether something was to be written where nothing can be: the database is a standby. Looks into causes. */
export function isReadOnlyDatabase(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 6) return false;
  return (
    codesOf(error).includes('25006') || inside(error).some((part) => isReadOnlyDatabase(part, depth + 1))
  );
}

/** Whether a text was given that the database has no way to write, and so has nowhere: one with a NUL. Looks into causes. */
export function isUnwritableText(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 6) return false;
  return codesOf(error).includes('22021') || inside(error).some((part) => isUnwritableText(part, depth + 1));
}

/** What a client is told then. */
export const unwritableText = (): PublicError =>
  new PublicError('BAD_INPUT', 'A text of the request holds the character U+0000: leave it out.');

/** What a client is told where nothing can be written. */
export const nothingChanges = (): PublicError =>
  new PublicError(
    'UNAVAILABLE',
    'Nothing can be changed here: this service reads a copy of the database. Ask one that writes to it.',
  );

const isUnavailableCode = (code: unknown): boolean =>
  typeof code === 'string' &&
  (unavailableCodes.has(code) || (unavailableSqlState.test(code) && !lastingSqlStates.has(code)));

/** Prisma's adapter keeps the server's own code beside that of its own. */
const codesOf = (error: object): unknown[] => [
  'code' in error ? error.code : undefined,
  'originalCode' in error ? error.originalCode : undefined,
];

/** Causes, and where Prisma keeps them: `meta.driverAdapterError`. */
const inside = (error: object): unknown[] => [
  'cause' in error ? error.cause : undefined,
  'meta' in error ? error.meta : undefined,
  'driverAdapterError' in error ? error.driverAdapterError : undefined,
];

/** A server that is not there has no socket file either. Any other file that is missing has nothing to do with it. */
function isMissingSocket(error: object): boolean {
  return 'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
}

/** Whether an error has this code, of the system (ENOENT) or of PostgreSQL (55P03). */
export function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Thrown by `loadConfig`: every problem, in a text for people. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly InputProblem[];

  constructor(problems: readonly InputProblem[]) {
    const title =
      problems.length === 1
        ? 'The configuration has a problem:'
        : `The configuration has ${problems.length} problems:`;
    super([title, ...problems.map(({ path, message }) => `  ${path} ${message}`)].join('\n'));
    this.problems = problems;
  }
}
