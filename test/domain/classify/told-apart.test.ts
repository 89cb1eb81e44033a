/** Events of one shape that two protocols mean otherwise, and events whose amounts have to be computed: what each is taken for. */
import { describe, expect, test } from 'vitest';
import type { Address } from '../../../src/domain/model.ts';
import {
  account,
  erc20Transfer,
  erc721Transfer,
  nft,
  otherToken,
  stranger,
  token,
  wallet,
  weth,
  zeroAddress,
} from '../support/chain-builders.ts';
import { treatments as classify, logged, protocol } from '../support/told.ts';

const got = (amount: bigint, from = protocol, of = token) => erc20Transfer(from, wallet, amount, of);
const gave = (amount: bigint, to = protocol, of = token) => erc20Transfer(wallet, to, amount, of);
/** As the chain has it: two's complement. */
const below = (amount: bigint): bigint => (1n << 256n) - amount;
const asWord = (address: Address): bigint => BigInt(address);

/** What is borrowed is acquired, and what pays it back disposed of, as everywhere: what is owed is booked beside it. */
describe('one shape, two meanings', () => {
  const withdrawal = logged('Withdraw(address,address,uint256)', [wallet, wallet], [1000n]);

  test('Withdraw(from, to, amount): Comet lends what it holds', () => {
    expect(classify([withdrawal, got(1000n)])).toEqual(['BORROW', 'ACQUISITION']);
  });

  test('Withdraw(from, to, amount): an account at Inverse gives collateral back', () => {
    expect(classify([withdrawal, got(1000n, stranger)])).toEqual(['WITHDRAW', 'HELD']);
  });

  test('Claimed(user, validator, amount): BNB Smart Chain gives a stake back, others pay a reward', () => {
    const hub: Address = '0x0000000000000000000000000000000000002002';
    const claim = (of: Address) =>
      classify(
        [logged('Claimed(address,address,uint256)', [wallet, stranger], [1000n], of), got(1000n, of)],
        { to: of },
      );
    expect(claim(hub)).toEqual(['WITHDRAW', 'HELD']);
    expect(claim(protocol)).toEqual(['CLAIM', 'INCOME']);
  });

  test("Deposit(account, token, amount, broker): Aster's margin waits, and is nobody else's", () => {
    const margin = logged('Deposit(address,address,uint256,uint256)', [wallet, token], [1000n, 7n]);
    expect(classify([margin, gave(1000n)])).toEqual(['DEPOSIT', 'HELD']);
  });

  test('Withdraw(id, …): Aster tells amount and fee, Aave 4 shares and amount', () => {
    const signature = 'Withdraw(uint256,address,address,uint256,uint256)';
    const aster = logged(signature, [5n, wallet, token], [1000n, 3n]);
    const aave = logged(signature, [5n, wallet, wallet], [990n, 1000n]);
    expect(classify([aster, got(1000n)])).toEqual(['WITHDRAW', 'HELD']);
    expect(classify([aave, got(1000n, stranger)])).toEqual(['WITHDRAW', 'HELD']);
    expect(
      classify([logged(signature, [5n, wallet, wallet], [1000n, 990n]), got(1000n, stranger)])[0],
    ).not.toBe('WITHDRAW');
  });

  test("Mint(address, …) of four words: Venus' market makes its token, Pendle's pool its share", () => {
    const signature = 'Mint(address,uint256,uint256,uint256)';
    const made = erc20Transfer(zeroAddress, wallet, 50n, protocol);
    const venus = logged(signature, [wallet], [1000n, 50n, 50n]);
    expect(classify([venus, gave(1000n), made])).toEqual(['DEPOSIT', 'CARRY', 'CARRY']);
    // The share is the first number there: no claim of the deposit names Venus.
    const pendle = logged(signature, [wallet], [50n, 1000n, 900n]);
    expect(classify([pendle, gave(1000n), gave(900n, protocol, otherToken), made]).slice(1)).toEqual([
      ...['DISPOSAL', 'DISPOSAL', 'ACQUISITION'],
    ]);
  });

  test('RemoveLiquidityOne of three numbers: an amount and the shares left, or a coin and the amount', () => {
    const signature = 'RemoveLiquidityOne(address,uint256,uint256,uint256)';
    const burned = erc20Transfer(wallet, zeroAddress, 900n, protocol);
    const factory = logged(signature, [wallet], [900n, 1000n, 77_000n]);
    const crypto = logged(signature, [wallet], [900n, 2n, 1000n]);
    for (const event of [factory, crypto]) {
      // What leaves a pool is not what went in: a trade.
      expect(classify([event, burned, got(1000n)])).toEqual(['WITHDRAW', 'DISPOSAL', 'ACQUISITION']);
    }
  });

  test("Withdraw(token, from, …): a child chain's token burns; Symbiotic's vault does not bridge", () => {
    const signature = 'Withdraw(address,address,uint256,uint256,uint256)';
    const burned = erc20Transfer(wallet, zeroAddress, 1000n, token);
    const child = logged(signature, [otherToken, wallet], [1000n, 5000n, 4000n], token);
    const vault = logged(signature, [wallet, wallet], [1000n, 900n, 900n], token);
    expect(classify([child, burned], { to: token })[0]).toBe('BRIDGE_OUT');
    expect(classify([vault, burned], { to: token })[0]).not.toBe('BRIDGE_OUT');
  });
});

