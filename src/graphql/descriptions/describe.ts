/**
 * Descriptions of what the types' files leave without one: by coordinate (`Type`, `Type.field`, `Type.field(argument)`, `Enum.VALUE`)
 * in tables, and by rule for what every list and every mutation has alike.
 */
import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { defaultPageSize, maximumPageSize } from '../../use-cases/model/view-model.ts';

export type Descriptions = Readonly<Record<string, string>>;

/** A type, a field, an argument or a value of an enum. */
export interface Described {
  readonly coordinate: string;
  readonly element: { description?: string | null | undefined };
}

/** Everything of a schema that can have a description, but for what GraphQL itself defines. */
export function describedElements(schema: GraphQLSchema): Described[] {
  return Object.values(schema.getTypeMap()).flatMap((type): Described[] => {
    if (isIntrospectionType(type) || (isScalarType(type) && isSpecifiedScalarType(type))) return [];
    const own = { coordinate: type.name, element: type };
    if (isEnumType(type)) {
      const values = type.getValues();
      return [own, ...values.map((value) => ({ coordinate: `${type.name}.${value.name}`, element: value }))];
    }
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      return [own, ...fields.map((field) => ({ coordinate: `${type.name}.${field.name}`, element: field }))];
    }
    if (!isObjectType(type) && !isInterfaceType(type)) return [own];
    const fields = Object.values(type.getFields()).flatMap((field) => {
      const coordinate = `${type.name}.${field.name}`;
      const args = field.args.map((arg) => ({ coordinate: `${coordinate}(${arg.name})`, element: arg }));
      return [{ coordinate, element: field }, ...args];
    });
    return [own, ...fields];
  });
}

/**
 * Gives the schema its descriptions, in place. Throws when a table names what does not exist, or what has a description already: then
 * there would be two, of which one is read by nobody.
 */
export function describeSchema(schema: GraphQLSchema, table: Descriptions): void {
  const unused = new Set(Object.keys(table));
  for (const { coordinate, element } of describedElements(schema)) {
    const text = table[coordinate];
    if (text !== undefined) {
      unused.delete(coordinate);
      if (element.description) throw new TypeError(`${coordinate} is described twice`);
    }
    element.description ??= text ?? byRule(coordinate);
  }
  if (unused.size > 0) throw new TypeError(`nothing to describe is called ${[...unused].join(', ')}`);
}

const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);

const rules: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [/^\w+Connection$/, () => 'A page of a list, and how many items the whole list has.'],
  [/Connection\.edges$/, () => 'The items of the page with their cursors.'],
  [/Connection\.pageInfo$/, () => 'What there is before and after the page.'],
  [/^\w+Edge$/, () => 'An item of a page with its cursor.'],
  [
    /Edge\.cursor$/,
    () =>
      'Where the item stands: as `after` or `before` it continues the list there, whatever has arrived since.',
  ],
  [/Edge\.node$/, () => 'The item.'],
  [/\(after\)$/, () => 'Only what comes after the item with this cursor, in the order of the list.'],
  [/\(before\)$/, () => 'Only what comes before the item with this cursor, in the order of the list.'],
  [/\(first\)$/, () => `At most so many items: 1 to ${maximumPageSize}, ${defaultPageSize} by default.`],
  [/^(\w+)Input$/, (_, name = '') => `What the mutation \`${lowerFirst(name)}\` takes.`],
  [/^(\w+)Payload$/, (_, name = '') => `What the mutation \`${lowerFirst(name)}\` answers.`],
  [/^Mutation\.\w+\(input\)$/, () => 'All that it takes.'],
  [/Input\.clientMutationId$/, () => 'Any text of yours: the answer repeats it.'],
  [/Payload\.clientMutationId$/, () => "The input's own; null when it had none."],
];

function byRule(coordinate: string): string | undefined {
  for (const [pattern, describe] of rules) {
    const found = pattern.exec(coordinate);
    if (found !== null) return describe(...found);
  }
  return undefined;
}
