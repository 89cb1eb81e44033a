import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { spawnSupervised } from '../../src/processes/supervised.ts';

const node = process.execPath;
const ready = (line: string) => (line === 'ready' ? true : undefined);

async function answers(rpcUrl: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const headers = { 'content-type': 'application/json' };
  return fetch(rpcUrl, { method: 'POST', headers, body }).then(
    (response) => response.ok,
    () => false,
  );
}

test('a supervised process dies when its parent is killed', async () => {
  // A process that starts a node and then hangs.
  const anvilModule = new URL('../../demo/node/anvil.ts', import.meta.url).href;
  const script = `
    const { startAnvil } = await import('${anvilModule}');
    console.log((await startAnvil()).rpcUrl);
    setInterval(() => {}, 1000);
  `;
  const parent = spawn(node, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [rpcUrl] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  expect(await answers(rpcUrl)).toBe(true);

  parent.kill('SIGKILL');
  await expect.poll(() => answers(rpcUrl)).toBe(false);
});

test('stop sends the chosen signal and answers how the process ended', async () => {
  const script =
    "process.on('SIGINT', () => process.exit(7)); console.log('ready'); setInterval(() => {}, 1000)";
  const child = await spawnSupervised(node, ['-e', script], { stopSignal: 'SIGINT' });
  await child.waitForLine(ready, 10_000);
  expect(await child.stop()).toEqual({ code: 7, signal: null });
  expect(await child.exited).toEqual({ code: 7, signal: null });
  expect(await child.stop()).toEqual({ code: 7, signal: null });
});

test('a process that ignores the stop signal is killed', async () => {
  const script = "process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1000)";
  const child = await spawnSupervised(node, ['-e', script], { stopTimeoutMs: 200 });
  await child.waitForLine(ready, 10_000);
  expect(await child.stop()).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a process that ends before it is ready says why', async () => {
  const script = "console.error('no such data directory'); process.exit(3)";
  const child = await spawnSupervised(node, ['-e', script]);
  await expect(child.waitForLine(ready, 10_000)).rejects.toThrow(/ended with code 3\nno such data directory/);
  expect(child.lastErrorLines()).toEqual(['no such data directory']);
});

test('a process that is never ready is given up', async () => {
  const child = await spawnSupervised(node, ['-e', 'setInterval(() => {}, 1000)']);
  await expect(child.waitForLine(ready, 100)).rejects.toThrow(/not ready within 100 ms/);
  await child.stop();
});

test('directory and environment reach the process', async () => {
  const script = 'console.log(process.cwd(), process.env.GREETING)';
  const child = await spawnSupervised(node, ['-e', script], { cwd: '/', env: { GREETING: 'hello' } });
  expect(await child.waitForLine((line) => line, 10_000)).toBe('/ hello');
  expect(await child.exited).toEqual({ code: 0, signal: null });
});

test('nothing else of our environment does, so that keys stay with us', async () => {
  vi.stubEnv('BOOTSTRAP_API_KEY', 'planted-bootstrap-key-0001');
  try {
    const script = 'console.log(JSON.stringify(process.env))';
    const child = await spawnSupervised(node, ['-e', script]);
    const environment = await child.waitForLine((line) => line, 10_000);
    expect(environment).not.toContain('planted');
    expect(JSON.parse(environment)).toMatchObject({ PATH: process.env.PATH });
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a command that does not exist is an error', async () => {
  const child = await spawnSupervised('/nowhere/server', []);
  await expect(child.waitForLine(ready, 10_000)).rejects.toThrow(/ended with code 127/);
});