describe('amounts that are computed', () => {
  const trove = (operation: bigint, debt: bigint, collateral: bigint) =>
    logged(
      'TroveOperation(uint256,uint8,uint256,uint256,uint256,int256,uint256,int256)',
      [9n],
      [operation, 0n, 0n, 0n, debt, 0n, collateral],
      stranger,
    );
  const bold = otherToken;
  /** 0.0375 of ether for a liquidation, as the source has it (ETH_GAS_COMPENSATION). */
  const gas = 375n * 10n ** 14n;
  const ten = 10n ** 19n;

  test('Liquity 2: a trove is opened through a zap, of ether with the compensation in one', () => {
    const lent = erc20Transfer(zeroAddress, wallet, 2000n, bold);
    const opened = classify([trove(0n, 2000n, ten), lent], { value: ten + gas });
    expect(opened).toEqual(['BORROW', 'HELD', 'ACQUISITION']);
  });

  test('Liquity 2: a trove is opened with both apart, and closed', () => {
    const pool = account(0xc2);
    const lent = erc20Transfer(zeroAddress, wallet, 2000n, bold);
    const opened = [gave(ten, pool, token), gave(gas, pool, weth), lent];
    expect(classify([trove(0n, 2000n, ten), ...opened])).toEqual([
      ...['BORROW', 'HELD', 'HELD', 'ACQUISITION'],
    ]);
    const paid = erc20Transfer(wallet, zeroAddress, 2000n, bold);
    const closed = [paid, got(ten, pool, token), got(gas, pool, weth)];
    const treatments = classify([trove(1n, below(2000n), below(ten)), ...closed]).slice(1);
    expect(treatments).toEqual(['DISPOSAL', 'HELD', 'HELD']);
  });

  test('Liquity 2: whoever redeems pays no debt of his own', () => {
    const paid = erc20Transfer(wallet, zeroAddress, 2000n, bold);
    const redeemed = [trove(6n, below(2000n), below(ten)), paid, got(ten, stranger, token)];
    expect(classify(redeemed)[0]).not.toBe('REPAY');
    const own = [trove(1n, below(2000n), below(ten)), ...redeemed.slice(1)];
    expect(classify(own)[0]).toBe('REPAY');
  });

  test('Liquity 2: the pool pays what was earned with what is withdrawn', () => {
    const event = logged(
      'DepositOperation(address,uint8,uint256,int256,uint256,uint256,uint256,uint256)',
      [wallet],
      [1n, 0n, below(1000n), 30n, 30n, 0n, 5000n],
    );
    expect(classify([event, got(1030n), got(5000n, protocol, otherToken)])).toEqual([
      ...['WITHDRAW', 'HELD', 'INCOME'],
    ]);
  });

  test('Fluid: collateral in, and a loan out, by their signs', () => {
    const operate = (collateral: bigint, debt: bigint) =>
      logged(
        'LogOperate(address,uint256,int256,int256,address)',
        [],
        [asWord(wallet), 12n, collateral, debt, asWord(wallet)],
      );
    const opened = [operate(1000n, 400n), gave(1000n, stranger), got(400n, stranger, otherToken)];
    expect(classify(opened)).toEqual(['BORROW', 'HELD', 'ACQUISITION']);
    const closed = [
      operate(below(1000n), below(400n)),
      gave(400n, stranger, otherToken),
      got(1000n, stranger),
    ];
    expect(classify(closed)).toEqual(['REPAY', 'DISPOSAL', 'HELD']);
  });

  test('ether.fi: two fees are taken out of what is redeemed at once', () => {
    const event = logged(
      'Redeemed(address,uint256,uint256,uint256,address)',
      [wallet],
      [10_000n, 10n, 20n, asWord(token)],
    );
    const burned = erc20Transfer(wallet, zeroAddress, 10_000n, otherToken);
    expect(classify([event, burned, got(9970n)])[0]).toBe('WITHDRAW');
  });
});

