/** What a transfer settles of an account that it does not move: named by an event, and believed where the chain bears it out. */
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { describe, expect, test } from 'vitest';
import { classifyTransaction } from '../../../src/domain/classify/classify-transaction.ts';
import {
  type ClassifyContext,
  createClassifyContext,
} from '../../../src/domain/classify/evidence/context.ts';
import { toRecords } from '../../../src/domain/classify/records.ts';
import type { Address } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  account,
  addressTopic,
  chainTransaction,
  erc20Transfer,
  erc721Transfer,
  internalCall,
  type LogInput,
  numberTopic,
  otherToken,
  stranger,
  token,
  topic,
  wallet,
  weth,
  words,
  zeroAddress,
} from '../support/chain-builders.ts';

const book = account(0x90);
/** GPv2Settlement, the same on every chain. */
const settlement: Address = '0x9008d19f58aabd9ed0d60971565aa8510560ab41';
const context = createClassifyContext({
  wrappedNative: weth,
  nativeSymbol: 'ETH',
  trustedTokens: new Map([[token, { symbol: 'USDC' }]]),
  metadata: () => null,
});

/** A transaction that a stranger sent: its kind, and its rows as `side amount treatment`, with what each settles. */
function told(
  logs: readonly LogInput[],
  change: Parameters<typeof chainTransaction>[0] = {},
  known: ClassifyContext = context,
) {
  const transaction = chainTransaction({ from: stranger, to: settlement, logs, ...change });
  const normalized = normalizeTransaction(transaction, wallet, chainRules(31337, { wrappedNative: weth }));
  const classified = classifyTransaction(normalized, known);
  const records = toRecords({ walletId: 1, chainId: 31337, classified, selectorName: () => null });
  const rows = records.transfers.map(
    ({ side, amount, taxTreatment, settles }) => [`${side} ${amount} ${taxTreatment}`, settles] as const,
  );
  const holders = records.transfers.map(({ heldBy }) => heldBy);
  return { kind: records.transaction.kind, rows, holders };
}

describe('an order book that fills an order for coins that it holds', () => {
  const trade = (owner: Address, sold: bigint, bought: bigint, sellToken = weth): LogInput => ({
    address: settlement,
    topics: [topic('Trade(address,address,address,uint256,uint256,uint256,bytes)'), addressTopic(owner)],
    data: encodeAbiParameters(parseAbiParameters('address, address, uint256, uint256, uint256, bytes'), [
      ...([sellToken, token, sold, bought, 0n] as const),
      '0x1234',
    ]),
  });
  const given = (amount: bigint, contract = weth) => erc20Transfer(book, settlement, amount, contract);
  const paid = (amount: bigint) => erc20Transfer(settlement, wallet, amount);

  test('what is paid settles the coins that its owner gave, wrapped on the way', () => {
    expect(told([given(5_000n), trade(book, 5_000n, 9_000n), paid(9_000n)])).toMatchObject({
      kind: 'SWAP',
      rows: [['inflow 9000 ACQUISITION', { contract: book, token: zeroAddress, amount: 5_000n }]],
    });
  });

  test('of another token it is that token', () => {
    const logs = [given(5_000n, otherToken), trade(book, 5_000n, 9_000n, otherToken), paid(9_000n)];
    expect(told(logs).rows[0]?.[1]).toEqual({ contract: book, token: otherToken, amount: 5_000n });
  });

  test('a contract that is not the settlement tells of nobody else', () => {
    const log = { ...trade(book, 5_000n, 9_000n), address: stranger };
    const logs = [given(5_000n), log, erc20Transfer(stranger, wallet, 9_000n)];
    expect(told(logs, { to: stranger }).rows[0]?.[1]).toBeNull();
  });

  test('two orders of one settlement, of equal amounts too, settle one each', () => {
    const one = [given(5_000n), trade(book, 5_000n, 9_000n), paid(9_000n)];
    const other = [given(4_000n), trade(book, 4_000n, 9_000n), paid(9_000n)];
    const settled = told([...one, ...other]).rows.map(([, settles]) => settles?.amount);
    expect(settled).toEqual([5_000n, 4_000n]);
  });

  test.each([
    ['nobody gave anything', []],
    ['somebody else gave it', [erc20Transfer(stranger, settlement, 5_000n, weth)]],
    ['another amount was given', [given(4_999n)]],
    ['something else was given', [given(5_000n, otherToken)]],
  ])('%s: anybody may log a trade, and nothing is settled', (_what, logs) => {
    expect(told([...logs, trade(book, 5_000n, 9_000n), paid(9_000n)]).rows).toEqual([
      ['inflow 9000 ACQUISITION', null],
    ]);
  });

  test('a trade of another amount than what is paid is another’s', () => {
    expect(told([given(5_000n), trade(book, 5_000n, 9_001n), paid(9_000n)]).rows).toEqual([
      ['inflow 9000 ACQUISITION', null],
    ]);
  });
});

