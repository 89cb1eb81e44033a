/** How Relay asks the service: by POST, and for subscriptions by one request whose answer is a stream of events. */
import {
  type FetchFunction,
  type GraphQLResponse,
  Network,
  Observable,
  type RequestParameters,
  type SubscribeFunction,
  type Variables,
} from 'relay-runtime';
import { notReached } from '../app/answers.ts';
import { serviceUrl } from '../app/base.ts';
import { credentials, isReturning, noteAnswer, noteRefusal, signInNumber } from '../app/key.ts';

/** Longer than any page takes; the service ends requests before. */
const requestTimeoutMs = 60_000;

/** A refusal, with what the service says to do and the id under which its log has the request. */
export class ServiceError extends Error {
  readonly code: string;
  readonly requestId: string | null;

  constructor(message: string, code: string, requestId: string | null) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.requestId = requestId;
  }
}

/** Whoever signs in asks everything anew: until then a question waits, and what was typed beside it stays. */
const unanswered = new Promise<never>(() => undefined);

const isMutation = ({ operationKind }: RequestParameters): boolean => operationKind === 'mutation';

/** Beside what was typed, once somebody has signed in again. */
const signedOut = 'You were signed out meanwhile, and nothing was done: do it again.';

/** Whether questions of that sign-in are still to be asked: nobody asks with the key or the session of another. */
const isCurrent = (asked: number): boolean => asked !== 0 && asked === signInNumber();

function ask(
  request: RequestParameters,
  variables: Variables,
  accept: string,
  signal: AbortSignal,
): Promise<Response> {
  const own = credentials();
  return fetch(serviceUrl('graphql'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...own.headers },
    body: JSON.stringify({ query: request.text, operationName: request.name, variables }),
    signal,
    credentials: own.credentials,
  });
}

interface ErrorEntry {
  message: string;
  extensions?: { code?: string };
}

/** GraphQL names the variable and the place in it before it says what is wrong: nobody here has written a variable. */
const plain = (message: string): string =>
  message.replace(/^Variable "\$\w+" got invalid value .*?(?: at "\w[\w.[\]]*")?; /s, '');

/** Throws what stands in the answer's errors: a page shows all of an answer or none of it. */
function checked(
  answer: { errors?: readonly ErrorEntry[]; detail?: string },
  response: Response,
  asked: number,
): void {
  const requestId = response.headers.get('x-request-id');
  const [first] = answer.errors ?? [];
  if (first !== undefined) {
    const code = first.extensions?.code ?? 'UNKNOWN';
    // A key that was revoked, or a session that has ended.
    if (response.status === 401) noteRefusal(asked, first.message);
    throw new ServiceError(response.status === 401 ? signedOut : plain(first.message), code, requestId);
  }
  if (!response.ok) {
    throw new ServiceError(answer.detail ?? `The service answered ${response.status}.`, 'UNKNOWN', requestId);
  }
}

/** Of a change nobody knows then: done twice, an opening lot would be two. */
const noAnswer = 'No answer came: look whether it was done.';

const tooSlow = (): ServiceError =>
  new ServiceError(
    'The service took longer than a minute. Try again, or look at fewer wallets.',
    'TIMEOUT',
    null,
  );

/** What stands before the service answers for it while it is away, by a page of its own. */
const notItsAnswer = ({ status }: Response): ServiceError =>
  new ServiceError(
    `Instead of the service something else answered (${status}). Is the service running behind its proxy?`,
    'OFFLINE',
    null,
  );

/** A page asks several questions at once: what is asked too often is asked again when the service says, but not for long. */
const mostRepeats = 3;
const longestPauseMs = 10_000;

/** Who has come back to a page on a bad line is asked for after so long. */
const returnPauseMs = 1_000;

/** How long to wait before a question that came too often, or when there was too much to do; null: it is not to be asked again. */
function pauseOf({ status, headers }: Response, isChange: boolean): number | null {
  const pauseMs = Number(headers.get('retry-after') ?? Number.NaN) * 1_000;
  return (status === 429 || status === 503) && !isChange && pauseMs <= longestPauseMs ? pauseMs : null;
}

/** null: whoever asks is not signed in any more. */
async function answerTo(
  request: RequestParameters,
  variables: Variables,
  { asked, signal }: { asked: number; signal: AbortSignal },
): Promise<Response | null> {
  const isChange = isMutation(request);
  for (let repeats = 0; ; repeats += 1) {
    if (!isCurrent(asked)) return null;
    const response = await ask(request, variables, 'application/json', signal).catch(() => {
      if (isChange) throw new ServiceError(noAnswer, 'OFFLINE', null);
      if (signal.aborted) throw tooSlow();
      if (isReturning() && repeats < mostRepeats) return null;
      if (!navigator.onLine) {
        const what = 'This device is offline: what you see is as it was. Try again when it is connected.';
        throw new ServiceError(what, 'OFFLINE', null);
      }
      throw new ServiceError(notReached, 'OFFLINE', null);
    });
    const pauseMs = response === null ? returnPauseMs : pauseOf(response, isChange);
    if (pauseMs === null || repeats === mostRepeats) return response;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const fetchFor =
  (asked: number): FetchFunction =>
  async (request, variables): Promise<GraphQLResponse> => {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const response = await answerTo(request, variables, { asked, signal });
    if (response === null) {
      if (isMutation(request)) throw new ServiceError(signedOut, 'UNAUTHENTICATED', null);
      return unanswered;
    }
    const answer = await response.json().catch(() => {
      if (signal.aborted) throw tooSlow();
      throw notItsAnswer(response);
    });
    try {
      checked(answer, response, asked);
    } catch (error) {
      if (!isCurrent(asked) && !isMutation(request)) return unanswered;
      throw error;
    }
    noteAnswer(asked);
    return answer;
  };

/** Characters of an event that is not at its end; none is as long. */
const longestLine = 4_000_000;

/** The service sends something every 12 seconds: a connection that says nothing for longer has died without a word. */
const longestSilenceMs = 45_000;

/** Throws when it takes too long. */
async function inTime<Value>(read: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError(notReached, 'OFFLINE', null)), longestSilenceMs);
  });
  return Promise.race([read, silence]).finally(() => clearTimeout(timer));
}

/** The data of each `next` event of a stream, until `complete` or its end. */
async function* eventsOf(response: Response): AsyncGenerator<GraphQLResponse> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  for (;;) {
    const { value, done } = await inTime(reader.read());
    if (done) return;
    rest += value;
    if (rest.length > longestLine)
      throw new ServiceError('An event is too long to be read.', 'TOO_LONG', null);
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      if (lines.includes('event: complete')) return;
      const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length) ?? '';
      if (data !== '') yield JSON.parse(data);
    }
  }
}

const subscribeFor =
  (asked: number): SubscribeFunction =>
  (request, variables) =>
    Observable.create((sink) => {
      const controller = new AbortController();
      const run = async (): Promise<void> => {
        if (!isCurrent(asked)) return unanswered;
        const response = await ask(request, variables, 'text/event-stream', controller.signal);
        if (!response.ok) checked(await response.json().catch(() => ({})), response, asked);
        for await (const event of eventsOf(response)) sink.next(event);
        sink.complete();
      };
      run().catch((error: unknown) => {
        if (!controller.signal.aborted) sink.error(error instanceof Error ? error : new Error(String(error)));
        controller.abort();
      });
      return () => controller.abort();
    });

/** @param asked The `signInNumber` that it asks for, and not for longer */
export const createNetwork = (asked: number): ReturnType<typeof Network.create> =>
  Network.create(fetchFor(asked), subscribeFor(asked));