describe('NFTs of positions', () => {
  test('one goes into a farm and comes back: it is still the wallet’s', () => {
    const signature = 'Deposit(address,uint256,uint128)';
    const staked = logged(signature, [wallet, 42n, 7000n], []);
    expect(classify([staked, erc721Transfer(wallet, protocol, 42n)])).toEqual(['DEPOSIT', 'HELD']);
    const back = logged('Withdraw(address,uint256,uint128)', [wallet, 42n, 7000n], []);
    expect(classify([back, erc721Transfer(protocol, wallet, 42n)])).toEqual(['WITHDRAW', 'HELD']);
  });

  test('another one than the event names is not meant', () => {
    const staked = logged('Deposit(address,uint256,uint128)', [wallet, 42n, 7000n], []);
    expect(classify([staked, erc721Transfer(wallet, protocol, 43n, nft)])[0]).not.toBe('DEPOSIT');
  });
});

test('Pendle’s yield is made for whoever buys it, and is bought', () => {
  const router = protocol;
  const bought = logged(
    'SwapYtAndToken(address,address,address,address,int256,int256,uint256)',
    [wallet, stranger, token],
    [asWord(wallet), 5000n, below(1000n), 990n],
  );
  const made = erc20Transfer(zeroAddress, wallet, 5000n, otherToken);
  expect(classify([gave(1000n, router), made, bought])).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
});

describe('liquidity that is left in ways of its own', () => {
  const market = account(0xc8);
  const burned = erc20Transfer(wallet, market, 500n, market);
  const toNobody = erc20Transfer(market, zeroAddress, 500n, market);

  test("Pendle's, before maturity and after it", () => {
    for (const [name, count] of [
      ['ExitPreExpToToken', 9],
      ['ExitPostExpToToken', 5],
    ] as const) {
      const amounts = Array.from({ length: count }, () => 7n);
      const list = amounts.map(() => 'uint256').join();
      const exit = logged(
        `${name}(address,address,address,address,uint256,uint256,(${list}))`,
        [wallet, market, token],
        [asWord(wallet), 500n, 1100n, ...amounts],
      );
      expect(classify([burned, toNobody, got(1100n), exit])).toEqual(['WITHDRAW', 'DISPOSAL', 'ACQUISITION']);
    }
  });

  test("Liquidity Book's first version, bin by bin", () => {
    const bin = (id: bigint, x: bigint) =>
      logged('WithdrawnFromBin(address,address,uint256,uint256,uint256)', [wallet, wallet, id], [x, 0n]);
    expect(classify([bin(1n, 400n), bin(2n, 600n), got(1000n)])).toEqual(['WITHDRAW', 'ACQUISITION']);
  });
});
