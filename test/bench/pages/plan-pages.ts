/** Pages of transfers as the service writes them, without HTTP. */
import { getOperationAST, parse } from 'graphql';
import type { Address } from '../../../src/domain/model.ts';
import { createLoaders, type GraphqlContext } from '../../../src/graphql/builder/context.ts';
import { createKnownQueries } from '../../../src/graphql/known/known-queries.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { pageText } from '../../../src/rest/page-text.ts';
import { transferJson } from '../../../src/rest/wire/transfer.ts';
import { openDatabase } from '../../../src/store/connection/database.ts';
import type { TransferFilter } from '../../../src/use-cases/model/view-model.ts';
import { createReadModel } from '../../../src/use-cases/read-model.ts';
import { pageQuery } from '../contenders/page-contenders.ts';

const baseUrl = 'http://localhost:4000';
/** The one who asks in benchmarks without HTTP. */
export const benchCaller = { clientId: 1, keyId: 'bench', scopes: ['read'] as const };

/** A read model on the bench database, and the context of each request. */
export async function openReadModel(databaseUrl: string) {
  const database = await openDatabase({ url: databaseUrl, statementTimeoutMs: 0 });
  const readModel = createReadModel({ database, enabledChains: async () => [], now: Date.now });
  const contextOf = (): GraphqlContext => ({
    ...{ caller: benchCaller, readModel, baseUrl, requestId: 'bench' },
    ...{ charge: async () => {}, pace: async () => {}, unitsOf: () => 0, nameOperation: () => {} },
    loaders: createLoaders(readModel, benchCaller),
  });
  const close = async () => {
    await readModel.close();
    await database.close();
  };
  return { readModel, contextOf, close };
}

/** The plan of the page of 100 full transfers; with a filter, none of its rows are remembered. */
export function planOfPage(filter = '') {
  const query = pageQuery('Address').replace('(wallets: $wallets)', `(wallets: $wallets${filter})`);
  const document = parse(query);
  const known = createKnownQueries(schema);
  known.documents.set(query, document);
  const operation = getOperationAST(document);
  const plan = operation && known.planFor(document, operation, {});
  if (!plan) throw new Error('the page has no plan');
  return { document, plan };
}

export const pageForms = ['GraphQL, newest', 'REST, newest', 'GraphQL, filtered', 'REST, filtered'] as const;
export type PageForm = (typeof pageForms)[number];

export async function openPages(databaseUrl: string) {
  const { readModel, contextOf, close } = await openReadModel(databaseUrl);
  const graphql = (filter?: string) => {
    const { plan } = planOfPage(filter);
    return async (wallet: Address): Promise<string> =>
      plan.write({ context: contextOf(), variables: { wallets: [wallet] }, arguments: new Map() });
  };
  const rest = (filter: TransferFilter) => async (wallet: Address) => {
    const { items } = await readModel.listTransfers(
      benchCaller,
      { wallets: [wallet], filter, order: 'DESC' },
      { mode: 'page', page: 1, pageSize: 100 },
    );
    return pageText(items, transferJson, baseUrl);
  };
  const write: Record<PageForm, (wallet: Address) => Promise<string>> = {
    'GraphQL, newest': graphql(),
    'REST, newest': rest({}),
    'GraphQL, filtered': graphql(', filter: { chainIds: [1] }'),
    'REST, filtered': rest({ chainIds: [1] }),
  };
  return { write, close };
}
