/**
 * Answers that are streamed (CSV, events). They do not count as requests under way, since they last as long as their readers
 * do. Each holds memory, and now and then a connection to the database. So their number has a limit of its own.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import { requestedForm } from '../../rest/negotiation.ts';

export interface StreamLimits {
  perKey: number;
  perProcess: number;
  /** Of all keys of a client together, which may be many. Left out: no more than the process may have. */
  perClient?: number;
}

export interface OpenStreams {
  /**
   * Counts a stream from now until its connection closes or the answer ends.
   * Throws PublicError RATE_LIMITED when the key or the client has as many as it may, OVERLOADED when the process has; then a
   * body that was begun is ended.
   */
  enter(
    keyId: string,
    reply: FastifyReply,
    body?: ReadableStream<Uint8Array> | null,
    client?: string | null,
  ): void;
}

const defaultLimits: StreamLimits = { perKey: 100, perProcess: 1_000, perClient: 300 };
const retryAfterSeconds = 10;

export function createOpenStreams(limits: StreamLimits = defaultLimits): OpenStreams {
  const { perKey, perProcess, perClient = perProcess } = limits;
  const ofKeys = createCounts();
  const ofClients = createCounts();
  let open = 0;
  return {
    enter(keyId, reply, body = null, client = null) {
      const { raw } = reply;
      // The client has left already: there is nothing to stream, and no end to come that would count it off.
      if (raw.destroyed || raw.closed) return;
      const isFull = ofKeys.of(keyId) >= perKey;
      const isClientFull = client !== null && ofClients.of(client) >= perClient;
      if (isFull || isClientFull || open >= perProcess) void body?.cancel().catch(() => {});
      if (isFull || isClientFull) {
        reply.header('Retry-After', retryAfterSeconds);
        const who = isFull ? `This key has ${perKey}` : `The keys of this client have ${perClient}`;
        throw new PublicError(
          'RATE_LIMITED',
          `${who} streams open (CSV files and subscriptions), as many as it may: end one first.`,
        );
      }
      if (open >= perProcess) {
        throw new PublicError('OVERLOADED', 'Too many streams are open here. Try again in a while.');
      }
      open += 1;
      ofKeys.add(keyId);
      if (client !== null) ofClients.add(client);
      raw.once('close', () => {
        open -= 1;
        ofKeys.remove(keyId);
        if (client !== null) ofClients.remove(client);
      });
    },
  };
}

/** How many there are of each; of what there is none, nothing is kept. */
function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add: (name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1),
    remove(name: string): void {
      const left = (counts.get(name) ?? 1) - 1;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    },
  };
}

/** Whether a REST request is to be answered with a stream. */
export const wantsStream = (request: FastifyRequest): boolean =>
  request.method === 'GET' && wantsFile(request);

/** Whether a REST request reads a file's pages; HEAD reads the first. What cannot be answered at all does not. */
export function wantsFile(request: FastifyRequest): boolean {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (request.routeOptions.url?.endsWith('.txt') === true) return true;
  try {
    return requestedForm(request) === 'csv';
  } catch {
    return false;
  }
}
