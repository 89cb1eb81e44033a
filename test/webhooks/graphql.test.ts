/** Webhooks over GraphQL: the same as over REST, as nodes, and in the terms of its errors. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../support/api.ts';
import { address } from '../support/records.ts';
import { registerFor } from './support/lane-world.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  await registerFor(api.database, 'default', [address(1), address(2)]);
});
afterAll(() => api.close());

const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ extensions: z.looseObject({ code: z.string() }) })).optional(),
});

async function ask(query: string, variables: Record<string, unknown> = {}, key?: string) {
  const headers = key === undefined ? {} : { 'x-api-key': key };
  const { json } = await api.ask('POST', '/graphql', { payload: { query, variables }, headers });
  return answer.parse(json);
}

const fields = `id url description types chainIds tokens minValue allWallets status disabledReason laneCount lanesWaiting lanesPaused delivered
  lanes { count nodes { wallet { address } status sequence last } } attempts { count }`;

test('made, found as a node, changed, moved and deleted', async () => {
  const input = {
    ...{ url: 'https://hooks.example/a', description: 'books', types: ['TRANSFER_ADDED', 'WALLET_LOADED'] },
    ...{ wallets: [address(1)], tokens: [address(0xa0)], minValue: '0.5', clientMutationId: 'm1' },
  };
  const created = await ask(
    `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { ${fields} } secret clientMutationId } }`,
    { input },
  );
  expect(created.errors).toBeUndefined();
  const { webhook, secret, clientMutationId } = z
    .object({ webhook: z.looseObject({ id: z.string() }), secret: z.string(), clientMutationId: z.string() })
    .parse(created.data?.createWebhook);
  expect([secret.startsWith('whsec_'), clientMutationId]).toEqual([true, 'm1']);
  const { id } = webhook;
  expect(webhook).toEqual({
    ...{ id, url: input.url, description: 'books', types: input.types, chainIds: [], allWallets: false },
    ...{ tokens: input.tokens, minValue: '0.5' },
    ...{
      status: 'ACTIVE',
      disabledReason: null,
      laneCount: 1,
      lanesWaiting: 0,
      lanesPaused: 0,
      delivered: '0',
    },
    lanes: {
      count: 1,
      nodes: [{ wallet: { address: address(1) }, status: 'IDLE', sequence: '0', last: '0' }],
    },
    attempts: { count: 0 },
  });
  const node = await ask(
    `query ($id: ID!) { node(id: $id) { __typename id ... on Webhook { url } } webhooks { nodes { id } } }`,
    {
      id,
    },
  );
  expect(node.data).toEqual({
    node: { __typename: 'Webhook', id, url: input.url },
    webhooks: { nodes: [{ id }] },
  });
  const changed = await ask(
    `mutation ($id: ID!) {
       updateWebhook(input: { id: $id, allWallets: true, enabled: false }) { webhook { allWallets laneCount status disabledReason } }
       rotateWebhookSecret(input: { id: $id }) { secret }
       testWebhook(input: { id: $id }) { eventId }
       replayWebhook(input: { id: $id, after: "0", wallets: ["${address(2)}"] }) { lanes }
     }`,
    { id },
  );
  expect(changed).toEqual({
    data: {
      updateWebhook: {
        webhook: { allWallets: true, laneCount: 2, status: 'DISABLED', disabledReason: 'CLIENT' },
      },
      rotateWebhookSecret: { secret: expect.stringMatching(/^whsec_/) },
      testWebhook: { eventId: expect.stringMatching(/^evt_test_/) },
      replayWebhook: { lanes: 1 },
    },
  });
  const skip = `mutation ($id: ID!) { skipWebhookEvent(input: { id: $id, wallet: "${address(1)}" }) { eventId } }`;
  expect((await ask(skip, { id })).errors?.[0]?.extensions.code).toBe('CONFLICT');
  const remove = 'mutation ($id: ID!) { deleteWebhook(input: { id: $id }) { deletedWebhookId } }';
  const { key } = await api.addKey({ client: 'bob' });
  expect((await ask(remove, { id }, key)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  expect((await ask('query ($id: ID!) { node(id: $id) { id } }', { id }, key)).data).toEqual({ node: null });
  expect((await ask(remove, { id })).data).toEqual({ deleteWebhook: { deletedWebhookId: id } });
});

test('without the scope nothing is seen of them, and a short token has none', async () => {
  const created = await api.ask('POST', '/wallet/webhook/', { payload: { url: 'https://hooks.example/b' } });
  const { id } = z.object({ id: z.string() }).parse(created.json);
  const { key } = await api.addKey({ scopes: ['read', 'write'] });
  expect((await ask('{ webhooks { nodes { id } } }', {}, key)).errors?.[0]?.extensions.code).toBe(
    'FORBIDDEN',
  );
  expect((await ask('query ($id: ID!) { node(id: $id) { id } }', { id }, key)).data).toEqual({ node: null });
  const caller = { clientId: api.clientId, keyId: 'k', scopes: ['read', 'webhooks'] as const };
  const bounds = { wallets: new Set([address(1)]), isPublic: false };
  await expect(
    api.readModel.listWebhooks({ ...caller, bounds }, { mode: 'page', page: 1, pageSize: 10 }),
  ).rejects.toThrow('Webhooks need a secret key');
});
