/** Every line of reference/evm-checklist.md about native value and fees. */
import { describe, expect, test } from 'vitest';
import type { ChainCredit, ChainTransaction } from '../../../src/domain/model.ts';
import { networkFee } from '../../../src/domain/money/network-fee.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeCredits } from '../../../src/domain/normalize/normalize-credits.ts';
import {
  belongsToWallet,
  normalizeTransaction,
} from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  account,
  accountEvent,
  chainTransaction,
  erc20Transfer,
  internalCall,
  router,
  stranger,
  wallet,
  zeroAddress,
} from '../support/chain-builders.ts';

const rules = chainRules(31337);
const normalize = (transaction: ChainTransaction) => normalizeTransaction(transaction, wallet, rules);

describe('native value', () => {
  test('top-level value, out and in', () => {
    expect(normalize(chainTransaction({ value: 5n })).movements).toMatchObject([
      {
        item: { kind: 'native' },
        side: 'outflow',
        amount: 5n,
        counterparty: stranger,
        tokenAddress: zeroAddress,
      },
    ]);
    expect(normalize(chainTransaction({ from: stranger, to: wallet, value: 5n })).movements).toMatchObject([
      { item: { kind: 'native' }, side: 'inflow', amount: 5n, counterparty: stranger },
    ]);
  });

  test('value 0 is none', () => {
    expect(normalize(chainTransaction({ value: 0n })).movements).toEqual([]);
  });

  test('self-transfer: both sides', () => {
    expect(normalize(chainTransaction({ to: wallet, value: 5n })).movements.map(({ side }) => side)).toEqual([
      'outflow',
      'inflow',
    ]);
  });

  test('internal calls are numbered among the value-moving calls of this wallet', () => {
    const internalCalls = [
      internalCall(router, stranger, 1n),
      internalCall(router, wallet, 0n),
      internalCall(router, wallet, 2n),
      internalCall(wallet, account(1), 3n, 'create'),
      internalCall(account(2), wallet, 4n, 'selfdestruct'),
    ];
    expect(normalize(chainTransaction({ internalCalls })).movements).toMatchObject([
      { item: { kind: 'internal', index: 0 }, side: 'inflow', amount: 2n, counterparty: router },
      { item: { kind: 'internal', index: 1 }, side: 'outflow', amount: 3n, counterparty: account(1) },
      { item: { kind: 'internal', index: 2 }, side: 'inflow', amount: 4n, counterparty: account(2) },
    ]);
  });

  test('failed transaction: no value, no logs, fee still paid', () => {
    const transaction = chainTransaction({
      succeeded: false,
      value: 5n,
      logs: [erc20Transfer(wallet, stranger, 1n)],
      internalCalls: [internalCall(router, wallet, 2n)],
    });
    const { movements, fee } = normalize({ ...transaction, internalCalls: [] });
    expect(movements).toEqual([]);
    expect(fee).toBe(21_000n);
  });

  test('OP-stack deposit: what it mints is an inflow of its sender, also when the transaction fails', () => {
    const deposit = chainTransaction({ minted: 9n, value: 5n, networkFee: 0n });
    const minted = { item: { kind: 'mint' }, side: 'inflow', amount: 9n, counterparty: zeroAddress };
    expect(normalize(deposit).movements).toMatchObject([
      { item: { kind: 'native' }, side: 'outflow', amount: 5n, counterparty: stranger },
      minted,
    ]);
    expect(normalize(deposit).bridgeCrossings).toEqual([{ direction: 'in', bridge: zeroAddress }]);
    expect(normalize({ ...deposit, succeeded: false }).movements).toMatchObject([minted]);
    // Whoever receives the value receives no more than that.
    expect(normalizeTransaction(deposit, stranger, rules).movements).toMatchObject([
      { item: { kind: 'native' }, side: 'inflow', amount: 5n, counterparty: wallet },
    ]);
  });

  test('contract creation: to = null, value goes to the created contract', () => {
    const created = account(0xc0de);
    const transaction = chainTransaction({ to: null, createdContract: created, value: 5n });
    expect(normalize(transaction).movements).toMatchObject([{ side: 'outflow', counterparty: created }]);
    expect(normalizeTransaction(transaction, created, rules).movements).toMatchObject([
      { side: 'inflow', counterparty: wallet },
    ]);
  });
});

