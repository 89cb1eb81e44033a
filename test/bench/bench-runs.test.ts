/** Benchmarks run to their end on little data. Nothing else does what they do, so that a change of what they call shows here. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { questionsOf } from './attacks/questions.ts';
import { layoutOf } from './data/layout.ts';

const run = promisify(execFile);

test.each([
  { name: 'ledger', says: 'all of the ledger' },
  { name: 'store', says: 'Prisma createMany' },
])('$name', { timeout: 120_000 }, async ({ name, says }) => {
  const program = new URL('run.ts', import.meta.url).pathname;
  const options = [name, '--size', '2000', '--rounds', '1'];
  const { stdout } = await run(process.execPath, [program, ...options], { timeout: 110_000 });
  expect(stdout).toContain(says);
});

test('attacks: each root field that most keys may ask for has its question', () => {
  const ids = ['an id'];
  const questions = questionsOf(layoutOf(2_000), { transferIds: ids, transactionIds: ids, balanceIds: ids });
  expect(questions.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['wallets, count, sync', 'GET wallets']),
  );
});
