/** From a classified transaction to rows. */
import { expect, test } from 'vitest';
import { classifyTransaction } from '../../src/domain/classify/classify-transaction.ts';
import { createClassifyContext } from '../../src/domain/classify/evidence/context.ts';
import { toRecords } from '../../src/domain/classify/records.ts';
import { chainRules } from '../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../src/domain/normalize/normalize-transaction.ts';
import {
  chainTransaction,
  erc20Transfer,
  router,
  stranger,
  token,
  wallet,
  zeroAddress,
} from './support/chain-builders.ts';

const context = createClassifyContext({
  wrappedNative: null,
  nativeSymbol: 'ETH',
  trustedTokens: new Map(),
  metadata: () => null,
});
const records = (change: Parameters<typeof chainTransaction>[0]) =>
  toRecords({
    walletId: 7,
    chainId: 1,
    classified: classifyTransaction(
      normalizeTransaction(chainTransaction(change), wallet, chainRules(1)),
      context,
    ),
    selectorName: (selector) => (selector === '0x12345678' ? 'swap' : null),
  });

// Timestamp 1,700,000,000 · chain 1 · block 100 · transaction 3.
const position = '6553f100' + '00000001' + '00000064' + '000003';

test('a transaction and its transfers, in order of position, amounts signed, the fee repeated', () => {
  const logs = [erc20Transfer(stranger, wallet, 5n)];
  const { transaction, transfers } = records({ to: router, input: '0x12345678abcd', value: 9n, logs });
  expect(transaction).toEqual({
    walletId: 7,
    position,
    chainId: 1,
    blockNumber: 100,
    timestamp: 1_700_000_000,
    hash: `0x${'12'.repeat(32)}`,
    from: wallet,
    to: router,
    fee: 21_000n,
    category: 'SWAP',
    kind: 'SWAP',
    kindReason: 'the flows',
    selector: '0x12345678',
    functionName: 'swap',
    functionSource: 'signature',
    bridgeMessage: null,
    isError: false,
    isSpam: false,
    counterparty: router,
  });
  const shared = {
    walletId: 7,
    chainId: 1,
    blockNumber: 100,
    timestamp: 1_700_000_000,
    hash: `0x${'12'.repeat(32)}`,
  };
  expect(transfers).toEqual([
    {
      ...shared,
      position: `${position}00000000000000`,
      side: 'outflow',
      standard: 'native',
      tokenAddress: zeroAddress,
      tokenId: null,
      amount: -9n,
      counterparty: router,
      fee: 21_000n,
      category: 'SWAP',
      taxTreatment: 'DISPOSAL',
      heldBy: null,
      settles: null,
      spamReason: null,
    },
    {
      ...shared,
      position: `${position}20000000000001`,
      side: 'inflow',
      standard: 'erc20',
      tokenAddress: token,
      tokenId: null,
      amount: 5n,
      counterparty: stranger,
      fee: 21_000n,
      category: 'SWAP',
      taxTreatment: 'ACQUISITION',
      heldBy: null,
      settles: null,
      spamReason: null,
    },
  ]);
});

test('a failed transaction has no transfers, only its fee', () => {
  const { transaction, transfers } = records({
    to: router,
    input: '0x99999999',
    value: 9n,
    succeeded: false,
  });
  expect(transfers).toEqual([]);
  expect(transaction).toMatchObject({
    isError: true,
    isSpam: false,
    fee: 21_000n,
    functionName: null,
    selector: '0x99999999',
  });
});

test('the name that a source gives comes before that of the selector, and each says whose it is', () => {
  const call = { to: router, input: '0x12345678abcd' } as const;
  const named = (change: Parameters<typeof chainTransaction>[0]) => {
    const { functionName, functionSource } = records(change).transaction;
    return [functionName, functionSource];
  };
  expect(named({ ...call, functionName: 'swapAll' })).toEqual(['swapAll', 'explorer']);
  expect(named(call)).toEqual(['swap', 'signature']);
  expect(named({ ...call, input: '0x99999999' })).toEqual([null, null]);
  expect(named({ value: 9n })).toEqual([null, null]);
});

test('plain transfers and deployments call no function', () => {
  expect(records({ value: 9n }).transaction.selector).toBeNull();
  expect(records({ to: null, input: '0x6080604052' }).transaction.selector).toBeNull();
});

test('a transaction whose every transfer is spam is spam; its fee is paid by another', () => {
  const { transaction } = records({
    from: stranger,
    to: router,
    logs: [erc20Transfer(wallet, stranger, 0n)],
  });
  expect(transaction).toMatchObject({ isSpam: true, fee: 0n, counterparty: stranger });
});
