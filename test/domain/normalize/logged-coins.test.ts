/** Coins that a chain pays itself: only a log of one contract tells of them. */
import { describe, expect, test } from 'vitest';
import type { Address, ChainCredit } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { creditsBesideLogs } from '../../../src/domain/normalize/normalize-credits.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  addressTopic,
  chainTransaction,
  internalCall,
  type LogInput,
  stranger,
  token,
  topic,
  wallet,
  words,
  zeroAddress,
} from '../support/chain-builders.ts';

const rewardContract: Address = '0x481c034c6d9441db23ea48de68bcae812c5d39ba';
const coinContract: Address = '0x0000000000000000000000000000000000001010';

const added = (receiver: Address, amount: bigint, address = rewardContract): LogInput => ({
  address,
  topics: [topic('AddedReceiver(uint256,address,address)'), addressTopic(receiver), addressTopic(stranger)],
  data: words(amount),
});
const deposited = (receiver: Address, amount: bigint, address = coinContract): LogInput => ({
  address,
  topics: [
    topic('Deposit(address,address,uint256,uint256,uint256)'),
    ...[addressTopic(token), addressTopic(receiver)],
  ],
  data: words(amount, 1n, 1n + amount),
});

function moved(
  chainId: number,
  logs: readonly LogInput[],
  change: Parameters<typeof chainTransaction>[0] = {},
) {
  const transaction = chainTransaction({ from: stranger, logs, ...change });
  return normalizeTransaction(transaction, wallet, chainRules(chainId));
}

describe.each([
  ['Gnosis', 100, added],
  ['Polygon', 137, deposited],
] as const)('%s', (_name, chainId, paid) => {
  test('is an inflow of coins from nobody; whether it crossed, an event of the bridge says', () => {
    const { movements, bridgeCrossings } = moved(chainId, [paid(wallet, 20n)]);
    expect(movements).toMatchObject([
      {
        ...{ side: 'inflow', standard: 'native', tokenAddress: zeroAddress, amount: 20n },
        counterparty: zeroAddress,
      },
    ]);
    expect(bridgeCrossings).toEqual([]);
  });

  test('two in one transaction are two items', () => {
    const { movements } = moved(chainId, [paid(wallet, 20n), paid(stranger, 4n), paid(wallet, 20n)]);
    expect(movements.map(({ amount }) => amount)).toEqual([20n, 20n]);
    expect(new Set(movements.map(({ item }) => item.index)).size).toBe(2);
  });

  test('of somebody else, of nothing, of another contract, in a failed transaction: none', () => {
    expect(moved(chainId, [paid(stranger, 20n)]).movements).toEqual([]);
    expect(moved(chainId, [paid(wallet, 0n)]).movements).toEqual([]);
    expect(moved(chainId, [paid(wallet, 20n, token)]).movements).toEqual([]);
    expect(moved(chainId, [paid(wallet, 20n)], { succeeded: false }).movements).toEqual([]);
  });

  test('on another chain it is an event like any', () => {
    expect(moved(1, [paid(wallet, 20n)]).movements).toEqual([]);
  });

  test('a node that traces it as a call tells of it once, under the same key', () => {
    const [{ address } = { address: token }] = [paid(wallet, 20n)];
    const logs = [paid(wallet, 20n), paid(wallet, 20n)];
    const call = internalCall(address, wallet, 20n);
    for (const internalCalls of [[], [call], [call, call]]) {
      expect(moved(chainId, logs, { internalCalls }).movements.map(({ item }) => item)).toEqual([
        { kind: 'mint', index: 0, batch: 0 },
        { kind: 'mint', index: 1, batch: 0 },
      ]);
    }
    const more = moved(chainId, logs, { internalCalls: [call, call, call] });
    expect(more.movements.map(({ item }) => item.kind)).toEqual(['internal', 'mint', 'mint']);
  });

  test('its key is the same wherever the transaction stands in its block', () => {
    const later = { ...paid(wallet, 20n), logIndex: 41 };
    const first = { ...paid(stranger, 4n), logIndex: 40 };
    expect(moved(chainId, [first, later]).movements.map(({ item }) => item.index)).toEqual([1]);
  });
});

describe('a node that tells of it as a reward of the block, too', () => {
  const reward = (value: bigint, change: Partial<ChainCredit> = {}): ChainCredit => ({
    ...{ kind: 'reward', index: 0, address: wallet, value, blockNumber: 100 },
    ...{ blockHash: `0x${'34'.repeat(32)}`, timestamp: 1_700_000_000 },
    ...change,
  });
  const told = [moved(100, [added(wallet, 20n)]), moved(100, [added(wallet, 5n)])];

  test('leaves nothing of it, or what is more', () => {
    expect(creditsBesideLogs([reward(25n)], told)).toEqual([]);
    expect(creditsBesideLogs([reward(27n)], told)).toEqual([reward(2n)]);
    expect(creditsBesideLogs([reward(20n), reward(9n, { index: 1 })], told)).toEqual([
      reward(4n, { index: 1 }),
    ]);
  });

  test('other blocks and other credits stay', () => {
    const others = [reward(25n, { blockNumber: 101 }), reward(25n, { kind: 'withdrawal' })];
    expect(creditsBesideLogs(others, told)).toEqual(others);
    expect(creditsBesideLogs([reward(25n)], [])).toEqual([reward(25n)]);
  });
});
