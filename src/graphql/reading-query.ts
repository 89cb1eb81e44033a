/** A query that is asked from inside, by another protocol: under all limits of GraphQL, and it changes nothing. */
import { PublicError } from '../errors.ts';
import type { Caller } from '../use-cases/model/view-model.ts';
import type { GraphqlHandler, GraphqlRequestContext } from './server.ts';

export interface ReadingQuery {
  query: string;
  variables: Readonly<Record<string, unknown>>;
  /** Gives the query up. */
  signal?: AbortSignal | undefined;
}

/** The body of the answer: JSON. Throws BAD_INPUT for a subscription. */
export async function askReading(
  graphql: GraphqlHandler,
  { query, variables, signal }: ReadingQuery,
  context: GraphqlRequestContext,
): Promise<string> {
  const response = await graphql.handle(
    `${context.baseUrl}/graphql`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables }),
      signal: signal ?? null,
    },
    { ...context, caller: readingOnly(context.caller) },
  );
  if (/json/.test(response.headers.get('content-type') ?? '')) return response.text();
  await response.body?.cancel();
  throw new PublicError('BAD_INPUT', 'Only queries are answered here, not subscriptions.');
}

/** Whatever the key may do elsewhere: every mutation asks for the scope `write`. */
const readingOnly = (caller: Caller): Caller => ({
  ...caller,
  scopes: caller.scopes.filter((scope) => scope === 'read'),
});
