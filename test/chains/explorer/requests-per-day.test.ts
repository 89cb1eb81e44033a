/** What an explorer is asked for wallets of which nothing is new, how a day's requests are kept, and what accounts bear. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../../demo/node/anvil.ts';
import { resolveChain } from '../../../src/chains/definitions/chain-settings.ts';
import { explorerAllowance, walletCapacities } from '../../../src/chains/explorer/allowance.ts';
import type { Address } from '../../../src/domain/model.ts';
import { createDailyBudget, type RequestCounter } from '../../../src/outgoing/daily-budget.ts';
import { askNode, type ChainIndex, createChainIndex } from '../../support/explorer-fake/chain-index.ts';
import { createFakeClock } from '../../support/explorer-fake/fake-clock.ts';
import { useFakeExplorers } from '../../support/explorer-fake/use-explorers.ts';

const chainId = 31337;
// Anvil's first account pays its second in five blocks.
const payer = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const receiver: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const quiet = Array.from({ length: 20 }, (_, number): Address => `0x${String(number + 1).padStart(40, '5')}`);

let anvil: Anvil;
let index: ChainIndex;
beforeAll(async () => {
  anvil = await startAnvil();
  for (let count = 1; count <= 5; count += 1)
    await askNode(anvil.rpcUrl, 'eth_sendTransactionSync', [{ from: payer, to: receiver, value: '0x1' }]);
  index = createChainIndex(anvil.rpcUrl);
});
afterAll(() => anvil?.stop());

const open = useFakeExplorers({
  chainId,
  index: () => index,
  activity: { address: receiver, fromBlock: 0, toBlock: 5 },
});

/** Counts as the database does, for one process. */
function createCounter(): RequestCounter & { used: number } {
  return {
    used: 0,
    async take({ most, wanted }) {
      const granted = Math.max(0, Math.min(wanted, most - this.used));
      this.used += granted;
      return { granted, used: this.used };
    },
  };
}

test('20 wallets without anything new cost their six lists each, and the heads and blocks of one', async () => {
  const clock = createFakeClock();
  const { fake, source } = await open('etherscan', {}, { clock });
  const blocks = await index.update();
  await source.probe();
  clock.advance(60_000);
  fake.requests.length = 0;
  const head = await source.getHead();
  const stored = await source.getBlock(3);
  expect(stored?.hash).toBe(blocks[3]?.hash);
  for (const address of quiet) {
    const range = { address, fromBlock: 4, toBlock: head.number, parentHash: stored?.hash ?? null };
    const activity = await source.fetchActivity({ ...range, isFollowing: true });
    expect(activity).toMatchObject({ reached: head, transactions: [], credits: [] });
  }
  // The head's number, its header and block 3; 20 × txlist, txlistinternal, three lists of tokens, withdrawals.
  expect(fake.requests).toHaveLength(3 + 20 * 6);

  // A wallet with something new is checked against a re-org as ever: five lists more, a receipt for each transaction, two headers.
  fake.requests.length = 0;
  const range = { address: receiver, fromBlock: 4, toBlock: head.number, parentHash: stored?.hash ?? null };
  const { transactions } = await source.fetchActivity({ ...range, isFollowing: true });
  expect(transactions).toHaveLength(2);
  expect(fake.requests.filter(({ action }) => action === 'eth_getBlockByNumber')).toHaveLength(2);
});

test('an answer that another block precedes is refused, also of a wallet without anything new', async () => {
  const { source } = await open('etherscan');
  const head = await source.getHead();
  await source.getBlock(3);
  const other = source.fetchActivity({
    ...{ address: quiet[0] ?? receiver, fromBlock: 4, toBlock: head.number, isFollowing: true },
    parentHash: `0x${'ab'.repeat(32)}`,
  });
  await expect(other).rejects.toMatchObject({ name: 'RetryableError', message: /re-org/ });
});

test('no more is asked than the day has; loading leaves what is kept for following', async () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 2));
  const counter = createCounter();
  const account = { account: 'a', perDay: 40, keptShare: 0.5 };
  const { fake, source, load } = await open('etherscan', {}, () => ({
    clock,
    budget: { daily: createDailyBudget({ ...account, counter, clock }), account: 'a', perLook: 11 },
  }));
  for (;;) {
    const done = await load().then(
      () => false,
      (error: unknown) => error,
    );
    if (done === false) continue;
    expect(done).toMatchObject({
      name: 'RetryableError',
      kind: 'source-limited',
      // At midnight half of the 40 is kept; ten minutes later a little of it is free.
      retryAfterMs: 601_000,
      message:
        /, (\w+): not asked, to stay within the key's requests per day \("20 are used, and 20 may be for this by now"\)\.$/,
    });
    break;
  }
  // What reads blocks is for both; lists and receipts of loading were refused.
  expect(fake.requests.length).toBeLessThanOrEqual(20);
  const follow = () =>
    source.fetchActivity({ address: receiver, fromBlock: 5, toBlock: 5, isFollowing: true });
  expect((await follow()).transactions).toHaveLength(1);
  await expect(
    (async () => {
      for (;;) await follow();
    })(),
  ).rejects.toMatchObject({ message: /40 are used, and 40 may be for this by now/ });
  expect(fake.requests).toHaveLength(40);

  // The next day begins anew, as the counter does.
  clock.advance(86_400_000 - (clock.now() % 86_400_000));
  counter.used = 0;
  expect((await follow()).transactions).toHaveLength(1);
});

