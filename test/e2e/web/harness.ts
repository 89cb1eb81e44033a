/**
 * The pages for people in a real browser, on a history whose figures were worked out by hand (test/rest/booked-world.ts): one service and one
 * browser for all that is asked of them.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { currencyTokens } from '../../../src/domain/money/currencies.ts';
import { runLedgerOf } from '../../../src/ingest/accounting/run-ledger.ts';
import { findLinkedWallets } from '../../../src/store/ledger/search/linked-wallets.ts';
import { findStaleLedgers } from '../../../src/store/ledger/search/stale-ledgers.ts';
import { storeBookedWorld } from '../../rest/booked-world.ts';
import { createTestApi, type TestApi } from '../../support/api.ts';
import { closePage, launchBrowser } from '../../support/browser.ts';
import { commitAll, usdc } from '../../support/history.ts';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../../support/records.ts';
import { watchLoading } from '../../support/settled-page.ts';
import { axeFaults } from './looks.ts';

/** Has 300 transactions. */
export const busy = address(77);
export const busyTransactions = 300;
/** Gave 5 USDC away, of which none is known to have come. */
export const short = address(81);

interface Web {
  api: TestApi;
  url: string;
  page: Page;
}

/** What a test of the pages works with; there once its file has called `useWeb`. */
export const web: Web = {
  get api() {
    return started(current.api);
  },
  get url() {
    return started(current.url);
  },
  get page() {
    return started(current.page);
  },
};
const current: Partial<Web> = {};

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('call useWeb() in the file of tests');
  return part;
}

let browser: BrowserContext;
/** What went wrong in the page: errors, warnings of its policy, refused requests, other hosts. */
let faults: string[] = [];
let hasSettled: () => Promise<void>;

/** Takes off what a test has brought about itself. */
export function forgive(fault: RegExp): void {
  faults = faults.filter((one) => !fault.test(one));
}

async function storeWorld({ database, clientId }: TestApi): Promise<void> {
  await storeBookedWorld(database, clientId);
  // As long as the longest that bridges give.
  await database.pool.query(`UPDATE transaction SET bridge_message = $1 WHERE hash = $2`, [
    `omnibridge:0x${'00050000a7823d6f'.repeat(4)}`,
    `0x${'b'.repeat(64)}`,
  ]);
  const shortAt = { walletId: await registerTestWallet(database, 81), blockNumber: 2_000 };
  const gift = transferRecord(shortAt, { side: 'outflow', tokenAddress: usdc, amount: -5_000_000n });
  await commitAll(database, { transactions: [transactionRecord(shortAt)], transfers: [gift] }, true);
  const walletId = await registerTestWallet(database, 77);
  const rows = Array.from({ length: busyTransactions }, (_, index) => ({
    walletId,
    blockNumber: 1_000 + index,
  }));
  await storeTestRows(database, 1, {
    transactions: rows.map((at) => transactionRecord(at)),
    transfers: rows.map((at) => transferRecord(at)),
  });
}

/** Two more wallets, and the hashes of what left one over a bridge and arrived at the other; `remove` takes both away again. */
export async function storeCrossing() {
  const crossing = { bridgeMessage: 'across:1:7' };
  const ends = { left: hash(8_201), arrived: hash(8_202) };
  const sides = [
    { number: 8_201, own: ends.left, kind: 'BRIDGE_OUT', side: 'outflow' },
    { number: 8_202, own: ends.arrived, kind: 'BRIDGE_IN', side: 'inflow' },
  ] as const;
  for (const { number, own, kind, side } of sides) {
    const { walletId, add } = await newWallet(number);
    const at = { walletId, blockNumber: number, hash: own };
    const amount = side === 'inflow' ? 5_000_000n : -5_000_000n;
    await add({
      transactions: [transactionRecord(at, { ...crossing, kind })],
      transfers: [transferRecord(at, { side, tokenAddress: usdc, amount })],
    });
  }
  const remove = async (): Promise<void> => {
    for (const { number } of sides) await web.api.ask('DELETE', `/wallet/manage/${address(number)}/`);
  };
  return { ...ends, remove };
}

/** A wallet that is loaded and not booked; `store` adds a transaction at a block. */
export async function newWallet(number: number) {
  const { database } = web.api;
  const walletId = await registerTestWallet(database, number);
  const add = async (rows: Parameters<typeof storeTestRows>[2]): Promise<void> => {
    // The only one that is due.
    await database.pool.query(
      `UPDATE sync SET next_run_at = now() + CASE WHEN wallet_id = $1 THEN '0 s' ELSE '1 hour' END::interval`,
      [walletId],
    );
    await storeTestRows(database, 1, rows);
  };
  const store = (blockNumber: number): Promise<void> => {
    const at = { walletId, blockNumber };
    return add({ transactions: [transactionRecord(at)], transfers: [transferRecord(at)] });
  };
  return { own: address(number), walletId, add, store };
}

/** Starts service and browser for a file of tests, and a page for each test, in which nothing may go wrong. */
export function useWeb(): void {
  beforeAll(async () => {
    const onError = (error: unknown): void => {
      faults.push(`masked: ${error instanceof Error ? error.stack : String(error)}`);
    };
    current.api = await createTestApi({ graphql: 'real', onError });
    await storeWorld(web.api);
    // Else all wallets but one would wait for their ledgers in every test.
    await book();
    current.url = await web.api.server.listen({ host: '127.0.0.1', port: 0 });
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await current.api?.close();
  });
  beforeEach(async () => {
    current.page = await browser.newPage();
    faults = [];
    watch(web.page);
    hasSettled = watchLoading(web.page);
  });
  afterEach(async () => {
    await closePage(web.page);
    expect(faults).toEqual([]);
  });
}

function watch(page: Page): void {
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== web.url) faults.push(`asked ${request.url()}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
}

/** Opens a page as somebody who followed the demo's link. */
export async function open(path: string): Promise<void> {
  await web.page.goto(`${web.url}${path}#key=${web.api.key}`);
  await settled();
}

/** Nothing is being loaded any more. */
export const settled = (): Promise<void> => hasSettled();

/** Books what has changed, as the worker does. */
export async function book(): Promise<void> {
  for (const stale of await findStaleLedgers(web.api.database)) {
    const wallets = await findLinkedWallets(web.api.database, stale);
    await runLedgerOf(web.api.database, { clientId: stale.clientId, wallets }, { currencyTokens });
  }
}

/** What axe finds wrong in the page, as it is looked at. */
export const faultsOfAxe = (): Promise<unknown> => axeFaults(web.page);

export const textsOf = (selector: string): Promise<string[]> => web.page.locator(selector).allTextContents();

export async function ask(query: string, variables: object = {}): Promise<unknown> {
  const answer = await web.api.ask('POST', '/graphql', { body: { query, variables } });
  return answer.json;
}

/** The file that the browser saves by what is done. */
export async function savedBy(act: () => Promise<void>): Promise<{ fileName: string; text: string }> {
  const [download] = await Promise.all([web.page.waitForEvent('download'), act()]);
  const parts: string[] = [];
  for await (const part of await download.createReadStream()) parts.push(String(part));
  return { fileName: download.suggestedFilename(), text: parts.join('') };
}

/** The text of a file of Reports. */
export const savedFile = async (name: string, label = 'Save as CSV'): Promise<string> =>
  (await savedBy(() => web.page.getByRole('button', { name: `${label}: ${name}`, exact: true }).click()))
    .text;
