/**
 * Balances compared with the chain, and what a wallet's approvals say of movements that it did not send: both through the
 * service, on a chain where a balance changes without any event and a spender pulls a token long after it was allowed to.
 */
import { Decimal } from 'decimal.js';
import { encodeFunctionData, parseAbi, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Actions, createActions } from '../../demo/calls/actions.ts';
import { silentlyGrowingAddresses } from '../../demo/economy/world-types.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import { type Database, openDatabase } from '../../src/store/connection/database.ts';
import { requestReconciliation } from '../../src/store/sync/reconciliation-requests.ts';
import { findWallet } from '../../src/store/sync/registrations.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readState } from '../support/state-hash.ts';
import { createTestWorld, type TestWorld } from '../support/world.ts';

const Exact = Decimal.clone({ precision: 100 });

let testWorld: TestWorld;
let service: TestService;
let actions: Actions;
let database: Database;

beforeAll(async () => {
  testWorld = await createTestWorld({ transactions: 600 });
  actions = createActions(testWorld.world);
  service = await startTestService([testWorld.chain]);
  database = await openDatabase({ url: service.databaseUrl, maximumConnections: 2 });
  await service.api.load(testWorld.addresses);
});

afterAll(async () => {
  await database?.close();
  await service?.stop();
  await testWorld?.anvil.stop();
});

const headOf = async (): Promise<number> => Number((await actions.chain.latestBlock()).number);
const alice = () => testWorld.world.wallets.alice;
/** Tokens whose balances grow without a log. */
const growing = () => silentlyGrowingAddresses(testWorld.world);
const dave = () => testWorld.world.accounts.dave;

interface Balance {
  balance: string;
  heldAmount: string;
  rawToken: { address: string; symbol: string };
  reconciliation: { onChainBalance: string; difference: string; blockNumber: number } | null;
}

async function balancesOf(wallet: string): Promise<Balance[]> {
  const { tokenBalances } = await service.api.query<{ tokenBalances: { nodes: Balance[] } }>(
    `query ($wallets: [Address!]!) { tokenBalances(wallets: $wallets, pageSize: 500) { nodes {
       balance heldAmount rawToken { address symbol } reconciliation { onChainBalance difference blockNumber } } } }`,
    { wallets: [wallet] },
  );
  return tokenBalances.nodes;
}

async function warningsOf(wallet: string): Promise<string[]> {
  const data = await service.api.query<{ wallet: { sync: { warnings: string[] }[] } }>(
    'query ($address: Address!) { wallet(address: $address) { sync { warnings } } }',
    { address: wallet },
  );
  return data.wallet.sync.flatMap(({ warnings }) => warnings);
}

/** What a client sees after a comparison that was asked for. */
async function compareNow(wallet: `0x${string}`): Promise<void> {
  const row = await findWallet(database, `0x${wallet.slice(2).toLowerCase()}`);
  if (row === null) throw new Error('not registered');
  const block = await headOf();
  await service.api.waitForBlock(block);
  await requestReconciliation(database, [row.id]);
  await expect
    .poll(
      async () => (await balancesOf(wallet)).every((one) => (one.reconciliation?.blockNumber ?? -1) >= block),
      {
        timeout: 20_000,
      },
    )
    .toBe(true);
}

describe('reconciliation', () => {
  test('after loading, every balance is compared with the chain by itself', async () => {
    await expect
      .poll(async () => (await balancesOf(alice())).filter(({ reconciliation }) => reconciliation === null), {
        timeout: 20_000,
      })
      .toEqual([]);
    // What protocols hold is not at the wallet's address.
    for (const { balance, heldAmount, rawToken, reconciliation } of await balancesOf(alice())) {
      if (growing().includes(rawToken.address)) continue;
      expect([rawToken.symbol, reconciliation?.onChainBalance, reconciliation?.difference]).toEqual([
        rawToken.symbol,
        new Exact(balance).minus(heldAmount).toFixed(),
        '0',
      ]);
    }
  });

  test('a rebase shows as a difference with a warning, and goes away with it', async () => {
    const rebasing = testWorld.world.tokens.rebasing.address;
    const mint = parseAbi(['function mint(address to, uint256 value)']);
    // At the index of 1, so that the wallet's rows and shares are the same figure.
    await actions.rebase(1000n);
    const { carol } = testWorld.world.wallets;
    await actions.chain.send({
      from: testWorld.world.accounts.deployer,
      to: rebasing,
      data: encodeFunctionData({ abi: mint, args: [carol, parseUnits('40', 18)] }),
    });
    await compareNow(carol);
    const find = async () =>
      (await balancesOf(carol)).find(({ rawToken }) => rawToken.address === rebasing.toLowerCase());
    const before = await find();
    const own = Number(before?.balance);
    expect(own).toBeGreaterThanOrEqual(40);
    const differed = Number(before?.reconciliation?.difference);

    await actions.rebase(1250n);
    await compareNow(carol);
    const after = await find();
    const onChain = Number(after?.reconciliation?.onChainBalance);
    expect(after?.balance).toBe(before?.balance);
    expect(onChain).toBeCloseTo((own + differed) * 1.25, 6);
    expect(Number(after?.reconciliation?.difference)).toBeCloseTo(onChain - own, 6);
    expect(await warningsOf(carol)).toContain(
      `Balance of RBD differs from the chain by ${after?.reconciliation?.difference}: rebasing token or missing history`,
    );

    await actions.rebase(1000n);
    await compareNow(carol);
    expect((await find())?.reconciliation?.difference).toBe(before?.reconciliation?.difference);
    expect((await warningsOf(carol)).join()).not.toContain(`by ${after?.reconciliation?.difference}:`);
  });
});

