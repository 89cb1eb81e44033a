/** Every root field of Query and every REST list that most keys may ask for, with the arguments that decide how much they read. */
import { buildSchema, Kind, parse } from 'graphql';
import { schemaText } from '../../../src/graphql/schema.ts';
import { graphqlRights, type Right } from '../../contract/support/operation-rights.ts';
import type { BenchRequest } from '../client/job.ts';
import { benchKey, get, post } from '../contenders/start.ts';
import type { Layout } from '../data/layout.ts';

const key = { 'x-api-key': benchKey };

const transferFields = `id hash timestamp amount side price value fee isSpam
  token { id address decimals asset { symbol name } } counterparty { address name customLabel { name } defaultLabel { name tags } }`;
const transactionFields = `id hash timestamp fee category kind function isError counterparty { address name }`;
const balanceFields = `id balance price value costBasis unrealizedPnl totalRealizedPnl income rawToken { symbol }`;
const sumFields = 'netWorth realizedPnl unrealizedPnl income expenses fees basisStatus';
const totalFields = `transferCount inflow outflow net counterparty { address name } byToken { inflow outflow rawToken { symbol } }`;

/** What the questions name: ids of the large wallet's items. */
export interface Known {
  transferIds: readonly string[];
  transactionIds: readonly string[];
  balanceIds: readonly string[];
}

export interface Question {
  name: string;
  request: BenchRequest;
}

const graphql = (query: string): BenchRequest => post('question', '/graphql', { query }, key);
const rest = (path: string, headers: Record<string, string> = {}): BenchRequest =>
  get('question', path, { ...key, ...headers });

/** The page of 100 full transfers that everything else is compared with: the newest, which costs least. */
export function pageQuestion({ largeWallet }: Layout): Question {
  const query = `{ transfers(wallets: ["${largeWallet}"], first: 100) { nodes { ${transferFields} } } }`;
  return { name: 'page of 100 transfers', request: graphql(query) };
}

/** What most keys may do. */
const commonRights: readonly (Right | undefined)[] = ['read', 'export', 'notes', 'labels', 'identity'];

/** Throws when a field that most keys may ask for has no question. */
export function questionsOf(layout: Layout, known: Known): Question[] {
  const questions = graphqlQuestions(layout, known);
  const asked = new Set(questions.flatMap(({ query }) => rootFieldsOf(query)));
  const fields = Object.keys(buildSchema(schemaText()).getQueryType()?.getFields() ?? {});
  const unasked = fields.filter((field) => !asked.has(field) && commonRights.includes(graphqlRights[field]));
  if (unasked.length > 0) throw new Error(`no question asks for ${unasked.join(', ')}`);
  return [
    ...questions.map(({ name, query }) => ({ name, request: graphql(query) })),
    ...restQuestions(layout),
  ];
}

function rootFieldsOf(query: string): string[] {
  return parse(query).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((selection) =>
          selection.kind === Kind.FIELD ? [selection.name.value] : [],
        )
      : [],
  );
}