describe('validator withdrawals, block rewards, genesis allocation: no transaction at all', () => {
  const credit = (change: Partial<ChainCredit>): ChainCredit => ({
    kind: 'withdrawal',
    index: 1_234_567,
    address: wallet,
    value: 16_000_000_000_000_000n,
    blockNumber: 100,
    blockHash: `0x${'34'.repeat(32)}`,
    timestamp: 1_700_000_000,
    ...change,
  });

  test('the credits of one block become one stand-in transaction under the hash of the block', () => {
    const credits = [credit({ index: 9 }), credit({ index: 8, value: 7n }), credit({ address: stranger })];
    const [first, ...rest] = normalizeCredits(credits, wallet);
    expect(rest).toEqual([]);
    expect(first?.transaction).toMatchObject({
      hash: `0x${'34'.repeat(32)}`,
      transactionIndex: 0xffffff,
      to: wallet,
    });
    expect(first?.movements).toMatchObject([
      { item: { kind: 'withdrawal', index: 8 }, amount: 7n, side: 'inflow' },
      { item: { kind: 'withdrawal', index: 9 }, amount: 16_000_000_000_000_000n },
    ]);
    expect(first?.fee).toBe(0n);
  });
});

describe('which transactions belong to a wallet', () => {
  test('those it sent, those to it, and those with an item in it', () => {
    expect(belongsToWallet(normalize(chainTransaction({})))).toBe(true);
    expect(belongsToWallet(normalize(chainTransaction({ from: stranger, to: wallet })))).toBe(true);
    const received = chainTransaction({
      from: stranger,
      to: router,
      logs: [erc20Transfer(stranger, wallet, 1n)],
    });
    expect(belongsToWallet(normalize(received))).toBe(true);
  });

  test('an event that merely names the wallet does not make it one of its transactions', () => {
    const logs = [accountEvent('Deposit', router, wallet, 5n)];
    expect(belongsToWallet(normalize(chainTransaction({ from: stranger, to: router, logs })))).toBe(false);
  });
});

describe('fees', () => {
  const gas = { type: 2, gasUsed: 21_000n, gasPrice: 1_000_000_000n };

  test('gasUsed × effectiveGasPrice', () => {
    expect(networkFee(gas)).toBe(21_000_000_000_000n);
  });

  test('+ blobGasUsed × blobGasPrice for type 3 only', () => {
    const blob = { ...gas, blobGasUsed: 131_072n, blobGasPrice: 7n };
    expect(networkFee({ ...blob, type: 3 })).toBe(21_000_000_000_000n + 917_504n);
    expect(networkFee(blob)).toBe(21_000_000_000_000n);
  });

  test('+ l1Fee on OP-stack and Scroll', () => {
    expect(networkFee({ ...gas, l1Fee: 123n })).toBe(21_000_000_000_123n);
  });

  test('+ operator fee: gas × scalar ÷ 10⁶ + constant since Isthmus, gas × scalar × 100 + constant since Jovian', () => {
    const operator = { ...gas, operatorFeeScalar: 1_000_000n, operatorFeeConstant: 5n };
    expect(networkFee(operator)).toBe(21_000_000_000_000n + 21_000n + 5n);
    expect(networkFee({ ...operator, operatorFeeScalar: 2n, daFootprintGasScalar: 400n })).toBe(
      21_000_000_000_000n + 4_200_000n + 5n,
    );
  });

  test('Arbitrum’s gasUsed includes L1: never added', () => {
    const receipt = { ...gas, gasUsedForL1: 9_000n, l1BlockNumber: 20_000_000n };
    expect(networkFee(receipt)).toBe(21_000_000_000_000n);
  });

  test('deposit transactions (0x7e) pay none', () => {
    expect(networkFee({ ...gas, type: 0x7e, l1Fee: 123n })).toBe(0n);
  });

  test('account abstraction: the bundler pays, so the wallet pays nothing', () => {
    const transaction = chainTransaction({
      from: stranger,
      to: router,
      logs: [erc20Transfer(wallet, stranger, 1n)],
    });
    expect(normalize(transaction).fee).toBe(0n);
  });
});
