/**
 * What an operation costs: the fields that it may answer, page sizes counted (the schema's `complexity`). It is reckoned
 * before the first resolver runs, refused when it is over the limit, weighed against the key's limits, and reported in
 * the answer's `extensions.cost`.
 */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { errorText, PublicError, publicErrorStatus } from '../../errors.ts';
import type { GraphqlContext } from '../builder/context.ts';
import { introspectionCost } from './introspection-cost.ts';

/** So much cost weighs one unit of a key's limits; a page of 100 full transfers is about one. */
const costPerUnit = 5_000;

/** What is known of an operation before it runs. */
export interface OperationCost {
  /** Its root field, 'several' or 'unknown': of a bounded set, for metrics. The name that the client gave is not. */
  operation: string;
  requested: number;
  units: number;
}

/** Told once per operation that was executed or refused for its cost. */
export type OperationObserver = (operation: {
  operation: string;
  cost: number;
  outcome: 'ok' | 'error' | 'refused';
  seconds: number;
}) => void;

export interface CostOptions {
  limit: number;
  observe: OperationObserver;
}

export function costPlugin({ limit, observe }: CostOptions): Plugin<GraphqlContext> {
  return {
    async onExecute({ args, setExecuteFn }) {
      const startedAt = performance.now();
      const { cost, refusal } = await weigh(args, limit);
      if (refusal !== null) setExecuteFn(() => ({ errors: [refusal] }));
      return {
        onExecuteDone({ result, setResult }) {
          if (cost === null || Symbol.asyncIterator in result) return;
          const outcome = refusal !== null ? 'refused' : result.errors === undefined ? 'ok' : 'error';
          const seconds = (performance.now() - startedAt) / 1000;
          observe({ operation: cost.operation, cost: cost.requested, outcome, seconds });
          const shown = shownCost(cost, limit, args.contextValue);
          setResult({ ...result, extensions: { ...result.extensions, cost: shown } });
        },
      };
    },
    async onSubscribe({ args, setSubscribeFn }) {
      const { cost, refusal } = await weigh(args, limit);
      if (refusal !== null) setSubscribeFn(() => ({ errors: [refusal] }));
      if (cost === null) return;
      const onNext = paceEvents(cost.requested, args.contextValue.pace);
      return { onSubscribeResult: () => ({ onNext }) };
    },
  };
}

/**
 * Every event reads anew what the fields ask for, and a stream that is resumed may have as many events as the history has
 * transfers. All of them together weigh what they cost, and they come as fast as the key's limits allow.
 */
function paceEvents(costOfEvent: number, pace: GraphqlContext['pace']): () => Promise<void> {
  let due = 0;
  return async () => {
    due += costOfEvent;
    const units = Math.floor(due / costPerUnit);
    if (units === 0) return;
    due -= units * costPerUnit;
    await pace(units);
  };
}

/** What an answer says: what was reckoned before, and what was found to be read on top of it. */
export function shownCost(
  { requested, units }: OperationCost,
  limit: number,
  { unitsOf }: GraphqlContext,
): { requested: number; limit: number; units: number } {
  return { requested, limit, units: Math.max(units, unitsOf()) };
}

interface Weighed {
  cost: OperationCost | null;
  /** Why the operation may not run, if so. */
  refusal: GraphQLError | null;
}

/** What cannot be weighed is refused; what is over the limit takes nothing off the key's limits, as it does nothing. */
async function weigh(
  args: ExecutionArgs & { contextValue: GraphqlContext },
  limit: number,
): Promise<Weighed> {
  let cost: OperationCost | null = null;
  try {
    const reckoned = costOf(args);
    if (reckoned instanceof GraphQLError) return { cost, refusal: reckoned };
    cost = reckoned;
    if (cost !== null) args.contextValue.nameOperation(cost.operation);
    if (cost !== null && cost.requested > limit) {
      throw new PublicError(
        'BAD_INPUT',
        `the query may answer ${cost.requested} fields, more than the ${limit} that one query may: ask for smaller pages or fewer fields`,
      );
    }
    // The request itself was one.
    if (cost !== null && cost.units > 1) await args.contextValue.charge(cost.units - 1);
    return { cost, refusal: null };
  } catch (error) {
    const status = error instanceof PublicError ? publicErrorStatus[error.code] : 400;
    const originalError = error instanceof Error ? error : null;
    const message = errorText(error);
    return { cost, refusal: new GraphQLError(message, { originalError, extensions: { http: { status } } }) };
  }
}

/**
 * null: there is no such operation, so that nothing will run, which executing it will say. An error: a variable is wrong. One is enough:
 * graphql would make one for each wrong item of a list, and show the whole object in each for a wrong field.
 */
function costOf(args: ExecutionArgs): OperationCost | GraphQLError | null {
  const { schema, document, operationName } = args;
  const operation = getOperationAST(document, operationName);
  if (!operation) return null;
  const variables = { ...args.variableValues };
  const definitions = operation.variableDefinitions ?? [];
  const { errors } = getVariableValues(schema, definitions, variables, { maxErrors: 1 });
  const [first] = errors ?? [];
  return first === undefined
    ? operationCost(schema, { document, operation, variables })
    : wrongVariable(first);
}

function wrongVariable({ message, nodes, originalError, extensions }: GraphQLError): GraphQLError {
  const http = { status: publicErrorStatus.BAD_INPUT };
  const cause = originalError === undefined ? {} : { originalError };
  return new GraphQLError(message, { nodes: nodes ?? null, ...cause, extensions: { ...extensions, http } });
}

/** `variables` as they were given; they have been checked. */
export function operationCost(
  schema: GraphQLSchema,
  request: {
    document: DocumentNode;
    operation: OperationDefinitionNode;
    variables: Readonly<Record<string, unknown>>;
  },
): OperationCost {
  const { document, operation, variables } = request;
  const { complexity } = complexityFromQuery(onlyThis(document, operation), {
    schema,
    variables: { ...variables },
  });
  const requested = complexity + introspectionCost(schema, document, operation);
  const units = Math.max(1, Math.ceil(requested / costPerUnit));
  return { operation: operationLabel(operation), requested, units };
}

/** The plugin reckons a document's first operation; this is the document with the one that was asked for. */
function onlyThis(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
}

/** Fields of the schema's root types: validation has let no others through. */
function operationLabel({ selectionSet }: OperationDefinitionNode): string {
  const fields = selectionSet.selections.filter(
    (selection): selection is FieldNode => selection.kind === Kind.FIELD,
  );
  const names = [...new Set(fields.map(({ name }) => name.value))];
  const [only] = names;
  if (fields.length < selectionSet.selections.length || names.length > 1) return 'several';
  return only ?? 'unknown';
}
