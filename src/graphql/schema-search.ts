/** Finds places of the schema by a word: for whoever writes a query and does not want to read 4,500 lines. */
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { schema } from './schema.ts';

interface Place {
  /** `Transfer.amount`, or a type's name. */
  path: string;
  /** As a query names it, with its arguments and type. */
  text: string;
  description: string;
}

let places: readonly Place[] | undefined;

/** At most so many places of the schema with the word in their name or description, one a line: names before descriptions, shorter before longer. */
export function searchSchema(term: string, most: number): string[] {
  const word = term.toLowerCase();
  places ??= Object.values(schema.getTypeMap()).flatMap(placesOf);
  return places
    .flatMap((place) => {
      const rank = rankOf(place, word);
      return rank === null ? [] : [{ place, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank || one.place.path.length - other.place.path.length)
    .slice(0, most)
    .map(({ place: { text, description } }) => `${text} – ${description.replaceAll(/\s+/g, ' ')}`);
}

function rankOf({ path, description }: Place, word: string): number | null {
  const name = path.toLowerCase().split('.').at(-1) ?? '';
  if (name === word) return 0;
  if (name.includes(word)) return 1;
  return description.toLowerCase().includes(word) ? 2 : null;
}

function placesOf(type: GraphQLNamedType): Place[] {
  const { name } = type;
  if (name.startsWith('__') || /(?:Edge|Connection|Payload)$/.test(name)) return [];
  const own = { path: name, text: name, description: type.description ?? '' };
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => value.name);
    return [{ ...own, text: `enum ${name}: ${values.join(' ')}` }];
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [own];
  const fields = Object.values(type.getFields()).map((field) => {
    // `digits` is on every figure.
    const all: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
    const given = all.filter(({ name: argument }) => argument !== 'digits');
    const taken = given.map((argument) => `${argument.name}: ${argument.type}`).join(', ');
    const path = `${name}.${field.name}`;
    const text = `${path}${taken === '' ? '' : `(${taken})`}: ${field.type}`;
    return { path, text, description: field.description ?? '' };
  });
  return [own, ...fields];
}
