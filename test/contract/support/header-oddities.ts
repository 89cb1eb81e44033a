/** Headers that clients and proxies send now and then, and that nobody should. */
import fc from 'fast-check';
import { inherited, onceIn } from './values.ts';

const hosts = [
  ...['api.test', 'API.test:8080', '[::1]:4000', '127.0.0.1', 'localhost.', 'a_b'],
  ...[
    'a b',
    '[',
    ']',
    'user:p@x',
    'x/y',
    'x?y',
    'x#y',
    'x\\y',
    'a:99999',
    '[::1',
    'a:b:c',
    '999.1.1.1',
    '<x>',
    '%00',
    '-',
    '\u00ff',
  ],
];

const odd: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['host', hosts],
  ['host', inherited],
  ['x-forwarded-host', hosts],
  ['x-forwarded-proto', ['https', 'javascript', 'a b']],
  ['x-forwarded-for', ['1.2.3.4', '::1', 'x', ',', '1'.repeat(3_000)]],
  ['accept-encoding', ['gzip', 'br', '*', 'identity;q=0', 'gzip;q=x', ';;', ...inherited]],
  ['accept', ['text/html', ...inherited]],
  ['accept-charset', ['utf-16', 'x']],
  ['x-request-id', ['a', 'a b', '\u00e9', 'x'.repeat(500)]],
  ['x-no-compression', ['1']],
  ['origin', ['null', 'https://a.example', 'x']],
  ['cookie', ['a=b', '__proto__=1']],
  ['authorization', ['Bearer x', 'Basic =']],
  ['if-none-match', ['*', '"x"', 'W/', ',']],
  ['if-modified-since', ['x', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['constructor', ['x']],
  ['__proto__', ['x']],
  ['x', ['\u00ff', 'x'.repeat(6_000)]],
];

/** Mostly none; else one or two of them. */
export const headerOddities: fc.Arbitrary<Record<string, string>> = onceIn(
  4,
  fc.array(
    fc
      .constantFrom(...odd)
      .chain(([name, values]) => fc.constantFrom(...values).map((value): [string, string] => [name, value])),
    { minLength: 1, maxLength: 2 },
  ),
).map((given) => Object.fromEntries(given ?? []));
