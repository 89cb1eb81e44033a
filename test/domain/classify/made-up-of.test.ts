/** Amounts that no single event or movement has: several together make them up. */
import { encodeAbiParameters } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Address, Hex } from '../../../src/domain/model.ts';
import {
  account,
  erc20Transfer,
  internalCall,
  type LogInput,
  stranger,
  token,
  topic,
  wallet,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classify, logged, protocol, treatments } from '../support/told.ts';

const ether = 10n ** 18n;
const depositContract: Address = '0x00000000219ab540356cbb839cbe05303d7705fa';

/** As the beacon chain's deposit contract logs it: gwei in eight bytes, the lowest first. */
function validatorDeposit(gwei: bigint, address = depositContract): LogInput {
  const bigEndian = gwei.toString(16).padStart(16, '0');
  const littleEndian: Hex = `0x${(bigEndian.match(/../g) ?? []).toReversed().join('')}`;
  const bytes = (length: number): Hex => `0x${'11'.repeat(length)}`;
  return {
    address,
    topics: [topic('DepositEvent(bytes,bytes,bytes,bytes,bytes)')],
    data: encodeAbiParameters(
      [{ type: 'bytes' }, { type: 'bytes' }, { type: 'bytes' }, { type: 'bytes' }, { type: 'bytes' }],
      [bytes(48), bytes(32), littleEndian, bytes(96), bytes(8)],
    ),
  };
}

describe('validators, several at once through another contract', () => {
  const [one, two] = [validatorDeposit(32_000_000_000n), validatorDeposit(33_500_000_000n)];

  test('what they got in all is still the wallet’s', () => {
    // 32 + 33.5 ether
    expect(treatments([one, two], { value: (ether * 655n) / 10n })).toEqual(['DEPOSIT', 'HELD']);
  });

  test('the contract between may take a hundredth, and no more', () => {
    expect(treatments([one], { value: (ether * 3232n) / 100n })).toEqual(['DEPOSIT', 'HELD']);
    expect(treatments([one], { value: (ether * 3233n) / 100n })).toEqual(['SEND', 'DISPOSAL']);
  });

  test('anybody may log so of any other: nothing is believed of it', () => {
    const forged = validatorDeposit(32_000_000_000n, account(0xbad));
    expect(treatments([forged], { value: 32n * ether })).toEqual(['SEND', 'DISPOSAL']);
    const bought = erc20Transfer(protocol, wallet, 7n);
    expect(treatments([one, bought], { value: 32n * ether })[1]).toBe('DISPOSAL');
    // As much of a token is none of it.
    expect(treatments([one, erc20Transfer(wallet, protocol, 32n * ether)])).toEqual(['SEND', 'DISPOSAL']);
  });

  test('Gnosis tells of 32 for each GNO', () => {
    const gno = '0x9c58bacc331c9aa871afd802db6379a98e80cedb';
    const told = validatorDeposit(32_000_000_000n, '0x0b98057ea310f4d31f2a452b414647007d1645d9');
    const passedOn = (amount: bigint) =>
      treatments([told, told, erc20Transfer(wallet, protocol, amount, gno)]);
    expect(passedOn(2n * ether)).toEqual(['DEPOSIT', 'HELD']);
    expect(passedOn(3n * ether)).toEqual(['SEND', 'DISPOSAL']);
  });

  test('a pool that the wallet deposits in holds it, wherever it takes it at once', () => {
    const pooled = logged(
      'Deposited(address,address,uint256,uint256,address)',
      [wallet, wallet],
      [32n * ether, 31n, 0n],
    );
    const { movements } = classify([pooled, one], { value: 32n * ether });
    expect(movements.map(({ heldBy }) => heldBy)).toEqual([protocol]);
  });

  test('what somebody else deposits beside a payment says nothing of it', () => {
    expect(treatments([one], { from: stranger, to: wallet, value: 32n * ether })).toEqual([
      'RECEIVE',
      'ACQUISITION',
    ]);
  });
});

