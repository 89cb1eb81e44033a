/**
 * What questions about the schema cost, in fields that they may answer. The schema's own `complexity` knows nothing of `__schema` and
 * `__type`, and a short document can ask for every field of the type of every field, each under hundreds of names.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** How many items a list of the introspection has, on the average of our types; of fields, which type they belong to matters. */
const usualLengths: ReadonlyMap<string, number> = new Map([
  ['types', 125],
  ['fields', 10],
  ['enumValues', 2],
  ['possibleTypes', 1],
  ['directives', 5],
]);
/** Most types are enums, inputs and edges. */
const usualFieldsOfAllTypes = 5;

interface Walk {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Of fragments by name and the field that they stand in. One that leads back to itself counts once: it is refused later. */
  readonly known: Map<string, number>;
}

/** 0: nothing is asked about the schema. Safe for documents that are not validated. */
export function introspectionCost(document: DocumentNode, { selectionSet }: OperationDefinitionNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return costOf({ fragments, known: new Map() }, selectionSet, null);
}

/** `parent`: the field that the selection belongs to; null: the root, of which other fields count elsewhere. */
function costOf(walk: Walk, { selections }: SelectionSetNode, parent: string | null): number {
  let cost = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value;
      if (parent === null && name !== '__schema' && name !== '__type') continue;
      const below = selection.selectionSet === undefined ? 0 : costOf(walk, selection.selectionSet, name);
      cost += 1 + lengthOf(name, parent) * below;
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      cost += costOf(walk, selection.selectionSet, parent);
    } else {
      cost += costOfFragment(walk, selection.name.value, parent);
    }
  }
  return cost;
}

function costOfFragment(walk: Walk, name: string, parent: string | null): number {
  const { fragments, known } = walk;
  const key = `${name} in ${parent}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  known.set(key, 0);
  const fragment = fragments.get(name);
  const cost = fragment === undefined ? 0 : costOf(walk, fragment.selectionSet, parent);
  known.set(key, cost);
  return cost;
}

const lengthOf = (name: string, parent: string | null): number =>
  name === 'fields' && parent === 'types' ? usualFieldsOfAllTypes : (usualLengths.get(name) ?? 1);