describe('a market that liquidates without a debt token', () => {
  const market = account(0x92);
  const liquidator = account(0x93);
  const collateral = account(0x94);
  const reserve = account(0x95);
  const liquidated = (repaid: bigint, seized: bigint, borrower = wallet): LogInput => ({
    address: market,
    topics: [topic('LiquidateBorrow(address,address,uint256,address,uint256)')],
    data: encodeAbiParameters(parseAbiParameters('address, address, uint256, address, uint256'), [
      ...([liquidator, borrower, repaid, collateral, seized] as const),
    ]),
  });
  const seized = (amount: bigint, to = liquidator) => erc20Transfer(wallet, to, amount, collateral);
  const proven = { ...context, balanceProof: () => 'moved' as const };
  const paid = (amount: bigint) => erc20Transfer(liquidator, market, amount);

  test('what was seized settles the debt, of the token that the market was paid with', () => {
    // A bot's contract is called; the market has no part in what the wallet moves.
    expect(told([paid(700n), seized(9_000n), liquidated(700n, 9_000n)], {}, proven)).toMatchObject({
      kind: 'LIQUIDATION',
      rows: [['outflow -9000 DISPOSAL', { contract: market, token, amount: 700n }]],
    });
  });

  test('the protocol takes a part of what is seized: one of the two flows says what both pay', () => {
    const logs = [paid(700n), seized(8_700n), seized(300n, reserve), liquidated(700n, 9_000n)];
    expect(told(logs, {}, proven).rows).toEqual([
      ['outflow -8700 DISPOSAL', { contract: market, token, amount: 700n }],
      ['outflow -300 DISPOSAL', null],
    ]);
  });

  test('a market that no token paid was paid coins', () => {
    expect(told([seized(9_000n), liquidated(700n, 9_000n)], {}, proven).rows).toEqual([
      ['outflow -9000 DISPOSAL', { contract: market, token: zeroAddress, amount: 700n }],
    ]);
  });

  test.each([
    ['of another amount than what the market was paid', [paid(699n), liquidated(700n, 9_000n)]],
    ['of another amount than what was seized', [paid(700n), liquidated(700n, 9_010n)]],
    ['of somebody else', [paid(700n), liquidated(700n, 9_000n, stranger)]],
  ])('an event %s settles nothing', (_what, logs) => {
    expect(told([...logs, seized(9_000n)], {}, proven).rows).toEqual([['outflow -9000 DISPOSAL', null]]);
  });
});

describe('a pool that liquidates, and has debt tokens', () => {
  const pool = account(0xa2);
  const [liquidator, reserve, receipt, debtToken] = [
    account(0xa3),
    account(0xa4),
    account(0xa5),
    account(0xa6),
  ];
  const collateral = account(0xa7);
  const called = (covered: bigint, taken: bigint, user = wallet): LogInput => ({
    address: pool,
    topics: [
      topic('LiquidationCall(address,address,address,uint256,uint256,address,bool)'),
      ...[collateral, reserve, user].map(addressTopic),
    ],
    data: encodeAbiParameters(parseAbiParameters('uint256, uint256, address, bool'), [
      ...([covered, taken, liquidator, false] as const),
    ]),
  });
  // The pool's deposit is elsewhere: what is paid goes to it.
  const paid = (amount: bigint, from = liquidator) => erc20Transfer(from, account(0xa8), amount, reserve);
  const burned = [
    erc20Transfer(wallet, zeroAddress, 9_000n, receipt),
    erc20Transfer(wallet, zeroAddress, 640n, debtToken),
  ];
  const debtBurn: LogInput = {
    address: debtToken,
    topics: [
      topic('Burn(address,address,uint256,uint256,uint256)'),
      addressTopic(wallet),
      addressTopic(zeroAddress),
    ],
    data: encodeAbiParameters(parseAbiParameters('uint256, uint256, uint256'), [640n, 60n, 1n]),
  };
  const proven = { ...context, balanceProof: () => 'moved' as const };

  test('what was taken settles as much as was paid, not what of the token is gone', () => {
    const logs = [paid(700n), ...burned, debtBurn, called(700n, 9_000n)];
    expect(told(logs, {}, proven)).toMatchObject({
      kind: 'LIQUIDATION',
      rows: [
        ['outflow -9000 DISPOSAL', { contract: pool, token: reserve, amount: 700n }],
        ['outflow -640 LIABILITY', null],
      ],
    });
  });

  test.each([
    ['that no token says was paid', [called(700n, 9_000n)]],
    ['of another amount than was paid', [paid(699n), called(700n, 9_000n)]],
    ['that the wallet itself paid', [paid(700n, wallet), called(700n, 9_000n)]],
    ['of somebody else', [paid(700n), called(700n, 9_000n, stranger)]],
  ])('an event %s settles nothing', (_what, logs) => {
    const { rows } = told([...burned, debtBurn, ...logs], {}, proven);
    expect(rows.filter(([, settles]) => settles !== null)).toEqual([]);
  });
});

