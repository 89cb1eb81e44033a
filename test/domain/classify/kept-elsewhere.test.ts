/** What a protocol keeps for the wallet: tickets of queues, accounts to which an NFT is the key, accounts of somebody else, and what they pay. */
import { describe, expect, test } from 'vitest';
import type { Address } from '../../../src/domain/model.ts';
import {
  account,
  erc20Transfer,
  erc721Transfer,
  internalCall,
  type LogInput,
  otherToken,
  stranger,
  swapEvent,
  token,
  wallet,
  weth,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classify, logged, protocol, treatments } from '../support/told.ts';

const gave = (amount: bigint, of = token) => erc20Transfer(wallet, protocol, amount, of);
const got = (amount: bigint, of = token) => erc20Transfer(protocol, wallet, amount, of);
const coins = (value: bigint) => ({ internalCalls: [internalCall(protocol, wallet, value)] });
const below = (amount: bigint): bigint => (1n << 256n) - amount;

describe('a queue that gives a ticket', () => {
  const given = (id: bigint) => erc721Transfer(zeroAddress, wallet, id, protocol);
  const taken = (id: bigint) => erc721Transfer(wallet, zeroAddress, id, protocol);
  const created = 'WithdrawRequestCreated(uint32,uint256,uint256,address,uint256)';
  const claimed = 'WithdrawRequestClaimed(uint32,uint256,uint256,address,uint256)';

  test('ether.fi: shares, wrapped or not, for the ticket, and the ticket for what is paid', () => {
    const request = logged(created, [77n], [1000n, 900n, BigInt(wallet), 0n]);
    expect(treatments([gave(1000n), given(77n), request])).toEqual(['WITHDRAW', 'CARRY', 'CARRY']);
    // Of what is wrapped another amount goes than what the event says.
    expect(treatments([gave(950n, otherToken), given(77n), request])).toEqual(['WITHDRAW', 'CARRY', 'CARRY']);
    const claim = logged(claimed, [77n], [1000n, 900n, BigInt(wallet), 0n]);
    const { kind, movements } = classify([taken(77n), claim], coins(1000n));
    expect([kind, ...movements.map(({ taxTreatment }) => taxTreatment)]).toEqual([
      'WITHDRAW',
      'CARRY',
      'CARRY',
    ]);
    expect(movements.map(({ settles }) => settles)).toEqual([null, null]);
  });

  test('Frax: in both versions; a part is paid, and the ticket stays', () => {
    const entered = logged(
      'EnterRedemptionQueue(uint256,address,address,uint256,uint64,uint64,uint120)',
      [8n, wallet, wallet],
      [1000n, 1n, 2n, 3n],
    );
    expect(treatments([gave(1000n), given(8n), entered])).toEqual(['WITHDRAW', 'CARRY', 'CARRY']);
    const paid = (isPart: bigint) =>
      logged(
        'NftTicketRedemption(uint256,address,address,uint120,uint120,bool)',
        [8n, wallet, wallet],
        [0n, 1000n, isPart],
      );
    expect(treatments([taken(8n), paid(0n)], coins(1000n))).toEqual(['WITHDRAW', 'CARRY', 'CARRY']);
    expect(treatments([paid(1n)], coins(1000n))).toEqual(['RECEIVE', 'ACQUISITION']);
  });
});

describe('a queue that pays otherwise than was requested', () => {
  const claim = (id: bigint, amount: bigint) =>
    logged('WithdrawalClaimed(address,uint256,uint256)', [wallet, id], [amount]);

  test('Origin: several requests at once, and in the decimals of what it pays', () => {
    const settled = (logs: readonly LogInput[]) =>
      classify(logs).movements.map(({ taxTreatment, settles }) => [taxTreatment, settles?.amount]);
    expect(settled([claim(1n, 1000n), claim(2n, 3000n), got(4000n, weth)])).toEqual([['HELD', 4000n]]);
    const dollars = 1000n * 10n ** 18n;
    expect(settled([claim(1n, dollars), got(1000n * 10n ** 6n)])).toEqual([['HELD', dollars]]);
    expect(settled([claim(1n, 1000n), got(990n)])).toEqual([['ACQUISITION', undefined]]);
    expect(settled([claim(1n, 1000n), got(999n)])).toEqual([['HELD', 1000n]]);
  });

  test('BENQI: shares whose time is over come back', () => {
    const back = logged('RedeemOverdueShares(address,uint256)', [wallet], [1000n]);
    expect(treatments([back, got(1000n)])).toEqual(['WITHDRAW', 'HELD']);
  });
});

