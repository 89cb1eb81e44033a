/** What `npm run demo` takes, given to the real command: nothing is started for what cannot be. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { childEnvironment } from '../support/command.ts';

const program = join(import.meta.dirname, '..', '..', 'demo', 'main.ts');

test.each(['599', '10001', '1e3'])('--transactions %s is refused, with what is expected', (given) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--transactions', given], {
    env: childEnvironment(),
    encoding: 'utf8',
    timeout: 60_000,
  });
  const expected = `--transactions is '${given}': a whole number from 600 to 10000 is expected\n`;
  expect([status, stdout, stderr]).toEqual([2, '', expected]);
});
