/** `npm run recompute` in a process of its own, and the table that it prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnvironment } from './command.ts';

const program = join(import.meta.dirname, '..', '..', 'scripts', 'recompute', 'main.ts');

/** What it compares. */
export const recomputedKinds = [
  'balances',
  'lots',
  'disposals',
  'totals',
  'holdings',
  'bookings',
  'form 8949',
];

/** Runs it with a URL, a key and options. Another time zone than the service's shows dates that are not UTC by mistake. */
export async function recompute(commandLine: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [program, ...commandLine], {
    env: childEnvironment({ TZ: 'America/Los_Angeles' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: Number(code), output: output + errors };
}

/** A kind's line in the table. */
export function countsOf(output: string, kind: string): { figures: number; differences: number } {
  const [, figures, differences] = new RegExp(`^${kind} +(\\d+) +(\\d+)$`, 'm').exec(output) ?? [];
  return { figures: Number(figures), differences: Number(differences) };
}

/** The API at `url`, asked with `key`, with some answers changed: `recompute` must find what is wrong. */
export async function startForger(
  { url, key }: { url: string; key: string },
  change: (path: string, text: string) => string,
) {
  const proxy = createServer((request, response) => {
    void (async () => {
      const { url: path = '/' } = request;
      const answer = await fetch(new URL(path, url), { headers: { 'x-api-key': key } });
      const body = await answer.text();
      response.writeHead(answer.status, { date: answer.headers.get('date') ?? '' });
      response.end(change(path, body));
    })();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close(): void {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
