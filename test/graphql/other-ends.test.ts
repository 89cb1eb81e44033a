/** The other end of a crossing over a bridge, over GraphQL and REST: by the bridge's name for it, in the caller's own wallets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Address, TransactionKind } from '../../src/domain/model.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { commitAll } from '../support/history.ts';
import { address, hash, transactionRecord } from '../support/records.ts';

const [first, second, foreign] = [address(1), address(2), address(3)];
let api: TestApi;

async function register(clientId: number, wallet: Address): Promise<number> {
  const chains = [{ chainId: 1, fromBlock: 0 }];
  const [row] = await registerWallets(api.database, { clientId, addresses: [wallet], chains });
  return row?.walletId ?? 0;
}

async function store(
  walletId: number,
  rows: readonly [number: number, kind: TransactionKind, message: string | null][],
) {
  const transactions = rows.map(([number, kind, bridgeMessage]) =>
    transactionRecord({ walletId, blockNumber: number, hash: hash(number) }, { kind, bridgeMessage }),
  );
  await commitAll(api.database, { transactions, transfers: [] }, true);
}

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  const { id: other } = await ensureClient(api.database, 'other');
  const walletIds = [
    await register(api.clientId, first),
    await register(api.clientId, second),
    await register(other, foreign),
  ] as const;
  await store(walletIds[0], [
    [1, 'BRIDGE_OUT', 'across:1:7'],
    [2, 'BRIDGE_OUT', 'across:1:8'],
    [3, 'BRIDGE_OUT', null],
    [4, 'BRIDGE_OUT', 'hop:0x09'],
    [5, 'BRIDGE_OUT', 'across:1:7777'],
  ]);
  await store(walletIds[1], [
    [11, 'BRIDGE_IN', 'across:1:7'],
    // Somebody paid twice and said the same.
    [12, 'BRIDGE_IN', 'hop:0x09'],
    [13, 'BRIDGE_IN', 'hop:0x09'],
    [14, 'BRIDGE_OUT', 'across:1:7777'],
  ]);
  await store(walletIds[2], [[21, 'BRIDGE_IN', 'across:1:8']]);
});
afterAll(() => api?.close());

async function ask(query: string, headers = {}): Promise<unknown> {
  const variables = { wallets: [first], both: [first, second] };
  return (await api.ask('POST', '/graphql', { payload: { query, variables }, headers })).json;
}

const ends = `query ($wallets: [Address!]!) {
  transactions(wallets: $wallets, order: ASC, first: 10) { nodes { hash otherEnd { hash kind wallet { address } otherEnd { hash } } } }
}`;

describe('the other end', () => {
  test('is in another wallet of the client; the first of several; not of another client, not of the same side', async () => {
    const arrived = (number: number, from: number) => ({
      hash: hash(number),
      kind: 'BRIDGE_IN',
      wallet: { address: second },
      otherEnd: { hash: hash(from) },
    });
    expect(await ask(ends)).toMatchObject({
      data: {
        transactions: {
          nodes: [
            { hash: hash(1), otherEnd: arrived(11, 1) },
            { hash: hash(2), otherEnd: null },
            { hash: hash(3), otherEnd: null },
            { hash: hash(4), otherEnd: arrived(12, 4) },
            { hash: hash(5), otherEnd: null },
          ],
        },
      },
    });
  });

  test('is not told to a credential of some wallets where it is in none of them', async () => {
    const { clientId } = api;
    const caller = { clientId, keyId: 'key', scopes: ['read'] } as const;
    const crossing = [{ bridgeMessage: 'across:1:7', kind: 'BRIDGE_OUT' }] as const;
    const bounds = (wallet: Address) => ({ wallets: new Set([wallet]), isPublic: false });
    const of = (wallet: Address) =>
      api.readModel.otherEndsOf({ ...caller, bounds: bounds(wallet) }, crossing);
    expect(await of(first)).toEqual([null]);
    expect(await of(second)).toMatchObject([{ hash: hash(11) }]);
  });
});

describe('the filter by the name of a crossing', () => {
  test('finds both ends', async () => {
    const query = `query ($both: [Address!]!) {
      transactions(wallets: $both, order: ASC, first: 5, filter: { bridgeMessage: "across:1:7" }) { count next nodes { hash } }
    }`;
    const found = [{ hash: hash(1) }, { hash: hash(11) }];
    expect(await ask(query)).toMatchObject({
      data: { transactions: { count: 2, next: null, nodes: found } },
    });
    const url = `/wallet/transaction/?wallet=${first},${second}&order=asc&page_size=1&bridge_message=across:1:7`;
    const page = await api.ask('GET', url);
    expect(page.json).toMatchObject({ count: 2, results: [{ hash: hash(1), bridge_message: 'across:1:7' }] });
    expect(page.json).toMatchObject({ next: expect.stringContaining('bridge_message=across%3A1%3A7') });
  });

  test('says what a name looks like where it is none', async () => {
    const hint = 'is not what a bridge calls a crossing, such as across:1:2345';
    for (const wrong of [
      'across',
      'Across:1:2',
      'across:1:2\u0000',
      'across:',
      `across:${'1'.repeat(101)}`,
    ]) {
      const query = `query ($both: [Address!]!) {
        transactions(wallets: $both, first: 5, filter: { bridgeMessage: ${JSON.stringify(wrong)} }) { count }
      }`;
      expect(await ask(query)).toMatchObject({
        errors: [{ message: expect.stringContaining(hint), extensions: { code: 'BAD_INPUT' } }],
      });
      const url = `/wallet/transaction/?wallet=${first}&bridge_message=${encodeURIComponent(wrong)}`;
      const refused = await api.ask('GET', url);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(hint)]);
    }
  });
});
