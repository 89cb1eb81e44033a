/** The last look at what an API answers: no answer leaves that is larger than it may be, whatever made it. */
import type { FastifyInstance } from 'fastify';
import { answerTooLarge, maximumAnswerBytes } from '../../use-cases/pages/answer-limits.ts';

/** Answers in one piece only: CSV and events are streams. */
export function boundAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (_request, reply, payload) => {
    if (!/json/.test(String(reply.getHeader('content-type') ?? ''))) return;
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isWhole && Buffer.byteLength(payload) > maximumAnswerBytes) throw answerTooLarge();
  });
}
