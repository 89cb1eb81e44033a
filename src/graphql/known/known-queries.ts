/**
 * Queries that were answered before, by their text. They are parsed, validated and within the limits already, and need neither
 * a Request nor a Response to be answered again. For anything out of the ordinary the answer is null, and the caller takes the
 * whole way. It then finds the same errors, limits and masks as it would have found without this.
 */
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { GraphqlContext } from '../builder/context.ts';
import { type Plan, planOrNull } from './plan.ts';
import { createTextMemory, type TextMemory } from './text-memory.ts';

/** A query that is known, with the variables of one request. Nothing has been made of it yet. */
export interface KnownQuery {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** As they were given. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Writes the answer's `data`; fails where it would not be the whole answer, or where no plan is made. */
  data(context: GraphqlContext): Promise<string>;
}

interface KnownRequest {
  query: string;
  operationName: string | null;
  variables: object | null;
}

export interface KnownQueries {
  /** Keeps a document that was answered without errors, and so has passed everything. */
  learn(document: DocumentNode): void;
  /** null: not known, not a query, or wrong variables. */
  find(request: KnownRequest): KnownQuery | null;
  /** An estimate of what all that is kept takes. */
  bytes(): number;
}

/** Of all documents and their plans; beyond it, those go that were used longest ago. */
const maximumBytes = 32 * 1024 * 1024;
/** Measured, and rounded up: a document's nodes and tokens for each character of its text, and a plan's functions for each field. */
const bytesPerCharacter = 60;
const bytesPerField = 1_500;
/** Of an entry and of a plan beside that. */
const bytesPerEntry = 2_000;
/** Of one document, by operation and by what @skip and @include leave. */
const maximumPlans = 20;
const maximumLength = 20_000;

interface Known {
  readonly document: DocumentNode;
  readonly plans: Map<string, Plan | null>;
  /** Variables that @skip and @include depend on. */
  readonly conditions: readonly string[];
  bytes: number;
}

/** What is kept, of one schema. */
interface Queries {
  readonly schema: GraphQLSchema;
  readonly limit: number;
  /** In the order of their last use. */
  readonly known: Map<string, Known>;
  readonly memory: TextMemory;
  /** Of all that is kept. */
  bytes: number;
}

function forget(queries: Queries, text: string): void {
  const { known } = queries;
  queries.bytes -= known.get(text)?.bytes ?? 0;
  known.delete(text);
}

function grow(queries: Queries, entry: Known, by: number): void {
  const { limit, known } = queries;
  entry.bytes += by;
  queries.bytes += by;
  for (const text of known.keys()) {
    if (queries.bytes <= limit) return;
    forget(queries, text);
  }
}

function used(queries: Queries, text: string): Known | undefined {
  const { known } = queries;
  const entry = known.get(text);
  if (entry === undefined) return undefined;
  known.delete(text);
  known.set(text, entry);
  return entry;
}

function planFor(
  queries: Queries,
  text: string,
  { document, plans, conditions }: Known,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Plan | null {
  const { schema, known, memory } = queries;
  const name = JSON.stringify([
    operation.name?.value,
    ...conditions.map((condition) => variables[condition]),
  ]);
  const before = plans.get(name);
  if (before !== undefined) return before;
  const plan = planOrNull({ schema, document, operation }, variables, memory);
  // Forgotten meanwhile: the plan serves this once.
  const entry = known.get(text);
  if (entry === undefined || entry.plans !== plans) return plan;
  if (plans.size >= maximumPlans) {
    grow(queries, entry, ownBytes(text) - entry.bytes);
    plans.clear();
  }
  plans.set(name, plan);
  grow(queries, entry, bytesPerEntry + (plan?.fields ?? 0) * bytesPerField);
  return plan;
}

function learn(queries: Queries, document: DocumentNode): void {
  const { known } = queries;
  const text = document.loc?.source.body;
  if (text === undefined || text.length > maximumLength || known.has(text)) return;
  const entry = { document, plans: new Map(), conditions: conditionsOf(document), bytes: 0 };
  known.set(text, entry);
  grow(queries, entry, ownBytes(text));
}

function find(queries: Queries, { query, operationName, variables: given }: KnownRequest): KnownQuery | null {
  const { schema } = queries;
  const variables = { ...given };
  const entry = used(queries, query);
  if (entry === undefined) return null;
  const { document } = entry;
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'query') return null;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (coerced === undefined) return null;
  return {
    ...{ document, operation, variables },
    async data(context) {
      const plan = planFor(queries, query, entry, operation, coerced);
      if (plan === null) throw new TypeError('no plan is made of it');
      return plan.write({ context, variables: coerced, arguments: new Map() });
    },
  };
}

export function createKnownQueries(schema: GraphQLSchema, limit = maximumBytes): KnownQueries {
  const queries: Queries = { schema, limit, known: new Map(), memory: createTextMemory(), bytes: 0 };
  return {
    learn: (document) => learn(queries, document),
    find: (request) => find(queries, request),
    bytes: () => queries.bytes,
  };
}

const ownBytes = (text: string): number => bytesPerEntry + text.length * bytesPerCharacter;

function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      visit(directive, { Variable: ({ name }) => void names.add(name.value) });
    },
  });
  return [...names];
}
