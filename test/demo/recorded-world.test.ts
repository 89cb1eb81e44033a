/** A world that was sent to a node again is the world that was built: the node answers every question the same. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { World } from '../../demo/economy/world-types.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { buildWorld } from '../../demo/world.ts';
import { rpcBatch } from '../prices/support/node-reader.ts';
import { openRecordedWorld } from '../support/recorded-world.ts';
import { openSharedWorld } from '../support/shared-worlds.ts';

const endTime = 1_760_000_000;
const options = { seed: 2, transactions: 600, startTime: endTime - 730 * 86_400, endTime };
const genesisTime = endTime - 732 * 86_400;

const nodes: Anvil[] = [];
/** The run's node, which nobody else asks for. */
let shared: Anvil;
/** Built without a recorder, built with one, and sent again. */
let built: World;
let recorded: World;
let replayed: World;

beforeAll(async () => {
  const plain = await startAnvil({ timestamp: genesisTime });
  nodes.push(plain);
  built = await buildWorld({ rpcUrl: plain.rpcUrl, ...options });
  ({ anvil: shared, world: recorded } = await openSharedWorld({ ...options, genesisTime }));
  const again = await openRecordedWorld({ ...options, genesisTime }, inject('runDirectory'));
  nodes.push(again.anvil);
  replayed = again.world;
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
});

const blockSchema = z.object({
  ...{ hash: z.string(), parentHash: z.string(), timestamp: z.string() },
  transactions: z.array(z.string()),
});
const hex = (number: number): string => `0x${number.toString(16)}`;
type Question = [method: string, params: unknown[]];
const blockNumbers = (): number[] => Array.from({ length: built.endBlock + 1 }, (_, number) => number);

/** Asks all three nodes the same, and expects one answer. */
async function expectSame(questions: readonly Question[]): Promise<void> {
  const [first, ...others] = await Promise.all(
    [built, recorded, replayed].map(({ rpcUrl }) => rpcBatch(rpcUrl, [...questions])),
  );
  expect(first).not.toContain(null);
  for (const other of others) expect(other).toEqual(first);
}

test('what is said of the world is the same but for the address of the node', () => {
  const said = { ...built, rpcUrl: '' };
  expect([recorded, replayed].map((world) => ({ ...world, rpcUrl: '' }))).toEqual([said, said]);
  expect(new Set([built, recorded, replayed].map(({ rpcUrl }) => rpcUrl)).size).toBe(3);
});

test('blocks with their transactions, receipts, logs, and traces', async () => {
  await expectSame([['eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }]]]);
  await expectSame(blockNumbers().map((number) => ['eth_getBlockByNumber', [hex(number), true]]));
  await expectSame(blockNumbers().map((number) => ['eth_getBlockReceipts', [hex(number)]]));
  await expectSame(blockNumbers().map((number) => ['trace_block', [hex(number)]]));
});

test('what the wallets owned at any block', async () => {
  const numbers = blockNumbers().filter((number) => number % 7 === 0 || number === built.endBlock);
  const balanceOf = (owner: string) => `0x70a08231${owner.slice(2).padStart(64, '0')}`;
  await expectSame(
    numbers.flatMap((number) =>
      Object.values(built.wallets).flatMap((owner): Question[] => [
        ['eth_getBalance', [owner, hex(number)]],
        ['eth_getTransactionCount', [owner, hex(number)]],
        ['eth_call', [{ to: built.tokens.usdc.address, data: balanceOf(owner) }, hex(number)]],
      ]),
    ),
  );
});

test('it goes on as the other does: each transaction is mined at once, its time is after the last, and blocks can be undone', async () => {
  const ends = await Promise.all(
    [built, replayed].map(async ({ rpcUrl, endBlock, accounts }) => {
      const transfer = { from: accounts.dave, to: accounts.erin, value: '0x1' };
      await rpcBatch(rpcUrl, [['anvil_impersonateAccount', [accounts.dave]]]);
      await rpcBatch(rpcUrl, [['eth_sendTransaction', [transfer]]]);
      const blockAt = async (number: number) => {
        const [block] = await rpcBatch(rpcUrl, [['eth_getBlockByNumber', [hex(number), false]]]);
        return blockSchema.parse(block);
      };
      // Automine answers with the hash, then mines.
      const head = async () => Number((await rpcBatch(rpcUrl, [['eth_blockNumber', []]]))[0]);
      await expect.poll(head).toBe(endBlock + 1);
      const next = await blockAt(endBlock + 1);
      expect(next.parentHash).toBe((await blockAt(endBlock)).hash);
      expect(next.transactions).toHaveLength(1);
      expect(Number(next.timestamp)).toBeGreaterThan(endTime);
      expect(Number(next.timestamp)).toBeLessThan(endTime + 3_600);
      // The block itself and the 19 before it: the one before those stands.
      await rpcBatch(rpcUrl, [['anvil_reorg', [20, []]]]);
      const undone = await blockAt(endBlock - 18);
      expect(undone).toMatchObject({ parentHash: (await blockAt(endBlock - 19)).hash, transactions: [] });
      return undone.parentHash;
    }),
  );
  expect(ends[1]).toBe(ends[0]);
});

test('who asks for a shared world again gets the same node; a file that changes it fails when it gives it back', async () => {
  const { anvil: same } = await openSharedWorld({ ...options, genesisTime });
  expect(same.rpcUrl).toBe(shared.rpcUrl);
  await same.stop();
  await rpcBatch(shared.rpcUrl, [['evm_mine', []]]);
  await expect(shared.stop()).rejects.toThrow(/changed a node that it shares/);
});
