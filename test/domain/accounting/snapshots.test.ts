/** Snapshots of what is not in the wallet: at a protocol, on its way over a bridge, and between own wallets. By hand. */
import { describe, expect, test } from 'vitest';
import { restoreLedger, restoreLedgerFrom } from '../../../src/domain/accounting/ledger.ts';
import { parseTime } from '../../../src/domain/time/time.ts';
import { arrive, fourMethods, inflow, leave, lots, outflow, run } from './support.ts';

const unit = 10n ** 18n;

/** 10 for 1,000 and 10 for 2,000; 4 to a farm, 12 over a bridge, 1 on its way to bob; then all comes back, or on. */
const before = [
  inflow({ id: 'b1', at: '2023-01-01', amount: '10', price: '100' }),
  inflow({ id: 'b2', at: '2023-02-01', amount: '10', price: '200' }),
  outflow({ id: 'stake', at: '2024-01-01', amount: '4', price: '300', treatment: 'HELD' }),
  outflow({ id: 'sent', at: '2024-01-02', amount: '12', price: '300', over: { chain: '1' } }),
  leave({ id: 'out', at: '2024-01-03', amount: '1', price: '310', pair: 'p' }),
];
const after = [
  inflow({
    ...{ id: 'there', at: '2024-01-04', token: 'ETH on 10', amount: '12', price: '300' },
    over: { chain: '10', asset: 'ETH' },
  }),
  arrive({ id: 'in', at: '2024-01-05', wallet: 'bob', amount: '1', price: '310', pair: 'p' }),
  inflow({ id: 'exit', at: '2024-02-01', amount: '3', price: '320', treatment: 'HELD' }),
];

const written = (movements: typeof before) => run(movements).ledger.snapshot();

describe('what is elsewhere', () => {
  test('stands in the snapshot: by whom it is held, since when it is on its way, and its lots there', () => {
    const { accounts, books, pending } = written(before);
    // Each way over a bridge waits by itself, under a name of its own.
    expect(accounts[0]?.escrows).toEqual([
      { heldBy: 'farm', quantity: String(4n * unit) },
      { heldBy: 'bridge sent', quantity: String(12n * unit) },
    ]);
    expect(accounts[0]?.departures).toMatchObject([{ name: 'bridge sent' }]);
    // FIFO: the farm has 4 of b1; the bridge 6 of b1 and 6 of b2; 4 of b2 are left, of which 1 goes to bob.
    const [fifo] = books;
    expect(fifo?.accounts[0]?.escrows.map((there) => there.length)).toEqual([1, 2]);
    // What left at 310 is worth that, in US dollars of 18 digits behind the point.
    expect(pending[0]?.sources[0]).toMatchObject({
      id: 'out',
      quantity: String(unit),
      value: [String(310n * unit)],
    });
  });

  test('comes back from the snapshot: cost and dates stay as if there had been none', () => {
    const whole = run([...before, ...after]);
    const ledger = restoreLedger(JSON.parse(JSON.stringify(written(before))));
    const [account] = ledger.accounts();
    expect(account?.held).toEqual([
      { heldBy: 'farm', quantity: 4n * unit },
      { heldBy: 'bridge', quantity: 12n * unit },
    ]);
    // Twice a window of 7 days.
    expect(account?.inTransit).toEqual([
      { movement: 'sent', quantity: 12n * unit, due: parseTime('2024-01-16') },
    ]);
    for (const movement of after) ledger.apply([movement]);
    expect(ledger.snapshot()).toEqual(whole.ledger.snapshot());
    const result = { ...whole, ledger };
    // 6 × 100 and 6 × 200 went over; 3 of the farm's 4 at 100 are back; bob has 1 at 200.
    expect(lots(result, 'alice', 'ETH on 10')).toEqual(['b1 2023-01-01: 6, 600', 'b2 2023-02-01: 6, 1200']);
    expect(lots(result, 'bob', 'ETH')).toEqual(['b2 2023-02-01: 1, 200']);
    const held = ledger.openLots('alice', 'ETH', 'FIFO').map(({ heldBy, remaining }) => [heldBy, remaining]);
    expect(held).toContainEqual(['farm', unit]);
    for (const method of fourMethods) {
      expect(ledger.openLots('alice', 'ETH', method)).toEqual(whole.ledger.openLots('alice', 'ETH', method));
    }
  });

  test('in parts, too: a piece says by its number at which of the holders its lots are', async () => {
    const { ledger } = run(before);
    const { head, lots: pieces } = ledger.snapshotParts();
    const all = [...pieces];
    expect(all.filter(({ book }) => book === 0).map(({ escrow }) => escrow)).toEqual([null, 0, 1]);
    const plain = JSON.parse(JSON.stringify({ head, all }));
    const again = await restoreLedgerFrom({
      head: plain.head,
      lots: (async function* () {
        yield* plain.all;
      })(),
    });
    expect(again.snapshot()).toEqual(ledger.snapshot());
  });

  test('is refused when it does not add up', () => {
    const snapshot = written(before);
    const change = (fields: object) => ({
      ...snapshot,
      accounts: snapshot.accounts.map((account, index) =>
        index === 0 ? { ...account, ...fields } : account,
      ),
    });
    const [farm] = snapshot.accounts[0]?.escrows ?? [];
    if (farm === undefined) throw new Error('the farm holds something');
    expect(() => restoreLedger(change({ escrows: [farm] }))).toThrow('a departure of which nothing waits');
    // A unit less at the bridge than its lots are; the balance says the same.
    const less = { heldBy: 'bridge sent', quantity: String(12n * unit - 1n) };
    expect(() => restoreLedger(change({ escrows: [farm, less], balance: String(19n * unit - 1n) }))).toThrow(
      'the lots of the snapshot are not what its account holds',
    );
    const books = snapshot.books.map((book) => ({
      ...book,
      accounts: book.accounts.map((account) => ({
        ...account,
        escrows: [...account.escrows, ...account.escrows],
      })),
    }));
    expect(() => restoreLedger({ ...snapshot, books })).toThrow('lots of an account that it does not hold');
    const pending = [
      {
        pair: 'p',
        sources: snapshot.pending.flatMap(({ sources }) => sources).map((one) => ({ ...one, account: 9 })),
      },
    ];
    expect(() => restoreLedger({ ...snapshot, pending })).toThrow('names an account that it does not hold');
  });
});
