/** A query that is asked from inside, by another protocol: under all limits of GraphQL, and it changes nothing. */
import { type DocumentNode, Kind, OperationTypeNode, parse } from 'graphql';
import { PublicError } from '../errors.ts';
import type { Caller } from '../use-cases/model/view-model.ts';
import type { GraphqlHandler, GraphqlRequestContext } from './server.ts';

export interface ReadingQuery {
  query: string;
  variables: Readonly<Record<string, unknown>>;
  /** Gives the query up. */
  signal?: AbortSignal | undefined;
}

/** Longer ones are refused as any query is: here they only must not be read to their end. */
const mostTokens = 5_000;

/** Throws BAD_INPUT for what would change something. What cannot be read is for the handler to refuse, in its own words. */
function requireReading(query: string): void {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: mostTokens, noLocation: true });
  } catch {
    return;
  }
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION)
      throw new PublicError('BAD_INPUT', 'Only queries are answered here, not mutations.');
  }
}

/** The body of the answer: JSON. Throws BAD_INPUT for a mutation or a subscription. */
export async function askReading(
  graphql: GraphqlHandler,
  { query, variables, signal }: ReadingQuery,
  context: GraphqlRequestContext,
): Promise<string> {
  requireReading(query);
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

/** Whatever the key may do elsewhere. Not all that changes something asks for a scope: everybody may end sessions of their own. */
const readingOnly = (caller: Caller): Caller => ({
  ...caller,
  scopes: caller.scopes.filter((scope) => scope === 'read'),
});
