/** Commands whose output nobody reads any more, as in `wallet-data … | head -1`. */
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../support/command.ts';
import { registerTestWallet } from '../support/loaded-wallet.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const root = join(import.meta.dirname, '..', '..');
const world = useTestDatabase();
beforeAll(async () => {
  await registerTestWallet(world.database, 1);
});

/** Runs a command whose standard output is `output`, or a pipe that is closed before the command begins. */
async function runInto(
  output: number | 'closed pipe',
  commandLine: readonly string[],
  input = '',
): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [join(root, 'src', 'cli.ts'), ...commandLine], {
    cwd: root,
    env: childEnvironment({ DATABASE_URL: world.url }),
    stdio: ['pipe', output === 'closed pipe' ? 'pipe' : output, 'pipe'],
  });
  child.stdout?.destroy();
  child.stdin?.end(input);
  let stderr = '';
  child.stderr?.on('data', (data) => {
    stderr += String(data);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stderr };
}

const movement = JSON.stringify({
  ...{ id: 'a', wallet: 'w', token: 't', decimals: 18, timestamp: '2024-01-01T00:00:00Z' },
  ...{ side: 'inflow', amount: '1', treatment: 'ACQUISITION', price: '1' },
});

// 128 + 13, the number of SIGPIPE: what a shell says of `yes | head -1`.
test.each<[name: string, commandLine: string[], input?: string]>([
  ['a file', ['export', '--form', 'transfers', '--wallet', address(1)]],
  ['a table', ['wallets', 'list']],
  ['JSON', ['keys', 'list', '--json']],
  ['help', ['--help']],
  ['the figures of a filter', ['ledger', '--method', 'FIFO'], movement],
])('%s into a closed pipe ends quietly', async (_name, commandLine, input) => {
  expect(await runInto('closed pipe', commandLine, input)).toEqual({ code: 141, stderr: '' });
});

test.runIf(process.platform === 'linux')('a disk that is full is said', async () => {
  const full = openSync('/dev/full', 'w');
  const stderr = 'The output cannot be written: ENOSPC: no space left on device, write\n';
  for (const commandLine of [
    ['export', '--form', 'transfers', '--wallet', address(1)],
    ['wallets', 'list'],
  ]) {
    expect(await runInto(full, commandLine)).toEqual({ code: 1, stderr });
  }
});
