/** /wallet/manage/: registering wallets, and how far they are loaded. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { givenFields } from '../../domain/given.ts';
import { maximumWalletsPerRegistration } from '../../use-cases/model/requests.ts';
import { restPaths } from '../../use-cases/pages/page-links.ts';
import { walletCsv } from '../csv/forms.ts';
import { envelopeSchema, sendJson, sendList, wholeListSchema } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { longestWaitSeconds, preferredWait } from '../prefer.ts';
import {
  answers,
  jsonAnswer,
  listAnswers,
  noContent,
  type RestDependencies,
  sayStaleSince,
} from '../route-support.ts';
import { list } from '../wire/objects/json.ts';
import { walletJson, walletProgressJson, walletProgressSchema, walletSchema } from '../wire/wallet.ts';

const body = parameters.strictFields({
  address: parameters.addressList(maximumWalletsPerRegistration).meta({
    description: `One address, or several separated by commas (at most ${maximumWalletsPerRegistration}). ${parameters.orName}`,
  }),
});
const params = z.object({ address: parameters.address });
const registered = wholeListSchema('RegisteredWallets', walletSchema);

const listQuery = parameters.strictFields({
  wallet: parameters.wallet
    .meta({ description: 'Only these: one or several addresses separated by commas, all of them registered' })
    .optional(),
  ...parameters.paging,
});

const path = restPaths.wallets;

export const walletRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  await server.register(registerRoute, dependencies);
  await server.register(listRoute, dependencies);
  await server.register(walletRoute, dependencies);
  await server.register(unregisterRoute, dependencies);
  await server.register(reloadRoute, dependencies);
};

const registerRoute: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  // A client that waits is answered as things stand when the server closes.
  const closing = new AbortController();
  server.addHook('preClose', async () => closing.abort());

  server.post(
    path,
    {
      schema: {
        operationId: 'registerWallets',
        tags: ['Wallets'],
        summary: 'Register wallets',
        description:
          'Starts the loading of each address. A wallet that is registered already answers with its record. With the ' +
          `header \`Prefer: wait=N\` (at most ${longestWaitSeconds} s) the answer is held until the wallets are loaded and in ` +
          'step with their chains. A request weighs ten units.',
        body,
        response: answers(
          {
            200: jsonAnswer('All were registered before', registered),
            201: jsonAnswer('At least one is new', registered),
          },
          409,
          415,
        ),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const addresses = request.body.address;
      const { wallets, createdCount } = await readModel.registerWallets(caller, addresses);
      reply.code(createdCount > 0 ? 201 : 200);
      const waitSeconds = preferredWait(request.headers.prefer);
      if (waitSeconds === null) {
        sayStaleSince(reply, wallets);
        return sendJson(reply, `{"results":${list(wallets, walletJson)}}`);
      }

      reply.header('Preference-Applied', `wait=${waitSeconds}`);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const signal = AbortSignal.any([gone.signal, closing.signal]);
      const waited = await readModel.waitUntilLoaded(caller, addresses, waitSeconds * 1000, signal);
      sayStaleSince(reply, waited);
      return sendJson(reply, `{"results":${list(waited, walletJson)}}`);
    },
  );
};

const listRoute: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;

  server.get(
    path,
    {
      schema: {
        operationId: 'listWallets',
        tags: ['Wallets'],
        summary: 'List registered wallets',
        description: 'In the order of registration, with the progress of each chain.',
        querystring: listQuery,
        response: listAnswers('A page of wallets', envelopeSchema('WalletPage', walletProgressSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { wallet: wallets } = request.query;
      return sendList(dependencies, request, reply, request.query, {
        read: (page) =>
          wallets === undefined
            ? readModel.listWallets(caller, page)
            : readModel.listWallets(caller, page, wallets),
        json: walletProgressJson,
        csv: walletCsv,
        ...givenFields({ wallets }),
      });
    },
  );
};

const walletRoute: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;

  server.get(
    `${path}:address/`,
    {
      schema: {
        operationId: 'getWallet',
        tags: ['Wallets'],
        summary: 'Get a registered wallet',
        description: 'With the progress of each chain.',
        params,
        response: answers({ 200: jsonAnswer('The wallet', walletProgressSchema) }, 404),
      },
    },
    async (request, reply) => {
      const [wallet] = await readModel.findWallets(callerOf(request), [request.params.address]);
      if (wallet === undefined) throw new Error('a wallet that was found is gone');
      sayStaleSince(reply, [wallet]);
      return sendJson(reply, walletProgressJson(wallet, dependencies.baseUrlOf(request)));
    },
  );
};

const unregisterRoute: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.delete(
    `${path}:address/`,
    {
      schema: {
        operationId: 'unregisterWallet',
        tags: ['Wallets'],
        summary: 'Unregister a wallet',
        description:
          'Its data is no longer readable. It goes on to count as your own, so that moves between it and your other wallets stay moves ' +
          '(and it counts against the limit of wallets), unless still_mine is false: then it is forgotten, with its corrections, and its ' +
          'data is purged after 30 days if nobody registers it.',
        params,
        querystring: parameters.strictFields({
          still_mine: z
            .enum(['true', 'false'])
            .default('true')
            .meta({ description: 'Whether the wallet is yours still' }),
        }),
        response: answers({ 204: noContent }, 404),
      },
    },
    async (request, reply) => {
      const stillMine = request.query.still_mine === 'true';
      await readModel.unregisterWallets(callerOf(request), [request.params.address], { stillMine });
      return reply.code(204).send();
    },
  );
};

const reloadRoute: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.post(
    restPaths.reload,
    {
      schema: {
        operationId: 'reloadWallet',
        tags: ['Wallets'],
        summary: 'Load a wallet anew',
        description:
          'Drops its stored history and loads it again, for every client that has it: needs the scope `admin`. Corrections and labels stay. ' +
          'A request weighs ten units.',
        params,
        response: answers({ 202: jsonAnswer('It waits for its turn', walletSchema) }, 404),
      },
    },
    async (request, reply) => {
      const [wallet] = await readModel.reloadWallets(callerOf(request), [request.params.address]);
      if (wallet === undefined) throw new Error('a wallet that was reloaded is gone');
      return sendJson(reply.code(202), walletJson(wallet));
    },
  );
};
