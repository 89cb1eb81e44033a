/** A real Chromium: the machine's own where there is one, else the one that an npm package ships. */
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import packagedChromium from '@sparticuz/chromium';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Headless, with an empty profile, and without the requests that a browser makes of its own. */
export async function launchBrowser(): Promise<BrowserContext> {
  const own = installed.find((path) => existsSync(path));
  const profile = await mkdtemp(join(tmpdir(), 'wallet-data-browser-'));
  return chromium.launchPersistentContext(profile, {
    executablePath: own ?? (await packagedChromium.executablePath()),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // As its makers run it: a process for each page takes half of the time of a page.
      ...(own === undefined ? ['--headless=shell', '--no-zygote', '--single-process'] : []),
    ],
  });
}

const closeTimeoutMs = 20_000;

/**
 * Closes a page that nothing is asked of any more. Of one in many thousands the browser never tells that it is gone, while it goes
 * on with all others: nobody listens to that one any more, and it ends with its browser.
 */
export async function closePage(page: Page): Promise<void> {
  const isClosed = await Promise.race([
    page.close().then(() => true),
    delay(closeTimeoutMs, false, { ref: false }),
  ]);
  if (!isClosed) await page.removeAllListeners();
}
