/** Why something is spam, who named a function, and what a bridge calls a crossing, over GraphQL, of the wallet of the golden files. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeGoldenWorld, wallet } from '../rest/golden-world.ts';
import { createTestApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  await storeGoldenWorld(api.database, api.clientId);
});
afterAll(() => api?.close());

test('a reason where something is spam, null where it is not', async () => {
  const query = `query ($wallets: [Address!]!) {
    transfers(wallets: $wallets, first: 2, filter: { to: "2024-01-01T00:06:00Z" }) { nodes { isSpam spamReason } }
    transactions(wallets: $wallets, first: 2, filter: { to: "2024-01-01T00:06:00Z" }) { nodes { isSpam spamReason } }
  }`;
  const { json } = await api.ask('POST', '/graphql', {
    payload: { query, variables: { wallets: [wallet] } },
  });
  // Newest first: the listed token of 00:05, the airdrop of 00:04.
  const nodes = [
    { isSpam: false, spamReason: null },
    { isSpam: true, spamReason: 'AIRDROP' },
  ];
  expect(json).toMatchObject({ data: { transfers: { nodes }, transactions: { nodes } } });
});

test('who named a function: the explorer, or nobody where its selector stands or it was not kept; and what a bridge calls a crossing', async () => {
  const query = `query ($wallets: [Address!]!) {
    transactions(wallets: $wallets, first: 4, order: ASC) { nodes { function functionSource bridgeMessage } }
  }`;
  const { json } = await api.ask('POST', '/graphql', {
    payload: { query, variables: { wallets: [wallet] } },
  });
  expect(json).toMatchObject({
    data: {
      transactions: {
        nodes: [
          { function: null, functionSource: null, bridgeMessage: 'across:1:7' },
          { function: 'transfer', functionSource: 'EXPLORER', bridgeMessage: null },
          { function: '', functionSource: null, bridgeMessage: null },
          { function: '0x12345678', functionSource: null, bridgeMessage: null },
        ],
      },
    },
  });
});
