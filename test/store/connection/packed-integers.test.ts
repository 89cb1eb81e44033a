/** Whole numbers as bytes, through a real bytea and back. */
import { expect, test } from 'vitest';
import { createRandom } from '../../../demo/node/random.ts';
import { copyRows } from '../../../src/store/connection/copy.ts';
import {
  isAtEnd,
  packInteger,
  packIntegers,
  readPacked,
  skipIntegers,
  takeDigits,
  takeInteger,
} from '../../../src/store/connection/packed-integers.ts';
import { withTransaction } from '../../../src/store/connection/sql.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const used = useTestDatabase();

/** Where a length changes, and what the ledger has: amounts of one wei and of 10^78. */
const edges = [
  0n,
  1n,
  15n,
  16n,
  255n,
  256n,
  65_535n,
  65_536n,
  2n ** 64n - 1n,
  2n ** 64n,
  10n ** 78n,
  2n ** 1008n - 1n,
];
const all = [null, ...edges.flatMap((edge) => [edge, -edge])];

test('what is packed by hand: a byte of length, the magnitude, a high bit for the sign, 7f for null', () => {
  expect(packIntegers([0n, 1n, -1n, 256n, -4_096n, null])).toBe(
    '00' + '0101' + '8101' + '020100' + '821000' + '7f',
  );
});

test('numbers of every length come back from the database', async () => {
  const { pool } = used.database;
  await pool.query('CREATE TABLE packed (id int, one bytea, many bytea[])');
  await withTransaction(pool, (client) =>
    copyRows(client, 'packed', ['id', 'one', 'many'], [1], (id) => [
      ...[id, { hex: packIntegers(all) }],
      { hexes: all.map(packInteger) },
    ]),
  );
  await withTransaction(pool, (client) =>
    copyRows(client, 'packed', ['id', 'one', 'many'], [2], (id) => [id, { hex: '' }, { hexes: [] }]),
  );
  const { rows } = await pool.query<{ one: string; many: string[] }>(
    'SELECT one::text AS one, many::text[] AS many FROM packed ORDER BY id',
  );
  const reader = readPacked(rows[0]?.one ?? '');
  expect(all.map(() => takeInteger(reader))).toEqual(all);
  expect(isAtEnd(reader)).toBe(true);
  expect(rows[0]?.many.map((text) => takeInteger(readPacked(text)))).toEqual(all);
  expect(rows[1]).toEqual({ one: '\\x', many: [] });
});

test('skipping steps over as much as reading does', () => {
  const random = createRandom(7);
  for (let round = 0; round < 200; round += 1) {
    const values = Array.from({ length: 6 }, () => {
      const size = BigInt(random.integer(0, 300));
      const value = (1n << size) - BigInt(random.integer(0, 1));
      return random.integer(0, 5) === 0 ? null : random.integer(0, 1) === 0 ? value : -value;
    });
    const skipped = random.integer(0, 5);
    const reader = readPacked(`\\x${packIntegers(values)}`);
    skipIntegers(reader, skipped);
    expect(takeInteger(reader)).toBe(values[skipped]);
  }
});

test('what cannot be packed or read says so', () => {
  expect(() => packInteger(2n ** 1008n)).toThrow(
    new RangeError('a number of 253 hex digits cannot be packed'),
  );
  expect(() => readPacked('00')).toThrow('no bytea');
  expect(() => takeDigits(readPacked('\\x00'), 4)).toThrow('ends too early');
});
