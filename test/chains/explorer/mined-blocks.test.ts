/** Rewards of mined blocks, by the lists that explorers have of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../../demo/node/anvil.ts';
import type { Address } from '../../../src/domain/model.ts';
import { askNode, type ChainIndex, createChainIndex } from '../../support/explorer-fake/chain-index.ts';
import { countOf, useFakeExplorers } from '../../support/explorer-fake/use-explorers.ts';

const sender: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const receiver: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const genesisTime = 1_700_000_000;
/** 100 seconds apart. */
const lastBlock = 20;

let anvil: Anvil;
let index: ChainIndex;
const open = useFakeExplorers({
  chainId: 1,
  index: () => index,
  activity: { address: receiver, fromBlock: 0, toBlock: lastBlock },
});

beforeAll(async () => {
  anvil = await startAnvil({ timestamp: genesisTime });
  for (let block = 1; block <= lastBlock; block += 1) {
    await askNode(anvil.rpcUrl, 'evm_setNextBlockTimestamp', [genesisTime + 100 * block]);
    await askNode(anvil.rpcUrl, 'evm_mine', []);
  }
  index = createChainIndex(anvil.rpcUrl);
});

afterAll(() => anvil.stop());

describe('rewards of mined blocks', () => {
  const mined = [
    { miner: receiver, blockNumber: 4, wei: 5_194_770_940_000_000_000n },
    { miner: receiver, blockNumber: 9, wei: 3_000_000_000_000_000_001n },
    { miner: sender, blockNumber: 7, wei: 2n },
  ];
  const uncle = { miner: receiver, blockNumber: 9, wei: 2_625_000_000_000_000_000n, isUncle: true };
  const rewardsOf = async (load: () => Promise<{ credits: readonly object[] }>) =>
    (await load()).credits.filter((credit) => Object(credit).kind === 'reward');
  const reward = async (blockNumber: number, value: bigint, uncles = 0) => ({
    ...{ kind: 'reward', index: uncles, address: receiver, value, blockNumber },
    blockHash: (await index.update())[blockNumber]?.hash,
    timestamp: genesisTime + 100 * blockNumber,
  });

  test('Etherscan says blocks and uncles with their rewards; each is at its block', async () => {
    const { load } = await open('etherscan', { mined: [...mined, uncle] });
    expect(await rewardsOf(() => load(receiver, 1))).toEqual([
      await reward(4, 5_194_770_940_000_000_000n),
      await reward(9, 3_000_000_000_000_000_001n),
      await reward(9, 2_625_000_000_000_000_000n, 1),
    ]);
    // The list knows no range: what is outside is left out.
    expect(await rewardsOf(() => load(receiver, 5, 8))).toEqual([]);
  });

  test('Blockscout leaves the reward to a question per block, and takes no uncles for blocks', async () => {
    const { fake, load } = await open('blockscout', { mined });
    expect(await rewardsOf(() => load(receiver, 1, 8))).toEqual([
      await reward(4, 5_194_770_940_000_000_000n),
    ]);
    expect(countOf(fake, 'getblockreward')).toBe(1);
    expect(countOf(fake, 'getminedblocks')).toBe(1);
  });

  test('all pages are read', async () => {
    const every = Array.from({ length: 12 }, (_, at) => ({ ...mined[0], blockNumber: at + 1, wei: 7n }));
    const cut = { mined: every.map((one) => ({ miner: receiver, ...one })) };
    const { load } = await open('etherscan', cut, { limits: { rowsPerPage: 10 } });
    expect(await rewardsOf(() => load(receiver, 1))).toHaveLength(12);
  });

  test('an explorer without the list is no fault, and chains without miners are not asked', async () => {
    const without = await open('etherscan', { without: ['getminedblocks'] });
    expect((await without.load()).missing).toEqual([]);
    await without.load();
    expect(countOf(without.fake, 'getminedblocks')).toBe(1);
    const base = await open('etherscan', { chainId: 8453 }, { chainId: 8453 });
    await base.load();
    expect(countOf(base.fake, 'getminedblocks')).toBe(0);
  });
});
