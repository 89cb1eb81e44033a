/** Events that tell no amount, or of both sides of what one side of may have moved: what else the transaction moves speaks first. */
import { describe, expect, test } from 'vitest';
import type { Hex } from '../../../src/domain/model.ts';
import {
  account,
  addressTopic,
  erc20Transfer,
  internalCall,
  type LogInput,
  otherToken,
  stranger,
  topic,
  wallet,
  words,
  zeroAddress,
} from '../support/chain-builders.ts';
import { logged, protocol, treatments } from '../support/told.ts';

const given = erc20Transfer(wallet, protocol, 1000n);
const got = erc20Transfer(protocol, wallet, 500n, otherToken);

describe('an event that tells no amount', () => {
  const told: readonly [string, LogInput][] = [
    ['StakeChanged', logged('StakeChanged(address,uint256)', [wallet], [7n])],
    ['UserDepositChanged', logged('UserDepositChanged(address,uint256)', [wallet], [7n])],
    [
      'TroveUpdated',
      logged('TroveUpdated(address,uint256,uint256,uint256,uint8)', [wallet], [7n, 7n, 7n, 1n]),
    ],
    ['Borrow', logged('Borrow(address,uint256,uint256)', [wallet], [0n, 500n])],
    [
      'Liquidate',
      logged('Liquidate(address,address,uint256,uint256,uint256)', [wallet, wallet], [7n, 7n, 7n]),
    ],
    ['WithdrawalCompleted', logged('WithdrawalCompleted(bytes32)', [], [7n])],
  ];

  test.each(told)('%s: of what is sold for something else nothing is kept, or was', (_name, event) => {
    expect(treatments([given, got, event]).slice(1)).toEqual(['DISPOSAL', 'ACQUISITION']);
  });

  test('is believed of what goes alone, or beside what others tell of, or for what is made', () => {
    const staked = logged('StakeChanged(address,uint256)', [wallet], [1000n]);
    expect(treatments([given, staked])).toEqual(['DEPOSIT', 'HELD']);
    const gains = logged('StakingGainsWithdrawn(address,uint256,uint256)', [wallet], [500n, 0n]);
    expect(treatments([given, got, staked, gains])).toEqual(['DEPOSIT', 'HELD', 'INCOME']);
    const closed = logged('TroveUpdated(address,uint256,uint256,uint256,uint8)', [wallet], [0n, 0n, 0n, 1n]);
    const burned = erc20Transfer(wallet, zeroAddress, 1000n);
    expect(treatments([burned, got, closed])).toEqual(['REPAY', 'DISPOSAL', 'HELD']);
  });
});

describe('the successor of a token', () => {
  const events = [
    logged('DaiToUsds(address,address,uint256)', [wallet, wallet], [1000n]),
    logged('UsdsToDai(address,address,uint256)', [wallet, wallet], [1000n]),
    logged('MkrToSky(address,address,uint256,uint256)', [wallet, wallet], [1000n, 24_000n]),
  ];

  test('comes for it: what is paid, or given, alone is no migration', () => {
    for (const event of events) {
      expect(treatments([given, event])).toEqual(['SEND', 'DISPOSAL']);
      for (const amount of [1000n, 24_000n])
        expect(treatments([erc20Transfer(protocol, wallet, amount), event], { from: stranger })).toEqual([
          ...['RECEIVE', 'ACQUISITION'],
        ]);
    }
  });

  test('goes on to somebody else in the same call', () => {
    const [toUsds] = events;
    if (toUsds === undefined) throw new Error('no event');
    const vault = account(0xd7);
    const path = [given, erc20Transfer(zeroAddress, wallet, 1000n, otherToken), toUsds];
    const paid = [erc20Transfer(wallet, vault, 1000n, otherToken)];
    expect(treatments([...path, ...paid]).slice(1)).toEqual(['CARRY', 'CARRY', 'DISPOSAL']);
  });
});

describe('an order of CoW Protocol that waits', () => {
  /** It sells `sold`, of which the fee is one part. */
  const placed = (sold: bigint): LogInput => {
    const order = [1n, 2n, 3n, sold - 5n, 700n, 9n, 0n, 5n, 0n, 0n, 0n, 0n];
    const empty = [2n, 15n * 32n, 0n];
    const data = words(...order, 14n * 32n, 18n * 32n, 0n, 32n * 2n, 0n, ...empty) as Hex;
    const signature =
      'OrderPlacement(address,(address,address,address,uint256,uint256,uint32,bytes32,uint256,bytes32,bool,bytes32,bytes32),(uint8,bytes),bytes)';
    return { address: protocol, topics: [topic(signature), addressTopic(wallet)], data };
  };
  const refunded: LogInput = {
    address: protocol,
    topics: [topic('OrderRefund(bytes,address)'), addressTopic(stranger)],
    data: words(32n, 0n),
  };

  test('has the coins that it sells, with its fee, and nothing else', () => {
    expect(treatments([placed(1000n)], { value: 1000n })).toEqual(['DEPOSIT', 'HELD']);
    expect(treatments([placed(1000n)], { value: 990n })).toEqual(['SEND', 'DISPOSAL']);
    expect(treatments([given, placed(1000n)])).toEqual(['SEND', 'DISPOSAL']);
  });

  test('gives coins back, and it alone', () => {
    const back = { from: stranger, internalCalls: [internalCall(protocol, wallet, 1000n)] };
    expect(treatments([refunded], back)).toEqual(['WITHDRAW', 'HELD']);
    expect(treatments([got, refunded], { from: stranger })).toEqual(['RECEIVE', 'ACQUISITION']);
  });
});

describe('as much of a token as coins are given', () => {
  const made = (amount: bigint) => erc20Transfer(zeroAddress, wallet, amount, protocol);
  const deposit = { value: 1000n, input: '0xd0e30db0' } as const;

  test('is a wrapper where its own deposit() makes it, and nothing else is told', () => {
    expect(treatments([made(1000n)], deposit)).toEqual(['WRAP', 'BASIS_TRANSFER', 'BASIS_TRANSFER']);
    const sold = [
      treatments([made(1000n)], { value: 1000n, input: '0x' }),
      treatments([made(1000n)], { value: 1000n }),
      treatments([made(990n)], deposit),
      treatments([erc20Transfer(protocol, wallet, 1000n, protocol)], deposit),
      treatments([made(1000n), logged('Sold(address,uint256)', [wallet], [1000n])], deposit),
    ];
    expect(sold.map((all) => all.slice(1))).toEqual(sold.map(() => ['DISPOSAL', 'ACQUISITION']));
  });
});

test('what is given back in one sum with what it earned is one withdrawal, of the contract that tells of both', () => {
  const withdrawn = logged('Withdrawn(address,uint256)', [wallet], [1000n]);
  const paid = logged('RewardPaid(address,uint256)', [wallet], [30n]);
  const sum = erc20Transfer(protocol, wallet, 1030n);
  expect(treatments([sum, withdrawn, paid])).toEqual(['WITHDRAW', 'HELD']);
  const others = [
    [sum, withdrawn],
    [sum, paid],
    [sum, withdrawn, logged('RewardPaid(address,uint256)', [wallet], [30n], account(0xd8))],
    [erc20Transfer(protocol, wallet, 1029n), withdrawn, paid],
  ];
  for (const logs of others) expect(treatments(logs)).toEqual(['RECEIVE', 'ACQUISITION']);
});
