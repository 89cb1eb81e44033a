/** A REST request that lasts (it waits, or streams its answer) ends with its key. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../errors.ts';
import { listFormOf } from '../rest/negotiation.ts';
import type { Authenticator, CheckedKey } from './api-keys.ts';
import { sendError } from './problem.ts';
import { waitSeconds } from './request-guard.ts';

/** Watches the key for as long as the request lasts: before the answer, a 401; in the middle of one, the connection is cut. */
export function endWithKey(
  authenticator: Authenticator,
  key: CheckedKey,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!mayLast(request)) return;
  const stop = authenticator.watch(key, () => {
    if (reply.raw.headersSent) reply.raw.destroy();
    else if (!reply.sent) sendError(keyEnded(), request, reply);
  });
  reply.raw.once('close', stop);
}

/** Others are over before a key could end. */
const mayLast = (request: FastifyRequest): boolean => waitSeconds(request) > 0 || wantsCsv(request);

function wantsCsv({ headers }: FastifyRequest): boolean {
  try {
    return listFormOf(headers.accept) === 'csv';
  } catch {
    // A header that rules everything out is refused by the route, or does not concern it.
    return false;
  }
}

const keyEnded = (): PublicError =>
  new PublicError('UNAUTHENTICATED', 'The API key is not valid any more: it was revoked or has expired.');
