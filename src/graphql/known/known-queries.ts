/**
 * Queries that were answered before, by their text: they are parsed, validated and within the limits already, and need
 * neither a Request nor a Response to be answered again. What is not plain sailing answers null, so that the caller takes
 * the whole way: whatever it finds (errors, limits, masks) is then what it would have found without this.
 */
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { createRecentlyUsed } from '../../domain/recently-used.ts';
import type { GraphqlContext } from '../context.ts';
import { type Plan, planOrNull } from './plan.ts';
import { createTextMemory } from './text-memory.ts';

/** A query that is known, with the variables of one request. */
export interface KnownQuery {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** As they were given. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Writes the answer's `data`; fails where it would not be the whole answer. */
  data(context: GraphqlContext): Promise<string>;
}

export interface KnownQueries {
  /** Keeps a document that is about to be executed, and so has passed everything that comes before. */
  learn(document: DocumentNode): void;
  /** null: not known, not a query, wrong variables, or nothing that a plan is made of. */
  find(request: { query: string; operationName: string | null; variables: object | null }): KnownQuery | null;
}

const maximumDocuments = 500;
/** Of one document, by operation and by what @skip and @include leave. */
const maximumPlans = 20;
const maximumLength = 20_000;

interface Known {
  readonly document: DocumentNode;
  readonly plans: Map<string, Plan | null>;
  /** Variables that @skip and @include depend on. */
  readonly conditions: readonly string[];
}

export function createKnownQueries(schema: GraphQLSchema): KnownQueries {
  const known = createRecentlyUsed<string, Known>(maximumDocuments);
  const memory = createTextMemory();

  function planFor(
    { document, plans, conditions }: Known,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ): Plan | null {
    const name = JSON.stringify([
      operation.name?.value,
      ...conditions.map((condition) => variables[condition]),
    ]);
    const before = plans.get(name);
    if (before !== undefined) return before;
    const plan = planOrNull({ schema, document, operation }, variables, memory);
    if (plans.size >= maximumPlans) plans.clear();
    plans.set(name, plan);
    return plan;
  }

  return {
    learn(document) {
      const text = document.loc?.source.body;
      if (text === undefined || text.length > maximumLength || known.get(text) !== undefined) return;
      known.set(text, { document, plans: new Map(), conditions: conditionsOf(document) });
    },
    find({ query, operationName, variables: given }) {
      const variables = { ...given };
      const entry = known.get(query);
      if (entry === undefined) return null;
      const { document } = entry;
      const operation = getOperationAST(document, operationName);
      if (operation?.operation !== 'query') return null;
      const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
      if (coerced === undefined) return null;
      const plan = planFor(entry, operation, coerced);
      if (plan === null) return null;
      return {
        ...{ document, operation, variables },
        data: async (context) => plan({ context, variables: coerced, arguments: new Map() }),
      };
    },
  };
}

function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      visit(directive, { Variable: ({ name }) => void names.add(name.value) });
    },
  });
  return [...names];
}
