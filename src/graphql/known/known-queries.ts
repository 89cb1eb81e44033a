/** The documents that were parsed and their plans, in one memory: a document is forgotten with all that was made of it. */

import { type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, visit } from 'graphql';
import { createMemory, type Memory } from '../../domain/memory.ts';
import { type Plan, planOrNull } from './plan.ts';
import { requirePlannable } from './rules.ts';
import { createTextMemory, type TextMemory } from './text-memory.ts';

type Variables = Record<string, unknown>;

export interface KnownQueries {
  /** Documents by their texts, in the shape of Yoga's cache. What is made of a text is the same object as long as it is kept. */
  readonly documents: {
    get(text: string): DocumentNode | undefined;
    set(text: string, document: DocumentNode): void;
  };
  /** null: none is made, or the executor found errors the last time. `variables` are coerced; the document is validated. */
  planFor(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): Plan | null;
  /** Told how the executor answered, or that a plan failed. What has errors each time is not worked out twice. */
  noteExecuted(document: DocumentNode, isWithoutErrors: boolean): void;
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
  readonly text: string;
  readonly document: DocumentNode;
  readonly plans: Map<string, Plan | null>;
  /** Variables that @skip and @include depend on. */
  readonly conditions: readonly string[];
  hasErrors: boolean;
  bytes: number;
}

/** What is kept, of one schema. */
interface Queries {
  readonly schema: GraphQLSchema;
  /** By text. */
  readonly known: Memory<string, Known>;
  readonly entryOf: WeakMap<DocumentNode, Known>;
  readonly texts: TextMemory;
}

/** It is used, and weighs more by now. */
function grow({ known }: Queries, entry: Known, by: number): void {
  entry.bytes += by;
  known.keep(entry.text, entry);
}

function keep(queries: Queries, text: string, document: DocumentNode): void {
  const { known, entryOf } = queries;
  if (text.length > maximumLength || known.get(text) !== undefined) return;
  const conditions = conditionsOf(document);
  const entry = { text, document, plans: new Map(), conditions, hasErrors: false, bytes: 0 };
  entryOf.set(document, entry);
  grow(queries, entry, ownBytes(text));
}

function planFor(
  queries: Queries,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Plan | null {
  const { schema, entryOf, texts } = queries;
  const entry = entryOf.get(document);
  if (entry === undefined || entry.hasErrors) return null;
  const { plans, conditions } = entry;
  const name = JSON.stringify([operation.name?.value, ...conditions.map((one) => variables[one])]);
  const before = plans.get(name);
  if (before !== undefined) return before;
  const plan = planOrNull({ schema, document, operation }, variables, texts);
  if (plans.size >= maximumPlans) {
    grow(queries, entry, ownBytes(entry.text) - entry.bytes);
    plans.clear();
  }
  plans.set(name, plan);
  grow(queries, entry, bytesPerEntry + (plan?.fields ?? 0) * bytesPerField);
  return plan;
}

/** Throws for a schema that is against the rules (rules.ts). */
export function createKnownQueries(schema: GraphQLSchema, limit = maximumBytes): KnownQueries {
  requirePlannable(schema);
  const queries: Queries = {
    ...{ schema, entryOf: new WeakMap(), texts: createTextMemory() },
    known: createMemory<string, Known>({ maximum: limit, weightOf: ({ bytes }) => bytes }),
  };
  return {
    documents: {
      get: (text) => queries.known.get(text)?.document,
      set: (text, document) => keep(queries, text, document),
    },
    planFor: (document, operation, variables) => planFor(queries, document, operation, variables),
    noteExecuted(document, isWithoutErrors) {
      const entry = queries.entryOf.get(document);
      if (entry !== undefined) entry.hasErrors = !isWithoutErrors;
    },
    bytes: queries.known.size,
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
