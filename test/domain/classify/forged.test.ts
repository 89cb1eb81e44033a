/** What strangers' contracts can log to make something else of what a wallet did, or of what was done to it: none of it is believed. */
import { describe, expect, test } from 'vitest';
import { classifyTransaction } from '../../../src/domain/classify/classify-transaction.ts';
import { createClassifyContext } from '../../../src/domain/classify/evidence/context.ts';
import type { Address } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  account,
  chainTransaction,
  erc20Transfer,
  erc721Transfer,
  internalCall,
  type LogInput,
  nft,
  otherToken,
  stranger,
  swapEvent,
  token,
  wallet,
  weth,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classify, logged, protocol, treatments } from '../support/told.ts';

const [pool, hook, router] = [account(0xb1), account(0xb2), account(0xb3)];
const staked = logged('Staked(address,uint256)', [wallet], [1000n], hook);
const withdrawn = logged('Withdrawn(address,uint256)', [wallet], [500n], hook);
const paid = logged('RewardPaid(address,uint256)', [wallet], [500n], hook);
/** Makes the hook a party of what moves. */
const junk = erc20Transfer(hook, pool, 1n, account(0xb9));

const listed = createClassifyContext({
  wrappedNative: weth,
  nativeSymbol: 'ETH',
  trustedTokens: new Map([
    [token, { symbol: 'USDC' }],
    [otherToken, { symbol: 'OTHER' }],
  ]),
  metadata: () => null,
});

/** In a stranger's transaction, of listed tokens: its kind and its treatments. */
function byStranger(logs: readonly LogInput[], to: Address) {
  const transaction = chainTransaction({ from: stranger, to, logs });
  const normalized = normalizeTransaction(transaction, wallet, chainRules(31337));
  const { kind, movements } = classifyTransaction(normalized, listed);
  return [kind, ...movements.map(({ taxTreatment }) => taxTreatment)];
}

const lies: readonly [string, readonly LogInput[]][] = [
  ['what was given is staked', [staked]],
  ['what came is a reward', [paid]],
  ['what came was withdrawn', [withdrawn]],
  ['the one was staked, the other withdrawn', [staked, withdrawn]],
  [
    'the one was supplied to Aave 4, the other withdrawn',
    [
      logged('Supply(uint256,address,address,uint256,uint256)', [1n, wallet, wallet], [9n, 1000n], hook),
      logged('Withdraw(uint256,address,address,uint256,uint256)', [1n, wallet, wallet], [9n, 500n], hook),
    ],
  ],
  [
    "a vault's shares were made for it",
    [logged('Deposit(address,address,uint256,uint256)', [hook, hook], [1000n, 500n], hook)],
  ],
  [
    "a vault's shares were given back",
    [logged('Withdraw(address,address,address,uint256,uint256)', [hook, hook, hook], [500n, 1000n], hook)],
  ],
  [
    'a vault paid it out',
    [logged('Withdraw(address,address,address,uint256,uint256)', [hook, wallet, hook], [500n, 450n], hook)],
  ],
];

describe("beside the wallet's own swap", () => {
  const swap = [erc20Transfer(wallet, pool, 1000n), erc20Transfer(pool, wallet, 500n, weth), swapEvent(pool)];

  test.each(lies)('a contract on the way says that %s', (_what, logs) => {
    expect(treatments([junk, ...swap, ...logs], { to: router })).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
  });

  test.each([
    ['before', [junk, staked, ...swap]],
    ['after', [...swap, junk, staked]],
  ])('and says so %s it', (_when, logs) => {
    expect(treatments(logs, { to: router })[0]).toBe('SWAP');
  });
});

