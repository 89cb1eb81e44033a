/** Which transfers of one transaction turn into which: one carry for each contract, and for each wallet that has both ends. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerOptions } from '../../src/domain/accounting/amounts/types.ts';
import { runLedger } from '../../src/domain/accounting/ledger.ts';
import { type TransactionKind, zeroAddress } from '../../src/domain/model.ts';
import { bookedCurrencies } from '../../src/domain/money/currencies.ts';
import { ledgerPriceDecimals, movementsOf } from '../../src/ingest/accounting/movements.ts';
import { receiptCarries } from '../../src/ingest/accounting/receipts.ts';
import { address, transactionRecord, transferRecord, unpriced } from '../support/records.ts';

const [dollar, euro] = [address(0xa1), address(0xa2)];
/** Shares of two vaults, and who passes things on. */
const [vault, other, router] = [address(0xb1), address(0xb2), address(0xb3)];
const nobody = zeroAddress;

/** A wallet, which way, a token, and the other side. */
type End = readonly [number, 'in' | 'out', typeof dollar, typeof dollar];

/** The carries as lists of places; what is in none stands by itself. */
function carriesOf(ends: readonly End[], kind: TransactionKind = 'DEPOSIT') {
  const isWrap = kind === 'WRAP';
  const transfers = ends.map(([walletId, way, tokenAddress, counterparty], index) => {
    const side = way === 'in' ? ('inflow' as const) : ('outflow' as const);
    const fields = { side, tokenAddress, counterparty, taxTreatment: isWrap ? 'BASIS_TRANSFER' : 'CARRY' };
    return {
      ...transferRecord({ walletId, index }, fields as Parameters<typeof transferRecord>[1]),
      ...unpriced,
    };
  });
  const kinds = new Map(ends.map(([walletId]) => [walletId, kind]));
  const found = receiptCarries(transfers, kinds);
  const places = [...transfers.entries()].map(([place, transfer]) => ({
    place,
    pair: found.get(transfer)?.pair,
  }));
  return [...Map.groupBy(places, ({ pair, place }) => pair ?? `alone ${place}`)].map(([name, same]) =>
    name.startsWith('alone') ? 'alone' : same.map(({ place }) => place),
  );
}

