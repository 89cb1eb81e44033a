/** A REST request that lasts (it waits, or streams its answer) ends with its key. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import { wantsStream } from '../limits/open-streams.ts';
import { waitSeconds } from '../limits/request-guard.ts';
import { sendError } from '../problems/problem.ts';
import type { Authenticator, CheckedKey } from './api-keys.ts';

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
const mayLast = (request: FastifyRequest): boolean => waitSeconds(request) > 0 || wantsStream(request);

const keyEnded = (): PublicError =>
  new PublicError('UNAUTHENTICATED', 'The API key is not valid any more: it was revoked or has expired.');
