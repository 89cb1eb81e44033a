/** One fixture per category and kind, in the order of the rules of docs/design.md, "Classification". */
import { describe, expect, test } from 'vitest';
import { classifyTransaction } from '../../../src/domain/classify/classify-transaction.ts';
import { createClassifyContext, type KnownMetadata } from '../../../src/domain/classify/evidence/context.ts';
import type { Address, ChainTransaction } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeCredits } from '../../../src/domain/normalize/normalize-credits.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  account,
  accountEvent,
  approval,
  approvalForAll,
  chainTransaction,
  erc20Transfer,
  erc721Transfer,
  ether,
  internalCall,
  otherToken,
  router,
  stranger,
  swapEvent,
  token,
  transferSingle,
  wallet,
  weth,
  zeroAddress,
} from '../support/chain-builders.ts';

const distributor = account(0xd1);
const pool = account(0x90);
const metadata = new Map<Address, KnownMetadata>([
  [token, { name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
  [otherToken, { name: 'Moon Hamster', symbol: 'HAMSTR', decimals: 18 }],
  [weth, { name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 }],
]);
const context = createClassifyContext({
  wrappedNative: weth,
  nativeSymbol: 'ETH',
  trustedTokens: new Map([[token, { symbol: 'USDC' }]]),
  metadata: (address) => metadata.get(address) ?? null,
  rewardContracts: new Set([distributor]),
});
const rules = chainRules(31337, { wrappedNative: weth });

const classify = (change: Parameters<typeof chainTransaction>[0]) => judge(chainTransaction(change));
const judge = (transaction: ChainTransaction) =>
  classifyTransaction(normalizeTransaction(transaction, wallet, rules), context);
/** Category, kind and the treatments in order of items. */
function verdict(change: Parameters<typeof chainTransaction>[0]): string {
  const { category, kind, movements } = classify(change);
  return [category, kind, ...movements.map((item) => item.spamReason ?? item.taxTreatment)].join(' ');
}

const call = { to: router, input: '0x12345678' } as const;
const notMine = { from: stranger, ...call } as const;

describe('0. Contract Execution', () => {
  test('failed', () => {
    expect(verdict({ ...call, succeeded: false, value: 5n })).toBe('CONTRACT_EXECUTION FAILED');
  });

  test('wrapping and unwrapping carry the basis', () => {
    const deposit = { to: weth, value: ether, logs: [accountEvent('Deposit', weth, wallet, ether)] };
    expect(verdict(deposit)).toBe('CONTRACT_EXECUTION WRAP BASIS_TRANSFER BASIS_TRANSFER');
    const withdrawal = {
      to: weth,
      logs: [accountEvent('Withdrawal', weth, wallet, ether)],
      internalCalls: [internalCall(weth, wallet, ether)],
    };
    expect(verdict(withdrawal)).toBe('CONTRACT_EXECUTION UNWRAP BASIS_TRANSFER BASIS_TRANSFER');
  });

  test('a wrapper that is in no list is known by what it does', () => {
    const logs = [accountEvent('Deposit', pool, wallet, ether)];
    expect(verdict({ to: pool, value: ether, logs })).toBe(
      'CONTRACT_EXECUTION WRAP BASIS_TRANSFER BASIS_TRANSFER',
    );
  });

  test('deployment, whatever the constructor mints; with the created contract as counterparty', () => {
    const created = account(0xc0de);
    const change = {
      to: null,
      createdContract: created,
      logs: [erc20Transfer(zeroAddress, wallet, 9n, otherToken)],
    };
    expect(verdict(change)).toBe('CONTRACT_EXECUTION DEPLOY ACQUISITION');
    expect(classify(change).counterparty).toBe(created);
  });

  test('a self-transfer alone', () => {
    expect(verdict({ to: wallet, value: 5n })).toBe(
      'CONTRACT_EXECUTION SELF_TRANSFER BASIS_TRANSFER BASIS_TRANSFER',
    );
    expect(verdict({ to: wallet })).toBe('CONTRACT_EXECUTION SELF_TRANSFER');
  });

  test('nothing left once spam is set aside', () => {
    const logs = [erc20Transfer(wallet, stranger, 0n)];
    expect(verdict({ ...notMine, logs })).toBe('CONTRACT_EXECUTION CONTRACT_EXECUTION zero-value');
    expect(classify({ ...notMine, logs }).isSpam).toBe(true);
  });

  test('approvals and their end', () => {
    expect(verdict({ ...call, logs: [approval(wallet, router, 5n)] })).toBe('CONTRACT_EXECUTION APPROVE');
    expect(verdict({ ...call, logs: [approval(wallet, router, 0n)] })).toBe('CONTRACT_EXECUTION REVOKE');
    expect(verdict({ ...call, logs: [approvalForAll(wallet, router, true)] })).toBe(
      'CONTRACT_EXECUTION APPROVE',
    );
    expect(verdict({ ...call, logs: [approvalForAll(wallet, router, false)] })).toBe(
      'CONTRACT_EXECUTION REVOKE',
    );
    expect(verdict({ ...call, logs: [approval(stranger, router, 5n)] })).toBe(
      'CONTRACT_EXECUTION CONTRACT_EXECUTION',
    );
  });
});

describe('1. Mint', () => {
  test('NFTs minted to the wallet, whatever it pays', () => {
    const logs = [erc721Transfer(zeroAddress, wallet, 1n), erc20Transfer(wallet, router, 3n)];
    expect(verdict({ ...call, value: 5n, logs })).toBe('MINT MINT DISPOSAL ACQUISITION DISPOSAL');
    expect(verdict({ ...notMine, logs: [transferSingle(zeroAddress, wallet, 7n, 2n)] })).toBe(
      'MINT MINT ACQUISITION',
    );
  });

  test('fungible tokens minted while only the native token leaves, in a transaction of its own', () => {
    const logs = [erc20Transfer(zeroAddress, wallet, 9n, otherToken)];
    expect(verdict({ ...call, value: 5n, logs })).toBe('MINT MINT DISPOSAL ACQUISITION');
    expect(verdict({ ...notMine, logs })).toBe('RECEIVE RECEIVE ACQUISITION');
  });

  test('claimed rewards that are minted are income', () => {
    const logs = [
      erc20Transfer(zeroAddress, wallet, 9n, otherToken),
      accountEvent('RewardPaid', router, wallet, 9n),
    ];
    expect(verdict({ ...call, logs })).toBe('MINT CLAIM INCOME');
  });
});

describe('2. Receipt tokens', () => {
  test('minted against another fungible token: a deposit', () => {
    const logs = [erc20Transfer(wallet, pool, 5n), erc20Transfer(zeroAddress, wallet, 4n, otherToken)];
    expect(verdict({ ...call, logs })).toBe('CONTRACT_EXECUTION DEPOSIT CARRY CARRY');
  });

  test('burned against another fungible token: a withdrawal', () => {
    const logs = [erc20Transfer(wallet, zeroAddress, 4n, otherToken), erc20Transfer(pool, wallet, 5n)];
    expect(verdict({ ...call, logs })).toBe('CONTRACT_EXECUTION WITHDRAW CARRY CARRY');
  });

  test('handed to the pool, which burns it (Uniswap V2): a withdrawal', () => {
    const logs = [
      erc20Transfer(wallet, otherToken, 4n, otherToken),
      erc20Transfer(otherToken, zeroAddress, 4n, otherToken),
      erc20Transfer(pool, wallet, 5n),
    ];
    expect(verdict({ ...call, logs })).toBe('CONTRACT_EXECUTION WITHDRAW CARRY CARRY');
  });

  test('with a swap event in the receipt: a swap', () => {
    const logs = [
      erc20Transfer(wallet, pool, 5n),
      swapEvent(pool),
      erc20Transfer(zeroAddress, wallet, 4n, otherToken),
    ];
    expect(verdict({ ...call, logs })).toBe('SWAP SWAP DISPOSAL ACQUISITION');
  });

  test('a position NFT burned for its tokens is not sold', () => {
    const logs = [erc20Transfer(pool, wallet, 5n), erc721Transfer(wallet, zeroAddress, 1n)];
    expect(verdict({ ...call, logs })).toBe('CONTRACT_EXECUTION WITHDRAW ACQUISITION DISPOSAL');
  });
});

describe('3. Swap', () => {
  test('fungible for fungible, decided on nets: change that comes back does not matter', () => {
    const change = {
      ...call,
      value: 10n,
      internalCalls: [internalCall(router, wallet, 2n)],
      logs: [erc20Transfer(pool, wallet, 5n)],
    };
    expect(verdict(change)).toBe('SWAP SWAP DISPOSAL ACQUISITION ACQUISITION');
    expect(classify(change).counterparty).toBe(router);
  });

  test('an NFT bought, sold, bartered', () => {
    expect(verdict({ ...call, value: 5n, logs: [erc721Transfer(stranger, wallet, 1n)] })).toBe(
      'SWAP NFT_BUY DISPOSAL ACQUISITION',
    );
    const sold = {
      ...notMine,
      internalCalls: [internalCall(router, wallet, 5n)],
      logs: [erc721Transfer(wallet, stranger, 1n)],
    };
    expect(verdict(sold)).toBe('SWAP NFT_SELL ACQUISITION DISPOSAL');
    const bartered = [erc721Transfer(wallet, stranger, 1n), erc721Transfer(stranger, wallet, 2n)];
    expect(verdict({ ...call, logs: bartered })).toBe('SWAP SWAP DISPOSAL ACQUISITION');
  });
});

describe('4. Send', () => {
  test('only value leaves; counterparty is the other party of the largest transfer', () => {
    const logs = [
      erc20Transfer(wallet, account(1), 2_000_000n),
      erc20Transfer(wallet, account(2), 3_000_000n),
    ];
    expect(verdict({ ...call, logs })).toBe('SEND SEND DISPOSAL DISPOSAL');
    expect(classify({ ...call, logs }).counterparty).toBe(account(2));
    expect(classify({ ...call, value: 1n, logs }).counterparty).toBe(router);
  });

  test('burned', () => {
    expect(verdict({ ...call, logs: [erc20Transfer(wallet, zeroAddress, 5n)] })).toBe('SEND BURN DISPOSAL');
    const dead = '0x000000000000000000000000000000000000dead';
    expect(verdict({ to: dead, value: 5n })).toBe('SEND BURN DISPOSAL');
  });

  test('what is burned beside a payment, or minted beside a receipt, has no party, however much it is', () => {
    const burned = erc20Transfer(wallet, zeroAddress, 9_000_000n);
    expect(classify({ ...call, logs: [burned, erc20Transfer(wallet, pool, 2n)] }).counterparty).toBe(pool);
    expect(classify({ ...call, logs: [burned] }).counterparty).toBe(zeroAddress);
    const minted = erc20Transfer(zeroAddress, wallet, 9_000_000n);
    const received = [minted, erc20Transfer(pool, wallet, 2n)];
    expect(classify({ ...notMine, logs: received }).counterparty).toBe(pool);
    expect(classify({ ...notMine, logs: [minted] }).counterparty).toBe(zeroAddress);
  });

  test('a deposit that the contract itself logs', () => {
    const logs = [erc20Transfer(wallet, router, 5n), accountEvent('Staked', router, wallet, 5n)];
    expect(verdict({ ...call, logs })).toBe('SEND DEPOSIT HELD');
    const otherAmount = [erc20Transfer(wallet, router, 5n), accountEvent('Staked', router, wallet, 6n)];
    expect(verdict({ ...call, logs: otherAmount })).toBe('SEND SEND DISPOSAL');
  });
});

describe('5. Receive', () => {
  test('only value arrives', () => {
    expect(verdict({ from: stranger, to: wallet, value: 5n })).toBe('RECEIVE RECEIVE ACQUISITION');
    expect(classify({ from: stranger, to: wallet, value: 5n }).counterparty).toBe(stranger);
  });

  test('claimed: by the function called, by the contract’s event, from a known distributor', () => {
    const claim = { to: router, input: '0x4e71d92d', logs: [erc20Transfer(pool, wallet, 5n)] } as const;
    expect(verdict(claim)).toBe('RECEIVE CLAIM INCOME');
    const logs = [erc20Transfer(router, wallet, 5n), accountEvent('Claimed', router, wallet, 5n)];
    expect(verdict({ ...call, logs })).toBe('RECEIVE CLAIM INCOME');
    expect(verdict({ ...call, logs: [erc20Transfer(distributor, wallet, 5n)] })).toBe('RECEIVE CLAIM INCOME');
  });

  test('sent by a known distributor without being asked: an airdrop', () => {
    expect(verdict({ ...notMine, logs: [erc20Transfer(distributor, wallet, 5n)] })).toBe(
      'RECEIVE AIRDROP INCOME',
    );
    expect(classify({ ...notMine, logs: [erc20Transfer(distributor, wallet, 5n)] }).counterparty).toBe(
      distributor,
    );
  });

  test('withdrawn from where it was staked', () => {
    const logs = [erc20Transfer(router, wallet, 5n), accountEvent('Withdrawn', router, wallet, 5n)];
    expect(verdict({ ...call, logs })).toBe('RECEIVE WITHDRAW HELD');
  });

  test('validator withdrawals: rewards are income, returned stake is not', () => {
    const credit = { kind: 'withdrawal', address: wallet, blockNumber: 1, timestamp: 1 } as const;
    const blockHash = `0x${'34'.repeat(32)}` as const;
    const [normalized] = normalizeCredits(
      [
        { ...credit, index: 1, value: ether / 50n, blockHash },
        { ...credit, index: 2, value: 32n * ether, blockHash },
      ],
      wallet,
    );
    if (normalized === undefined) throw new Error('no credit');
    const { category, kind, movements } = classifyTransaction(normalized, context);
    expect([category, kind, ...movements.map((item) => item.taxTreatment)]).toEqual([
      'RECEIVE',
      'WITHDRAW',
      'INCOME',
      'HELD',
    ]);
  });
});

test('6. Contract Execution: everything else; a call by another account has the sender as counterparty', () => {
  expect(verdict(call)).toBe('CONTRACT_EXECUTION CONTRACT_EXECUTION');
  expect(classify({ ...call, from: stranger, to: wallet }).counterparty).toBe(stranger);
});
