/** A GraphQL handler on a test world, asked without a port. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'vitest';
import type { Executor } from '../../src/graphql/known/planned-execution.ts';
import type { GraphqlLimits } from '../../src/graphql/limits/request-guards.ts';
import { createGraphqlHandler, type GraphqlHandler } from '../../src/graphql/server.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import type { World } from './builders.ts';
import { errorsInOrder, isQuery, requirePlan } from './plans.ts';

export interface GraphqlAnswer {
  status: number;
  data: unknown;
  /** Messages and codes, in order. */
  errors: { message: string; code: unknown; path: unknown; problems: unknown }[];
}

export interface GraphqlClient {
  handler: GraphqlHandler;
  /** Errors that were masked. */
  masked: unknown[];
  /** One operation by POST. */
  ask(caller: Caller, query: string, variables?: object): Promise<GraphqlAnswer>;
  /** The same, failing the test on any error. */
  data(caller: Caller, query: string, variables?: object): Promise<unknown>;
  fetch(caller: Caller, request: RequestInit & { url?: string }): Promise<Response>;
}

export const baseUrl = 'http://localhost:4000';

/** Who executed what is asked. */
const underWay = new AsyncLocalStorage<Executor[]>();

/** `compared: false`: for tests that count what one answer does. */
export function createGraphqlClient(
  world: World,
  limits: Partial<GraphqlLimits> = {},
  { compared = true }: { compared?: boolean } = {},
): GraphqlClient {
  const masked: unknown[] = [];
  const handler = createGraphqlHandler({
    readModel: world.readModel,
    onError: (error) => masked.push(error),
    onExecutor: (executor) => underWay.getStore()?.push(executor),
    limits,
  });
  const withoutPlans = createGraphqlHandler({ readModel: world.readModel, limits, hasPlans: false });

  const fetchAs: GraphqlClient['fetch'] = (caller, { url = '/graphql', ...init }) =>
    handler.handle(baseUrl + url, init, { caller, baseUrl, requestId: 'request-1' });

  async function ask(caller: Caller, query: string, variables: object = {}): Promise<GraphqlAnswer> {
    const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ query, variables }) };
    const executors: Executor[] = [];
    const response = await underWay.run(executors, () => fetchAs(caller, request));
    const text = await response.text();
    const { data, errors = [] } = readAnswer(text);
    if (compared && isQuery(query)) {
      await requireSameWithoutPlans(caller, request, text);
      if (errors.length === 0) requirePlan(query, executors);
    }
    return {
      status: response.status,
      data,
      errors: errors.map(({ message, path, extensions }) => ({
        message,
        path,
        code: extensions?.code,
        problems: extensions?.problems,
      })),
    };
  }

  /** Every query of the tests is answered a second time by the executor: by the same bytes, errors as well. */
  async function requireSameWithoutPlans(caller: Caller, request: RequestInit, text: string): Promise<void> {
    const context = { caller, baseUrl, requestId: 'request-1' };
    const answer = await withoutPlans.handle(`${baseUrl}/graphql`, request, context);
    const executed = errorsInOrder(await answer.text());
    if (executed === errorsInOrder(text)) return;
    // Some answers tell the second at which they were given: then it is that of the one before or the one after.
    expect(executed).toBe(errorsInOrder(await (await fetchAs(caller, request)).text()));
  }

  return {
    handler,
    masked,
    fetch: fetchAs,
    ask,
    async data(caller, query, variables) {
      const { data, errors } = await ask(caller, query, variables);
      if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('; '));
      return data;
    },
  };
}

interface WireAnswer {
  data?: unknown;
  errors?: { message: string; path?: unknown; extensions?: { code?: unknown; problems?: unknown } }[];
}

function readAnswer(text: string): WireAnswer {
  const answer: WireAnswer = JSON.parse(text);
  return answer;
}
