/** Registering, following the loading, and whose a wallet is. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balanceId, labelId, transactionId, transferId, walletId } from '../../src/domain/ids.ts';
import { itemOfPosition } from '../../src/domain/position.ts';
import { failStep } from '../../src/store/sync/leases.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import type { WalletView } from '../../src/use-cases/model/wallet-view.ts';
import { buildWorld, ethereum, leaseOf, polygon, store, usdc, type World } from '../support/builders.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let world: World;
let alice: Caller;
let bob: Caller;
/** What the configuration enables; a test changes it. */
let chains = [{ chainId: ethereum, fromBlock: 0 }];
let nextAddress = 1_000;
const freshAddress = () => address(nextAddress++);

beforeAll(async () => {
  world = await buildWorld(db.database, { enabledChains: async () => chains });
  alice = await world.caller('alice');
  bob = await world.caller('bob');
});

beforeEach(() => {
  chains = [{ chainId: ethereum, fromBlock: 0 }];
});

afterAll(async () => {
  await world.readModel.close();
});

async function register(caller: Caller, ...addresses: ReturnType<typeof address>[]): Promise<number[]> {
  await world.readModel.registerWallets(caller, addresses);
  const { rows } = await db.database.pool.query<{ id: number }>(
    'SELECT wallet.id FROM unnest($1::text[]) WITH ORDINALITY wanted (address, place) JOIN wallet USING (address) ORDER BY place',
    [addresses],
  );
  return rows.map(({ id }) => id);
}

async function walletOf(caller: Caller, wallet: ReturnType<typeof address>): Promise<WalletView | null> {
  return world.readModel.getWallet(caller, wallet);
}

