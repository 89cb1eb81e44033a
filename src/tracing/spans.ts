/**
 * Traces: what a request made the database and others do, and how long each took. Whoever does something worth a span says so on a channel of Node's
 * diagnostics_channel, which costs nothing while nobody listens: the server's library for its handlers, the pool for statements, the exchange for what leaves.
 * This listens, and gives each span the one that it lies in.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { Writable } from 'node:stream';
import { z } from 'zod';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  /** As OpenTelemetry numbers them: a request that is served, or one that is made. */
  readonly kind: 'server' | 'client';
  readonly attributes: Record<string, string | number>;
  /** Unix milliseconds, with fractions. */
  readonly startedAt: number;
  endedAt: number;
  isError: boolean;
}

const handled = z.object({
  request: z.object({
    method: z.string(),
    id: z.unknown(),
    routeOptions: z.object({ url: z.string().optional() }),
  }),
  reply: z.object({ raw: z.custom<Writable & { statusCode: number }>((raw) => typeof raw === 'object') }),
});
const asked = z.object({
  name: z.string(),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** Listens until it is stopped. `onSpan` gets each span when it has ended. */
export function listenForSpans(onSpan: (span: Span) => void): () => void {
  const current = new AsyncLocalStorage<Span | undefined>();
  const open = new WeakMap<object, Span>();
  const spanOf = (message: unknown): Span | undefined =>
    typeof message === 'object' && message !== null ? open.get(message) : undefined;
  const begin = (kind: Span['kind'], name: string, attributes: Span['attributes']): Span => {
    const parent = current.getStore();
    return {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      parentId: parent?.spanId ?? null,
      ...{ name, kind, attributes, startedAt: clock(), endedAt: 0, isError: false },
    };
  };
  const end = (span: Span): void => {
    span.endedAt = clock();
    onSpan(span);
  };

  const handlers = channel('tracing:fastify.request.handler:start');
  handlers.bindStore(current, (message) => {
    const { request, reply } = handled.parse(message);
    const route = request.routeOptions.url ?? 'unknown';
    const span = begin('server', `${request.method} ${route}`, {
      'http.request.method': request.method,
      'http.route': route,
      'wallet_data.request_id': String(request.id),
    });
    reply.raw.once('close', () => {
      span.attributes['http.response.status_code'] = reply.raw.statusCode;
      span.isError = reply.raw.statusCode >= 500;
      end(span);
    });
    return span;
  });

  const stops = ['wallet-data:statement', 'wallet-data:exchange'].map((name) => {
    const channels = tracingChannel(name);
    channels.start.bindStore(current, (message) => {
      const { name: spanName, attributes } = asked.parse(message);
      const span = begin('client', spanName, { ...attributes });
      if (typeof message === 'object' && message !== null) open.set(message, span);
      return span;
    });
    const onEnd = (message: unknown): void => {
      const span = spanOf(message);
      if (span !== undefined) end(span);
    };
    const onError = (message: unknown): void => {
      const span = spanOf(message);
      if (span !== undefined) span.isError = true;
    };
    channels.asyncEnd.subscribe(onEnd);
    channels.error.subscribe(onError);
    return () => {
      channels.start.unbindStore(current);
      channels.asyncEnd.unsubscribe(onEnd);
      channels.error.unsubscribe(onError);
    };
  });
  return () => {
    handlers.unbindStore(current);
    for (const stop of stops) stop();
  };
}

/** Unix milliseconds of a clock that only goes forward. */
const clock = (): number => performance.timeOrigin + performance.now();
