/**
 * What questions about the schema cost, in fields that they may answer. The schema's own `complexity` knows nothing of `__schema` and
 * `__type`, and a short document can ask for every field of the type of every field, each under hundreds of names.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { madeOnce } from '../../domain/made-once.ts';

/** Lists of the introspection by the name of their field: how many items one has. Any other field has one value. */
type Lengths = ReadonlyMap<string, number>;

interface SchemaLengths {
  /** On the average of all types, of which each is asked once. */
  readonly ofAll: Lengths;
  /** At most: whoever names a type may name the largest, and again and again. */
  readonly ofOne: Lengths;
}

interface Walk {
  readonly lengths: SchemaLengths;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Of fragments by name and place. One that leads back to itself counts once: it is refused later. */
  readonly known: Map<string, number>;
}

/** Where a selection stands: at the root, of whose other fields the cost is reckoned elsewhere; in each of all types; in any one. */
type Place = 'root' | 'all' | 'one';

/** Never less than is answered; 0: nothing is asked about the schema. Safe for documents that are not validated. */
export function introspectionCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
): number {
  const lengths = lengthsOf(schema);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return Math.ceil(costOf({ lengths, fragments, known: new Map() }, selectionSet, 'root'));
}

function costOf(walk: Walk, { selections }: SelectionSetNode, place: Place): number {
  let cost = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value;
      if (place === 'root' && name !== '__schema' && name !== '__type') continue;
      const below =
        selection.selectionSet === undefined ? 0 : costOf(walk, selection.selectionSet, placeIn(name, place));
      const lengths = place === 'all' ? walk.lengths.ofAll : walk.lengths.ofOne;
      cost += 1 + (lengths.get(name) ?? 1) * below;
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      cost += costOf(walk, selection.selectionSet, place);
    } else {
      cost += costOfFragment(walk, selection.name.value, place);
    }
  }
  return cost;
}

/** What belongs to the types, their fields and the directives is there once; from there, any type may be led to. */
const listedOnce: ReadonlySet<string> = new Set(['types', 'directives', 'fields']);

function placeIn(name: string, place: Place): Place {
  if (name === 'types' || name === 'directives') return 'all';
  return place === 'all' && listedOnce.has(name) ? 'all' : 'one';
}

function costOfFragment(walk: Walk, name: string, place: Place): number {
  const { fragments, known } = walk;
  const key = `${name} in ${place}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  known.set(key, 0);
  const fragment = fragments.get(name);
  const cost = fragment === undefined ? 0 : costOf(walk, fragment.selectionSet, place);
  known.set(key, cost);
  return cost;
}

const lengthsOf = madeOnce((schema: GraphQLSchema): SchemaLengths => {
  const types = Object.values(schema.getTypeMap());
  const directives = schema.getDirectives();
  const fieldsOf = (type: GraphQLNamedType) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const ofTypes = {
    fields: types.map((type) => fieldsOf(type).length),
    inputFields: types.map((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0)),
    enumValues: types.map((type) => (isEnumType(type) ? type.getValues().length : 0)),
    possibleTypes: types.map((type) => (isAbstractType(type) ? schema.getPossibleTypes(type).length : 0)),
    interfaces: types.map((type) =>
      isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().length : 0,
    ),
  };
  const args = {
    ofFields: types.flatMap(fieldsOf).map((field) => field.args.length),
    ofDirectives: directives.map((directive) => directive.args.length),
  };
  const always = [
    ['types', types.length],
    ['directives', directives.length],
    ['locations', Math.max(...directives.map(({ locations }) => locations.length))],
  ] as const;
  return {
    ofAll: new Map([
      ...always,
      ...Object.entries(ofTypes).map(([name, lengths]) => [name, average(lengths)] as const),
      ['args', Math.max(average(args.ofFields), average(args.ofDirectives))],
    ]),
    ofOne: new Map([
      ...always,
      ...Object.entries(ofTypes).map(([name, lengths]) => [name, Math.max(...lengths)] as const),
      ['args', Math.max(...args.ofFields, ...args.ofDirectives)],
    ]),
  };
});

const average = (lengths: readonly number[]): number =>
  lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
