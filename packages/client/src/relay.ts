/** How Relay asks a wallet-data service: the two functions of its network. Nothing of relay-runtime is imported. */
import type { Client } from './client.ts';

/** What Relay gives of an operation. Compile with texts, not with persisted ids. */
interface RelayRequest {
  readonly name: string;
  readonly text: string | null;
}

export interface RelaySink {
  next(value: RelayAnswer): void;
  error(error: Error): void;
  complete(): void;
}

/** Errors are thrown as WalletDataError instead: a view shows all of an answer or none of it. */
export interface RelayAnswer {
  readonly data: Record<string, unknown>;
}

/** Begins when it is observed; what it answers ends it. */
export type RelaySource = (sink: RelaySink) => () => void;

export type RelayFunction<Observable> = (
  request: RelayRequest,
  variables: Record<string, unknown>,
) => Observable;

/**
 * `Network.create(fetch, subscribe)` of relay-runtime takes both. Whoever stops observing ends the request.
 *
 * @param observable `(source) => Observable.create(source)`, by the `Observable` of the relay-runtime that is used.
 */
export function relayFunctions<Observable>(
  client: Client,
  observable: (source: RelaySource) => Observable,
): { fetch: RelayFunction<Observable>; subscribe: RelayFunction<Observable> } {
  const observe = (run: (sink: RelaySink, signal: AbortSignal) => Promise<void>): Observable =>
    observable((sink) => {
      const left = new AbortController();
      run(sink, left.signal).then(
        () => left.signal.aborted || sink.complete(),
        (error: unknown) =>
          left.signal.aborted || sink.error(error instanceof Error ? error : new Error(String(error))),
      );
      return () => left.abort();
    });
  return {
    fetch: (request, variables) =>
      observe(async (sink, signal) => {
        sink.next({ data: await client.query(documentOf(request), variables, { signal }) });
      }),
    subscribe: (request, variables) =>
      observe(async (sink, signal) => {
        for await (const data of client.subscribe(documentOf(request), variables, { signal }))
          if (!signal.aborted) sink.next({ data });
      }),
  };
}

type Operation = string & {
  readonly __apiType?: (variables: Record<string, unknown>) => Record<string, unknown>;
};

function documentOf({ name, text }: RelayRequest): Operation {
  if (text === null) throw new TypeError(`${name} has no text: compile without persisted ids.`);
  return text;
}
