/** The last look at what an API answers: whatever made it, it is not larger than an answer may be. */
import type { FastifyInstance } from 'fastify';
import { answerTooLarge, maximumAnswerBytes } from '../read/answer-size.ts';

/** Answers in one piece only: CSV and events are streams. */
export function boundAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (_request, reply, payload) => {
    if (!/json/.test(String(reply.getHeader('content-type') ?? ''))) return;
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isWhole && Buffer.byteLength(payload) > maximumAnswerBytes) throw answerTooLarge();
  });
}
