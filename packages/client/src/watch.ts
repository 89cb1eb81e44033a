/**
 * What happens to wallets, followed for as long as it takes. The log of events is read page by page over REST, whose cursors last for
 * 30 days; the subscription only says when to look. So a stream that is cut, or that a proxy holds back, loses and repeats nothing.
 */
import { jsonOf, problemOf } from './answers.ts';
import { type Connection, pauseBefore } from './connection.ts';
import { isPassing } from './errors.ts';
import { subscriptionEvents } from './event-stream.ts';
import type { components } from './generated/rest.ts';
import { requestOf } from './rest.ts';
import { pause } from './waiting.ts';

/** What happened to a wallet; webhooks send the same. */
export type WalletEvent = components['schemas']['WalletEvent'];

export interface WatchOptions {
  /** 1 to 50 registered wallets. */
  readonly wallets: readonly string[];
  /** The `cursor` of a batch of the same wallets, or of one wallet the `sequence` of an event; `latest` unless given; null: all that is kept. */
  readonly after?: string | number | null | undefined;
  /** All unless given. */
  readonly types?: readonly WalletEvent['type'][] | undefined;
  /** How often to look while there is no stream: 5,000 unless given. */
  readonly pollMs?: number | undefined;
  /** For how long the service may be away before that is thrown: 600,000 unless given. */
  readonly patienceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Events in their order; none: only the place has moved. */
export interface WatchBatch {
  readonly events: readonly WalletEvent[];
  /** Keep it when the events are dealt with: given as `after`, it goes on behind them. */
  readonly cursor: string;
}

interface Page {
  readonly cursor: string;
  readonly next: string | null;
  readonly results: readonly WalletEvent[];
}

/** The log is looked at now and then while there is a stream, too. */
const streamPollMs = 60_000;
const longestPauseMs = 30_000;

/**
 * Batches of events. The first comes at once and says where the log stands.
 *
 * @throws WalletDataError for what does not pass: GONE_FROM_LOG when `after` is older than the log is kept, WALLET_NOT_REGISTERED, a
 * key that ends; and for what has not passed for `patienceMs`.
 */
export async function* watchEvents(
  connection: Connection,
  options: WatchOptions,
): AsyncGenerator<WatchBatch, void, undefined> {
  const { pollMs = 5_000, signal } = options;
  const left = new AbortController();
  const leave = (): void => left.abort(signal?.reason);
  if (signal?.aborted === true) leave();
  signal?.addEventListener('abort', leave, { once: true });
  const bell = createBell();
  let told = options.after === undefined ? 'latest' : options.after;
  try {
    const stream = keepListening(connection, options, bell.ring, left.signal);
    for (;;) {
      // What comes while the page is read rings again.
      bell.hush();
      const page = await readPage(connection, options, told, left.signal);
      const hasMoved = page.results.length > 0 || page.cursor !== told;
      told = page.cursor;
      if (hasMoved) yield { events: page.results, cursor: page.cursor };
      if (page.next === null) await bell.wait(stream.isOpen() ? streamPollMs : pollMs, left.signal);
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    left.abort();
  }
}

async function readPage(
  connection: Connection,
  { wallets, types, patienceMs = 600_000 }: WatchOptions,
  after: string | number | null,
  signal: AbortSignal,
): Promise<Page> {
  const query = { wallet: wallets.join(), after, types: types?.join(), limit: 500 };
  const request = requestOf('GET', '/wallet/event/', { query, signal });
  const since = performance.now();
  for (let failed = 1; ; failed += 1) {
    try {
      return await connection.ask(request, async (response) => {
        if (!response.ok) throw await problemOf(response);
        return (await jsonOf(response)) as Page;
      });
    } catch (error) {
      const pauseMs = Math.max(pauseBefore(error, failed), isPassing(error) ? 1_000 : 0);
      const isOver = performance.now() - since + pauseMs > patienceMs;
      if (signal.aborted || isOver) throw error;
      await pause(Math.min(pauseMs, patienceMs), signal);
    }
  }
}

const subscription = (types: readonly string[] | undefined): string =>
  `subscription Watch($wallets:[Address!]!${types ? ',$types:[WalletEventType!]' : ''})` +
  `{events(wallets:$wallets${types ? ',types:$types' : ''}){cursor}}`;

/** Rings for whatever the stream says. It is opened again whenever it ends; what is wrong for good is told by the pages. */
function keepListening(
  connection: Connection,
  { wallets, types }: WatchOptions,
  ring: () => void,
  signal: AbortSignal,
): { isOpen(): boolean } {
  let isOpen = false;
  const variables = { wallets, types: types?.map((type) => type.toUpperCase().replace('.', '_')) };
  const listen = async (): Promise<void> => {
    for (let failed = 1; ; failed += 1) {
      let error: unknown;
      try {
        for await (const _ of subscriptionEvents(connection, {
          query: subscription(types),
          variables,
          signal,
        })) {
          isOpen = true;
          failed = 0;
          ring();
        }
      } catch (reason) {
        error = reason;
      }
      isOpen = false;
      ring();
      await pause(Math.max(1_000, Math.min(pauseBefore(error, failed + 1), longestPauseMs)), signal);
    }
  };
  // It ends with the signal alone.
  listen().catch(() => {});
  return { isOpen: () => isOpen };
}

interface Bell {
  ring(): void;
  hush(): void;
  /** Until it has been rung, or so long. Rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

function createBell(): Bell {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    hush() {
      rung = new AbortController();
    },
    async wait(ms, signal) {
      const waiting = new AbortController();
      const end = (): void => waiting.abort();
      const { signal: ringing } = rung;
      if (ringing.aborted || signal.aborted) end();
      for (const one of [ringing, signal]) one.addEventListener('abort', end, { once: true });
      await pause(ms, waiting.signal).catch(() => {});
      for (const one of [ringing, signal]) one.removeEventListener('abort', end);
      signal.throwIfAborted();
    },
  };
}
