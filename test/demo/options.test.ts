/** What `npm run demo` takes, given to the real command: nothing is started for what cannot be. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
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

test('a port that is taken is told before anything is built', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = z.object({ port: z.number() }).parse(taken.address());
  const directory = await mkdtemp(join(tmpdir(), 'demo-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const { code, stdout, stderr } = await run(program, { PORT: String(port), DATA_DIR: directory });
  expect([code, stdout, stderr]).toEqual([
    1,
    '',
    `Port ${port} of 127.0.0.1 is in use: end what uses it, or set PORT to another one.\n`,
  ]);
  // Not even a place for the data.
  expect(await readdir(directory)).toEqual([]);
});

/** The demo in a process of its own, until it ends. */
async function run(path: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, [path], { env: childEnvironment(environment) });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}
