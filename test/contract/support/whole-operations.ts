/** Operations that ask the schema for all it has: every root field, with given values and everything selected. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';

/** What arguments are filled with. */
export interface Values {
  addresses: readonly string[];
  id: string;
  ids: readonly string[];
  /** For every `after`, and no other cursor. */
  cursor?: string | undefined;
  /** Which of its types a node is asked as. */
  nodeType?: string;
}

const deepest = 2;

/** A literal for an argument or input field; null: left to its default. Throws for a type that nobody thought of. */
function literal(name: string, type: GraphQLInputType, values: Values): string | null {
  if (isNonNullType(type)) return literal(name, type.ofType, values) ?? required(name, type.ofType);
  if (isListType(type)) {
    const item = isNonNullType(type.ofType) ? type.ofType.ofType : type.ofType;
    const named = getNamedType(item).name;
    if (named === 'Address') return JSON.stringify(values.addresses);
    return named === 'ID' && name === 'ids' ? JSON.stringify(values.ids) : null;
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).flatMap((field) => {
      const value = literal(field.name, field.type, values);
      return value === null ? [] : [`${field.name}: ${value}`];
    });
    return `{ ${fields.join(', ')} }`;
  }
  if (!isScalarType(type)) return null;
  if (type.name === 'Address') return JSON.stringify(values.addresses[0]);
  if (type.name === 'ID') return JSON.stringify(values.id);
  if (name === 'first') return '5';
  return name === 'after' && values.cursor !== undefined ? JSON.stringify(values.cursor) : null;
}

/** A plain value of a scalar or enum that has to be there. */
function required(name: string, type: GraphQLInputType): string {
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  const plain: Record<string, string> = {
    String: '"text"',
    Int: '1',
    Boolean: 'true',
    Decimal: '"1"',
    BigInt: '"1"',
    URL: '"https://hooks.example/a"',
    Hash: `"0x${'1'.repeat(64)}"`,
    DateTime: name === 'to' ? '"2023-12-01T00:00:00Z"' : '"2023-11-01T00:00:00Z"',
  };
  const text = isScalarType(type) ? plain[type.name] : undefined;
  if (text === undefined) throw new Error(`give the argument ${name} of type ${String(type)} a value here`);
  return text;
}

function argumentsOf(inputs: readonly GraphQLArgument[], values: Values): string {
  const parts = inputs.flatMap(({ name, type }) => {
    const value = literal(name, type, values);
    return value === null ? [] : [`${name}: ${value}`];
  });
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}

function selection(schema: GraphQLSchema, type: GraphQLNamedType, values: Values, depth: number): string {
  if (isInterfaceType(type)) {
    const possible = schema.getPossibleTypes(type).find(({ name }) => name === values.nodeType);
    return possible === undefined
      ? ' { __typename }'
      : ` { __typename ... on ${possible.name}${selection(schema, possible, values, deepest)} }`;
  }
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    const isDeep = isObjectType(named) || isInterfaceType(named);
    // A connection is no level of its own: what is in it is.
    const next = type.name.endsWith('Connection') || type.name.endsWith('Payload') ? depth : depth + 1;
    if (isDeep && (next > deepest || field.name === 'edges')) return [];
    return [fieldText(schema, field, { ...values, cursor: undefined }, next)];
  });
  return ` { ${['__typename', ...fields].join(' ')} }`;
}

function fieldText(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
  values: Values,
  depth: number,
): string {
  const below = selection(schema, getNamedType(field.type), values, depth);
  return `${field.name}${argumentsOf(field.args, values)}${below}`;
}

/** One operation per root field of the kind; of a field that answers any node, one per type of node. */
export function wholeOperations(
  schema: GraphQLSchema,
  kind: 'query' | 'mutation' | 'subscription',
  values: Values,
): { name: string; text: string }[] {
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[kind];
  return Object.values(root?.getFields() ?? {}).flatMap((field) => {
    const named = getNamedType(field.type);
    const types = isInterfaceType(named) ? schema.getPossibleTypes(named).map(({ name }) => name) : [''];
    return types.map((nodeType) => ({
      name: field.name,
      text: `${kind} { ${fieldText(schema, field, { ...values, nodeType }, 0)} }`,
    }));
  });
}
