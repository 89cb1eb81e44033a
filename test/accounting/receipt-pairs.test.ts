/** Which transfers of one transaction turn into which: one carry for each contract, and for each wallet that has both ends. */
import { expect, test } from 'vitest';
import { type TransactionKind, zeroAddress } from '../../src/domain/model.ts';
import { receiptCarries } from '../../src/ingest/accounting/receipts.ts';
import { address, transferRecord, unpriced } from '../support/records.ts';

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
