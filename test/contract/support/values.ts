/** Values that clients send: right ones, nearly right ones, and hostile ones. */
import fc from 'fast-check';
import { idTypes } from '../../../src/domain/ids.ts';
import { collection, exchange, friend, unknownToken, usdc, wallet } from '../../support/history.ts';

const known = [wallet, exchange, friend, usdc, unknownToken, collection];

/** The value once in so many times, else null. (`fc.option` counts the nulls: its `freq: 1` is never a value.) */
export const onceIn = <Value>(times: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: times - 1, arbitrary: fc.constant(null) });

/** Needed: the value nearly always; else now and then. */
export const mostly = <Value>(isNeeded: boolean, value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  isNeeded ? fc.option(value, { freq: 30 }) : onceIn(4, value);

/** What every object has, so that a plain object answers to it. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

/** Texts that have broken servers before. */
const hostile = [
  ...inherited,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '￿',
  "' OR 1=1 --",
  '%',
  '%00',
  '../../etc/passwd',
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

const edges = [0, 1, 0x7f, 0x80, 0xff];

/**
 * Places in lists, well formed and made up: of the lengths of cursors (19 bytes for transactions, 26 for transfers), of anchors (13
 * bytes for one wallet; of links 6 more and a place) and of streams' cursors, filled with numbers at their extremes; offsets; and real ones with a byte changed.
 */
const places = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(19, 26, 19 + 19, 19 + 26, 13, 13 + 26, 25),
      fc.constantFrom(...edges),
      fc.constantFrom(0, 1, 2, 0xff),
      fc.array(fc.tuple(fc.nat({ max: 62 }), fc.oneof(fc.constantFrom(...edges), fc.nat({ max: 255 }))), {
        maxLength: 6,
      }),
    )
    .map(([length, fill, first, changes]) => {
      const bytes = Buffer.alloc(length, fill);
      bytes.writeUInt8(first);
      for (const [at, value] of changes) if (at < length) bytes.writeUInt8(value, at);
      return bytes.toString('base64url');
    }),
  fc
    .constantFrom('0', '1', '9', '2147483648', '9999999999', '-1', '01', '1e9', '99999999999999999999')
    .map((index) => Buffer.from(`item:${index}`).toString('base64url')),
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
  places,
  times,
  numbers,
  words,
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(addresses, { maxLength: 60 }).map((list) => list.join(',')),
);

export { addresses, hostile, ids, inherited, numbers, places, times };

/** Any JSON, with the texts above in it. */
export const jsonValues: fc.Arbitrary<unknown> = fc.oneof(
  texts,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(texts, { maxLength: 12 }),
  fc.dictionary(fc.constantFrom('address', 'name', 'tags', 'id', 'x', ...inherited), texts, { maxKeys: 4 }),
);