function graphqlQuestions(
  { largeWallet, smallWallets, counterparties, tokens, size }: Layout,
  known: Known,
): { name: string; query: string }[] {
  const own = `wallets: ["${largeWallet}"]`;
  const several = `wallets: ${JSON.stringify([largeWallet, ...smallWallets.slice(0, 49)])}`;
  const some = JSON.stringify(counterparties.slice(0, 50));
  const year = 'from: "2025-01-01T00:00:00Z", to: "2025-12-31T00:00:00Z"';
  const middle = Math.max(2, Math.floor(size / 200));
  const transfers = (args: string, more = ''): string =>
    `{ transfers(${own}, ${args}) { ${more} nodes { ${transferFields} } } }`;
  const transactions = (args: string, more = ''): string =>
    `{ transactions(${own}, ${args}) { ${more} nodes { ${transactionFields} } } }`;
  const totals = (args: string, more = ''): string =>
    `{ counterpartyTotals(${own}, ${args}) { ${more} nodes { ${totalFields} } } }`;
  const balances = (args: string, fields = balanceFields): string =>
    `{ tokenBalances(${own}, ${args}) { nodes { ${fields} } } }`;
  const queries: Record<string, string> = {
    blockchains: '{ blockchains { id name slug symbol } }',
    'wallets, count, sync':
      '{ wallets(first: 100) { count nodes { id address isLoaded sync { phase percent } } } }',
    wallet: `{ wallet(address: "${largeWallet}") { id isLoaded sync { phase percent } } }`,
    'wallet.issues': `{ wallet(address: "${largeWallet}") { issues(first: 100) { count nodes { code message } } } }`,
    'wallet.valueHistory by day': `{ wallet(address: "${largeWallet}") { valueHistory(${year}, interval: DAY) { timestamp value } } }`,
    holdings: `{ holdings(wallets: ["${largeWallet}"], at: "2025-12-31T23:59:59Z") { count nodes { balance costBasis } } }`,
    'wallet.valueHistory by month, ETH': `{ wallet(address: "${largeWallet}") { valueHistory(${year}, interval: MONTH, currency: ETH) { timestamp value } } }`,
    'wallet.totals': `{ wallet(address: "${largeWallet}") { totals { ${sumFields} } } }`,
    'wallet.counterparties, count': `{ wallet(address: "${largeWallet}") { counterparties(first: 100) { count nodes { address name } } } }`,
    'wallet.counterparties, search': `{ wallet(address: "${largeWallet}") { counterparties(first: 100, search: "nobody has this name") { nodes { address } } } }`,
    totals: `{ totals(${own}) { ${sumFields} } }`,
    'results of a year': `{ results(${own}, ${year}) { income expenses fees } }`,
    'events, 100': `{ events(${own}, first: 100) { nodes { id type } } }`,
    me: '{ me { client scopes } }',
    'totals of 50 wallets, a year, ETH, LIFO': `{ totals(${several}, currency: ETH, period: YEAR, costMethod: LIFO) { ${sumFields} } }`,
    customLabels: '{ customLabels(first: 100) { count nodes { name tags } } }',
    counterparty: `{ counterparty(address: "${counterparties[0]}") { address name } }`,
    'counterpartyTotals(first: 1)': totals('first: 1'),
    '5 × counterpartyTotals(first: 1)': `{ ${Array.from({ length: 5 }, (_, index) => `a${index}: counterpartyTotals(${own}, first: 1) { nodes { inflow } }`).join(' ')} }`,
    'counterpartyTotals, count, page of 100': totals('first: 100', 'count'),
    'counterpartyTotals in ETH': totals('first: 10, currency: ETH'),
    'counterpartyTotals of a month': totals(
      'first: 10, filter: { from: "2025-03-01T00:00:00Z", to: "2025-04-01T00:00:00Z" }',
    ),
    'counterpartyTotals of 50 counterparties': totals(`first: 50, filter: { counterparties: ${some} }`),
    'counterpartyTotals, minValue': totals('first: 10, filter: { minValue: "1000000000" }'),
    'counterpartyTotals, last page': totals(
      `page: ${Math.max(1, Math.floor(counterparties.length / 100))}, pageSize: 100`,
    ),
    corrections: `{ corrections(${own}, first: 100) { count nodes { id } } }`,
    'node (transfer)': `{ node(id: "${known.transferIds[0]}") { id ... on Transfer { amount } } }`,
    'node (balance)': `{ node(id: "${known.balanceIds[0]}") { id ... on TokenBalance { balance } } }`,
    'nodes (100 transfers)': `{ nodes(ids: ${JSON.stringify(known.transferIds)}) { id ... on Transfer { ${transferFields} transaction { hash } } } }`,
    'nodes (100 transactions)': `{ nodes(ids: ${JSON.stringify(known.transactionIds)}) { id ... on Transaction { transfers { id amount } } } }`,
    'nodes (100 balances)': `{ nodes(ids: ${JSON.stringify(known.balanceIds)}) { id ... on TokenBalance { ${balanceFields} } } }`,
    'tokenBalances, 100': balances('first: 100'),
    'tokenBalances, first 1': balances('first: 1'),
    'tokenBalances in ETH, a year, LIFO': balances(
      'first: 100, currency: ETH, period: YEAR, costMethod: LIFO',
    ),
    'tokenBalances with spam': balances('first: 1, filter: { spam: INCLUDE }'),
    'tokenBalances of one token': balances(`first: 1, filter: { tokens: ["${tokens[1]?.address}"] }`),
    'tokenBalances, disposals and lots': balances(
      'first: 5',
      'disposals(first: 20) { count nodes { gain } } lots(first: 20) { count nodes { cost } }',
    ),
    'transaction by a hash of none': `{ transaction(hash: "0x${'f'.repeat(64)}") { ${transactionFields} } }`,
    'transactions, newest 100, count': transactions('first: 100', 'count'),
    'transactions, middle page': transactions(`page: ${middle >> 1}, pageSize: 100`),
    'transactions by kind, count': transactions('first: 100, filter: { kinds: [SWAP] }', 'count'),
    'transactions, no match': transactions('first: 1, filter: { kinds: [BRIDGE_IN] }'),
    'transactions of 50 counterparties, count': transactions(
      `first: 100, filter: { counterparties: ${some} }`,
      'count',
    ),
    'transfers, newest 100, count': transfers('first: 100', 'count'),
    'transfers, middle page, count': transfers(`page: ${middle}, pageSize: 100`, 'count'),
    'transfers, oldest first, 500': transfers('first: 500, order: ASC'),
    'transfers, totals': transfers('first: 1', 'totals { inflow outflow }'),
    'transfers, totals in ETH of a side': transfers(
      'first: 1, filter: { side: INFLOW }',
      'totals(currency: ETH) { inflow outflow }',
    ),
    'transfers, totals of the page': transfers('first: 100', 'pageTotals { inflow outflow }'),
    'transfers of 50 wallets, middle page': `{ transfers(${several}, page: ${middle}, pageSize: 100) { count nodes { ${transferFields} } } }`,
    'transfers, spam only, count': transfers('first: 1, filter: { spam: ONLY }', 'count'),
    'transfers by side': transfers('first: 100, filter: { side: INFLOW }'),
    'transfers by side, count': transfers('first: 1, filter: { side: INFLOW }', 'count'),
    'transfers by side, deep page': transfers(
      `page: ${Math.max(1, Math.floor(size / 400))}, pageSize: 100, filter: { side: INFLOW }`,
    ),
    'transfers by minValue, no match': transfers('first: 1, filter: { minValue: "1000000000000" }'),
    'transfers by minValue, no match, count': transfers(
      'first: 1, filter: { minValue: "1000000000000" }',
      'count',
    ),
    'transfers of a token, count': transfers(
      `first: 100, filter: { tokens: ["${tokens[1]?.address}"] }`,
      'count',
    ),
    'transfers of a category, a month, count': transfers(
      'first: 100, filter: { categories: [SWAP], from: "2025-03-01T00:00:00Z", to: "2025-04-01T00:00:00Z" }',
      'count',
    ),
    'transfers of 50 counterparties, count': transfers(
      `first: 100, filter: { counterparties: ${some} }`,
      'count',
    ),
  };
  return Object.entries(queries).map(([name, query]) => ({ name, query }));
}

