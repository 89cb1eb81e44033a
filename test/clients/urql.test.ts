/** The served schema as others read it: gql.tada makes types of it, and a program on urql compiles. */
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createTestApi } from '../support/api.ts';
import { faultsOf, withProgram } from './support.ts';

const scalars = ['Address', 'Hash', 'DateTime', 'Decimal', 'BigInt', 'URL'];
const program = `
import { Client, fetchExchange } from '@urql/core';
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './introspection.js';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { ${scalars.map((name) => `${name}: string`).join('; ')}; Digits: number };
}>();
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
  const api = await createTestApi();
  try {
    const { text } = await api.ask('GET', '/schema.graphql');
    const types = outputIntrospectionFile(minifyIntrospection(introspectionFromSchema(buildSchema(text))), {
      fileType: '.d.ts',
      shouldPreprocess: true,
    });
    await withProgram({ 'introspection.d.ts': types, 'program.ts': program }, async (folder) => {
      expect(await faultsOf(5, folder)).toBe('');
      expect(await faultsOf(7, folder)).toBe('');
    });
  } finally {
    await api.close();
  }
}, 240_000);
