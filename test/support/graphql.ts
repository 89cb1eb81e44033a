/** A GraphQL handler on a test world, asked without a port. */
import { expect } from 'vitest';
import { createGraphqlHandler, type GraphqlHandler, type GraphqlLimits } from '../../src/graphql/server.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import type { World } from './builders.ts';

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
    limits,
  });

  const fetchAs: GraphqlClient['fetch'] = (caller, { url = '/graphql', ...init }) =>
    handler.handle(new Request(baseUrl + url, init), { caller, baseUrl, requestId: 'request-1' });

  async function ask(caller: Caller, query: string, variables: object = {}): Promise<GraphqlAnswer> {
    const body = JSON.stringify({ query, variables });
    const accept = 'application/graphql-response+json';
    const response = await fetchAs(caller, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body,
    });
    const text = await response.text();
    const { data, errors = [] } = readAnswer(text);
    await requireSameWhenKnown(caller, { body, accept }, { text, hasErrors: errors.length > 0 });
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

  /** Every query of the tests is answered a second time, as a known one: by the same bytes, or not at all. */
  async function requireSameWhenKnown(
    caller: Caller,
    { body, accept }: { body: string; accept: string },
    whole: { text: string; hasErrors: boolean },
  ): Promise<void> {
    if (!compared) return;
    const context = { caller, baseUrl, requestId: 'request-1' };
    const known = await handler.answerKnown({ body: Buffer.from(body), accept }, context);
    if (whole.hasErrors) expect(known).toBeNull();
    else if (known !== null && known.body.toString() !== whole.text) {
      // Some answers tell the second at which they were given: then it is that of the one before or the one after.
      const headers = { 'content-type': 'application/json', accept };
      const after = await fetchAs(caller, { method: 'POST', headers, body });
      expect(known.body.toString()).toBe(await after.text());
    }
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
