/** Server-sent events (WHATWG HTML, section 9.2) of a GraphQL subscription, as GraphQL over SSE sends them: `next` and `complete`. */
import { dataOf, jsonOf } from './answers.ts';
import type { Connection } from './connection.ts';
import { WalletDataError } from './errors.ts';
import type { TimeLimit } from './waiting.ts';

/** The service sends something every 12 seconds, if only a comment. */
const silenceMs = 40_000;
/** Characters of an event that is not at its end; none is as long. */
const longestEvent = 4_000_000;

export interface Subscription {
  readonly query: string;
  readonly variables: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The data of each event, until the service ends the stream. UNREACHABLE when it is cut. One connection: nothing is made up for. */
export async function* subscriptionEvents(
  connection: Connection,
  { query, variables, signal }: Subscription,
): AsyncGenerator<unknown, void, undefined> {
  const { response, limit } = await connection.open({
    ...{ path: '/graphql', method: 'POST', isRead: false, signal },
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables }),
  });
  try {
    // A refusal is JSON.
    if (!/^text\/event-stream/.test(response.headers.get('content-type') ?? '') || response.body === null) {
      yield dataOf(await jsonOf(response), response);
      return;
    }
    for await (const { event, data } of events(response.body, limit)) {
      if (event === 'complete') return;
      if (event === 'next') yield dataOf(JSON.parse(data), response);
    }
    throw cut();
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    throw error instanceof WalletDataError ? error : cut(error);
  } finally {
    limit.end();
  }
}

const cut = (cause?: unknown): WalletDataError =>
  new WalletDataError('The stream of events was cut.', { code: 'UNREACHABLE', cause });

interface ServerEvent {
  event: string;
  data: string;
}

/** Leaves the connection when its reader does. Only waiting for the service is limited: whoever reads may take longer. */
async function* events(
  body: ReadableStream<Uint8Array>,
  limit: TimeLimit,
): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // The platform's own fetch ends the body by its signal; another one may not.
  const leave = (): void => void reader.cancel().catch(() => {});
  limit.signal.addEventListener('abort', leave, { once: true });
  let rest = '';
  try {
    for (;;) {
      limit.extend(silenceMs);
      const { value, done } = await reader.read();
      limit.hold();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A carriage return at the end may be half of a line's end.
      const isHalf = rest.endsWith('\r');
      const blocks = (isHalf ? rest.slice(0, -1) : rest).replace(/\r\n?/g, '\n').split('\n\n');
      rest = `${blocks.pop() ?? ''}${isHalf ? '\r' : ''}`;
      if (rest.length > longestEvent)
        throw new WalletDataError('An event is too long to be read.', { code: 'BAD_ANSWER' });
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    limit.signal.removeEventListener('abort', leave);
    leave();
  }
}

function eventOf(block: string): ServerEvent {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(event|data)(?::\x20?(.*))?$/.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  return { event, data: data.join('\n') };
}
