/**
 * Queries are executed by plans (plan.ts), inside the pipeline that all operations go through: every plugin sees every request and
 * every answer. The executor of Yoga answers what has no plan, and what a plan fails at.
 */
import { type ExecutionArgs, type GraphQLSchema, getOperationAST, getVariableValues } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { maximumAnswerBytes } from '../../use-cases/pages/answer-limits.ts';
import type { GraphqlContext } from '../builder/context.ts';
import type { KnownQueries } from './known-queries.ts';
import { resultText, writtenData } from './written-data.ts';

/** Who answered a query, if both were tried the last one. */
export type Executor = 'plan' | 'executor';

/** To be listed before all plugins that wrap the execution or refuse it. */
export function plannedExecution(
  schema: GraphQLSchema,
  queries: KnownQueries,
  observe: (executor: Executor) => void = () => {},
): Plugin<GraphqlContext> {
  return {
    onExecute({ args: { contextValue }, executeFn, setExecuteFn }) {
      setExecuteFn(async (args: ExecutionArgs) => {
        // A plugin that wraps the execution may have put another context in the place of ours.
        const isOurs = args.contextValue === contextValue;
        const text = isOurs ? await dataOf(schema, queries, args, contextValue) : null;
        observe(text === null ? 'executor' : 'plan');
        if (text !== null) return { data: writtenData(text), stringify: resultText };
        const result = await executeFn(args);
        queries.noteExecuted(args.document, !('errors' in result));
        return result;
      });
    },
  };
}

/** The JSON of the answer's data; null: the executor has to answer, which says whatever is wrong as it says everything. */
async function dataOf(
  schema: GraphQLSchema,
  queries: KnownQueries,
  { document, operationName, variableValues, rootValue }: ExecutionArgs,
  context: GraphqlContext,
): Promise<string | null> {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'query' || rootValue !== undefined) return null;
  const { coerced: variables } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    variableValues ?? {},
    { maxErrors: 1 },
  );
  const plan = variables && queries.planFor(document, operation, variables);
  if (!plan) return null;
  try {
    const text = await plan.write({ context, variables, arguments: new Map() });
    // The executor's answer is refused for its size.
    return text.length > maximumAnswerBytes ? null : text;
  } catch {
    queries.noteExecuted(document, false);
    return null;
  }
}
