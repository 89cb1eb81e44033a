/** Values that clients send: right ones, nearly right ones, and hostile ones. */
import fc from 'fast-check';
import { idTypes } from '../../../src/domain/ids.ts';
import { collection, exchange, friend, unknownToken, usdc, wallet } from '../../support/history.ts';

const known = [wallet, exchange, friend, usdc, unknownToken, collection];

/** Texts that have broken servers before. */
const hostile = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '￿',
  "' OR 1=1 --",
  '%',
  '%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '$where',
  '{"$gt":""}',
  '<script>',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '9'.repeat(400),
  '😀'.repeat(50),
  'a'.repeat(5_000),
];

/** Ids of every type: of something that exists, of nothing, cut short, and of the wrong length. */
const ids = fc.oneof(
  fc.constantFrom(
    'token_AAAAAaC4aZHGIYs2wdGdSi6esM42ButI',
    'blockchain_AAAAAQ',
    'wal_EREREREREREREREREREREREREQ',
    'asset_ZXRoZXJldW0',
  ),
  fc
    .tuple(fc.constantFrom(...idTypes), fc.uint8Array({ maxLength: 80 }))
    .map(([type, bytes]) => `${type}_${Buffer.from(bytes).toString('base64url')}`),
);

const addresses = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...known) },
  fc.constantFrom(...known).map((address) => `0x${address.slice(2).toUpperCase()}`),
  fc.constantFrom(...known).map((address) => address.slice(0, -1)),
  fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
);

const times = fc.oneof(
  fc.constantFrom(
    '2023-11-14',
    '2023-11-14T22:14:20Z',
    '2023-11-14T22:14:20+01:00',
    '2023-02-30',
    '0000-01-01',
    '9999-12-31T23:59:60Z',
  ),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

const numbers = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '2',
    '100',
    '500',
    '501',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '2147483648',
    '99999999999999999999',
  ),
  fc.integer().map(String),
  fc.double().map(String),
);

const words = fc.constantFrom(
  ...[
    'inflow',
    'OUTFLOW',
    'Send',
    'swap,mint',
    'Contract Execution',
    'FIFO',
    'wac',
    'Max',
    '3M',
    'USD',
    'xdai',
    'asc',
    'DESC',
  ],
  ...['include', 'exclude', 'only', 'ethereum', 'polygon', 'true', 'false', 'DAY'],
);

/** Any text that a parameter might be given. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: addresses },
  { weight: 2, arbitrary: ids },
  times,
  numbers,
  words,
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(addresses, { maxLength: 60 }).map((list) => list.join(',')),
);

export { addresses, hostile, ids, numbers, times };

/** Any JSON, with the texts above in it. */
export const jsonValues: fc.Arbitrary<unknown> = fc.oneof(
  texts,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(texts, { maxLength: 12 }),
  fc.dictionary(fc.constantFrom('address', 'name', 'tags', '__proto__', 'id', 'x'), texts, { maxKeys: 4 }),
);
