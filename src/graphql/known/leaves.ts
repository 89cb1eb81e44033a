/** JSON of scalars and enums, as their own `serialize` and JSON.stringify would write it, without both where that is safe. */
import { GraphQLEnumType, type GraphQLLeafType } from 'graphql';

type LeafWriter = (value: unknown) => string;

/** Their texts are ours (ids, hex, digits). One that holds anything else is left to the type to judge, and escaped. */
const plainScalars: ReadonlySet<string> = new Set(['ID', 'Address', 'Hash', 'Decimal', 'BigInt']);

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
  if (type.name === 'DateTime') return serialized;
  return plainScalars.has(type.name) ? (value) => (isPlainText(value) ? value : serialized(value)) : null;
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
  if (plainScalars.has(type.name)) {
    return (value) => (isPlainText(value) ? `"${value}"` : serialized(value));
  }
  if (type.name === 'String') {
    return (value) => (typeof value === 'string' ? JSON.stringify(value) : serialized(value));
  }
  if (type.name === 'Boolean') {
    return (value) => (value === true ? 'true' : value === false ? 'false' : serialized(value));
  }
  return serialized;
}
