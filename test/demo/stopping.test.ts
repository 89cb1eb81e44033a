/** A demo that is ended while it simulates: at once, and with a word. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createPublicClient, http } from 'viem';
import { expect, onTestFinished, test } from 'vitest';
import { startAnvil } from '../../demo/node/anvil.ts';
import { buildWorld } from '../../demo/world.ts';
import { childEnvironment } from '../support/command.ts';
import { makeDataDirectory } from '../support/postgres.ts';

/** Takes half a minute to build. */
const large = 10_000;

test.each([
  { place: 'the preparations', block: 3, atMost: 20 },
  { place: 'the history', block: 150, atMost: 400 },
])('a world that is given up in $place is built no further', async ({ block, atMost }) => {
  const anvil = await startAnvil();
  onTestFinished(() => anvil.stop());
  const reader = createPublicClient({ transport: http(anvil.rpcUrl), cacheTime: 0 });
  const head = async () => Number(await reader.getBlockNumber());
  const givenUp = new AbortController();
  const building = buildWorld({ rpcUrl: anvil.rpcUrl, transactions: large, signal: givenUp.signal });
  const ended = expect(building).rejects.toThrow('given up');
  await expect.poll(head, { timeout: 20_000, interval: 5 }).toBeGreaterThan(block);
  givenUp.abort(new Error('given up'));
  await ended;
  expect(await head()).toBeLessThan(atMost);
});

test('Ctrl-C while the demo simulates is answered, and ends it with code 0', async () => {
  const dataDir = await makeDataDirectory();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const program = join(import.meta.dirname, '..', '..', 'demo', 'main.ts');
  const child = spawn(process.execPath, [program, '--transactions', String(large)], {
    env: childEnvironment({ DATA_DIR: dataDir, PORT: '0' }),
  });
  let text = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (data) => {
      text += String(data);
    });
  }
  await expect.poll(() => text, { timeout: 30_000 }).toContain('simulating two years');
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect([code, text]).toEqual([
    0,
    'Starting PostgreSQL and a local EVM node, and simulating two years of activity …\n' +
      'Stopping … (Ctrl-C again ends it at once)\n',
  ]);
});
