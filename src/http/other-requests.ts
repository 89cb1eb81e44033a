/** Requests that no route is for, and requests that no link could lead to: refused before anything is read of their body. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../errors.ts';
import { malformedHost } from './host.ts';
import type { KeylessLimit } from './limits/keyless-limit.ts';

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Known paths answer 405 to other methods, unknown ones 404; a host that is none is 400. */
export function refuseOtherRequests(server: FastifyInstance, keyless: KeylessLimit): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    await keyless.take(request, reply);
    const [path = '/'] = request.url.split('?', 1);
    const allowed = methods.filter((method) => server.findRoute({ method, url: path }) !== null);
    if (allowed.length === 0) {
      const what = `${request.method} ${path.slice(0, 200)}`;
      throw new PublicError('NOT_FOUND', `There is nothing at ${what}. See /docs for what there is.`);
    }
    const names = allowed.join(', ');
    reply.header('Allow', names);
    throw new PublicError('METHOD_NOT_ALLOWED', `${path} answers ${names}, not ${request.method}.`);
  };
  server.addHook('onRequest', async (request, reply) => {
    const malformed = malformedHost(request);
    if (malformed !== null) {
      await keyless.take(request, reply);
      throw malformed;
    }
    if (request.is404) await refuse(request, reply);
  });
  // Never reached: the hook has refused already. Without one the framework would have its own.
  server.setNotFoundHandler(refuse);
}
