/** Notes which requests of a known key were refused or failed, for the list of problems: when their answer is out. */
import type { FastifyInstance } from 'fastify';
import type { ReadModel } from '../../use-cases/model/interface.ts';
import { problemCodeOf } from '../problems/problem.ts';
import type { Authentication } from './authentication.ts';

/** @param now Milliseconds since 1970. */
export function noteProblems(
  server: FastifyInstance,
  { askedBy }: Pick<Authentication, 'askedBy'>,
  { readModel, now }: { readModel: Pick<ReadModel, 'noteProblem'>; now: () => number },
): void {
  server.addHook('onResponse', async (request, reply) => {
    const code = problemCodeOf(request);
    const asked = code === undefined ? null : askedBy(request);
    if (code === undefined || asked === null) return;
    const { clientId, keyId } = asked.caller;
    const { url = '' } = request.routeOptions;
    readModel.noteProblem({
      ...{ clientId, keyId, code, at: Math.floor(now() / 1000), requestId: request.id },
      // What is no query at all has no name.
      operation: asked.operation ?? (url === '/graphql' ? 'graphql' : `${request.method} ${url}`),
      status: reply.statusCode,
    });
  });
}
