/** Mercurius with JIT on the bare server's join: GraphQL at its fastest in a generic server. */
import { createPool, readJoinedPage } from './joined-page.ts';
import { pageTypes } from './page-query.ts';
import { packagesOf, serveContender } from './program.ts';

await serveContender(async ({ databaseUrl, clientId, peerDirectory }) => {
  const load = packagesOf(peerDirectory);
  const fastify = load('fastify')();
  const pool = createPool(databaseUrl);
  fastify.register(load('mercurius'), {
    schema: pageTypes,
    jit: 1,
    resolvers: {
      Query: {
        transfers: async (_root: unknown, { wallets }: { wallets: readonly string[] }) => ({
          nodes: await readJoinedPage(pool, wallets[0] ?? '', clientId),
        }),
      },
      CustomLabel: {
        createdAt: ({ createdAt }: { createdAt: Date }) => createdAt.toISOString(),
        updatedAt: ({ updatedAt }: { updatedAt: Date }) => updatedAt.toISOString(),
      },
    },
  });
  const url: string = await fastify.listen({ host: '127.0.0.1', port: 0 });
  return { url };
});