test('wallets reconcile has the running service compare, and prints both sides', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  vi.stubEnv('DATABASE_URL', service.databaseUrl);
  vi.stubEnv('CONFIG_FILE', undefined);
  let printed = '';
  try {
    expect(await runCommandLine(['wallets', 'reconcile', alice(), '--json'])).toBe(0);
    printed = log.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
  const rows: { symbol: string; balance: string; on_chain: string; difference: string }[] =
    JSON.parse(printed);
  const native = rows.find(({ symbol }) => symbol === 'ETH');
  expect(native).toMatchObject({ wallet: alice().toLowerCase(), difference: '0', balance: native?.on_chain });
  expect(rows.length).toBeGreaterThan(5);
});

describe('approvals', () => {
  const erc20 = parseAbi(['function transferFrom(address from, address to, uint256 value)']);

  async function spamOf(token: string): Promise<{ amount: string; isSpam: boolean }[]> {
    const { transfers } = await service.api.query<{
      transfers: {
        nodes: { amount: string; isSpam: boolean; rawToken: { address: string }; side: string }[];
      };
    }>(
      `query ($wallets: [Address!]!, $tokens: [ID!]!) {
         transfers(wallets: $wallets, filter: { tokens: $tokens, spam: INCLUDE }, pageSize: 1) {
           nodes { amount isSpam side rawToken { address } } } }`,
      { wallets: [alice()], tokens: [token] },
    );
    return transfers.nodes.map(({ amount, isSpam }) => ({ amount, isSpam }));
  }

  test('what a spender pulls in a later step, with nothing in return, is real: the approval is remembered', async () => {
    const token = testWorld.world.tokens.meme;
    await actions.mintToken(token.address, alice(), parseUnits('100', token.decimals));
    await actions.approve(token.address, alice(), dave());
    await service.api.waitForBlock(await headOf());
    await actions.mine(40);
    await service.api.waitForBlock(await headOf());
    const data = encodeFunctionData({
      abi: erc20,
      args: [alice(), dave(), parseUnits('60', token.decimals)],
    });
    await actions.chain.send({ from: dave(), to: token.address, data });
    await service.api.waitForBlock(await headOf());

    expect(await spamOf(token.address)).toEqual([{ amount: '-60', isSpam: false }]);
    await compareNow(alice());
    const balance = (await balancesOf(alice())).find(
      ({ rawToken }) => rawToken.address === token.address.toLowerCase(),
    );
    expect(balance?.reconciliation?.difference).toBe('0');
  });

  test('a forged event in a token that was never approved stays spam', async () => {
    const token = testWorld.world.tokens.forging;
    await actions.forgeTransfer(alice(), dave(), 5_000_000n);
    await service.api.waitForBlock(await headOf());
    expect(await spamOf(token.address)).toEqual([{ amount: '-5', isSpam: true }]);
  });

  test('an approval that a re-org undid is forgotten, and the state is that of a fresh load', async () => {
    const token = testWorld.world.tokens.uni;
    await actions.mintToken(token.address, alice(), parseUnits('3', token.decimals));
    await service.api.waitForBlock(await headOf());
    await actions.approve(token.address, alice(), dave());
    await service.api.waitForBlock(await headOf());
    await actions.reorg(1);
    await actions.mine(3);
    const head = await headOf();
    await service.api.waitForBlock(head);

    const fresh = await startTestService([testWorld.chain]);
    try {
      await fresh.api.load(testWorld.addresses);
      await fresh.api.waitForBlock(head);
      const expected = await readState(fresh.databaseUrl);
      await expect.poll(() => readState(service.databaseUrl), { timeout: 20_000 }).toEqual(expected);
    } finally {
      await fresh.stop();
    }
  });
});
