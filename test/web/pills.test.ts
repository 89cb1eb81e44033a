/** Pills: what a URL says is what the API is asked, and nothing wrong in it gets through. */
import { expect, test } from 'vitest';
import { filterOfPills, parametersOf } from '../../web/src/filters/pill-filter.ts';
import {
  kinds,
  type Pill,
  readPills,
  turned,
  without,
  withValue,
  writePills,
} from '../../web/src/filters/pills.ts';

const chains = [
  { chainId: 1, name: 'Ethereum' },
  { chainId: 100, name: 'Gnosis' },
  { chainId: 137, name: 'Polygon' },
];
const party = `0x${'e'.repeat(40)}`;
const filterOf = (text: string) => filterOfPills(readPills(text), chains);

test('each field is asked for, and left out: by all others where the API can only include', () => {
  expect(filterOf('kind.is.SWAP.SEND')).toEqual({ kinds: ['SEND', 'SWAP'] });
  expect(filterOf('kind.not.SWAP').kinds).toEqual(kinds.filter((kind) => kind !== 'SWAP'));
  expect(filterOf('category.not.SEND.RECEIVE')).toEqual({
    categories: ['CONTRACT_EXECUTION', 'MINT', 'SWAP'],
  });
  expect(filterOf('chain.is.1')).toEqual({ chainIds: [1] });
  expect(filterOf('chain.not.1')).toEqual({ chainIds: [100, 137] });
  expect(filterOf(`party.is.${party}`)).toEqual({ counterparties: [party] });
  expect(filterOf(`party.not.${party}`)).toEqual({ notCounterparties: [party] });
  expect([filterOf('failed.is.failed'), filterOf('failed.not.failed')]).toEqual([
    { isError: true },
    { isError: false },
  ]);
  expect([filterOf('spam.is.spam'), filterOf('spam.not.spam')]).toEqual([
    { spam: 'ONLY' },
    { spam: 'EXCLUDE' },
  ]);
  expect(filterOf('since.is.2025-01-01~before.is.2026-01-01')).toEqual({
    from: '2025-01-01T00:00:00.000Z',
    to: '2026-01-01T00:00:00.000Z',
  });
});

test('what nothing can be is asked for as a time at which nothing was, never as no filter', () => {
  const nothing = { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:00:00.000Z' };
  for (const text of [
    'chain.not.1.100.137',
    'kind.is.SWAP~kind.not.SWAP',
    'since.is.2026-01-01~before.is.2025-01-01',
    'category.not.CONTRACT_EXECUTION.MINT.RECEIVE.SEND.SWAP',
  ])
    expect([text, filterOf(text)]).toEqual([text, expect.objectContaining(nothing)]);
});

test('a URL and pills are the same; what is wrong in a URL is left out', () => {
  const text = `kind.not.SWAP.SEND~chain.is.1~party.not.${party}~since.is.2025-01-31`;
  expect(writePills(readPills(text))).toBe(text);
  expect(writePills([])).toBeUndefined();
  for (const wrong of [
    ...[
      'kind',
      'kind.is',
      'kind.maybe.SWAP',
      'kind.is.EVERYTHING',
      'since.not.2025-01-01',
      'since.is.2025-13-01',
    ],
    ...[
      'party.is.0x12',
      'chain.is.x',
      '__proto__.is.x',
      'constructor.is.x',
      '~~..~',
      'kind.is.SWAP"><script>',
    ],
  ])
    expect([wrong, readPills(wrong)]).toEqual([wrong, []]);
  expect(readPills(['kind.is.SWAP'])).toEqual([]);
  expect(readPills(Array.from({ length: 50 }, () => 'kind.is.SWAP').join('~'))).toHaveLength(1);
  expect(
    readPills(`chain.is.${Array.from({ length: 500 }, (_, index) => index).join('.')}`)[0]?.values,
  ).toHaveLength(20);
});

test('a value is in one of the two pills of its field; turning one joins it to the other', () => {
  let pills: Pill[] = withValue([], 'kind', false, 'SWAP');
  pills = withValue(pills, 'kind', false, 'SEND');
  pills = withValue(pills, 'kind', true, 'SWAP');
  expect(writePills(pills)).toBe('kind.is.SEND~kind.not.SWAP');
  const [first] = pills;
  if (first === undefined) throw new Error('no pill');
  expect(writePills(turned(pills, first))).toBe('kind.not.SWAP.SEND');
  expect(writePills(without(pills, first))).toBe('kind.not.SWAP');
  expect(
    writePills(withValue(withValue([], 'since', false, '2025-01-01'), 'since', false, '2026-01-01')),
  ).toBe('since.is.2026-01-01');
});

test('the CSV has the parameters of the same filter', () => {
  expect(parametersOf(filterOf(`chain.not.1~party.not.${party}~failed.not.failed~spam.not.spam`))).toEqual({
    blockchain: '100,137',
    not_counterparty_address: party,
    is_error: 'false',
    spam: 'exclude',
  });
});