describe('coins and the token that wraps them, for one share', () => {
  const share = account(0x5a);
  const deposit = logged(
    'Deposit(address,address,uint256,uint256)',
    [protocol, wallet],
    [1000n, 900n],
    share,
  );
  const made = erc20Transfer(zeroAddress, wallet, 900n, share);
  /** Ethereum's WETH; told on that chain. */
  const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
  const wrapped = (amount: bigint) => erc20Transfer(wallet, protocol, amount, weth);
  const told = (logs: readonly LogInput[]) => treatments(logs, { value: 600n }, 1);

  test('both go on in the share where together they are what it took', () => {
    expect(told([deposit, wrapped(400n), made])).toEqual(['DEPOSIT', ...['CARRY', 'CARRY', 'CARRY']]);
  });

  test('another token is none of it', () => {
    const other = erc20Transfer(wallet, protocol, 400n, token);
    expect(told([deposit, other, made]).slice(1, 3)).toEqual(['DISPOSAL', 'DISPOSAL']);
  });

  test('nor are amounts that are more together', () => {
    expect(told([deposit, wrapped(500n), made]).slice(1, 3)).toEqual(['DISPOSAL', 'DISPOSAL']);
  });
});

describe("Kinetiq's queue", () => {
  const share = account(0x5b);
  const paid = (id: bigint, amount: bigint, user = wallet) =>
    logged('WithdrawalConfirmed(address,uint256,uint256)', [user, id], [amount]);
  const burned = (amount: bigint, to = zeroAddress) => erc20Transfer(protocol, to, amount, share);
  const coins = (value: bigint) => ({
    internalCalls: [internalCall(protocol, wallet, value)],
  });

  test('the shares and the fee that they pay wait together', () => {
    const queued = logged(
      'WithdrawalQueued(address,address,uint256,uint256,uint256,uint256)',
      [protocol, wallet, 7n],
      [990n, 1000n, 10n],
    );
    expect(treatments([queued, erc20Transfer(wallet, protocol, 1000n, share)])).toEqual(['WITHDRAW', 'HELD']);
  });

  test('what is paid is paid for the shares that the queue burns, and for the fee', () => {
    const { kind, movements } = classify(
      [burned(990n), burned(10n, stranger), paid(7n, 1010n)],
      coins(1010n),
    );
    expect(kind).toBe('WITHDRAW');
    expect(movements.map(({ settles }) => settles)).toEqual([
      { contract: protocol, token: share, amount: 1000n },
    ]);
  });

  test('several of its own are paid in one sum', () => {
    const logs = [burned(990n), paid(7n, 1010n), burned(500n), paid(8n, 505n)];
    const { kind, movements } = classify(logs, coins(1515n));
    expect(kind).toBe('WITHDRAW');
    expect(movements.map(({ settles }) => settles)).toEqual([
      { contract: protocol, token: share, amount: 1490n },
    ]);
  });

  test('of requests of several people nobody says which shares were whose', () => {
    const logs = [burned(990n), paid(7n, 1010n), burned(500n), paid(8n, 505n, stranger)];
    const { kind, movements } = classify(logs, coins(1010n));
    expect([kind, ...movements.map(({ settles }) => settles)]).toEqual(['WITHDRAW', null]);
  });

  test('nor where the queue does something else besides', () => {
    const atOnce = logged(
      'InstantUnstakeExecuted(address,uint256,uint256,uint256,uint256,uint256,uint256)',
      [stranger],
      [500n, 505n, 0n, 0n, 0n, 0n],
    );
    const { movements } = classify([burned(990n), paid(7n, 1010n), burned(500n), atOnce], coins(1010n));
    expect(movements.map(({ settles }) => settles)).toEqual([null]);
  });

  test('a pool that burns nothing is another one', () => {
    expect(treatments([paid(7n, 1010n)], coins(1010n))).toEqual(['RECEIVE', 'ACQUISITION']);
  });
});

test('zkSync Lite pays many owners at once, and names none', () => {
  const released = (amount: bigint) => logged('Withdrawal(uint16,uint128)', [0n], [amount]);
  const logs = [
    ...[released(5n), erc20Transfer(protocol, stranger, 5n)],
    ...[erc20Transfer(protocol, wallet, 70n), released(70n)],
  ];
  expect(treatments(logs, { from: stranger })).toEqual(['BRIDGE_IN', 'CARRY']);
});
