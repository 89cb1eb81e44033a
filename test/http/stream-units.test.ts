/** What the events of a subscription weigh: a stream that begins at an old cursor has as many as the history has transfers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';

const transfers = 200;
const burst = 1_000;
let api: TestApi;
let url: string;
let walletId: number;
beforeAll(async () => {
  api = await createTestApi({
    ...{ graphql: 'real', now: () => 0 },
    limits: { requestsPerSecond: 1, burst },
  });
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
  walletId = await registerTestWallet(api.database, 1);
  const places = Array.from({ length: transfers }, (_, index) => ({ walletId, blockNumber: index + 1 }));
  await storeTestRows(api.database, 1, {
    transactions: places.map((place) => transactionRecord(place)),
    transfers: places.map((place) => transferRecord(place)),
  });
});
afterAll(() => api.close());

/** As a stream answers it: format 1, the wallet's id (4 bytes), and the version 0 (8 bytes), before its first commit. */
function cursorOfTheBeginning(): string {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt8(2);
  bytes.writeUInt32BE(walletId, 1);
  return bytes.toString('base64url');
}

test('events weigh what their fields cost, however many there are', async () => {
  // transferAdded, transfer, and 15 times blockchain with five fields: 1 + 1 + 15 * 6 fields.
  const blockchain = 'blockchain { chainId name slug symbol imageUrl }';
  const fields = Array.from({ length: 15 }, (_, index) => `a${index}: ${blockchain}`).join(' ');
  const query = `subscription ($after: String!) {
    transferAdded(wallets: ["${address(1)}"], after: $after) { transfer { ${fields} } } }`;
  const costOfEvent = 92;
  const { key } = await api.addKey();
  const left = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': key },
    body: JSON.stringify({ query, variables: { after: cursorOfTheBeginning() } }),
    signal: left.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  // The first event says where the stream begins.
  while (text.split('event: next').length - 1 < transfers + 1) {
    const next = await reader?.read();
    if (next?.value === undefined) throw new Error(`the stream has ended:\n${text.slice(-500)}`);
    text += decoder.decode(next.value, { stream: true });
  }
  left.abort();
  expect(text).not.toContain('"errors"');

  const probe = await api.ask('GET', '/wallet/manage/', { headers: { 'x-api-key': key } });
  const used = burst - Number(probe.headers['ratelimit-remaining']) - 1;
  // A unit for the request, and one for each 5,000 fields of its events.
  expect(used).toBe(1 + Math.floor((costOfEvent * (transfers + 1)) / 5_000));
});
