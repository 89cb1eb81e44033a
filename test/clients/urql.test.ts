/** What the client package says of the schema, as others read it: gql.tada makes types of it, and a program on urql compiles. */
import { expect, test } from 'vitest';
import { urqlProgram } from './programs.ts';
import { faultsOf, typesOf, withProgram } from './support.ts';

test('a program on urql type-checks, by TypeScript 5.9 and 7', async () => {
  const types = await typesOf('introspection.d.ts');
  await withProgram({ 'introspection.d.ts': types, 'program.ts': urqlProgram }, async (folder) => {
    expect(await faultsOf(5, folder)).toBe('');
    expect(await faultsOf(7, folder)).toBe('');
  });
});
