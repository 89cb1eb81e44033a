/**
 * Programs as others write them: on urql with gql.tada, and on openapi-fetch with the types of openapi-typescript. The tests of this folder
 * have them compiled; test/e2e/demo.test.ts has the same texts run.
 */
import { z } from 'zod';

/** Each program has a module `program`, whose `read` answers the first amounts of a wallet, oldest first, with four digits. */
export const amountsRead = 20;

export const urqlProgram = `
import { Client, fetchExchange } from '@urql/core';
import { initGraphQLTada } from 'gql.tada';
import type { introspection, scalars } from './introspection.js';

const graphql = initGraphQLTada<{ introspection: introspection; scalars: scalars }>();
const transfers = graphql(\`
  query Transfers($wallets: [Address!]!, $digits: Digits) {
    transfers(wallets: $wallets, first: ${amountsRead}, order: ASC) {
      nodes { amount people: amount(digits: $digits) side price }
    }
  }
\`);

export async function read(url: string, key: string, wallet: string) {
  const fetchOptions = { headers: { 'X-API-KEY': key } };
  const client = new Client({ url: url + '/graphql', fetchOptions, exchanges: [fetchExchange], preferGetMethod: false });
  const { data, error } = await client.query(transfers, { wallets: [wallet], digits: 4 });
  if (error !== undefined) throw error;
  const amounts: string[] = [];
  for (const node of data?.transfers?.nodes ?? []) {
    const amount: string = node.people;
    const price: string | null = node.price;
    // @ts-expect-error: a side that there is not.
    if (node.side === 'SIDEWAYS') throw new Error(price ?? 'no price');
    amounts.push(amount);
  }
  return amounts;
}

export function ask(client: Client) {
  // @ts-expect-error: the wallets are needed.
  return client.query(transfers, { digits: 2 });
}
`;

const operation = z.looseObject({
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional() }))
    .optional(),
});
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });

interface RestProgram {
  text: string;
  /** The lists that it reads, as `everyList` of the program names them. */
  lists: readonly string[];
}

/** @param document The text of /openapi.json; the program has a function for every list: a page's items with their type, and the same as a text. */
export function restProgram(document: string): RestProgram {
  const { paths } = documentSchema.parse(JSON.parse(document));
  // Every list but that of events has a file of its own; what has none is one object.
  const isList = (path: string) =>
    path === '/wallet/event/' || Object.hasOwn(paths, `${path.slice(0, -1)}.csv`);
  const lists = Object.entries(paths).filter(
    ([path, { get }]) => path.endsWith('/') && !path.includes('{') && get && isList(path),
  );
  const functions = lists.map(([path, { get }]) => {
    const required = (get?.parameters ?? []).filter((parameter) => parameter.required === true);
    const query = required.map(({ name }) => (name === 'wallet' ? name : `${name}: '2024-01-01'`)).join(', ');
    const options = `{ params: { query: { ${query} } } }`;
    return `
  async '${path}'(client: Service, wallet: string) {
    const { data, error } = await client.GET('${path}', ${options});
    if (error !== undefined) throw new Error(explained(error));
    for (const item of data.results) {
      const row: object = item;
      // @ts-expect-error: of an answer of no known type every field would be there.
      if (item.nothing_of_that_name !== undefined) throw new Error(JSON.stringify(row));
    }
    ${fileOf(path, query)}
    return { first: data.results[0], text };
  },`;
  });
  return {
    lists: lists.map(([path]) => path),
    text: `${restBeginning}${functions.join('')}\n};\n${restEnd}`,
  };
}

/** The list's file, as a text. Events are followed, not saved. */
const fileOf = (path: string, query: string): string =>
  path === '/wallet/event/'
    ? 'const text = undefined;'
    : `const { data: text } = await client.GET('${path.slice(0, -1)}.csv', { params: { query: { ${query} } }, parseAs: 'text' });
    const known: string | undefined = text;
    if (known?.startsWith('{')) throw new Error(known);`;

const restBeginning = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

type Schemas = components['schemas'];
const serviceAt = (url: string, key: string) =>
  createClient<paths>({ baseUrl: url, headers: { Authorization: 'Bearer ' + key } });
type Service = ReturnType<typeof serviceAt>;

function explained({ code, errors }: Schemas['Problem']): string {
  // @ts-expect-error: a code that there is not.
  if (code === 'NO_SUCH_CODE') return '';
  return code === 'BAD_INPUT' ? errors.map(({ path, message }) => path + ': ' + message).join() : code;
}

export async function read(url: string, key: string, wallet: string): Promise<string[]> {
  const query = { wallet, order: 'asc', page_size: ${amountsRead} } as const;
  const { data } = await serviceAt(url, key).GET('/wallet/transfer/', { params: { query } });
  const page: Schemas['TransferPage'] | undefined = data;
  return (page?.results ?? []).map((transfer: Schemas['Transfer']) => transfer.amount);
}

export const register = (url: string, key: string, address: string) =>
  serviceAt(url, key).POST('/wallet/manage/', { body: { address } });

const lists = {`;

const restEnd = `
/** By path: whether it was read, or why not. */
export async function everyList(url: string, key: string, wallet: string): Promise<Record<string, string>> {
  const client = serviceAt(url, key);
  const told: Record<string, string> = {};
  for (const [path, list] of Object.entries(lists))
    told[path] = await list(client, wallet).then(() => 'read', (error: unknown) => String(error));
  return told;
}
`;