function restQuestions({ largeWallet, smallWallets, tokens }: Layout): Question[] {
  const wallet = `wallet=${largeWallet}`;
  const csv = { accept: 'text/csv' };
  const [small] = smallWallets;
  const requests: Record<string, BenchRequest> = {
    'GET transfer': rest(`/wallet/transfer/?${wallet}`),
    'GET transfer, 500': rest(`/wallet/transfer/?${wallet}&page_size=500`),
    'GET transfer, side': rest(`/wallet/transfer/?${wallet}&side=inflow`),
    'GET transfer, token': rest(`/wallet/transfer/?${wallet}&token=${tokens[1]?.address}`),
    'GET transfer, min_value, no match': rest(`/wallet/transfer/?${wallet}&min_value=1000000000000`),
    'GET transaction': rest(`/wallet/transaction/?${wallet}`),
    'GET transaction, kind': rest(`/wallet/transaction/?${wallet}&kind=swap`),
    'GET counterparty': rest(`/wallet/counterparty/?${wallet}&page_size=1`),
    'GET counterparty, eth': rest(`/wallet/counterparty/?${wallet}&currency=eth`),
    'GET balance': rest(`/wallet/balance/?${wallet}`),
    'GET balance, spam': rest(`/wallet/balance/?${wallet}&spam=include`),
    'GET total': rest(`/wallet/total/?${wallet}`),
    'GET total, eth, a year, lifo': rest(`/wallet/total/?${wallet}&currency=eth&period=1YR&cost_method=lifo`),
    'GET lot': rest(`/wallet/lot/?${wallet}`),
    'GET disposal': rest(`/wallet/disposal/?${wallet}`),
    'GET holding': rest(`/wallet/holding/?${wallet}&at=2025-12-31T23:59:59Z`),
    'GET value': rest(`/wallet/value/?${wallet}&from=2025-01-01&to=2025-12-31`),
    'GET issue': rest(`/wallet/issue/?${wallet}`),
    'GET correction': rest(`/wallet/correction/?${wallet}`),
    'GET label': rest('/wallet/label/'),
    'GET wallets': rest('/wallet/manage/'),
    'GET wallet': rest(`/wallet/manage/${largeWallet}/`),
    'CSV transfer, small wallet': rest(`/wallet/transfer/?wallet=${small}`, csv),
    'CSV transfer, small wallet, side': rest(`/wallet/transfer/?wallet=${small}&side=inflow`, csv),
    'CSV counterparty, small wallet': rest(`/wallet/counterparty/?wallet=${small}`, csv),
  };
  return Object.entries(requests).map(([name, request]) => ({ name, request }));
}
