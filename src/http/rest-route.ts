/** The REST API: who asks, what it weighs, and the routes behind. */
import type { FastifyInstance } from 'fastify';
import type { RestDependencies } from '../rest/route-support.ts';
import { restRoutes } from '../rest/routes/routes.ts';
import type { Authenticator } from './keys/api-keys.ts';
import type { Authentication } from './keys/authentication.ts';
import { endWithKey } from './keys/key-end.ts';
import type { KeyStreams } from './keys/key-streams.ts';
import type { LoadShedding } from './limits/load-shedding.ts';
import { wantsFile, wantsStream } from './limits/open-streams.ts';
import { setAccount } from './limits/request-guard.ts';
import { requestUnits } from './limits/request-units.ts';

export interface RestRouteDependencies extends Pick<RestDependencies, 'readModel' | 'baseUrlOf'> {
  authentication: Authentication;
  authenticator: Authenticator;
  streams: KeyStreams;
  shedding: LoadShedding;
}

export async function restRoute(server: FastifyInstance, dependencies: RestRouteDependencies): Promise<void> {
  const { readModel, baseUrlOf, authentication, authenticator, streams, shedding } = dependencies;
  server.decorateRequest('caller');
  server.addHook('onRequest', async (request, reply) => {
    const key = await authentication.identify(request, reply);
    const account = authentication.open(reply, key);
    const route = request.routeOptions.url;
    authentication.nameOperation(request, `${request.method} ${route ?? ''}`);
    const isFile = wantsFile(request);
    await account.charge(requestUnits({ method: request.method, route, query: request.query, isFile }));
    setAccount(request, account, shedding);
    if (wantsStream(request)) streams.enter(key, { request, reply });
    endWithKey(authenticator, key, request, reply);
    request.setDecorator('caller', key.caller);
  });
  // Before anything of a file leaves. What was refused has not been read.
  server.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 300 || !wantsFile(request)) return;
    await readModel.noteExport(request.getDecorator('caller'), request.routeOptions.url ?? '');
  });
  await server.register(restRoutes, {
    ...{ readModel, baseUrlOf },
    callerOf: (request) => request.getDecorator('caller'),
  });
}
