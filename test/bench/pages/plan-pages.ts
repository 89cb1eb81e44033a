/** Pages of transfers as the service writes them, by plans and without HTTP. */
import { getOperationAST, parse } from 'graphql';
import { createLoaders, type GraphqlContext } from '../../../src/graphql/builder/context.ts';
import { createKnownQueries } from '../../../src/graphql/known/known-queries.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { openDatabase } from '../../../src/store/connection/database.ts';
import { createReadModel } from '../../../src/use-cases/read-model.ts';
import { pageQuery } from '../contenders/page-contenders.ts';

/** The one who asks in benchmarks without HTTP. */
export const benchCaller = { clientId: 1, keyId: 'bench', scopes: ['read'] as const };

/** A read model on the bench database, and the context of each request. */
export async function openReadModel(databaseUrl: string) {
  const database = await openDatabase({ url: databaseUrl, statementTimeoutMs: 0 });
  const readModel = createReadModel({ database, enabledChains: async () => [], now: Date.now });
  const contextOf = (): GraphqlContext => ({
    ...{ caller: benchCaller, readModel, baseUrl: 'http://localhost:4000', requestId: 'bench' },
    ...{ charge: async () => {}, pace: async () => {}, unitsOf: () => 0 },
    loaders: createLoaders(readModel, benchCaller),
  });
  const close = async () => {
    await readModel.close();
    await database.close();
  };
  return { contextOf, close };
}

/** The plan of the page of 100 full transfers. */
export function planOfPage() {
  const query = pageQuery('Address');
  const document = parse(query);
  const known = createKnownQueries(schema);
  known.documents.set(query, document);
  const operation = getOperationAST(document);
  const plan = operation && known.planFor(document, operation, {});
  if (!plan) throw new Error('the page has no plan');
  return { document, plan };
}

export async function openPages(databaseUrl: string) {
  const { contextOf, close } = await openReadModel(databaseUrl);
  const { plan } = planOfPage();
  const write = async (variables: Record<string, unknown>): Promise<string> =>
    plan.write({ context: contextOf(), variables, arguments: new Map() });
  return { write, close };
}
