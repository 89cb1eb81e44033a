/** Requests that two services on the same world have to answer alike: to every path that reads, and to every field of Query. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { RestOperation } from '../../contract/support/rest-requests.ts';
import { trader } from '../../rest/booked-world.ts';
import { wallet as goldenWallet } from '../../rest/golden-world.ts';
import { exchange, friend, usdc, wallet } from '../history.ts';
import { createRandom, type Random } from '../random.ts';
import { hash } from '../records.ts';
import { family } from './world.ts';

export interface ComparedRequest {
  method: 'GET' | 'POST';
  url: string;
  body?: string;
  /** Where it is told of. */
  name: string;
}

const wallets = [wallet, goldenWallet, trader, ...family];
/** One, two, and all. */
const walletSets = [[wallet], [trader], [family[0] ?? wallet], family.slice(0, 2), wallets];

/** What a parameter of this name takes; a list is given as several. */
const values: ReadonlyMap<string, readonly (string | readonly string[])[]> = new Map(
  Object.entries({
    wallet: walletSets,
    address: [exchange, friend, ...wallets],
    counterparty_address: [exchange, friend, family[1] ?? friend],
    token: [usdc, 'token_AAAAAaC4aZHGIYs2wdGdSi6esM42ButI'],
    blockchain: ['ethereum', '1', '137', 'polygon'],
    from: ['2023-11-01', '2023-11-15'],
    to: ['2023-12-01', '2023-11-14T23:30:00Z'],
    page: ['1', '2', '3', '12'],
    page_size: ['1', '3', '20', '100'],
    min_value: ['0', '1.5'],
    hash: [hash(100_001), hash(100_050), hash(1)],
    id: ['token_AAAAAaC4aZHGIYs2wdGdSi6esM42ButI', 'blockchain_AAAAAQ'],
    chart: ['day', 'week'],
  }),
);

type Parameter = RestOperation['parameters'][number];

function chosen(random: Random, { name, schema }: Parameter): readonly string[] {
  const choices = values.get(name) ?? schema?.enum?.map(String) ?? ['1'];
  const value = random.pick(choices);
  return typeof value === 'string' ? [value] : value;
}

/** So many requests to each operation that reads, with parameters as they are described. */
export function restRequestsTo(operations: readonly RestOperation[], times: number): ComparedRequest[] {
  const random = createRandom(7);
  return operations
    .filter(({ method }) => method === 'GET')
    .flatMap((operation) => Array.from({ length: times }, () => requestTo(random, operation)));
}

function requestTo(random: Random, { path, parameters }: RestOperation): ComparedRequest {
  let filled = path;
  const pairs: string[] = [];
  for (const parameter of parameters) {
    if (parameter.in === 'path') {
      filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(chosen(random, parameter)[0] ?? ''));
    }
    if (parameter.in !== 'query' || parameter.name === 'anchor') continue;
    if (parameter.required !== true && !random.once(4)) continue;
    pairs.push(...chosen(random, parameter).map((value) => `${parameter.name}=${encodeURIComponent(value)}`));
  }
  const url = pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
  return { method: 'GET', url, name: url };
}

// ── GraphQL ──

/** Everything that a type has, down to a depth. */
function whole(schema: GraphQLSchema, type: GraphQLNamedType, depth: number): string {
  if (isUnionType(type) || isInterfaceType(type)) return ' { __typename }';
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => fieldOf(schema, field, depth));
  return fields.length === 0 ? '' : ` { ${fields.join(' ')} }`;
}

function fieldOf(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>, depth: number): string[] {
  if (field.args.some(({ type }) => isNonNullType(type))) return [];
  const type = getNamedType(field.type);
  const isLeaf = !isObjectType(type) && !isUnionType(type) && !isInterfaceType(type);
  if (isLeaf) return [field.name];
  // Of a connection the nodes say all.
  if (depth <= 0 || field.name === 'edges') return [];
  const size = field.args.some(({ name }) => name === 'pageSize') ? '(pageSize: 2)' : '';
  const below = whole(schema, type, depth - 1);
  return below === '' ? [] : [`${field.name}${size}${below}`];
}

const quoted = (texts: readonly string[]): string => `[${texts.map((text) => `"${text}"`).join(', ')}]`;

const slices = [
  ...[
    'pageSize: 3',
    'page: 2, pageSize: 7',
    'page: 11, pageSize: 100',
    'page: 14, pageSize: 100',
    'first: 5',
  ],
  ...['last: 5'],
];
const transferFilters = [
  ...['', `filter: { counterparties: ["${exchange}"] }`, `filter: { tokens: ["${usdc}"], side: INFLOW }`],
  ...['filter: { spam: EXCLUDE, chainIds: [137] }', 'filter: { minValue: "1", categories: [SWAP] }'],
  ...['filter: { spam: ONLY }', 'filter: { from: "2023-11-14T23:00:00Z", to: "2023-11-15T03:00:00Z" }'],
];
const transactionFilters = [
  ...['', `filter: { counterparties: ["${exchange}"] }`, 'filter: { isError: true, chainIds: [1] }'],
  ...['filter: { spam: EXCLUDE }', 'filter: { categories: [SWAP], kinds: [SEND, SWAP] }'],
  `filter: { hash: "${hash(100_001)}" }`,
];
const figures = ['', 'costMethod: LIFO', 'currency: ETH', 'costMethod: HIFO, period: YEAR', 'period: MONTH'];

/** Queries of each list and figure, of one wallet and of several, by number, cursor and filter. */
export function graphqlQueries(schema: GraphQLSchema): ComparedRequest[] {
  const query = schema.getQueryType();
  if (query === undefined || query === null) throw new Error('a schema without queries');
  const rootFields = query.getFields();
  const ask = (name: string, given: string): ComparedRequest => {
    const field = rootFields[name];
    if (field === undefined) throw new Error(`no field ${name}`);
    const text = `{ ${name}${given === '' ? '' : `(${given})`}${whole(schema, getNamedType(field.type), 2)} }`;
    return {
      method: 'POST',
      url: '/graphql',
      body: JSON.stringify({ query: text }),
      name: `${name}(${given})`,
    };
  };
  const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');
  const ofWallets = (make: (given: string) => ComparedRequest[]): ComparedRequest[] =>
    walletSets.flatMap((set) => make(`wallets: ${quoted(set)}`));
  return [
    ...['blockchains', 'wallets', 'customLabels'].map((name) => ask(name, '')),
    ...wallets.map((address) => ask('wallet', `address: "${address}"`)),
    ...[exchange, friend, ...wallets].map((address) => ask('counterparty', `address: "${address}"`)),
    ...[1, 50, 3].map((number) => ask('transaction', `hash: "${hash(100_000 + number)}"`)),
    ask('transaction', `hash: "${hash(100_001)}", wallet: "${family[1]}"`),
    ...ofWallets((given) => [
      ...transferFilters.flatMap((filter) =>
        slices.map((slice) => ask('transfers', join(given, filter, slice))),
      ),
      ...slices.map((slice) => ask('transfers', join(given, 'order: ASC', slice))),
      ...transactionFilters.flatMap((filter) =>
        slices.map((slice) => ask('transactions', join(given, filter, slice))),
      ),
      ...figures.flatMap((choice) => [
        ask('tokenBalances', join(given, choice, 'pageSize: 20')),
        ask('totals', join(given, choice)),
      ]),
      ...['', 'currency: ETH', 'filter: { spam: INCLUDE }'].map((choice) =>
        ask('counterpartyTotals', join(given, choice, 'pageSize: 5')),
      ),
      ask('corrections', given),
    ]),
  ];
}
