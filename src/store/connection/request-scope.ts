/**
 * What a request takes along to its statements, however deep in the read model they are asked. It is the signal that gives the
 * request up, and the account of its key, which says when a statement's turn is and what it weighs. Outside of any request
 * (workers, commands) there is no scope, and statements run at once.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The part of a key's account that statements need. */
export interface RequestWork {
  readonly keyId: string;
  /** Takes units off the key's limits, for what is no statement; throws PublicError where they do not allow it. */
  charge(units: number): Promise<void>;
  /**
   * Waits until the key may run one more statement. The answer is to be called when that is over, with the milliseconds that it
   * took. Throws PublicError when too many of the key's wait already.
   */
  enter(signal: AbortSignal): Promise<(milliseconds: number) => void>;
  /** Takes what reading so many rows weighs off the key's limits, then runs it in its turn; throws PublicError where they do not allow it. */
  readRows<Result>(rows: number, signal: AbortSignal, run: () => Promise<Result>): Promise<Result>;
  /** The answer is being sent: nothing that it still reads can be refused. */
  begin(): void;
  /** Counts a further part of an answer that is sent already, and waits as long as the key's limits ask for. */
  pace(items: number, signal: AbortSignal): Promise<void>;
}

export interface RequestScope {
  readonly signal: AbortSignal;
  /** null until the key is known. */
  work: RequestWork | null;
}

const current = new AsyncLocalStorage<RequestScope | undefined>();

/** Runs `run`, and everything that it starts, in the scope. */
export function inRequest<Result>(scope: RequestScope, run: () => Result): Result {
  return current.run(scope, run);
}

export const currentRequest = (): RequestScope | undefined => current.getStore();

/** What several requests wait for together belongs to none of them: none may give it up, or make the others wait their turn. */
export function outsideRequests<Result>(run: () => Result): Result {
  return current.run(undefined, run);
}

/**
 * Runs a reading that goes through many rows. `countRows` says through how many, from counters; it is asked only where somebody
 * is to pay for them.
 */
export async function readRows<Result>(
  countRows: () => number | Promise<number>,
  run: () => Promise<Result>,
): Promise<Result> {
  const scope = currentRequest();
  if (scope === undefined || scope.work === null) return run();
  return scope.work.readRows(await countRows(), scope.signal, run);
}

/** Says that the answer is being sent: what it still reads is counted as it goes, and no longer refused. */
export const beginAnswer = (): void => currentRequest()?.work?.begin();

/** Counts the next items of an answer that goes on, such as a file, and waits until the key may have them. */
export async function paceItems(items: number): Promise<void> {
  const scope = currentRequest();
  await scope?.work?.pace(items, scope.signal);
}