describe('a token that logs what a vault does is no vault for it', () => {
  const swap = swapEvent(pool);
  const made = erc20Transfer(zeroAddress, wallet, 1n, hook);
  const burned = erc20Transfer(wallet, zeroAddress, 1n, hook);
  const shares = (name: string, count: number, ...amounts: readonly bigint[]) =>
    logged(
      `${name}(${[...Array(count).fill('address'), ...amounts.map(() => 'uint256')].join()})`,
      Array.from({ length: count }, () => wallet),
      amounts,
      hook,
    );
  /** 1,000 of one token for 500 of another, straight from the pool, or through others. */
  const trades = (sold: Address, bought: Address): readonly LogInput[][] => [
    [erc20Transfer(wallet, pool, 1000n, sold), swap, erc20Transfer(pool, wallet, 500n, bought)],
    [
      ...[erc20Transfer(wallet, router, 1000n, sold), erc20Transfer(router, stranger, 990n, sold)],
      ...[erc20Transfer(stranger, pool, 980n, sold), swap, erc20Transfer(pool, stranger, 510n, bought)],
      ...[erc20Transfer(stranger, router, 505n, bought), erc20Transfer(router, wallet, 500n, bought)],
    ],
  ];
  const plain = ['SWAP', 'DISPOSAL', 'ACQUISITION'];

  test.each(trades(token, weth))('where something else is bought', (...logs) => {
    const said = [
      shares('Deposit', 2, 1000n, 1n),
      shares('Deposit', 1, 1n, 1000n),
      shares('Deposit', 1, 1000n, 1n),
      shares('Staked', 1, 1000n),
    ];
    for (const lie of said) {
      expect(treatments([...logs, made, lie], { to: router })).toEqual([...plain, 'ACQUISITION']);
    }
  });

  test.each(trades(token, hook))('where it is bought itself', (...logs) => {
    for (const lie of [shares('Deposit', 2, 1000n, 500n), shares('Deposit', 1, 1000n, 500n)]) {
      const elsewhere = erc20Transfer(zeroAddress, stranger, 500n, hook);
      expect(treatments([...logs, elsewhere, lie], { to: router })).toEqual(plain);
    }
    const small = [made, shares('Deposit', 1, 1n, 1000n)];
    expect(treatments([...logs, ...small], { to: router })).toEqual([...plain, 'ACQUISITION']);
  });

  test.each(trades(hook, token))('where it is sold', (...logs) => {
    for (const lie of [shares('Withdraw', 1, 1n, 500n), shares('Withdraw', 1, 500n, 1n)]) {
      expect(treatments([...logs, burned, lie], { to: router })).toEqual([...plain, 'DISPOSAL']);
    }
    expect(treatments([...logs, shares('Withdraw', 3, 500n, 1000n)], { to: router })).toEqual(plain);
  });

  test('where a coin buys', () => {
    const logs = [erc20Transfer(pool, wallet, 500n, hook), swap, made, shares('Deposit', 1, 1n, 1000n)];
    expect(treatments(logs, { to: router, value: 1000n }).slice(1)).toEqual([
      ...['DISPOSAL', 'ACQUISITION', 'ACQUISITION'],
    ]);
  });

  test('nor a lender of what was bought, which it says was borrowed', () => {
    const lies = [
      logged('Borrow(address,uint256,uint256,uint256)', [], [BigInt(wallet), 500n, 1n, 1n], hook),
      logged(
        'RepayBorrow(address,address,uint256,uint256,uint256)',
        [],
        [BigInt(wallet), BigInt(wallet), 1000n, 1n, 1n],
        hook,
      ),
    ];
    for (const logs of trades(token, weth)) {
      const { kind, movements } = classify([junk, ...logs, ...lies], { to: router });
      expect([kind, ...movements.map(({ heldBy }) => heldBy)]).toEqual(['SWAP', null, null]);
    }
  });

  test('nor is what was bought or sold a debt, as it says of itself', () => {
    const lies = [
      [
        trades(token, hook),
        logged('Mint(address,address,uint256,uint256)', [wallet, wallet], [500n, 1n], hook),
      ],
      [trades(hook, token), logged('Burn(address,uint256,uint256)', [wallet], [1000n, 1n], hook)],
    ] as const;
    for (const [both, lie] of lies) {
      for (const logs of both) expect(treatments([...logs, lie], { to: router })).toEqual(plain);
    }
  });

  test('nor was what was given for something else a share of it', () => {
    const lie = shares('Withdraw', 3, 1n, 1000n);
    for (const logs of trades(token, weth)) {
      expect(treatments([...logs, made, lie], { to: router })).toEqual([...plain, 'ACQUISITION']);
    }
  });

  test('and is one where what was given went to it, or was staked, whatever was sold beside', () => {
    const bought = [erc20Transfer(wallet, pool, 7n, otherToken), swap, erc20Transfer(pool, wallet, 8n, weth)];
    const given = [erc20Transfer(wallet, hook, 1000n), made, shares('Deposit', 1, 1n, 1000n)];
    expect(treatments([...bought, ...given]).slice(3)).toEqual(['CARRY', 'CARRY']);
  });
});

describe('an NFT that is bought or sold', () => {
  const id = 42n;
  const [coins, tokens] = [{ to: router, value: 1000n }, { to: router }] as const;
  const bought = erc721Transfer(stranger, wallet, id);
  const sold = erc721Transfer(wallet, stranger, id);
  const [price, paid] = [erc20Transfer(wallet, stranger, 1000n), erc20Transfer(stranger, wallet, 1000n)];
  const said = (signature: string, ...values: readonly bigint[]) => logged(signature, [wallet], values, nft);
  const farmed = (name: string, address = nft) =>
    logged(`${name}(address,uint256,uint128)`, [wallet, id, 5n], [], address);

  test('was neither in a farm, nor its price kept or given back, whatever it logs', () => {
    for (const lie of [said('Staked(address,uint256)', 1000n), farmed('Withdraw')]) {
      expect(treatments([bought, lie], coins)).toEqual(['NFT_BUY', 'DISPOSAL', 'ACQUISITION']);
      expect(treatments([price, bought, lie], tokens)).toEqual(['NFT_BUY', 'DISPOSAL', 'ACQUISITION']);
    }
    for (const lie of [said('Withdrawn(address,uint256)', 1000n), farmed('Deposit')]) {
      expect(treatments([sold, paid, lie], tokens)).toEqual(['NFT_SELL', 'DISPOSAL', 'ACQUISITION']);
      const change = { to: router, internalCalls: [internalCall(router, wallet, 1000n)] };
      expect(treatments([sold, lie], change)).toEqual(['NFT_SELL', 'ACQUISITION', 'DISPOSAL']);
    }
  });

  test('beside a deposit leaves that one', () => {
    const given = [
      erc20Transfer(wallet, protocol, 500n, weth),
      logged('Staked(address,uint256)', [wallet], [500n]),
    ];
    expect(treatments([price, bought, ...given], tokens)).toContain('HELD');
    const back = [farmed('Withdraw', protocol), erc721Transfer(protocol, wallet, id)];
    expect(treatments([...back, ...given], tokens)).toEqual(['DEPOSIT', 'HELD', 'HELD']);
  });
});