describe('a vault whose requests are claimed later', () => {
  const vault = account(0x96);
  const names = (...addresses: Address[]) => addresses.map(addressTopic);
  const own = { from: wallet, to: vault } as const;

  test('shares that are handed back wait at the vault', () => {
    const request: LogInput = {
      address: vault,
      topics: [
        topic('RedeemRequest(address,address,uint256,address,uint256)'),
        ...names(wallet, wallet),
        numberTopic(0n),
      ],
      data: encodeAbiParameters(parseAbiParameters('address, uint256'), [wallet, 5_000n]),
    };
    const { kind, rows, holders } = told([erc20Transfer(wallet, vault, 5_000n, vault), request], own);
    expect({ kind, rows, holders }).toEqual({
      ...{ kind: 'WITHDRAW', rows: [['outflow -5000 HELD', null]], holders: [vault] },
    });
  });

  test('what is claimed settles what waits: shares the money, and money the shares', () => {
    const deposit: LogInput = {
      address: vault,
      topics: [topic('Deposit(address,address,uint256,uint256)'), ...names(wallet, wallet)],
      data: words(7_000n, 5_000n),
    };
    // The token of the shares may be another contract.
    for (const share of [vault, otherToken]) {
      expect(told([erc20Transfer(vault, wallet, 5_000n, share), deposit], own)).toMatchObject({
        kind: 'DEPOSIT',
        rows: [['inflow 5000 CARRY', { contract: vault, token: null, amount: 7_000n }]],
      });
    }
    const withdrawal: LogInput = {
      address: vault,
      topics: [topic('Withdraw(address,address,address,uint256,uint256)'), ...names(wallet, wallet, wallet)],
      data: words(7_000n, 5_000n),
    };
    expect(told([erc20Transfer(vault, wallet, 7_000n), withdrawal], own)).toMatchObject({
      kind: 'WITHDRAW',
      rows: [['inflow 7000 HELD', { contract: vault, token: null, amount: 5_000n }]],
    });
  });

  test('a deposit that gives the money now settles nothing but itself', () => {
    const deposit: LogInput = {
      address: vault,
      topics: [topic('Deposit(address,address,uint256,uint256)'), ...names(wallet, wallet)],
      data: words(7_000n, 5_000n),
    };
    const logs = [
      erc20Transfer(wallet, vault, 7_000n),
      erc20Transfer(zeroAddress, wallet, 5_000n, vault),
      deposit,
    ];
    expect(told(logs, own).rows).toEqual([
      ['outflow -7000 CARRY', null],
      ['inflow 5000 CARRY', null],
    ]);
  });
});

describe('an auction house that keeps the highest bid', () => {
  const house = account(0x96);
  const bid = (bidder: Address, amount: bigint): LogInput => ({
    address: house,
    topics: [topic('AuctionBid(uint256,address,uint256,bool)'), numberTopic(7n)],
    data: encodeAbiParameters(parseAbiParameters('address, uint256, bool'), [bidder, amount, false]),
  });
  const sent = (value: bigint) => ({ from: wallet, to: house, value, input: '0x659dd2b4' }) as const;
  const back = (value: bigint) => ({ internalCalls: [internalCall(house, wallet, value)] });

  test('a bid waits there, and comes back with the next of another', () => {
    const placed = told([bid(wallet, 500n)], sent(500n));
    expect([placed.kind, placed.rows, placed.holders]).toEqual([
      'DEPOSIT',
      [['outflow -500 HELD', null]],
      [house],
    ]);
    const returned = told([bid(stranger, 600n)], { to: house, ...back(500n) });
    expect([returned.kind, returned.rows, returned.holders]).toEqual([
      'WITHDRAW',
      [['inflow 500 HELD', null]],
      [house],
    ]);
  });

  test('who bids over the own bid has the higher one there', () => {
    expect(told([bid(wallet, 600n)], { ...sent(600n), ...back(500n) }).rows).toEqual([
      ['outflow -600 HELD', null],
      ['inflow 500 HELD', null],
    ]);
  });

  test.each([
    [
      'Nouns',
      [numberTopic(7n)],
      words(BigInt(wallet), 600n),
      'AuctionSettled(uint256,address,uint256)',
      600n,
    ],
    ['Nouns Builder', [], words(7n, BigInt(wallet), 600n), 'AuctionSettled(uint256,address,uint256)', 600n],
    [
      'Foundation',
      [numberTopic(7n), addressTopic(stranger), addressTopic(wallet)],
      words(30n, 60n, 510n),
      'ReserveAuctionFinalized(uint256,address,address,uint256,uint256,uint256)',
      // 30 + 60 + 510
      600n,
    ],
  ] as const)('what was won is paid by the bid: %s', (_name, topics, data, event, amount) => {
    const settled = { address: house, topics: [topic(event), ...topics], data };
    expect(told([erc721Transfer(house, wallet, 7n), settled], { to: house })).toMatchObject({
      kind: 'NFT_BUY',
      rows: [['inflow 1 ACQUISITION', { contract: house, token: zeroAddress, amount }]],
    });
    // Another house's word about it, and an NFT that another gave.
    const elsewhere = told([erc721Transfer(house, wallet, 7n), { ...settled, address: account(0x97) }]);
    expect(elsewhere.rows).toEqual([['inflow 1 ACQUISITION', null]]);
    const another = told([erc721Transfer(stranger, wallet, 7n), settled], { to: house });
    expect(another.rows).toEqual([['inflow 1 ACQUISITION', null]]);
  });
});
