/** Data that is written already: as it is for whoever sends it, an object for whoever looks at it. */
import { expect, test } from 'vitest';
import { resultText, writtenData, writtenTextOf } from '../../src/graphql/known/written-data.ts';

/** Not as JSON.stringify writes it: that it was taken as it is can be seen. */
const text = '{"a": 1, "list": [{"b": "x"}]}';

test('nobody has looked at it: its text is taken as it is', () => {
  const result = { data: writtenData(text), extensions: { cost: 1 }, stringify: resultText };
  expect(resultText({ ...result })).toBe(`{"data":${text},"extensions":{"cost":1}}`);
});

test.each<[string, (data: object) => unknown, unknown]>([
  ['a property', (data) => Reflect.get(data, 'a'), 1],
  ['its names', (data) => Object.keys(data), ['a', 'list']],
  [
    'its entries',
    (data) => Object.entries(data),
    [
      ['a', 1],
      ['list', [{ b: 'x' }]],
    ],
  ],
  ['whether it has one', (data) => ['a' in data, 'z' in data], [true, false]],
  ['all of it', (data) => ({ ...data }), { a: 1, list: [{ b: 'x' }] }],
  ['its JSON', (data) => JSON.stringify(data), '{"a":1,"list":[{"b":"x"}]}'],
])('a plugin that looks at %s finds what the text says', (_name, look, expected) => {
  const data = writtenData(text);
  expect(look(data)).toEqual(expected);
  // It may have been changed since.
  expect(writtenTextOf(data)).toBeNull();
  expect(resultText({ data })).toBe('{"data":{"a":1,"list":[{"b":"x"}]}}');
});

test('what a plugin changes is sent', () => {
  const data = writtenData(text);
  Reflect.set(data, 'a', 2);
  Reflect.deleteProperty(data, 'list');
  Object.defineProperty(data, 'added', { value: true, enumerable: true });
  expect(resultText({ data, errors: undefined, stringify: resultText })).toBe(
    '{"data":{"a":2,"added":true}}',
  );
});
