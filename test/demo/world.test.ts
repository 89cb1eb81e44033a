import { type Address, createPublicClient, http, parseAbi, parseAbiItem, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActivity } from '../../demo/activity.ts';
import { createActions } from '../../demo/calls/actions.ts';
import { activityKinds, type World, walletNames } from '../../demo/economy/world-types.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { buildWorld, marketOf } from '../../demo/world.ts';

const endTime = Date.UTC(2026, 0, 1) / 1000;
const twoYears = 2 * 365 * 86_400;
const genesisTime = endTime - twoYears - 60;
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

function createReader(rpcUrl: string) {
  return createPublicClient({ transport: http(rpcUrl, { batch: true }) });
}

async function readBlocks(world: World) {
  const reader = createReader(world.rpcUrl);
  const numbers = Array.from({ length: world.endBlock }, (_, index) => BigInt(index + 1));
  return Promise.all(numbers.map((blockNumber) => reader.getBlock({ blockNumber })));
}

describe('a world of the default size', () => {
  let anvil: Anvil;
  let world: World;
  let reader: ReturnType<typeof createReader>;

  beforeAll(async () => {
    anvil = await startAnvil({ timestamp: genesisTime });
    world = await buildWorld({ rpcUrl: anvil.rpcUrl, seed: 11, endTime });
    reader = createReader(anvil.rpcUrl);
  });
  afterAll(() => anvil?.stop());

  const logsOf = (address: Address, args: { from?: Address; to?: Address }) =>
    reader.getLogs({ address, event: transferEvent, args, fromBlock: 0n });

  test('holds 1,800 transactions over two years, and ends when it should', async () => {
    const blocks = await readBlocks(world);
    expect(world.transactionCount).toBe(1_800);
    expect(blocks.reduce((sum, block) => sum + block.transactions.length, 0)).toBe(1_800);
    expect(await reader.getBlockNumber()).toBe(BigInt(world.endBlock));
    const times = blocks.map((block) => Number(block.timestamp));
    expect(times[0]).toBe(endTime - twoYears);
    expect(times.at(-1)).toBe(endTime);
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
    const longestPause = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
    expect(longestPause).toBeLessThan(20 * 86_400);
    expect(blocks.filter((block) => block.transactions.length > 1).length).toBeGreaterThan(100);
  });

  test('does everything that it knows, and lets it happen to every person', () => {
    const never = activityKinds.filter((kind) =>
      walletNames.every((wallet) => world.tally[wallet][kind] === 0),
    );
    expect(never).toEqual([]);
    for (const wallet of ['alice', 'bob', 'carol'] as const) {
      const { swapV2TokenForEther, liquidityV3Remove, nftSell, vaultRedeem, revertedCall } =
        world.tally[wallet];
      for (const count of [swapV2TokenForEther, liquidityV3Remove, nftSell, vaultRedeem, revertedCall]) {
        expect(count).toBeGreaterThan(0);
      }
    }
    expect(world.tally.safe.safePayEther).toBeGreaterThan(0);
    expect(world.tally.safe.safePayToken).toBeGreaterThan(0);
  });

  test('counts what the chain says', async () => {
    const { wallets, tokens, accounts, contracts } = world;
    for (const name of walletNames) {
      const wallet = wallets[name];
      expect(await logsOf(tokens.spam.address, { to: wallet })).toHaveLength(world.tally[name].spamAirdrop);
      expect(await logsOf(tokens.forging.address, { from: wallet })).toHaveLength(
        world.tally[name].forgedTransfer,
      );
      expect(await logsOf(tokens.lookAlike.address, { to: wallet })).toHaveLength(
        world.tally[name].lookAlikeReceive,
      );
      const rewards = await logsOf(tokens.reward.address, { from: contracts.rewardDistributor, to: wallet });
      expect(rewards).toHaveLength(world.tally[name].rewardClaim);
      const [usdc, dai] = await Promise.all([
        logsOf(tokens.usdc.address, { from: wallet }),
        logsOf(tokens.dai.address, { from: wallet }),
      ]);
      const poisonings = [...usdc, ...dai].filter(({ args }) => args.value === 0n);
      expect(poisonings).toHaveLength(world.tally[name].zeroValuePoisoning);
    }
    expect(await reader.getBalance({ address: accounts.alice, blockNumber: 0n })).toBe(0n);
  });

  test('fails exactly the transactions that are meant to fail', async () => {
    const blocks = await readBlocks(world);
    const hashes = blocks.flatMap((block) => block.transactions);
    const receipts = await Promise.all(hashes.map((hash) => reader.getTransactionReceipt({ hash })));
    const failed = receipts.filter(({ status }) => status === 'reverted').length;
    const meant = walletNames.reduce(
      (sum, name) => sum + world.tally[name].revertedCall + world.tally[name].revertedTokenSend,
      0,
    );
    expect(failed).toBe(meant);
  });

  test('names its tokens as they name themselves', async () => {
    const abi = parseAbi([
      'function symbol() view returns (string)',
      'function decimals() view returns (uint8)',
    ]);
    for (const [key, token] of Object.entries(world.tokens)) {
      const address = token.address;
      expect(await reader.readContract({ address, abi, functionName: 'decimals' })).toBe(token.decimals);
      // The legacy token's symbol is bytes32, which does not decode as a string: that is what it is for.
      if (key === 'legacy') continue;
      expect(await reader.readContract({ address, abi, functionName: 'symbol' })).toBe(token.symbol);
    }
  });

  test('has pools and feeds that agree with each other', async () => {
    const abi = parseAbi([
      'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256, uint256 updatedAt, uint80)',
      'function getReserves() view returns (uint112, uint112, uint32)',
    ]);
    const feed = { address: world.feeds.nativeUsd, abi, functionName: 'latestRoundData' } as const;
    const pool = world.pools.find(({ version, tokens }) => version === 2 && tokens[1] === 'usdc');
    if (pool === undefined) throw new Error('There is no WETH-USDC pool.');
    const wethFirst = world.tokens.weth.address.toLowerCase() < world.tokens.usdc.address.toLowerCase();
    for (const blockNumber of [200n, 500n, BigInt(world.endBlock)]) {
      const [round, reserves] = await Promise.all([
        reader.readContract({ ...feed, blockNumber }),
        reader.readContract({ address: pool.address, abi, functionName: 'getReserves', blockNumber }),
      ]);
      const [weth, usdc] = wethFirst ? [reserves[0], reserves[1]] : [reserves[1], reserves[0]];
      const poolPrice = (Number(usdc) / Number(weth)) * 1e12;
      expect(Math.abs(poolPrice / (Number(round[1]) / 1e8) - 1)).toBeLessThan(0.05);
      expect(round[0] >> 64n).toBeGreaterThanOrEqual(1n);
    }
    expect((await reader.readContract(feed))[3]).toBe(BigInt(endTime));
  });

  test('its prices of the last full hour are of that hour, and something happened in the hours before', async () => {
    const lastHour = endTime - 3_600;
    const blocks = await readBlocks(world);
    const times = blocks.map(({ timestamp }) => Number(timestamp));
    const last = blocks.findLast(({ timestamp }) => timestamp <= BigInt(lastHour));
    const abi = parseAbi([
      'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
    ]);
    const [, answer, , updatedAt] = await reader.readContract({
      ...{ address: world.feeds.nativeUsd, abi, functionName: 'latestRoundData' },
      blockNumber: last?.number ?? 0n,
    });
    expect(updatedAt).toBe(BigInt(lastHour));
    expect(Number(answer) / 1e8).toBeCloseTo(marketOf(world).priceUsd('ETH', lastHour), 6);
    expect(times.filter((time) => time > lastHour - 86_400 && time < lastHour).length).toBeGreaterThan(5);
  });

  test('goes on with live activity, now', async () => {
    const activity = createActivity(world);
    for (let steps = 0; steps < 10; steps++) {
      const { kind, hash } = await activity.step();
      expect(kind).not.toBe('');
      const receipt = await reader.getTransactionReceipt({ hash });
      expect(receipt.blockNumber).toBeGreaterThan(BigInt(world.endBlock));
    }
  });
});

