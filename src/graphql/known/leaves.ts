/** JSON of scalars and enums, as their own `serialize` and JSON.stringify would write it, without both where that is safe. */
import { GraphQLEnumType, type GraphQLLeafType, type GraphQLScalarType } from 'graphql';
import type { ScalarTypes } from '../builder/scalars.ts';

type LeafWriter = (value: unknown) => string;

/**
 * How a scalar becomes JSON.
 * - plain: its texts are ours (ids, hex, digits) and stay as they are. One that holds what JSON escapes is serialized.
 * - text, boolean: such a value stays as it is, in JSON's words. Any other is serialized.
 * - serializedText: by `serialize`, which answers texts.
 * - serialized: by `serialize`.
 */
type ScalarKind = 'plain' | 'text' | 'boolean' | 'serializedText' | 'serialized';

const kinds = {
  ...{ ID: 'plain', Address: 'plain', Hash: 'plain', Decimal: 'plain', BigInt: 'plain' },
  ...{ DateTime: 'serializedText', URL: 'serialized', Digits: 'serialized' },
  ...{ String: 'text', Boolean: 'boolean', Int: 'serialized', Float: 'serialized' },
} as const satisfies Record<keyof ScalarTypes | 'String' | 'Boolean' | 'Int' | 'Float', ScalarKind>;

const kindByName: ReadonlyMap<string, ScalarKind> = new Map(Object.entries(kinds));

/** Values that are written without `serialize`, which has to leave them as they are. */
const untouched: Readonly<Record<ScalarKind, readonly unknown[]>> = {
  plain: ['', '0', '-1.5', '0x00ff', 'a:b+c', 'Some_Text'],
  text: ['', 'a', '"', '\u0000é'],
  boolean: [true, false],
  serializedText: [],
  serialized: [],
};

/** Why a scalar cannot be written; null: it can. */
export function scalarProblem(type: GraphQLScalarType): string | null {
  const kind = kindByName.get(type.name);
  if (kind === undefined)
    return `${type.name} has no kind in known/leaves.ts, which says how it becomes JSON`;
  const changed = untouched[kind].find((value) => type.serialize(value) !== value);
  if (changed === undefined) return null;
  return `${type.name} is ${kind} in known/leaves.ts, but serializes ${JSON.stringify(changed)} to something else`;
}

/** Nothing that JSON escapes. */
const plainText = /^[\w.:+-]*$/;

const isPlainText = (value: unknown): value is string => typeof value === 'string' && plainText.test(value);

const inQuotes = (text: string): string => JSON.stringify(text).slice(1, -1);

/** What stands between the quotes of a scalar that is usually ours; null: of no such scalar. */
export function quotedTextOf(type: GraphQLLeafType): LeafWriter | null {
  const serialized: LeafWriter = (value) => {
    const written: unknown = value === null || value === undefined ? value : type.serialize(value);
    if (typeof written === 'string') return isPlainText(written) ? written : inQuotes(written);
    throw new TypeError(`no value of ${type.name}`);
  };
  const kind = kindByName.get(type.name);
  if (kind === 'serializedText') return serialized;
  return kind === 'plain' ? (value) => (isPlainText(value) ? value : serialized(value)) : null;
}

export function writerOfLeaf(type: GraphQLLeafType): LeafWriter {
  const serialized: LeafWriter = (value) => {
    const written: unknown = type.serialize(value);
    // An error for the executor, too.
    if (written === null || written === undefined) throw new TypeError(`no value of ${type.name}`);
    return JSON.stringify(written);
  };
  if (type instanceof GraphQLEnumType) {
    const names = new Map(type.getValues().map(({ name, value }) => [value, `"${name}"`]));
    return (value) => names.get(value) ?? serialized(value);
  }
  switch (kindByName.get(type.name)) {
    case 'plain':
      return (value) => (isPlainText(value) ? `"${value}"` : serialized(value));
    case 'text':
      return (value) => (typeof value === 'string' ? JSON.stringify(value) : serialized(value));
    case 'boolean':
      return (value) => (value === true ? 'true' : value === false ? 'false' : serialized(value));
    default:
      return serialized;
  }
}
