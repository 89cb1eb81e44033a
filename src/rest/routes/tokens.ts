/** /auth/token: short tokens for the visitors of a page. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { formatTime } from '../../domain/time/time.ts';
import { sendJson } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { answers, jsonAnswer, type RestDependencies } from '../route-support.ts';

const body = parameters.strictFields({
  wallets: z.array(parameters.address).min(1).max(50).meta({
    description:
      'What it may read: 1 to 50 addresses. Others are answered as if they had never been registered',
  }),
  scopes: z.array(z.string()).max(10).optional().meta({
    description: 'Of those that the key has; default `["read"]`. With `write` it may correct these wallets',
  }),
  origin: z.string().optional().meta({
    description:
      'Of the pages that may use it, as browsers send it (`https://app.example.com`); left out: of whatever page',
  }),
  ttl: z.int().min(10).max(900).optional().meta({ description: 'Seconds that it is valid; default 300' }),
  sub: z.string().max(200).optional().meta({
    description:
      'Whom you know behind it. It is kept in the token alone, and its limit of 600 units a minute is that of all tokens with it; without it, of an address',
  }),
});

const tokenSchema = z
  .object({
    token: z
      .string()
      .meta({ description: 'A JSON Web Token (EdDSA), for `Authorization: Bearer`. It is stored nowhere' }),
    expires_at: z.iso
      .datetime()
      .meta({ description: 'From then on it is refused; earlier, if its key ends' }),
  })
  .meta({ id: 'ShortToken', description: 'A short token' });

export const tokenRoutes: FastifyPluginAsyncZod<RestDependencies> = async (
  server,
  { readModel, callerOf },
) => {
  server.post(
    '/auth/token',
    {
      schema: {
        operationId: 'mintToken',
        tags: ['Credentials'],
        summary: 'Mint a short token',
        description:
          'For the visitors of a page: a part of what the secret key may do, for at most 15 minutes. It ends within five seconds of its key. ' +
          'A publishable key or a token cannot mint any.',
        body,
        response: answers({ 201: jsonAnswer('The token, shown once', tokenSchema) }, 415),
      },
    },
    async (request, reply) => {
      const { wallets, scopes, origin, ttl, sub } = request.body;
      const asked = { wallets, scopes, origin, seconds: ttl, subject: sub };
      const { token, expiresAt } = await readModel.mintToken(callerOf(request), asked);
      return sendJson(reply.code(201), JSON.stringify({ token, expires_at: formatTime(expiresAt) }));
    },
  );
};
