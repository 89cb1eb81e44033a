/**
 * The picture of the README: the Overview of the demo as a browser of 1280 × 800 shows it, written to docs/picture.png.
 *
 *     node scripts/picture.ts                                  starts a demo of its own, which takes some minutes
 *     node scripts/picture.ts http://127.0.0.1:3000 wdk_…      takes that of a running one
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../test/support/browser.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs', 'picture.png');
/** A README that is slow to load is not read. */
const mostBytes = 200_000;
const demoTimeoutMs = 600_000;
const bookedTimeoutMs = 180_000;

interface Shown {
  url: string;
  key: string;
}

/** Reads what the demo prints until it says that it is ready. */
function readyOf(demo: ChildProcess): Promise<Shown> {
  const ready = Promise.withResolvers<Shown>();
  const timer = setTimeout(
    () => ready.reject(new Error('the demo was not ready in ten minutes')),
    demoTimeoutMs,
  );
  let text = '';
  demo.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const [, url] = /GraphiQL\s+(http:\S+)\/graphql/.exec(text) ?? [];
    const [, key] = /API key\s+(\S+)/.exec(text) ?? [];
    if (url !== undefined && key !== undefined && text.includes('Ctrl-C')) ready.resolve({ url, key });
  });
  demo.once('exit', (code) => ready.reject(new Error(`the demo ended with ${code}:\n${text}`)));
  return ready.promise.finally(() => clearTimeout(timer));
}

async function takePicture({ url, key }: Shown): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${url}/#key=${key}`);
    await page.locator('.worth-figure').waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    // Ready is what is loaded; the ledgers are booked with the prices that come after.
    const realised = page.locator('.stat', { hasText: /^Realised/ }).locator('.figure');
    await realised.and(page.locator(':not([data-value="0"])')).waitFor({ timeout: bookedTimeoutMs });
    await page.locator('.booking').waitFor({ state: 'detached', timeout: bookedTimeoutMs });
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
  }
  const { size } = await stat(file);
  if (size > mostBytes) throw new Error(`${file} has ${size} bytes, more than ${mostBytes}`);
  console.log(`${file}: ${size} bytes`);
}

async function ofOwnDemo(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'wallet-data-picture-'));
  const demo = spawn(process.execPath, [join(root, 'demo', 'main.ts')], {
    env: { ...process.env, DATA_DIR: directory, PORT: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => demo.once('exit', resolve));
  try {
    await takePicture(await readyOf(demo));
  } finally {
    demo.kill('SIGTERM');
    await ended;
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

const [url, key] = process.argv.slice(2);
if (url !== undefined && key !== undefined) await takePicture({ url: url.replace(/\/$/, ''), key });
else await ofOwnDemo();