describe('reloading', () => {
  test('drops the history for everybody who has it, is written down, and needs the scope admin', async () => {
    const one = freshAddress();
    const [id = 0] = await register(alice, one);
    await register(bob, one);
    const row = { walletId: id };
    await store(db.database, row, {
      transactions: [transactionRecord(row)],
      transfers: [transferRecord(row)],
    });
    const count = async () =>
      (await db.database.pool.query('SELECT count(*)::int FROM transfer WHERE wallet_id = $1', [id])).rows;
    expect([(await walletOf(bob, one))?.isLoaded, await count()]).toEqual([true, [{ count: 1 }]]);
    await expect(world.readModel.reloadWallets(alice, [one])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const operator: Caller = { ...alice, scopes: ['read', 'admin'] };
    await expect(world.readModel.reloadWallets(operator, [one, freshAddress()])).rejects.toMatchObject({
      code: 'WALLET_NOT_REGISTERED',
    });
    expect(await count()).toEqual([{ count: 1 }]);
    expect(await world.readModel.reloadWallets(operator, [one])).toMatchObject([
      { address: one, isLoaded: false, sync: [{ phase: 'QUEUED', syncedBlock: null }] },
    ]);
    expect([(await walletOf(bob, one))?.isLoaded, await count()]).toEqual([false, [{ count: 0 }]]);
    const { rows } = await db.database.pool.query(
      "SELECT client_id, actor_kind, actor_id, subject FROM audit_entry WHERE action = 'wallet_reloaded'",
    );
    expect(rows).toEqual([
      { client_id: alice.clientId, actor_kind: 'key', actor_id: alice.keyId, subject: one },
    ]);
  });
});

describe('registering', () => {
  test('answers in the order asked, says what is new, and is idempotent', async () => {
    const [one, two] = [freshAddress(), freshAddress()];
    const first = await world.readModel.registerWallets(alice, [two]);
    expect(first.createdCount).toBe(1);
    const second = await world.readModel.registerWallets(alice, [one, two, one]);
    expect(second.createdCount).toBe(1);
    expect(second.wallets.map((wallet) => wallet.address)).toEqual([one, two]);
    expect(second.wallets[1]).toEqual(first.wallets[0]);
    expect(second.wallets[0]).toMatchObject({
      id: walletId.encode(one),
      isLoaded: false,
      sync: [{ phase: 'QUEUED', percent: 0, syncedBlock: null, headBlock: null, blockchain: { chainId: 1 } }],
    });
  });

  test.each<[string, number]>([
    ['none', 0],
    ['eleven', 11],
  ])('%s is refused', async (_name, count) => {
    const addresses = Array.from({ length: count }, freshAddress);
    await expect(world.readModel.registerWallets(alice, addresses)).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
    const [first] = addresses;
    if (first !== undefined) expect(await walletOf(alice, first)).toBeNull();
  });

  test('eleven that are ten are taken', async () => {
    const ten = Array.from({ length: 10 }, freshAddress);
    const { createdCount } = await world.readModel.registerWallets(alice, [...ten, ...ten.slice(0, 1)]);
    expect(createdCount).toBe(10);
  });

  test('needs the scope write, reading the scope read', async () => {
    const reader: Caller = { ...alice, scopes: ['read'] };
    const writer: Caller = { ...alice, scopes: ['write'] };
    const wallet = freshAddress();
    await expect(world.readModel.registerWallets(reader, [wallet])).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(world.readModel.unregisterWallets(reader, [wallet])).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(
      world.readModel.putCustomLabel(reader, { address: wallet, name: 'x', tags: [] }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(world.readModel.getWallet(writer, wallet)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await world.readModel.registerWallets(writer, [wallet])).createdCount).toBe(1);
  });

  test('unregistering', async () => {
    const wallet = freshAddress();
    await register(alice, wallet);
    await world.readModel.unregisterWallets(alice, [wallet]);
    expect(await walletOf(alice, wallet)).toBeNull();
    await expect(world.readModel.unregisterWallets(alice, [wallet])).rejects.toMatchObject({
      code: 'WALLET_NOT_REGISTERED',
    });
  });

  test('wallets are listed in the order of registration', async () => {
    const carol = await world.caller('carol');
    const wallets = [freshAddress(), freshAddress(), freshAddress()];
    for (const wallet of [...wallets].reverse()) await register(carol, wallet);
    const page = await world.readModel.listWallets(carol, { mode: 'page', page: 1, pageSize: 2 });
    expect(page.items.map((wallet) => wallet.address)).toEqual([wallets[2], wallets[1]]);
    expect([await page.count(), page.next]).toEqual([3, { page: 2 }]);
    const last = await world.readModel.listWallets(carol, { mode: 'cursor', last: 1 });
    expect(last.items.map((wallet) => wallet.address)).toEqual([wallets[0]]);
  });
});

describe('is loaded', () => {
  test('only when every enabled chain is', async () => {
    const wallet = freshAddress();
    chains = [
      { chainId: ethereum, fromBlock: 0 },
      { chainId: polygon, fromBlock: 0 },
    ];
    const [id = 0] = await register(alice, wallet);
    await store(db.database, { walletId: id }, {}, { phase: 'BACKFILL', syncedBlock: 250, loaded: false });
    expect(await walletOf(alice, wallet)).toMatchObject({
      isLoaded: false,
      sync: [{ percent: 25 }, { percent: 0 }],
    });
    await store(db.database, { walletId: id });
    expect(await walletOf(alice, wallet)).toMatchObject({
      isLoaded: false,
      sync: [{ percent: 100 }, { percent: 0 }],
    });
    await store(db.database, { walletId: id, chainId: polygon }, {}, { warnings: ['no withdrawals'] });
    expect(await walletOf(alice, wallet)).toMatchObject({
      isLoaded: true,
      sync: [{ phase: 'FOLLOWING' }, { warnings: ['no withdrawals'] }],
    });

    chains = [...chains, { chainId: 10, fromBlock: 0 }];
    expect(await walletOf(alice, wallet)).toMatchObject({ isLoaded: false });
    chains = [];
    expect(await walletOf(alice, wallet)).toMatchObject({ isLoaded: false, sync: [] });
  });

  test('not when a chain failed, and the reason is shown', async () => {
    const wallet = freshAddress();
    const [id = 0] = await register(alice, wallet);
    await store(db.database, { walletId: id });
    const lease = await leaseOf(db.database, id, ethereum);
    await failStep(db.database, lease, {
      error: 'the node at 10.0.0.7:8545 has no traces',
      kind: 'incomplete-source',
      permanent: true,
      retryInMs: 60_000,
    });
    expect(await walletOf(alice, wallet)).toMatchObject({
      isLoaded: false,
      sync: [{ phase: 'FAILED', error: expect.stringContaining('cannot give everything') }],
    });
  });

  test.each<[number, number, number, number]>([
    [100, 100, 200, 0],
    [100, 150, 200, 50],
    [100, 199, 200, 99],
    [0, 999_999, 1_000_000, 99.99],
    [100, 200, 200, 100],
    [200, 200, 200, 100],
    [100, 99, 200, 0],
  ])('from block %i, synced to %i of %i: %d %%', async (fromBlock, syncedBlock, headBlock, percent) => {
    chains = [{ chainId: ethereum, fromBlock }];
    const wallet = freshAddress();
    const [id = 0] = await register(alice, wallet);
    await store(
      db.database,
      { walletId: id },
      {},
      { phase: 'BACKFILL', syncedBlock, headBlock, loaded: false },
    );
    expect((await walletOf(alice, wallet))?.sync[0]?.percent).toBe(percent);
  });
});

describe('following', () => {
  test('shows each change and ends when all are loaded', async () => {
    const [one, two] = [freshAddress(), freshAddress()];
    const [idOne = 0, idTwo = 0] = await register(alice, one, two);
    const seen: (string | number | undefined)[][] = [];
    for await (const wallet of world.readModel.watchWallets(alice, [one, two])) {
      seen.push([wallet.address === one ? 'one' : 'two', wallet.sync[0]?.phase, wallet.sync[0]?.percent]);
      if (seen.length === 2) {
        await store(
          db.database,
          { walletId: idOne },
          {},
          { phase: 'BACKFILL', syncedBlock: 500, loaded: false },
        );
      }
      if (seen.length === 3) await store(db.database, { walletId: idOne });
      if (seen.length === 4) {
        const lease = await leaseOf(db.database, idTwo, ethereum);
        await failStep(db.database, lease, {
          error: 'gone',
          kind: 'source-refused',
          permanent: true,
          retryInMs: 60_000,
        });
      }
    }
    expect(seen).toEqual([
      ['one', 'QUEUED', 0],
      ['two', 'QUEUED', 0],
      ['one', 'BACKFILL', 50],
      ['one', 'FOLLOWING', 100],
      ['two', 'FAILED', 0],
    ]);
  });

  test('a consumer that leaves while it waits is let go at once', async () => {
    const wallet = freshAddress();
    await register(alice, wallet);
    const watch = world.readModel.watchWallets(alice, [wallet]);
    expect((await watch.next()).done).toBe(false);
    const waiting = watch.next();
    await watch.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await watch.next()).toEqual({ done: true, value: undefined });
  });

  test('an unregistered wallet is not followed', async () => {
    const watch = world.readModel.watchWallets(alice, [freshAddress()]);
    await expect(watch.next()).rejects.toMatchObject({ code: 'WALLET_NOT_REGISTERED' });
  });

  test('waiting ends when loaded, at the time limit, and on abort', async () => {
    const wallet = freshAddress();
    const [id = 0] = await register(alice, wallet);
    const [atLimit] = await world.readModel.waitUntilLoaded(alice, [wallet], 20);
    expect(atLimit?.isLoaded).toBe(false);
    const controller = new AbortController();
    const aborted = world.readModel.waitUntilLoaded(alice, [wallet], 60_000, controller.signal);
    controller.abort();
    expect((await aborted)[0]?.isLoaded).toBe(false);
    const loaded = world.readModel.waitUntilLoaded(alice, [wallet], 60_000);
    await store(db.database, { walletId: id });
    expect((await loaded)[0]?.isLoaded).toBe(true);
  });
});

describe('two clients', () => {
  test('see nothing of each other', async () => {
    const { readModel } = world;
    const wallet = freshAddress();
    const [id = 0] = await register(bob, wallet);
    const at = { walletId: id, blockNumber: 1, hash: hash(1) };
    const transfer = transferRecord(at, { tokenAddress: usdc });
    await store(
      db.database,
      { walletId: id },
      { transactions: [transactionRecord(at)], transfers: [transfer] },
    );
    await readModel.putCustomLabel(bob, { address: address(2), name: "Bob's friend", tags: [] });
    const page = { mode: 'page', page: 1, pageSize: 10 } as const;
    const request = {
      wallets: [wallet],
      filter: {},
      order: 'DESC',
      currency: 'USD',
      period: 'MAX',
      costMethod: 'FIFO',
    } as const;
    const key = { wallet, chainId: ethereum, hash: hash(1) };
    const ids = {
      wallet: [walletId.encode(wallet)],
      transfer: [transferId.encode({ ...key, item: itemOfPosition(transfer.position) })],
      transaction: [transactionId.encode(key)],
      balance: [
        balanceId.encode({ ...key, tokenAddress: usdc, period: 'MAX', method: 'FIFO', currency: 'USD' }),
      ],
      label: [labelId.encode(address(2))],
    };

    // Bob sees all of it …
    expect(await readModel.walletsByIds(bob, ids.wallet)).toMatchObject([{ address: wallet }]);
    expect(await readModel.transfersByIds(bob, ids.transfer)).toMatchObject([{ amount: '0.000005' }]);
    expect(await readModel.transactionsByIds(bob, ids.transaction)).toMatchObject([{ hash: hash(1) }]);
    expect(await readModel.balancesByIds(bob, ids.balance)).toMatchObject([{ balance: '0.000005' }]);
    expect(await readModel.customLabelsByIds(bob, ids.label)).toMatchObject([{ name: "Bob's friend" }]);
    const transfers = await readModel.listTransfers(bob, request, page);
    expect(transfers.items[0]?.counterparty.name).toBe("Bob's friend");

    // … and Alice nothing.
    const refused = { code: 'WALLET_NOT_REGISTERED', message: expect.stringContaining(wallet) };
    expect(await readModel.getWallet(alice, wallet)).toBeNull();
    await expect(readModel.findWallets(alice, [wallet])).rejects.toMatchObject(refused);
    await expect(readModel.listTransfers(alice, request, page)).rejects.toMatchObject(refused);
    await expect(readModel.listTransactions(alice, request, page)).rejects.toMatchObject(refused);
    await expect(readModel.listBalances(alice, request)).rejects.toMatchObject(refused);
    await expect(readModel.listCounterpartyTotals(alice, request, page)).rejects.toMatchObject(refused);
    await expect(readModel.flowTotals(alice, request)).rejects.toMatchObject(refused);
    await expect(readModel.waitUntilLoaded(alice, [wallet], 1)).rejects.toMatchObject(refused);
    await expect(readModel.unregisterWallets(alice, [wallet])).rejects.toMatchObject(refused);
    expect(await readModel.walletsByIds(alice, ids.wallet)).toEqual([null]);
    expect(await readModel.transfersByIds(alice, ids.transfer)).toEqual([null]);
    expect(await readModel.transactionsByIds(alice, ids.transaction)).toEqual([null]);
    expect(await readModel.transfersOf(alice, ids.transaction)).toEqual([[]]);
    expect(await readModel.balancesByIds(alice, ids.balance)).toEqual([null]);
    expect(await readModel.customLabelsByIds(alice, ids.label)).toEqual([null]);
    expect((await readModel.getCounterparty(alice, address(2))).name).toBeNull();
    await expect(readModel.getCustomLabel(alice, address(2))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readModel.deleteCustomLabel(alice, address(2))).rejects.toMatchObject({ code: 'NOT_FOUND' });

    // A cursor of Bob's list leads Alice nowhere but into her own.
    const own = freshAddress();
    await register(alice, own);
    const after = { mode: 'cursor', first: 10, after: transfers.cursors[0] ?? '' } as const;
    const page2 = await readModel.listTransfers(alice, { ...request, wallets: [own] }, after);
    expect(page2.items).toEqual([]);
  });

  test('may register the same wallet: one history, two registrations', async () => {
    const wallet = freshAddress();
    const [forAlice] = await register(alice, wallet);
    const [forBob] = await register(bob, wallet);
    expect(forAlice).toBe(forBob);
    const [a, b] = [await walletOf(alice, wallet), await walletOf(bob, wallet)];
    expect(a?.registrationId).not.toBe(b?.registrationId);
    await world.readModel.unregisterWallets(alice, [wallet]);
    expect(await walletOf(bob, wallet)).toEqual(b);
  });

  test.each([`0x${'0'.repeat(40)}`, `0x${'0'.repeat(36)}dead`] as const)(
    '%s is nobody\u2019s: all mints, or burns, would be moves between own wallets',
    async (nobodys) => {
      const wanted = world.readModel.registerWallets(alice, [freshAddress(), nobodys]);
      await expect(wanted).rejects.toMatchObject({
        code: 'BAD_INPUT',
        message: expect.stringContaining("nobody's wallet"),
      });
      expect(await walletOf(alice, nobodys)).toBeNull();
    },
  );

  test('reads at most 50 wallets at once', async () => {
    const many = Array.from({ length: 51 }, freshAddress);
    await expect(world.readModel.findWallets(alice, many)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(world.readModel.findWallets(alice, [])).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