describe('an account to which an NFT is the key', () => {
  const key = (from: Address, to: Address) => erc721Transfer(from, to, 12n, account(0xd4));

  test('Fluid: what is given is held by the vault, whatever stands beside it', () => {
    const operated = (collateral: bigint, debt: bigint) =>
      logged(
        'LogOperate(address,uint256,int256,int256,address)',
        [],
        [BigInt(wallet), 12n, collateral, debt, BigInt(wallet)],
      );
    expect(treatments([key(zeroAddress, wallet), gave(1000n), operated(1000n, 0n)])).toEqual([
      'DEPOSIT',
      'ACQUISITION',
      'HELD',
    ]);
    expect(treatments([got(1000n), operated(below(1000n), 0n)])).toEqual(['WITHDRAW', 'HELD']);
  });

  test('a vote lock: what is locked first, what comes to it, and what it gives back', () => {
    const locked = (kind: bigint) =>
      logged('Deposit(address,uint256,uint8,uint256,uint256,uint256)', [wallet, 12n, kind], [1000n, 2n, 3n]);
    expect(treatments([key(zeroAddress, wallet), gave(1000n), locked(1n)])).toEqual([
      'DEPOSIT',
      'ACQUISITION',
      'HELD',
    ]);
    expect(treatments([gave(1000n), locked(2n)])).toEqual(['DEPOSIT', 'HELD']);
    const left = logged('Withdraw(address,uint256,uint256,uint256)', [wallet, 12n], [2000n, 3n]);
    expect(treatments([key(wallet, zeroAddress), got(2000n), left])).toEqual([
      'WITHDRAW',
      'DISPOSAL',
      'HELD',
    ]);
  });
});

describe('collateral that a pool of Liquity seized', () => {
  test('was bought with what it burned of the deposit', () => {
    const { movements } = classify([
      logged(
        'DepositOperation(address,uint8,uint256,int256,uint256,uint256,uint256,uint256)',
        [wallet],
        [1n, 400n, below(600n), 0n, 0n, 0n, 21n],
      ),
      got(600n),
      got(21n, weth),
    ]);
    expect(movements.map(({ taxTreatment, settles }) => [taxTreatment, settles])).toEqual([
      ['HELD', null],
      ['ACQUISITION', { contract: protocol, token: null, amount: 400n }],
    ]);
    const first = logged('ETHGainWithdrawn(address,uint256,uint256)', [wallet], [21n, 400n]);
    const paid = classify([first], coins(21n)).movements;
    expect(paid.map(({ settles }) => settles)).toEqual([{ contract: protocol, token: null, amount: 400n }]);
  });

  test('and kept for later is no income when it is fetched', () => {
    const fetched = logged(
      'DepositOperation(address,uint8,uint256,int256,uint256,uint256,uint256,uint256)',
      [wallet],
      [2n, 0n, 0n, 0n, 0n, 0n, 21n],
    );
    expect(treatments([fetched, got(21n, weth)])).toEqual(['SWAP', 'ACQUISITION']);
  });

  test('without a loss is earned', () => {
    const first = logged('ETHGainWithdrawn(address,uint256,uint256)', [wallet], [21n, 0n]);
    expect(treatments([first], coins(21n))).toEqual(['CLAIM', 'INCOME']);
  });
});

describe("somebody else's account", () => {
  const word = BigInt;
  const loans: readonly [string, LogInput][] = [
    [
      'Silo',
      logged('Borrow(address,address,address,uint256,uint256)', [stranger, wallet, stranger], [1000n, 9n]),
    ],
    ['Fraxlend', logged('BorrowAsset(address,address,uint256,uint256)', [stranger, wallet], [1000n, 9n])],
    [
      'Exactly',
      logged(
        'BorrowAtMaturity(uint256,address,address,address,uint256,uint256)',
        [1n, wallet, stranger],
        [word(stranger), 1000n, 9n],
      ),
    ],
    [
      'Aave 4',
      logged('Borrow(uint256,address,address,uint256,uint256)', [1n, wallet, stranger], [9n, 1000n]),
    ],
    [
      'Morpho',
      logged(
        'Borrow(bytes32,address,address,address,uint256,uint256)',
        [1n, stranger, wallet],
        [word(stranger), 1000n, 9n],
      ),
    ],
    ['Sky', logged('Draw(address,uint256,address,uint256)', [stranger, 1n], [word(wallet), 1000n])],
  ];

  test.each(loans)('%s: what is lent to it is not owed by whom it is paid to', (_name, log) => {
    const { kind, movements } = classify([log, got(1000n)]);
    expect([kind, movements[0]?.taxTreatment, movements[0]?.heldBy]).toEqual([
      'RECEIVE',
      'ACQUISITION',
      null,
    ]);
  });

  const deposits: readonly [string, LogInput][] = [
    [
      'Aave 4',
      logged('Supply(uint256,address,address,uint256,uint256)', [1n, wallet, stranger], [9n, 1000n]),
    ],
    ['Fraxlend', logged('AddCollateral(address,address,uint256)', [wallet, stranger], [1000n])],
    ['Silo', logged('DepositProtected(address,address,uint256,uint256)', [wallet, stranger], [1000n, 9n])],
    ['Morpho', logged('SupplyCollateral(bytes32,address,address,uint256)', [1n, wallet, stranger], [1000n])],
    [
      'Comet',
      logged('SupplyCollateral(address,address,address,uint256)', [wallet, stranger, token], [1000n]),
    ],
    ['a farm', logged('Deposit(address,uint256,uint256,address)', [wallet, 3n, stranger], [1000n])],
  ];

  test.each(deposits)('%s: what is put into it is not held for who paid', (_name, log) => {
    const { kind, movements } = classify([log, gave(1000n)]);
    expect([kind, movements[0]?.heldBy]).toEqual(['DEPOSIT', null]);
    expect(movements[0]?.taxTreatment).not.toBe('HELD');
  });

  test('what is paid out of it to the wallet was never held for it', () => {
    const log = logged(
      'WithdrawAtMaturity(uint256,address,address,address,uint256,uint256)',
      [1n, wallet, stranger],
      [word(stranger), 1000n, 1000n],
    );
    expect(classify([log, got(1000n)]).movements[0]?.taxTreatment).not.toBe('HELD');
  });
});