test.each<[string, readonly End[], unknown]>([
  [
    'one vault, from a strategy as well',
    [
      [1, 'out', dollar, vault],
      [1, 'out', euro, router],
      [1, 'in', vault, nobody],
    ],
    [[0, 1, 2]],
  ],
  [
    'two vaults',
    [
      [1, 'out', dollar, vault],
      [1, 'out', dollar, other],
      [1, 'in', vault, nobody],
      [1, 'in', other, nobody],
    ],
    [
      [0, 2],
      [1, 3],
    ],
  ],
  [
    'two vaults, one of which is paid at another address',
    [
      [1, 'out', dollar, vault],
      [1, 'out', euro, router],
      [1, 'in', vault, nobody],
      [1, 'in', other, nobody],
    ],
    [
      [0, 2],
      [1, 3],
    ],
  ],
  [
    'two vaults through one router: nothing tells them apart',
    [
      [1, 'out', dollar, router],
      [1, 'out', euro, router],
      [1, 'in', vault, nobody],
      [1, 'in', other, nobody],
    ],
    [[0, 1, 2, 3]],
  ],
  [
    'a part of the shares for another wallet',
    [
      [1, 'out', dollar, vault],
      [1, 'in', vault, nobody],
      [2, 'in', vault, nobody],
    ],
    [[0, 1, 2]],
  ],
  [
    'the same through a router',
    [
      [1, 'out', dollar, router],
      [1, 'in', vault, nobody],
      [2, 'in', vault, nobody],
    ],
    [[0, 1, 2]],
  ],
  [
    'a part of what is paid out to another wallet',
    [
      [1, 'out', vault, nobody],
      [1, 'in', dollar, vault],
      [2, 'in', dollar, vault],
    ],
    [[0, 1, 2]],
  ],
  [
    'two wallets, each for itself',
    [
      [1, 'out', dollar, vault],
      [2, 'out', dollar, vault],
      [1, 'in', vault, nobody],
      [2, 'in', vault, nobody],
    ],
    [
      [0, 2],
      [1, 3],
    ],
  ],
  [
    'all for another wallet, beside a deposit of his own in another vault',
    [
      [1, 'out', dollar, vault],
      [2, 'in', vault, nobody],
      [2, 'out', euro, other],
      [2, 'in', other, nobody],
    ],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  [
    'beside two vaults, one for somebody else',
    [
      [1, 'out', dollar, vault],
      [1, 'in', vault, nobody],
      [1, 'out', euro, other],
      [1, 'in', other, nobody],
      [1, 'out', dollar, router],
    ],
    [[0, 1], [2, 3], 'alone'],
  ],
  ['nothing for it', [[1, 'out', dollar, vault]], ['alone']],
])('%s', (_name, ends, expected) => {
  expect(carriesOf(ends)).toEqual(expected);
});

test('two wrappers of one transaction', () => {
  const ends: End[] = [
    [1, 'out', zeroAddress, vault],
    [1, 'in', vault, nobody],
    [1, 'out', dollar, other],
    [1, 'in', other, nobody],
  ];
  expect(carriesOf(ends, 'WRAP')).toEqual([
    [0, 1],
    [2, 3],
  ]);
  const passed = ends.map(([wallet, way, token]): End => [wallet, way, token, router]);
  expect(carriesOf(passed, 'WRAP')).toEqual([[0, 1, 2, 3]]);
});

/** What wallets put into a vault, 30 each, and who gets the shares, 60 in all for each that gave. */
const deposits = fc.record({
  givers: fc.subarray([1, 2, 3], { minLength: 1 }),
  takers: fc.subarray([1, 2, 3], { minLength: 1 }),
});

test('whoever gives and whoever gets: what the shares cost is what went into their vault, once', () => {
  fc.assert(
    fc.property(fc.array(deposits, { minLength: 1, maxLength: 2 }), fc.boolean(), (made, isRouted) => {
      const vaults = [
        { asset: dollar, share: vault },
        { asset: euro, share: other },
      ];
      const bought = [1, 2, 3].flatMap((walletId) =>
        vaults.map(({ asset }, place) =>
          transferOf({ walletId, index: place }, { tokenAddress: asset, amount: 30n, price: `${walletId}` }),
        ),
      );
      const moved = made.flatMap(({ givers, takers }, place) => {
        const { asset, share } = vaults[place] ?? { asset: dollar, share: vault };
        const ends = [
          ...givers.map((walletId) => ({ walletId, tokenAddress: asset, amount: -30n, price: '4' })),
          ...takers.map((walletId) => {
            const amount = BigInt((60 * givers.length) / takers.length);
            return { walletId, tokenAddress: share, amount, price: '2' };
          }),
        ];
        return ends.map(({ walletId, ...end }, index) => {
          const isOut = end.amount < 0n;
          const fields = {
            side: isOut ? ('outflow' as const) : ('inflow' as const),
            taxTreatment: 'CARRY' as const,
          };
          const counterparty = isOut ? (isRouted ? router : share) : nobody;
          const at = { walletId, index: 10 * place + index, blockNumber: 2 };
          return transferOf(at, { ...end, ...fields, counterparty });
        });
      });
      const movements = [bought, moved].flatMap((transfers, block) => {
        const transactions = [1, 2, 3].map((walletId) =>
          transactionRecord({ walletId, blockNumber: block + 1 }, { kind: 'DEPOSIT', fee: 0n }),
        );
        return movementsOf({ transactions, transfers }, context).movements;
      });
      const { ledger, disposals } = runLedger(movements, { ...ledgerOptions, methods: ['FIFO', 'WAC'] });
      expect(disposals).toEqual([]);
      const costOf = (token: string): bigint =>
        ledger
          .accounts()
          .filter((account) => account.token.includes(token))
          .reduce((sum, { methods }) => sum + (methods[0]?.costBasis[0] ?? 0n), 0n);
      const given = made.map(
        ({ givers }) => BigInt(givers.reduce((sum, walletId) => sum + 30 * walletId, 0)) * 10n ** 18n,
      );
      const costs = made.map((_, place) => costOf(vaults[place]?.share ?? ''));
      const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);
      // Through one router nothing tells two vaults apart: the cost is there once all the same.
      if (!isRouted) expect(costs).toEqual(given);
      expect(sum(costs)).toBe(sum(given));
    }),
    { numRuns: 100 },
  );
});

function transferOf(
  at: Parameters<typeof transferRecord>[0],
  { price, ...fields }: Parameters<typeof transferRecord>[1] & { price: string },
) {
  return { ...transferRecord(at, fields), ...unpriced, price, priceSource: 'chainlink' as const };
}

const context = {
  addressOf: new Map([1, 2, 3].map((walletId) => [walletId, address(walletId)])),
  ...{ decimalsOf: () => 0, assetOf: () => null, isReference: () => true },
  ...{ nativePriceAt: () => '1', ratesAt: () => ({}), currencies: bookedCurrencies(null) },
};
const ledgerOptions: Omit<LedgerOptions, 'methods'> = {
  ...{
    currencies: bookedCurrencies(null),
    priceDecimals: ledgerPriceDecimals,
    ownTransfers: 'carry',
    receiptTokens: 'carry',
  },
  ...{ liquidityTokens: 'realize', deposits: 'carry' },
};