describe('two nodes side by side', () => {
  let anvils: Anvil[] = [];
  let worlds: World[] = [];

  beforeAll(async () => {
    anvils = await Promise.all([0, 1].map(() => startAnvil({ timestamp: genesisTime })));
    worlds = await Promise.all(
      anvils.map(({ rpcUrl }) => buildWorld({ rpcUrl, seed: 5, transactions: 600, endTime })),
    );
  });
  afterAll(() => Promise.all(anvils.map((anvil) => anvil.stop())));

  const worldOf = (index: number): World => {
    const world = worlds[index];
    if (world === undefined) throw new Error(`There is no world ${index}.`);
    return world;
  };

  test('the same seed gives the same world, to the last transaction', async () => {
    const [one, other] = [worldOf(0), worldOf(1)];
    expect(one.rpcUrl).not.toBe(other.rpcUrl);
    expect({ ...other, rpcUrl: one.rpcUrl }).toEqual(one);
    const [blocks, otherBlocks] = await Promise.all([readBlocks(one), readBlocks(other)]);
    expect(otherBlocks.map(({ transactions }) => transactions)).toEqual(
      blocks.map(({ transactions }) => transactions),
    );
    expect(otherBlocks.map(({ timestamp }) => timestamp)).toEqual(blocks.map(({ timestamp }) => timestamp));
  });

  test('a world is plain data', () => {
    expect(JSON.parse(JSON.stringify(worldOf(0)))).toEqual(worldOf(0));
  });

  test('what happens on one does not happen on the other', async () => {
    const { accounts, wallets } = worldOf(0);
    const before = await createReader(worldOf(1).rpcUrl).getBalance({ address: wallets.bob });
    const reader = createReader(worldOf(0).rpcUrl);
    const had = await reader.getBalance({ address: wallets.bob });
    await createActions(worldOf(0)).sendEther(accounts.dave, wallets.bob, 5n);
    expect(await reader.getBalance({ address: wallets.bob })).toBe(had + 5n);
    expect(await createReader(worldOf(1).rpcUrl).getBalance({ address: wallets.bob })).toBe(before);
  });

  test('of a reverted branch nothing arrives', async () => {
    const world = worldOf(0);
    const reader = createReader(world.rpcUrl);
    const { accounts, wallets } = world;
    const before = await reader.getBalance({ address: wallets.carol });
    const kept = parseEther('0.25');
    const receipt = await createActions(world).payWithRevertedBranch(
      accounts.erin,
      wallets.carol,
      kept,
      parseEther('3'),
    );
    expect(receipt.status).toBe('success');
    expect(await reader.getBalance({ address: wallets.carol })).toBe(before + kept);
  });

  test('what fails without being meant to is an error that says why', async () => {
    const world = worldOf(0);
    const { tokens, wallets, accounts } = world;
    const actions = createActions(world);
    const tooMuch = actions.sendToken(tokens.usdc.address, accounts.heidi, wallets.alice, 10n ** 30n);
    await expect(tooMuch).rejects.toThrow(/Token: insufficient balance/);
    const inVain = await actions.sendTokenInVain(tokens.usdc.address, wallets.alice, accounts.heidi);
    expect(inVain.status).toBe('reverted');
  });

  test('one block holds several transactions in the order asked for', async () => {
    const { wallets, accounts } = worldOf(0);
    const actions = createActions(worldOf(0));
    const { receipts } = await actions.mineBlock([
      actions.calls.sendEther(accounts.grace, wallets.alice, 1n),
      actions.calls.wrap(wallets.bob, 2n),
      actions.calls.sendEther(accounts.dave, wallets.carol, 3n),
      actions.calls.unwrap(wallets.bob, 2n),
    ]);
    expect(receipts.map(({ transactionIndex }) => transactionIndex)).toEqual([0, 1, 2, 3]);
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1);
  });

  test('a re-org takes transactions away; a snapshot brings the state back', async () => {
    const world = worldOf(1);
    const reader = createReader(world.rpcUrl);
    const actions = createActions(world);
    const { wallets, accounts } = world;
    const balance = () => reader.getBalance({ address: wallets.alice });
    const before = await balance();
    const snapshot = await actions.snapshot();

    const { blockNumber } = await actions.sendEther(accounts.dave, wallets.alice, 7n);
    const replaced = await reader.getBlock({ blockNumber });
    await actions.mine(2);
    expect(await balance()).toBe(before + 7n);
    await actions.reorg(3);
    const replacement = await reader.getBlock({ blockNumber });
    expect(await reader.getBlockNumber()).toBe(blockNumber + 2n);
    expect(replacement.hash).not.toBe(replaced.hash);
    expect(replacement.transactions).toEqual([]);
    expect(await balance()).toBe(before);

    await actions.sendEther(accounts.dave, wallets.alice, 9n);
    expect(await balance()).toBe(before + 9n);
    await actions.revert(snapshot);
    expect(await balance()).toBe(before);
  });
});

test('a node that has started too late is refused', async () => {
  const anvil = await startAnvil({ timestamp: endTime });
  try {
    await expect(buildWorld({ rpcUrl: anvil.rpcUrl, endTime })).rejects.toThrow(/genesis .* is not before/);
  } finally {
    await anvil.stop();
  }
});

test('a node that cannot start says why', async () => {
  await expect(startAnvil({ args: ['--no-such-option'] })).rejects.toThrow(
    /unexpected argument '--no-such-option'/,
  );
});
