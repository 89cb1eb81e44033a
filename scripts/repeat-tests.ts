/**
 * Runs test files again and again: what leans on the clock or on luck shows by the hundredth time.
 *
 *     npm run test:repeat -- 100 test/store/sync/leases.test.ts test/http/key-limits.test.ts
 *     npm run test:repeat -- 100 test/ingest/worker.test.ts --name 'lease'
 */
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } });
const [timesText = '', ...files] = positionals;
const times = Number(timesText);
if (!Number.isInteger(times) || times < 1 || files.length === 0) {
  console.error('Usage: npm run test:repeat -- TIMES FILE… [--name PATTERN]');
  process.exit(2);
}

const { name } = values;
const vitest = await createVitest('test', {
  watch: false,
  reporters: ['dot'],
  ...(name !== undefined && { testNamePattern: name }),
});
await vitest.standalone();
const specifications = await vitest.globTestSpecifications(files);
if (specifications.length === 0) {
  console.error(`No test file matches ${files.join(' ')}.`);
  process.exit(2);
}
let failures = 0;
let passed = 0;
for (let time = 1; time <= times; time += 1) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
  const failed = testModules.filter((module) => !module.ok());
  for (const module of testModules) passed += [...module.children.allTests('passed')].length;
  failures += failed.length + unhandledErrors.length;
  for (const module of failed) console.error(`time ${time}: ${module.relativeModuleId} failed`);
}
console.log(`${specifications.length} files, ${times} times: ${passed} tests passed, ${failures} failures`);
await vitest.close();
process.exit(failures === 0 && passed > 0 ? 0 : 1);
