/**
 * What a wallet deposits in another's name, or has paid out to another: from the logs, as each of the wallets reads them, to the
 * figures. If both are the client's, the lots go on; if not, it was given away, or got. Logs of ERC-4626 and of Aave's pool.
 */
import { describe, expect, test } from 'vitest';
import type { LedgerMovement } from '../../src/domain/accounting/amounts/types.ts';
import { runLedger } from '../../src/domain/accounting/ledger.ts';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import { bookedCurrencies } from '../../src/domain/money/currencies.ts';
import { formatUnits } from '../../src/domain/money/money.ts';
import { ledgerPriceDecimals, movementsOf } from '../../src/ingest/accounting/movements.ts';
import type { TransferRow } from '../../src/store/history/columns/transfer-columns.ts';
import { classifyCase } from '../domain/classify/meaning/judge.ts';
import {
  account,
  addressTopic,
  chainTransaction,
  erc20Transfer,
  type LogInput,
  namingEvent,
  numberTopic,
  topic,
  words,
} from '../domain/support/chain-builders.ts';
import { transactionRecord, transferRecord } from '../support/records.ts';

const [alice, bob] = [account(0xa1), account(0xb1)];
const [vault, pool, receipt, asset] = [account(0xc1), account(0xc2), account(0xc3), account(0xe1)];
const hundred = 100_000_000n;

/** 100 of the asset for 80 shares, which another owns. */
const deposited = [
  erc20Transfer(alice, vault, hundred, asset),
  erc20Transfer(zeroAddress, bob, 80_000_000n, vault),
  namingEvent(vault, 'Deposit(address,address,uint256,uint256)', [alice, bob], words(hundred, 80_000_000n)),
];
/** As many of the receipt as of the asset. */
const supplied = [
  erc20Transfer(alice, receipt, hundred, asset),
  erc20Transfer(zeroAddress, bob, hundred, receipt),
  {
    ...namingEvent(
      pool,
      'Supply(address,address,address,uint256,uint16)',
      [asset, bob],
      words(BigInt(alice), hundred),
    ),
    topics: [
      topic('Supply(address,address,address,uint256,uint16)'),
      ...[addressTopic(asset), addressTopic(bob), numberTopic(0n)],
    ],
  },
];
/** Shares that alice owns, paid out to bob. */
const redeemed = [
  erc20Transfer(alice, zeroAddress, 80_000_000n, vault),
  erc20Transfer(vault, bob, hundred, asset),
  namingEvent(
    vault,
    'Withdraw(address,address,address,uint256,uint256)',
    [alice, bob, alice],
    words(hundred, 80_000_000n),
  ),
];

/** Half of each for herself, and half for bob: 40 shares are worth 100, as is the half of what was put in, or taken out. */
const half = words(50_000_000n, 40_000_000n);
const depositedInPart = [alice, bob].flatMap((owner) => [
  erc20Transfer(alice, vault, 50_000_000n, asset),
  erc20Transfer(zeroAddress, owner, 40_000_000n, vault),
  namingEvent(vault, 'Deposit(address,address,uint256,uint256)', [alice, owner], half),
]);
const redeemedInPart = [alice, bob].flatMap((owner) => [
  erc20Transfer(alice, zeroAddress, 40_000_000n, vault),
  erc20Transfer(vault, owner, 50_000_000n, asset),
  namingEvent(vault, 'Withdraw(address,address,address,uint256,uint256)', [alice, owner, alice], half),
]);

