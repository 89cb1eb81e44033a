/**
 * The argument `digits`: figures for people. Every field of Decimal or Float gets it, by its type, so that a new one has it as well.
 * Without it a field answers what it always does: all digits.
 */
import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isIntrospectionType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { toFixedDigits } from '../../domain/money/money.ts';

type Field = GraphQLField<unknown, unknown>;

const argumentName = 'digits';
const description = 'Rounds to so many digits, half-even. Null or left out: all digits, exact.';

/** Fields that round, and the same fields as they were. */
const exactFields = new WeakMap<Field, Field>();

/** Gives the argument to each field of numbers, in place. Throws for one that asks for `info`, which rounding does not hand on. */
export function addDigits(schema: GraphQLSchema): void {
  const type = schema.getType('Digits');
  if (!isScalarType(type)) throw new TypeError('the schema has no scalar Digits');
  const argument: GraphQLArgument = {
    ...{ name: argumentName, description, type },
    ...{ defaultValue: undefined, deprecationReason: undefined, extensions: {}, astNode: undefined },
  };
  for (const object of Object.values(schema.getTypeMap())) {
    if (!isObjectType(object) || isIntrospectionType(object)) continue;
    for (const field of Object.values(object.getFields())) {
      if (isNumber(field)) addArgument(field, argument);
    }
  }
}

function isNumber({ type }: Field): boolean {
  const { name } = getNamedType(type);
  return (name === 'Decimal' || name === 'Float') && !isListType(getNullableType(type));
}

function addArgument(field: Field, argument: GraphQLArgument): void {
  const exact: Field = { ...field };
  if ((exact.resolve?.length ?? 0) > 3) throw new TypeError(`${field.name} takes info: it cannot be rounded`);
  exactFields.set(field, exact);
  field.args = [...field.args, { ...argument }];
  // What it answers depends on its argument.
  field.extensions = { ...field.extensions, isPure: false };
  field.resolve = (source, args, context) => {
    const value = exactValue(exact, source, args, context);
    const digits: unknown = args[argumentName];
    if (typeof digits !== 'number') return value;
    return value instanceof Promise ? value.then((found) => rounded(found, digits)) : rounded(value, digits);
  };
}

function exactValue(
  { name, resolve }: Field,
  source: unknown,
  args: Record<string, unknown>,
  context: unknown,
): unknown {
  if (resolve !== undefined) return Reflect.apply(resolve, undefined, [source, args, context]);
  return typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined;
}

/** Texts stay texts, numbers numbers; null stays null, and an error is the caller's to throw. */
function rounded(value: unknown, digits: number): unknown {
  if (typeof value === 'string') return toFixedDigits(value, digits);
  return typeof value === 'number' ? Number(toFixedDigits(String(value), digits)) : value;
}

/** The field as it answers without the argument; the field itself, where it has none. */
export const exactField = (field: Field): Field => exactFields.get(field) ?? field;

/** The field that a selection means: without the argument the exact one, whose value may be used as it is. */
export const fieldFor = (field: Field, { arguments: given = [] }: FieldNode): Field =>
  given.some(({ name }) => name.value === argumentName) ? field : exactField(field);
