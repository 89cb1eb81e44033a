/**
 * The pool that requests share. What runs in a request's scope takes its connections in its key's turn; when the request is given
 * up, waits for a connection are over and running statements are cancelled.
 */
import pg from 'pg';
import { RetryableError } from '../../errors.ts';
import { untilAborted } from '../../until-aborted.ts';
import { currentRequest, type RequestScope } from './request-scope.ts';

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** Of the one connection that cancels; it is short-lived, because the pool's own may all be taken. */
const cancelPatienceMs = 5_000;

/** A pool that heeds the scopes of requests. Everything else goes through unchanged. */
export class CancellablePool extends pg.Pool {
  readonly #connection: pg.ClientConfig;
  readonly #onError: (error: unknown) => void;

  constructor(config: pg.PoolConfig, onError: (error: unknown) => void) {
    super(config);
    this.#connection = config;
    this.#onError = onError;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const scope = currentRequest();
    if (callback === undefined) return scope === undefined ? super.connect() : this.#connectIn(scope);
    if (scope === undefined) {
      super.connect(callback);
      return;
    }
    this.#connectIn(scope).then(
      (client) => callback(undefined, client, (failure) => client.release(failure)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  /** The time that counts begins with the connection: waiting for others is not the key's doing. */
  async #connectIn({ signal, work }: RequestScope): Promise<pg.PoolClient> {
    const leave = work === null ? () => {} : await work.enter(signal);
    try {
      const client = await inTime(super.connect(), signal);
      const startedAt = performance.now();
      return this.#released(client, signal, () => leave(performance.now() - startedAt));
    } catch (error) {
      leave(0);
      throw error;
    }
  }

  /** The client, whose statement is cancelled when the signal aborts before it is released. */
  #released(client: pg.PoolClient, signal: AbortSignal, leave: () => void): pg.PoolClient {
    const release = client.release.bind(client);
    let cancelling: Promise<void> | undefined;
    const onAbort = (): void => {
      cancelling = this.#cancel(client);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    client.release = (failure) => {
      signal.removeEventListener('abort', onAbort);
      leave();
      // Not before the cancelling is over: it must not meet the statement of whoever has the connection next.
      if (cancelling === undefined) release(failure);
      else void cancelling.finally(() => release(failure));
    };
    return client;
  }

  /** Asks the server to cancel what runs on the connection, over another one. */
  async #cancel(client: pg.PoolClient): Promise<void> {
    if (!('processID' in client) || typeof client.processID !== 'number') return;
    const other = new pg.Client({
      ...this.#connection,
      connectionTimeoutMillis: cancelPatienceMs,
      query_timeout: cancelPatienceMs,
    });
    other.on('error', this.#onError);
    try {
      await other.connect();
      // Behind a connection pooler the number may be another's: only a statement of this program is cancelled.
      await other.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE pid = $1 AND state = 'active' AND application_name = current_setting('application_name')`,
        [client.processID],
      );
    } catch (error) {
      this.#onError(error);
    } finally {
      await other.end().catch(this.#onError);
    }
  }
}

/** The connection, unless the signal aborts first; one that comes too late goes back at once. */
async function inTime(connecting: Promise<pg.PoolClient>, signal: AbortSignal): Promise<pg.PoolClient> {
  try {
    return await untilAborted(connecting, signal);
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw signal.aborted ? new RetryableError('the request was given up') : error;
  }
}
