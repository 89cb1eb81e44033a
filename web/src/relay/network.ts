/** How Relay asks the service: by POST, and for subscriptions by one request whose answer is a stream of events. */
import {
  type FetchFunction,
  type GraphQLResponse,
  Observable,
  type RequestParameters,
  type SubscribeFunction,
  type Variables,
} from 'relay-runtime';
import { notReached } from '../app/answers.ts';
import { serviceUrl } from '../app/base.ts';
import { credentials, currentKey, noteAnswer, noteRefusal } from '../app/key.ts';

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

async function ask(
  request: RequestParameters,
  variables: Variables,
  accept: string,
  signal: AbortSignal,
): Promise<Answered> {
  const asked = currentKey();
  if (asked === '' && !isMutation(request)) return unanswered;
  const own = credentials();
  const response = await fetch(serviceUrl('graphql'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...own.headers },
    body: JSON.stringify({ query: request.text, operationName: request.name, variables }),
    signal,
    credentials: own.credentials,
  });
  return { response, asked };
}

/** What came, and with which key it was asked for: by now another one may have been given. */
interface Answered {
  response: Response;
  asked: string;
}

interface ErrorEntry {
  message: string;
  extensions?: { code?: string };
}

/** GraphQL names the variable and the place in it before it says what is wrong: nobody here has written a variable. */
const plain = (message: string): string =>
  message.replace(/^Variable "\$\w+" got invalid value .*?(?: at "\w[\w.[\]]*")?; /s, '');

/** Beside what was typed, once somebody has signed in again. */
const signedOut = 'You were signed out meanwhile, and nothing was done: do it again.';

/** Throws what stands in the answer's errors: a page shows all of an answer or none of it. */
function checked(
  answer: { errors?: readonly ErrorEntry[]; detail?: string },
  { response, asked }: Answered,
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

/** How long to wait before a question that came too often, or when there was too much to do; null: it is not to be asked again. */
function pauseOf({ status, headers }: Response, isChange: boolean): number | null {
  const pauseMs = Number(headers.get('retry-after') ?? Number.NaN) * 1_000;
  return (status === 429 || status === 503) && !isChange && pauseMs <= longestPauseMs ? pauseMs : null;
}

async function answerTo(
  request: RequestParameters,
  variables: Variables,
  signal: AbortSignal,
): Promise<Answered> {
  const isChange = isMutation(request);
  for (let repeats = 0; ; repeats += 1) {
    const answered = await ask(request, variables, 'application/json', signal).catch(() => {
      if (isChange) throw new ServiceError(noAnswer, 'OFFLINE', null);
      if (signal.aborted) throw tooSlow();
      if (!navigator.onLine) {
        const what = 'This device is offline: what you see is as it was. Try again when it is connected.';
        throw new ServiceError(what, 'OFFLINE', null);
      }
      throw new ServiceError(notReached, 'OFFLINE', null);
    });
    const pauseMs = pauseOf(answered.response, isChange);
    if (pauseMs === null || repeats === mostRepeats) return answered;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

export const fetchQuery: FetchFunction = async (request, variables): Promise<GraphQLResponse> => {
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const answered = await answerTo(request, variables, signal);
  const { response, asked } = answered;
  const answer = await response.json().catch(() => {
    if (signal.aborted) throw tooSlow();
    throw notItsAnswer(response);
  });
  try {
    checked(answer, answered);
  } catch (error) {
    if (response.status === 401 && !isMutation(request)) return unanswered;
    throw error;
  }
  noteAnswer(asked);
  return answer;
};

/** Characters of an event that is not at its end; none is as long. */
const longestLine = 4_000_000;

/** The data of each `next` event of a stream, until `complete` or its end. */
async function* eventsOf(response: Response): AsyncGenerator<GraphQLResponse> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
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

export const subscribe: SubscribeFunction = (request, variables) =>
  Observable.create((sink) => {
    const controller = new AbortController();
    const run = async (): Promise<void> => {
      const answered = await ask(request, variables, 'text/event-stream', controller.signal);
      const { response } = answered;
      if (!response.ok) checked(await response.json().catch(() => ({})), answered);
      for await (const event of eventsOf(response)) sink.next(event);
      sink.complete();
    };
    run().catch((error: unknown) => {
      if (!controller.signal.aborted) sink.error(error instanceof Error ? error : new Error(String(error)));
    });
    return () => controller.abort();
  });