describe('what comes beside a stake', () => {
  const deposited = logged('Deposit(address,uint256,uint256)', [wallet, 3n], [1000n]);
  const withdrawn = logged('Withdraw(address,uint256,uint256)', [wallet, 3n], [1000n]);
  /** A farm makes rewards for all its pools before it pays one of them. */
  const made = erc20Transfer(zeroAddress, protocol, 5000n, otherToken);

  test('a farm pays what was earned, and no share', () => {
    expect(treatments([made, got(9n, otherToken), gave(1000n), deposited])).toEqual([
      'DEPOSIT',
      'INCOME',
      'HELD',
    ]);
    expect(treatments([made, got(9n, otherToken), got(1000n), withdrawn])).toEqual([
      'WITHDRAW',
      'INCOME',
      'HELD',
    ]);
    const harvest = logged('Deposit(address,uint256,uint256)', [wallet, 3n], [0n]);
    expect(treatments([made, got(9n, otherToken), harvest])).toEqual(['CLAIM', 'INCOME']);
  });

  test('a farm that keeps a part of the stake pays no income', () => {
    expect(treatments([got(990n), withdrawn])).not.toContain('INCOME');
  });

  test('of two stakes, one of which is paid in part, nothing is income', () => {
    const other = logged('Withdraw(address,uint256,uint256)', [wallet, 4n], [1000n]);
    expect(treatments([got(1000n), withdrawn, got(990n, otherToken), other])).not.toContain('INCOME');
    expect(
      treatments([got(990n), logged('Withdraw(address,uint256,uint256)', [wallet, 4n], [0n])]),
    ).not.toContain('INCOME');
  });

  test('a reward that is made for the wallet takes no cost with it', () => {
    const reward = erc20Transfer(zeroAddress, wallet, 9n, otherToken);
    expect(treatments([reward, gave(1000n), deposited])).toEqual(['DEPOSIT', 'ACQUISITION', 'HELD']);
    // A share may be of the farm's own token at any rate, or of another as much.
    const share = (amount: bigint, of: Address) => erc20Transfer(zeroAddress, wallet, amount, of);
    expect(treatments([share(900n, protocol), gave(1000n), deposited])).toEqual([
      'DEPOSIT',
      'CARRY',
      'CARRY',
    ]);
    expect(treatments([share(1000n, otherToken), gave(1000n), deposited])).toEqual([
      'DEPOSIT',
      'CARRY',
      'CARRY',
    ]);
  });

  test('a token that sells a part of itself as it moves is staked all the same', () => {
    const logs = [
      ...[swapEvent(account(0xd7)), gave(1000n), got(9n, otherToken)],
      logged('Staked(address,uint256)', [wallet], [1000n]),
      logged('RewardPaid(address,uint256)', [wallet], [9n]),
    ];
    expect(treatments(logs)).toEqual(['DEPOSIT', 'HELD', 'INCOME']);
  });

  test('a second reward without an event, where the call asks for rewards', () => {
    const paid = logged('RewardPaid(address,uint256)', [wallet], [900n]);
    const minted = erc20Transfer(zeroAddress, wallet, 50n, otherToken);
    // getReward(address,bool)
    expect(treatments([got(900n), paid, minted], { input: '0x7050ccd9' })).toEqual([
      'CLAIM',
      'INCOME',
      'INCOME',
    ]);
  });
});

