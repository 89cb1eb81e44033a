/** Sends spans to a collector of OpenTelemetry, in batches: OTLP over HTTP in its JSON form. A collector that is away costs spans, and nothing else. */
import { errorText } from '../errors.ts';
import type { Log } from '../log.ts';
import { answerLimits } from '../outgoing/answer-size.ts';
import { exchange } from '../outgoing/exchange.ts';
import { listenForSpans, type Span } from './spans.ts';

export interface TracingOptions {
  /** Of the collector (OTEL_EXPORTER_OTLP_ENDPOINT): spans go to /v1/traces below it. */
  endpoint: string;
  version: string;
  role: string;
  log: Log;
  /** How often spans are sent. Default 2,000. */
  pauseMs?: number;
}

/** More than these are dropped until the next batch has left. */
const mostSpans = 4_096;
const timeoutMs = 10_000;

/** Starts tracing; answers how to stop it, which sends what is left. */
export function startTracing(options: TracingOptions): () => Promise<void> {
  const { endpoint, log, pauseMs = 2_000 } = options;
  const url = new URL(`${endpoint.replace(/\/$/, '')}/v1/traces`);
  let waiting: Span[] = [];
  let isAway = false;
  const stopListening = listenForSpans((span) => {
    // What sends spans makes none.
    if (span.attributes['server.address'] === url.host) return;
    if (waiting.length < mostSpans) waiting.push(span);
  });
  const send = async (): Promise<void> => {
    const spans = waiting;
    waiting = [];
    if (spans.length === 0) return;
    const body = JSON.stringify(envelope(spans, options));
    const fault = await exchange({
      ...{ url, body, timeoutMs, redirect: 'error', maximumBytes: answerLimits.node },
      headers: { 'content-type': 'application/json' },
    }).then(
      ({ ok, status }) => (ok ? null : `it answered ${status}`),
      (error: unknown) => errorText(error),
    );
    // Once when it goes, once when it is back.
    if (fault !== null && !isAway)
      log.warn({ error: fault }, 'the collector of traces takes no spans: they are dropped');
    if (fault === null && isAway) log.info({}, 'the collector of traces takes spans again');
    isAway = fault !== null;
  };
  let sending = Promise.resolve();
  const timer = setInterval(() => {
    sending = sending.then(send);
  }, pauseMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopListening();
    await sending.then(send);
  };
}

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
});

/** Nanoseconds as the form wants them: a text of digits. */
const nanoseconds = (milliseconds: number): string =>
  `${Math.floor(milliseconds)}${String(Math.floor((milliseconds % 1) * 1e6)).padStart(6, '0')}`;

function envelope(spans: readonly Span[], { version, role }: TracingOptions): object {
  const resource = { 'service.name': 'wallet-data', 'service.version': version, 'wallet_data.role': role };
  return {
    resourceSpans: [
      {
        resource: { attributes: Object.entries(resource).map(([key, value]) => attribute(key, value)) },
        scopeSpans: [{ scope: { name: 'wallet-data' }, spans: spans.map(wireSpan) }],
      },
    ],
  };
}

const wireSpan = (span: Span): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
  name: span.name,
  kind: span.kind === 'server' ? 2 : 3,
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: Object.entries(span.attributes).map(([key, value]) => attribute(key, value)),
  status: span.isError ? { code: 2 } : {},
});