test('a request that waits for its turn until after midnight is one of the new day', async () => {
  // The first one leaves a millisecond before midnight, the second a spacing of the limiter later.
  const clock = createFakeClock(Date.UTC(2026, 0, 2) - 1);
  const days: string[] = [];
  const counter: RequestCounter = {
    async take({ day, wanted }) {
      days.push(day);
      const granted = day === '2026-01-01' ? wanted : 0;
      return { granted, used: 40 - granted };
    },
  };
  const account = { account: 'a', perDay: 40, keptShare: 0.5 };
  const { fake, source } = await open('etherscan', {}, () => ({
    clock,
    limits: { callsPerSecond: 5 },
    budget: { daily: createDailyBudget({ ...account, counter, clock }), account: 'a', perLook: 11 },
  }));
  const answers = await Promise.allSettled([source.getBlock(3), source.getBlock(4)]);
  expect(answers).toMatchObject([
    { value: { number: 3 } },
    { reason: { message: expect.stringContaining('40 are used, and 40 may be for this by now') } },
  ]);
  expect(fake.requests).toHaveLength(1);
  expect(days).toEqual(['2026-01-01', '2026-01-01', '2026-01-02']);
});

test('what plans bear: half of the requests of a day, in looks once an hour at every chain of the account', () => {
  const etherscan = (id: number, own: object = {}) =>
    resolveChain({ chainId: id, explorer: { kind: 'etherscan', ...own } }, 'key');
  // Ethereum has withdrawals: 6 lists and 5 blocks. Polygon has none: 10. Together 21 a look at both.
  const [ethereum, polygon] = [etherscan(1), etherscan(137)];
  expect(explorerAllowance(ethereum)).toMatchObject({ perDay: 100_000, perLook: 11 });
  expect(explorerAllowance(polygon)).toMatchObject({ perDay: 100_000, perLook: 10 });
  expect(explorerAllowance(ethereum)?.account).toBe(explorerAllowance(polygon)?.account);
  // 50,000 / (24 × 21) = 99.2
  expect(walletCapacities([ethereum, polygon])).toEqual(
    new Map([
      [1, 99],
      [137, 99],
    ]),
  );
  // Another key is another account: 50,000 / (24 × 11) = 189.4 and 50,000 / (24 × 10) = 208.3
  const other = etherscan(137, { apiKey: 'other' });
  expect(walletCapacities([ethereum, other])).toEqual(
    new Map([
      [1, 189],
      [137, 208],
    ]),
  );
  // With a node the blocks are not the explorer's: 6 lists, and the head by number and time.
  const withNode = resolveChain(
    { chainId: 1, rpc: ['http://node.example'], explorer: { kind: 'etherscan', requestsPerDay: 500_000 } },
    'key',
  );
  expect(explorerAllowance(withNode)).toMatchObject({ perDay: 500_000, perLook: 8 });
  const blockscout = (url: string) =>
    resolveChain({ chainId: 100, explorer: { kind: 'blockscout', url } }, null);
  // 100,000 credits at 20 a request; an instance counts by the second: half of 5 × 86,400.
  expect(explorerAllowance(blockscout('https://api.blockscout.com/v2/api'))).toMatchObject({ perDay: 5_000 });
  expect(explorerAllowance(blockscout('https://explorer.example/api'))).toMatchObject({ perDay: 216_000 });
  const routescan = {
    kind: 'routescan',
    url: 'https://api.routescan.io/v2/network/mainnet/evm/{chainId}/etherscan/api',
  } as const;
  expect(explorerAllowance(resolveChain({ chainId: 43114, explorer: routescan }, null))).toMatchObject({
    perDay: 10_000,
  });
  // On this machine nobody limits anything, unless the configuration does.
  expect(explorerAllowance(blockscout('http://127.0.0.1:4000/api'))).toBeNull();
  expect(walletCapacities([blockscout('http://127.0.0.1:4000/api')])).toEqual(new Map());
});