describe('what is paid for is no reward', () => {
  test.each([
    ['Claimed(address,uint256)', [wallet], [1000n]],
    ['TokensClaimed(address,address,uint256)', [wallet, wallet], [1000n]],
    ['TokensClaimed(address,uint256)', [wallet], [1000n]],
  ] as const)('%s', (signature, indexed, data) => {
    const log = logged(signature, indexed, data);
    expect(treatments([gave(50n, otherToken), got(1000n), log])).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
    // Coins alone are a fee.
    expect(treatments([got(1000n), log], { value: 5n })).toEqual(['CLAIM', 'DISPOSAL', 'INCOME']);
    expect(treatments([got(1000n), log])).toEqual(['CLAIM', 'INCOME']);
  });

  test('whoever pays the gas, in a batch, pays for no reward', () => {
    const paid = logged('RewardPaid(address,uint256)', [wallet], [1000n]);
    const gas = erc20Transfer(wallet, stranger, 20n, otherToken);
    const batch = { from: stranger, to: wallet };
    expect(treatments([gas, got(1000n), paid], batch)).toEqual(['CLAIM', 'DISPOSAL', 'INCOME']);
    expect(treatments([gave(20n, otherToken), got(1000n), paid], batch)).toEqual([
      'SWAP',
      'DISPOSAL',
      'ACQUISITION',
    ]);
  });

  test('a plan, an NFT, that is burned as the last of it is paid', () => {
    const redeemed = logged('PlanRedeemed(uint256,uint256,uint256,uint256)', [5n], [1000n, 0n, 0n]);
    const burned = erc721Transfer(wallet, zeroAddress, 5n, protocol);
    expect(treatments([burned, got(1000n), redeemed])).toEqual(['CLAIM', 'DISPOSAL', 'INCOME']);
  });

  test('an NFT that coins are paid for', () => {
    const log = logged('Claimed(address,uint256)', [wallet], [1n]);
    const bought = erc721Transfer(protocol, wallet, 5n);
    expect(treatments([bought, log], { value: 10n ** 17n })).toEqual(['NFT_BUY', 'DISPOSAL', 'ACQUISITION']);
  });
});

describe('beside a swap of its own in one batch', () => {
  const batch = { from: stranger, to: wallet };
  const [pool, farm] = [account(0xd8), account(0xd9)];
  const bought = erc20Transfer(pool, wallet, 1005n, otherToken);
  const sold = erc20Transfer(wallet, pool, 500n);

  test('what was bought is staked', () => {
    const staked = [
      erc20Transfer(wallet, farm, 1000n, otherToken),
      logged('Staked(address,uint256)', [wallet], [1000n], farm),
    ];
    expect(treatments([sold, bought, swapEvent(pool), ...staked], batch)).toEqual([
      'SWAP',
      'DISPOSAL',
      'ACQUISITION',
      'HELD',
    ]);
  });

  test('what is sold was withdrawn, or earned', () => {
    const out = erc20Transfer(wallet, pool, 1010n, otherToken);
    for (const [name, treatment] of [
      ['Withdrawn', 'HELD'],
      ['RewardPaid', 'INCOME'],
    ] as const) {
      const paid = [
        erc20Transfer(farm, wallet, 1000n, otherToken),
        logged(`${name}(address,uint256)`, [wallet], [1000n], farm),
      ];
      const logs = [...paid, out, erc20Transfer(pool, wallet, 500n), swapEvent(pool)];
      expect(treatments(logs, batch)).toEqual(['SWAP', treatment, 'DISPOSAL', 'ACQUISITION']);
    }
  });
});

describe('who acts through others', () => {
  const relayed = { from: stranger, to: stranger };

  test('a delegation that somebody makes use of is the wallet that gave it', () => {
    const manager: Address = '0xdb9b1e94b5b69df7e401ddbede43491141047db3';
    const delegated = (root: Address) =>
      logged(
        'RedeemedDelegation(address,address,(address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))',
        [root, stranger],
        [],
        manager,
      );
    const logs = [gave(1000n), got(9n, otherToken), logged('Staked(address,uint256)', [wallet], [1000n])];
    expect(treatments([...logs, delegated(wallet)], relayed)[0]).toBe('DEPOSIT');
    expect(treatments([...logs, delegated(stranger)], relayed)[0]).not.toBe('DEPOSIT');
  });

  test('a pool tells of the loan for which the debt was made', () => {
    const lent = logged(
      'Borrow(address,address,address,uint256,uint8,uint256,uint16)',
      [token, wallet, 0n],
      [BigInt(stranger), 1000n, 2n, 5n],
      account(0xda),
    );
    const debt = erc20Transfer(zeroAddress, wallet, 1000n, otherToken);
    expect(treatments([debt, got(1000n), lent], relayed)).toEqual(['BORROW', 'LIABILITY', 'ACQUISITION']);
  });
});
