/** The schema explains itself: nothing in it is without a sentence, and no sentence is about nothing. */
import { buildSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { describedElements, describeSchema } from '../../src/graphql/descriptions/describe.ts';
import { schema } from '../../src/graphql/schema.ts';

const elements = describedElements(schema);

test('every type, field, argument, input and value of an enum has a description', () => {
  const coordinates = elements.map(({ coordinate }) => coordinate);
  // One of each kind, so that a list that has become empty does not pass.
  expect(coordinates).toEqual(
    expect.arrayContaining([
      ...['Transfer', 'Transfer.price', 'Query.transfers(filter)', 'TransferFilter.minValue', 'Side.INFLOW'],
      ...['Decimal', 'Node.id', 'Mutation.registerWallets(input)', 'Subscription.transferAdded'],
    ]),
  );
  const gaps = elements.filter(({ element }) => !element.description?.trim());
  expect(gaps.map(({ coordinate }) => coordinate)).toEqual([]);
});

test('a description is a sentence, or several', () => {
  const odd = elements.filter(({ element }) => !/^[A-Za-z0-9`−].*[.:)]$/su.test(element.description ?? ''));
  expect(odd.map(({ coordinate, element }) => `${coordinate}: ${element.description}`)).toEqual([]);
});

test('every scalar of ours says where its form is defined', () => {
  const own = Object.values(schema.getTypeMap()).filter(isScalarType);
  const silent = own.filter((type) => !isSpecifiedScalarType(type) && !type.specifiedByURL);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

describe('tables', () => {
  const small = () =>
    buildSchema('type Query { "Told in its place." told: Int untold(of: Int): Int } enum Side { LEFT }');

  test('describe by coordinates what has no description yet', () => {
    const described = small();
    const table = {
      ...{ Query: 'All.', 'Query.untold': 'Other.', 'Query.untold(of)': 'Of what.' },
      ...{ Side: 'Where.', 'Side.LEFT': 'There.' },
    };
    describeSchema(described, table);
    const found = describedElements(described).map(({ coordinate, element }) => [
      coordinate,
      element.description,
    ]);
    expect(Object.fromEntries(found)).toEqual({ ...table, 'Query.told': 'Told in its place.' });
  });

  test('what is described in two places, or is not there, is refused', () => {
    expect(() => describeSchema(small(), { 'Query.told': 'Again.' })).toThrow(
      'Query.told is described twice',
    );
    expect(() => describeSchema(small(), { 'Query.gone': 'Gone.' })).toThrow(
      'nothing to describe is called Query.gone',
    );
  });
});
