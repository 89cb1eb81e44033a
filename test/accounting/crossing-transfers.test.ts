/** Which transfers of a transaction cross a bridge: what the ledger is told of the rows. */
import { expect, test } from 'vitest';
import type { LedgerMovement } from '../../src/domain/accounting/amounts/types.ts';
import { givesWhatItTakes } from '../../src/domain/crossing-end.ts';
import { type Side, type TransactionKind, zeroAddress } from '../../src/domain/model.ts';
import { bookedCurrencies } from '../../src/domain/money/currencies.ts';
import { movementsOf } from '../../src/ingest/accounting/movements.ts';
import type { TransferRow } from '../../src/store/history/columns/transfer-columns.ts';
import { address, transactionRecord, transferRecord, unpriced } from '../support/records.ts';

const own = address(0x11);
const bridge = address(0xb1);
const minter = address(0xb2);
const dollar = address(0xa1);
const meme = address(0xa2);

const context = {
  addressOf: new Map([[1, own]]),
  decimalsOf: () => 6,
  assetOf: (_chainId: number, token: string) => (token === meme ? null : `asset of ${token}`),
  isReference: () => true,
  nativePriceAt: () => '1',
  ratesAt: () => ({}),
  currencies: bookedCurrencies(null),
};

type Moved = Partial<TransferRow> & { side: Side };

/** As text: `side treatment holder, asset on chain for days`. */
function told(kind: TransactionKind, moves: readonly Moved[], chainId = 1): string[] {
  const place = { walletId: 1, chainId, blockNumber: 7 };
  const transfers = moves.map((move, index): TransferRow => {
    const record = transferRecord({ ...place, index }, { counterparty: minter, ...move });
    return { ...record, ...unpriced, price: '1', priceSource: 'chainlink' };
  });
  const transactions = [transactionRecord(place, { kind, fee: 0n })];
  return movementsOf({ transactions, transfers }, context).movements.map(textOf);
}

function textOf({ side, treatment, heldBy, crossing }: LedgerMovement): string {
  const over = crossing && `${crossing.asset} on ${crossing.chain} for ${crossing.window / 86_400}`;
  return [`${side} ${treatment} ${heldBy}`, ...(over === null ? [] : [over])].join(', ');
}

const end = { taxTreatment: 'CARRY' } as const;

test('what leaves is held by the contract that an event names, else by the counterparty; what arrives by nobody', () => {
  const coin = { ...end, side: 'outflow', tokenAddress: zeroAddress } as const;
  const name = `asset of ${zeroAddress}`;
  expect(told('BRIDGE_OUT', [{ ...coin, heldBy: bridge }])).toEqual([
    `outflow CARRY ${bridge}, ${name} on 1 for 7`,
  ]);
  expect(told('BRIDGE_OUT', [coin])).toEqual([`outflow CARRY ${minter}, ${name} on 1 for 7`]);
  expect(told('BRIDGE_IN', [{ ...coin, side: 'inflow' }])).toEqual([`inflow CARRY null, ${name} on 1 for 7`]);
});

test.each([
  [10, 14],
  [8453, 14],
  [42161, 14],
  [137, 30],
  [100, 7],
  [324, 7],
  [534352, 7],
  [56, 7],
])('the window goes by the chain that is left: %i has %i days', (chainId, days) => {
  const [text] = told(
    'BRIDGE_OUT',
    [{ ...end, side: 'outflow', tokenAddress: dollar, heldBy: bridge }],
    chainId,
  );
  expect(text).toBe(`outflow CARRY ${bridge}, asset of ${dollar} on ${chainId} for ${days}`);
});

test('the coin beside a token pays the bridge; what comes back of the token did not leave', () => {
  expect(
    told('BRIDGE_OUT', [
      { ...end, side: 'outflow', tokenAddress: dollar, heldBy: bridge },
      { ...end, side: 'outflow', tokenAddress: zeroAddress, heldBy: bridge },
      { side: 'inflow', tokenAddress: dollar, taxTreatment: 'ACQUISITION' },
      { side: 'inflow', tokenAddress: zeroAddress, taxTreatment: 'ACQUISITION' },
      { side: 'inflow', tokenAddress: dollar, taxTreatment: 'INCOME' },
    ]),
  ).toEqual([
    `outflow CARRY ${bridge}, asset of ${dollar} on 1 for 7`,
    'outflow DISPOSAL null',
    `inflow CARRY null, asset of ${dollar} on 1 for 7`,
    'inflow ACQUISITION null',
    'inflow INCOME null',
  ]);
});

test('what has no form elsewhere, and NFTs, cross under no name', () => {
  const moves = [
    { ...end, side: 'outflow', tokenAddress: meme, heldBy: bridge },
    { ...end, side: 'outflow', tokenAddress: dollar, tokenId: 7n, heldBy: bridge },
  ] as const;
  expect(told('BRIDGE_OUT', moves)).toEqual(Array(2).fill(`outflow CARRY ${bridge}, null on 1 for 7`));
});

test('a carry that is no way over a bridge stays what it was', () => {
  expect(told('BRIDGE_IN', [{ ...end, side: 'outflow', tokenAddress: dollar }])).toEqual([
    'outflow DISPOSAL null',
  ]);
  expect(told('SEND', [{ ...end, side: 'outflow', tokenAddress: dollar }])).toEqual([
    'outflow DISPOSAL null',
  ]);
});

test('what the bridge calls it goes along, whether something else may be given for it, and whether the bridge does', () => {
  const place = { walletId: 1, chainId: 1, blockNumber: 7 };
  const crossingOf = (bridgeMessage: string | null, move: Partial<TransferRow> = {}) => {
    const record = transferRecord(
      { ...place, index: 0 },
      { side: 'outflow', counterparty: minter, ...end, ...move },
    );
    const transfers = [{ ...record, ...unpriced }];
    const transactions = [transactionRecord(place, { kind: 'BRIDGE_OUT', fee: 0n, bridgeMessage })];
    const [movement] = movementsOf({ transactions, transfers }, context).movements;
    const message = movement?.crossing?.message ?? null;
    return [message, movement?.crossing?.exchanges, message !== null && givesWhatItTakes(message)];
  };
  // Optimism's own bridge, as it is listed.
  const listed = { heldBy: '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1' } as const;
  expect(crossingOf(null)).toEqual([null, true, false]);
  expect(crossingOf(null, listed)).toEqual([null, false, false]);
  expect(crossingOf('across:1:7')).toEqual(['across:1:7', true, false]);
  // What routes over it may swap before and after.
  expect(crossingOf('layerzero:7')).toEqual(['layerzero:7', true, true]);
  expect(crossingOf('rollup:7', listed)).toEqual(['rollup:7', false, true]);
  // An NFT is no amount that a name could be of.
  expect(crossingOf('layerzero:7', { tokenId: 7n })).toEqual([null, false, false]);
});
