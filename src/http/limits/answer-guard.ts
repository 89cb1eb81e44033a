/** The last look at what an API answers: no answer leaves that is larger than it may be, whatever made it. */
import type { FastifyInstance } from 'fastify';
import { answerTooLarge, maximumAnswerBytes } from '../../use-cases/pages/answer-limits.ts';

/** UTF-8 takes at most so many bytes for a unit of a text. */
const bytesPerUnit = 3;

/** Bytes of a text are counted only where there may be too many: counting walks over all of it. */
const isTooLarge = (body: string | Buffer): boolean =>
  body.length * (typeof body === 'string' ? bytesPerUnit : 1) > maximumAnswerBytes &&
  Buffer.byteLength(body) > maximumAnswerBytes;

/** Answers in one piece only: CSV and events are streams. */
export function boundAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (_request, reply, payload) => {
    if (!/json/.test(String(reply.getHeader('content-type') ?? ''))) return;
    if ((Buffer.isBuffer(payload) || typeof payload === 'string') && isTooLarge(payload))
      throw answerTooLarge();
  });
}

/** The key is in a header that shared caches may not know as one: they must not give an answer to another client. */
export function keepPrivate(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply
      .header('Cache-Control', 'private, no-store')
      .header('Vary', 'X-API-KEY, Authorization, Origin, Cookie');
  });
}
