/** Which queries rightly have no plan. All others have one, so that no query loses its plan without anyone seeing it. */
import { type DocumentNode, Kind, parse, visit } from 'graphql';
import { expect } from 'vitest';
import type { Executor } from '../../src/graphql/known/planned-execution.ts';

/** By the fields that the query selects. */
const withoutPlan: ReadonlyMap<string, string> = new Map([
  ['__schema', 'introspection is rare, and its types have resolvers of their own'],
  ['__type', 'introspection is rare, and its types have resolvers of their own'],
  ['node', 'what it answers may be of several types'],
  ['nodes', 'what it answers may be of several types'],
]);

/** Mutations change something, so that nothing is to be gained from a plan, or from asking twice. */
export const isQuery = (query: string): boolean => {
  const document = parseOrNull(query);
  return (
    document === null ||
    document.definitions.every((one) => !('operation' in one) || one.operation === 'query')
  );
};

/** Why a query that was answered without errors has no plan; null: it has one. */
export function whyNoPlan(query: string): string | null {
  const document = parseOrNull(query);
  if (document === null) return 'it cannot be parsed';
  let why: string | null = null;
  visit(document, {
    Field(field, _key, _parent, _path, ancestors) {
      // `nodes` of a page is another field than that of the root.
      const isDeeper = ancestors.some(
        (one) =>
          'kind' in one &&
          (one.kind === Kind.FIELD ||
            (one.kind === Kind.FRAGMENT_DEFINITION && one.typeCondition.name.value !== 'Query')),
      );
      if (!isDeeper) why ??= withoutPlan.get(field.name.value) ?? null;
    },
  });
  return why;
}

/** Of a query that was answered without errors. */
export function requirePlan(query: string, executors: readonly Executor[]): void {
  const why = whyNoPlan(query);
  expect(executors, `${why ?? 'it should have a plan'}: ${query.slice(0, 500)}`).toEqual([
    why === null ? 'plan' : 'executor',
  ]);
}

function parseOrNull(query: string): DocumentNode | null {
  try {
    return parse(query);
  } catch {
    return null;
  }
}

/** Fields are worked out side by side, so that of two errors either may come first; with the errors sorted the text is one. */
export function errorsInOrder(text: string): string {
  if (!text.startsWith('{"errors"')) return text;
  const answer: { errors?: unknown[] } = JSON.parse(text);
  if (answer.errors === undefined) return text;
  const errors = answer.errors.map((error) => JSON.stringify(error)).sort();
  return JSON.stringify({ ...answer, errors });
}
