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
}

export interface OpenStreams {
  /**
   * Counts a stream from now until its connection closes or the answer ends.
   * Throws PublicError RATE_LIMITED when the key has as many as it may, OVERLOADED when the process has; then a body that
   * was begun is ended.
   */
  enter(keyId: string, reply: FastifyReply, body?: ReadableStream<Uint8Array> | null): void;
}

const defaultLimits: StreamLimits = { perKey: 100, perProcess: 1_000 };
const retryAfterSeconds = 10;

export function createOpenStreams(limits: StreamLimits = defaultLimits): OpenStreams {
  const byKey = new Map<string, number>();
  let open = 0;
  return {
    enter(keyId, reply, body = null) {
      const { raw } = reply;
      // The client has left already: there is nothing to stream, and no end to come that would count it off.
      if (raw.destroyed || raw.closed) return;
      const ofKey = byKey.get(keyId) ?? 0;
      if (ofKey >= limits.perKey || open >= limits.perProcess) void body?.cancel().catch(() => {});
      if (ofKey >= limits.perKey) {
        reply.header('Retry-After', retryAfterSeconds);
        throw new PublicError(
          'RATE_LIMITED',
          `This key has ${ofKey} streams open (CSV files and subscriptions), as many as it may: end one first.`,
        );
      }
      if (open >= limits.perProcess) {
        throw new PublicError('OVERLOADED', 'Too many streams are open here. Try again in a while.');
      }
      open += 1;
      byKey.set(keyId, ofKey + 1);
      raw.once('close', () => {
        open -= 1;
        const left = (byKey.get(keyId) ?? 1) - 1;
        if (left === 0) byKey.delete(keyId);
        else byKey.set(keyId, left);
      });
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
  try {
    return requestedForm(request) === 'csv';
  } catch {
    return false;
  }
}
