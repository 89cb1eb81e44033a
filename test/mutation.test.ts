/** `npm run mutation` begins with its tests against the code as it is: where one of them fails, or cannot be loaded there, it measures nothing. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { childEnvironment } from './support/command.ts';

const root = join(import.meta.dirname, '..');

test('the tests that mutants are run against pass by themselves, those of every folder among them', async () => {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = ['run', '--config', 'scripts/mutation.vitest.config.ts', '--reporter', 'verbose'];
  // Rejects where it ends with a fault.
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options], {
    ...{ cwd: root, env: childEnvironment({ NO_COLOR: '1' }) },
    ...{ maxBuffer: 2 ** 25, timeout: 120_000 },
  });
  for (const file of ['form-8949.test.ts', 'section-104/matching.test.ts']) expect(stdout).toContain(file);
}, 150_000);