describe('an order that a stranger fills', () => {
  const fill = [erc20Transfer(wallet, stranger, 1000n), erc20Transfer(stranger, wallet, 500n, weth)];

  test.each(lies)('with a contract that says that %s', (_what, logs) => {
    expect(byStranger([junk, ...fill, ...logs], hook)).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
  });

  test('what anybody pays is no withdrawal from, nor a loan of, a contract that has no part in it', () => {
    const payment = erc20Transfer(stranger, wallet, 500n, weth);
    const other = account(0xb5);
    for (const name of ['Withdraw', 'Borrow']) {
      const lie = logged(
        `${name}(uint256,address,address,uint256,uint256)`,
        [1n, wallet, wallet],
        [9n, 500n],
        other,
      );
      expect(byStranger([payment, lie], stranger)).toEqual(['RECEIVE', 'ACQUISITION']);
    }
  });
});

describe('income that nobody asked for', () => {
  const received = (of: Address) =>
    byStranger(
      [
        erc20Transfer(hook, wallet, 1n),
        erc20Transfer(hook, wallet, 500n, of),
        logged('Claimed(address,uint256)', [wallet], [500n], hook),
      ],
      hook,
    );

  test('one unit of a listed token does not vouch for another', () => {
    expect(received(account(0xb7))).not.toContain('INCOME');
    expect(received(otherToken).slice(1)).toEqual(['ACQUISITION', 'INCOME']);
  });
});

describe('pools of Uniswap 4 with hooks', () => {
  const manager = account(0xb8);
  const swapped = logged(
    'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)',
    [7n, router],
    [1n, 2n, 3n, 4n, 5n, 6n],
    manager,
  );
  const changed = (delta: bigint) =>
    logged(
      'ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)',
      [7n, hook],
      [1n, 2n, delta, 0n],
      manager,
    );

  test('a hook that collects its own fees makes no income of what is bought', () => {
    const logs = [swapped, changed(0n), erc20Transfer(manager, wallet, 1000n)];
    expect(treatments(logs, { to: router, value: 10n ** 18n })).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
    const sale = [swapped, changed(0n), erc20Transfer(wallet, manager, 1000n)];
    const change = { to: router, internalCalls: [internalCall(router, wallet, 10n ** 18n)] };
    expect(classify(sale, change).kind).toBe('SWAP');
    expect(treatments(sale, change)).not.toContain('INCOME');
  });

  test('a hook that puts in and takes out liquidity of its own makes no deposit of it', () => {
    const logs = [
      ...[changed(5n), swapped, changed((1n << 256n) - 5n)],
      ...[erc20Transfer(wallet, manager, 1000n), erc20Transfer(manager, wallet, 500n, weth)],
    ];
    expect(treatments(logs, { to: router })).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
  });
});

describe('thousands of events', () => {
  const many = (signature: string, address: Address) =>
    Array.from({ length: 4000 }, (_, index) => logged(signature, [wallet], [BigInt(index + 5000)], address));

  test('of one contract do not silence another', () => {
    const noise = many('Claimed(address,uint256)', hook);
    const logs = [
      ...[junk, ...noise, erc20Transfer(wallet, protocol, 1000n)],
      logged('Staked(address,uint256)', [wallet], [1000n]),
    ];
    expect(treatments(logs, { to: router })).toEqual(['DEPOSIT', 'HELD']);
  });

  test('beside as many moves are read in time that grows with their number alone', {
    timeout: 20_000,
  }, () => {
    const moves = Array.from({ length: 4000 }, (_, index) =>
      erc20Transfer(stranger, hook, BigInt(index + 1)),
    );
    const liquidation = 'LiquidateBorrow(address,address,uint256,address,uint256)';
    const noise = Array.from({ length: 4000 }, (_, index) =>
      logged(liquidation, [], [1n, BigInt(wallet), 5n, BigInt(token), BigInt(index)], hook),
    );
    const change = { from: stranger, to: hook, internalCalls: [internalCall(hook, wallet, 1n)] };
    expect(treatments([...moves, ...noise], change)).toEqual(['RECEIVE', 'ACQUISITION']);
  });
});
