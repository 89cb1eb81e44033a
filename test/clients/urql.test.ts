/** What the client package says of the schema, as others read it: gql.tada makes types of it, and a program on urql compiles. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientFolder, faultsOf, withProgram } from './support.ts';

const program = `
import { Client, fetchExchange } from '@urql/core';
import { initGraphQLTada } from 'gql.tada';
import type { introspection, scalars } from './introspection.js';

const graphql = initGraphQLTada<{ introspection: introspection; scalars: scalars }>();
const client = new Client({ url: 'http://api.test/graphql', exchanges: [fetchExchange], preferGetMethod: false });
const transfers = graphql(\`
  query Transfers($wallets: [Address!]!, $digits: Digits) {
    transfers(wallets: $wallets, first: 20) { nodes { amount people: amount(digits: $digits) side price } }
  }
\`);

export async function read(wallets: string[]) {
  const { data } = await client.query(transfers, { wallets, digits: 2 });
  for (const node of data?.transfers?.nodes ?? []) {
    const amount: string = node.people;
    const price: string | null = node.price;
    // @ts-expect-error: a side that there is not.
    console.log(amount, price, node.side === 'SIDEWAYS');
  }
  // @ts-expect-error: the wallets are needed.
  return client.query(transfers, { digits: 2 });
}
`;

test('a program on urql type-checks, by TypeScript 5.9 and 7', async () => {
  const types = await readFile(join(clientFolder, 'src', 'generated', 'introspection.d.ts'), 'utf8');
  await withProgram({ 'introspection.d.ts': types, 'program.ts': program }, async (folder) => {
    expect(await faultsOf(5, folder)).toBe('');
    expect(await faultsOf(7, folder)).toBe('');
  });
});
