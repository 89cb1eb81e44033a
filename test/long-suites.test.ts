/** The list of the long suites: what stands in it and is nowhere makes `npm test` slow without a word. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longSuites } from './long-suites.ts';

test.each(longSuites)('%s is a folder or a file of tests, and is named once', (one) => {
  const found = statSync(join(import.meta.dirname, one));
  expect(found.isDirectory()).toBe(!one.endsWith('.test.ts'));
  expect(longSuites.filter((other) => one === other || one.startsWith(`${other}/`))).toEqual([one]);
});