/** Alice has 100 of a token, which cost 1 each; then the transaction, in which the asset is worth 2 and a share 2.5. */
function booked(own: readonly Address[], { logs, first }: { logs: readonly LogInput[]; first: Address }) {
  const addressOf = new Map(own.map((address, index) => [index + 1, address]));
  const context = {
    ...{ addressOf, decimalsOf: () => 6, assetOf: () => null, isReference: () => true },
    ...{ nativePriceAt: () => '1', ratesAt: () => ({}), currencies: bookedCurrencies(null) },
  };
  const price = (token: Address): string => (token === vault ? '2.5' : '2');
  const chain = chainTransaction({ from: alice, to: pool, input: '0x12345678', logs });
  const movements: LedgerMovement[] = [];
  if (own.includes(alice)) {
    const bought = { walletId: own.indexOf(alice) + 1, chainId: 1, blockNumber: 1, index: 1 };
    const amount = first === vault ? 80_000_000n : hundred;
    const record = transferRecord(bought, { side: 'inflow', amount, tokenAddress: first });
    const transfers = [
      {
        ...record,
        price: '1',
        value: null,
        priceSource: 'chainlink',
        settledPrice: null,
        settledPriceSource: null,
      },
    ];
    const transactions = [transactionRecord(bought, { kind: 'RECEIVE', fee: 0n })];
    movements.push(...movementsOf({ transactions, transfers }, context).movements);
  }
  const transactions = [];
  const transfers: TransferRow[] = [];
  for (const [index, wallet] of own.entries()) {
    const place = { walletId: index + 1, chainId: 1, blockNumber: 7 };
    const classified = classifyCase({
      chainId: 31337,
      account: wallet,
      transaction: chain,
      tokens: new Map(),
    });
    transactions.push(transactionRecord(place, { kind: classified.kind, fee: 0n }));
    for (const { movement, taxTreatment, heldBy } of classified.movements) {
      const { side, tokenAddress, counterparty, item } = movement;
      const amount = side === 'outflow' ? -movement.amount : movement.amount;
      const record = transferRecord(
        { ...place, index: item.index },
        { side, tokenAddress, counterparty, amount, taxTreatment, heldBy },
      );
      transfers.push({
        ...record,
        price: price(tokenAddress),
        value: null,
        priceSource: 'chainlink',
        settledPrice: null,
        settledPriceSource: null,
      });
    }
  }
  movements.push(...movementsOf({ transactions, transfers }, context).movements);
  const { ledger, disposals } = runLedger(movements, {
    ...{ methods: ['FIFO'], currencies: bookedCurrencies(null), priceDecimals: ledgerPriceDecimals },
    ...{ ownTransfers: 'carry', receiptTokens: 'carry', liquidityTokens: 'realize', deposits: 'carry' },
  });
  const has = ledger.accounts().flatMap(({ wallet, token, balance, held, decimals, methods }) => {
    const [method] = methods;
    const cost = formatUnits(method?.costBasis[0] ?? 0n, 18);
    const name = `${wallet === alice ? 'alice' : 'bob'} ${token.split(':')[1]}`;
    if (balance === 0n) return [];
    return [
      `${name}: ${formatUnits(balance, decimals)}, ${cost}${held.length > 0 ? ', held' : ''}${method?.basis[0] === 'COMPLETE' ? '' : `, ${method?.basis[0]}`}`,
    ];
  });
  const gains = disposals.map(({ gain }) => formatUnits(gain[0] ?? 0n, 18));
  return { has, gains };
}

describe('both wallets are the client’s: the lots go on', () => {
  test('in the shares of a vault', () => {
    expect(booked([alice, bob], { logs: deposited, first: asset })).toEqual({
      has: [`bob ${vault}: 80, 100`],
      gains: [],
    });
  });

  test('in the receipt of a lending pool', () => {
    expect(booked([alice, bob], { logs: supplied, first: asset })).toEqual({
      has: [`bob ${receipt}: 100, 100`],
      gains: [],
    });
  });

  test('in a part of them: half of the 100, or of the 80, is there once', () => {
    expect(booked([alice, bob], { logs: depositedInPart, first: asset })).toEqual({
      has: [`alice ${vault}: 40, 50`, `bob ${vault}: 40, 50`],
      gains: [],
    });
    expect(booked([alice, bob], { logs: redeemedInPart, first: vault })).toEqual({
      has: [`alice ${asset}: 50, 40`, `bob ${asset}: 50, 40`],
      gains: [],
    });
  });

  test('in what a vault pays out', () => {
    expect(booked([alice, bob], { logs: redeemed, first: vault })).toEqual({
      has: [`bob ${asset}: 100, 80`],
      gains: [],
    });
  });
});

describe('the other is somebody else', () => {
  test.each([
    ['a vault', deposited],
    ['a lending pool', supplied],
  ])('what was put into %s in his name is given away: 200 for what cost 100', (_name, logs) => {
    expect(booked([alice], { logs, first: asset })).toEqual({ has: [], gains: ['100'] });
  });

  test('what he puts in, and what he has paid out, has its market value', () => {
    expect(booked([bob], { logs: deposited, first: asset }).has).toEqual([`bob ${vault}: 80, 200`]);
    expect(booked([bob], { logs: supplied, first: asset }).has).toEqual([`bob ${receipt}: 100, 200`]);
    expect(booked([bob], { logs: redeemed, first: vault }).has).toEqual([`bob ${asset}: 100, 200`]);
  });

  test('what a vault pays out to him was given away', () => {
    // 80 × 2.5 for what cost 80.
    expect(booked([alice], { logs: redeemed, first: vault })).toEqual({ has: [], gains: ['120'] });
  });
});
