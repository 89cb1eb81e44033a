/** docs/errors.md has every code, with its status and what to do, as the service answers it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemCodes, publicErrorStatus } from '../../src/errors.ts';
import { problemWords } from '../../src/http/problems/problem-words.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');

/** The cells of the table's rows, without the blanks that align them. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('the table of codes is that of the service, in its order', () => {
  const statuses: Readonly<Record<string, number>> = { ...publicErrorStatus, INTERNAL: 500 };
  expect(rows).toEqual(
    problemCodes.map((code) => {
      const { means, advice } = problemWords[code];
      return [`\`${code}\``, String(statuses[code]), means, advice];
    }),
  );
});
