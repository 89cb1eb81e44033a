/** `npm run recompute` against the REST API: a booked wallet without a difference, and wrong answers that it finds. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportCsv } from '../../src/cli/export/export.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { findRegistrations } from '../../src/store/sync/registrations.ts';
import { publishRates } from '../accounting/fiat-rates.ts';
import { bookStale, day } from '../accounting/scenario.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { countsOf, recompute, recomputedKinds, startForger } from '../support/recompute.ts';
import { storeBookedWorld, trader } from './booked-world.ts';

let api: TestApi;
let url: string;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-data-recompute-'));
  api = await createTestApi({ graphql: 'real' });
  await storeBookedWorld(api.database, api.clientId);
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api?.close();
  await rm(directory, { recursive: true, force: true });
});

async function form8949(): Promise<string> {
  const wallets = await findRegistrations(api.database, api.clientId, [trader]);
  const request = { clientId: api.clientId, form: '8949', wallets, method: 'FIFO', currency: 'USD' } as const;
  let text = '';
  for await (const piece of exportCsv(api.database, { ...request, from: 0, to: 0xffffffff })) text += piece;
  return text;
}

/** A digit is another: of the first number with two digits behind its point, or the first one of a realised result. */
const withOtherDigit = (text: string): string =>
  text.replace(/(?<=\d\.\d+)\d|(?<="realized_pnl":)\d/, (digit) => String((Number(digit) % 9) + 1));

test('GraphQL says what a transaction is booked by, as REST does', async () => {
  const query = `{ transactions(wallets: ["${trader}"], order: ASC) { nodes {
    position feePrice feePriceSource rates { ETH MATIC AVAX XDAI } transfers { position priceTier } } } }`;
  const answer = await api.ask('POST', '/graphql', { payload: { query } });
  // Day 20 at 22:00 is 2023-12-04T22:00:00Z, 0x656e4be0; block 320 is 0x140. Ether is a reference, and so is USDC.
  const at = '656e4be00000000100000140000000';
  expect(answer.json).toMatchObject({
    data: {
      transactions: {
        nodes: expect.arrayContaining([
          {
            ...{ position: at, feePrice: '3000', feePriceSource: 'chainlink' },
            rates: { ETH: '3000', MATIC: null, AVAX: null, XDAI: null },
            transfers: [
              { position: `${at}20000000000000`, priceTier: 'REFERENCE' },
              { position: `${at}20000000100001`, priceTier: 'REFERENCE' },
            ],
          },
        ]),
      },
    },
  });
});

test('every figure is the same', async () => {
  const file = join(directory, 'form.csv');
  await writeFile(file, await form8949());
  const { code, output } = await recompute([url, api.key, '--form-8949', file]);
  expect(code, output).toBe(0);
  for (const kind of recomputedKinds) {
    expect({ kind, ...countsOf(output, kind) }).toEqual({
      kind,
      figures: expect.any(Number),
      differences: 0,
    });
    expect(countsOf(output, kind).figures, `${kind}: ${output}`).toBeGreaterThan(0);
  }
}, 300_000);

test('so is every one in the reporting currency of a client, and its rates are asked for', async () => {
  const options = ['--methods', 'HIFO,WAC', '--currencies', 'USD'];
  const early = await recompute([url, api.key, ...options, '--reporting', 'EUR']);
  expect(early).toEqual({
    code: 2,
    output: expect.stringContaining('reportingCurrency=EUR'),
  });
  const { database } = api;
  // Of the day of the failed call nobody knows them.
  const days = [0, 20, 60].map((number) => ({
    at: day(number),
    usd: `1.0${number}71`,
    others: { GBP: '0.8713' },
  }));
  await publishRates(database, days);
  await updateClientSettings(database, 'default', { reportingCurrency: 'GBP' });
  api.authenticator.invalidate();
  try {
    await bookStale(database);
    const { code, output } = await recompute([url, api.key, ...options, '--reporting', 'GBP']);
    expect(code, output).toBe(0);
    const alone = await recompute([url, api.key, ...options]);
    for (const kind of ['balances', 'lots', 'disposals', 'totals', 'holdings']) {
      const [told, before] = [output, alone.output].map((text) => countsOf(text, kind).figures);
      // As many again; of holdings those of another moment.
      if (kind === 'holdings') expect(told).toBeGreaterThan(before ?? 0);
      else expect({ kind, told }).toEqual({ kind, told: 2 * (before ?? 0) });
    }
    // A line of 20 cells for each day and pool of storeBookedWorld, and three totals: ether is sold on three days. Of the year they are there twice.
    expect(countsOf(output, 'uk gains')).toEqual({ figures: 2 * 6 * 20, differences: 0 });
    expect(countsOf(alone.output, 'uk gains').figures).toBe(0);
    const proxy = await startForger({ url, key: api.key }, (path, text) =>
      path.startsWith('/wallet/uk-capital-gains.csv') ? withOtherDigit(text) : text,
    );
    const forged = await recompute([proxy.url, api.key, ...options, '--reporting', 'GBP']);
    proxy.close();
    expect(forged.code).toBe(1);
    // What is served and what was computed, in the whole file and in that of the year.
    expect(countsOf(forged.output, 'uk gains').differences).toBe(4);
    const wrong = await recompute([url, api.key, '--reporting', 'pounds']);
    expect(wrong).toEqual({ code: 2, output: expect.stringContaining("'pounds'") });
  } finally {
    await updateClientSettings(database, 'default', {});
    api.authenticator.invalidate();
    await bookStale(database);
  }
}, 300_000);

test('a wrong digit in an answer of each kind, and in the form, is found', async () => {
  const file = join(directory, 'wrong.csv');
  await writeFile(file, withOtherDigit(await form8949()));
  const isFigure = (path: string): boolean => /^\/wallet\/(balance|lot|disposal|total)\//.test(path);
  const proxy = await startForger({ url, key: api.key }, (path, text) =>
    path.startsWith('/wallet/transfer/')
      ? text.replace(',ACQUISITION\r\n', ',INCOME\r\n')
      : isFigure(path)
        ? withOtherDigit(text)
        : path.startsWith('/wallet/holding/')
          ? text.replace(',COMPLETE,', ',MISSING,')
          : text,
  );
  try {
    const options = ['--methods', 'LIFO', '--currencies', 'USD', '--form-8949', file];
    const { code, output } = await recompute([proxy.url, api.key, ...options]);
    expect(code, output).toBe(1);
    for (const kind of recomputedKinds) {
      expect(countsOf(output, kind).differences, `${kind}: ${output}`).toBeGreaterThan(0);
    }
  } finally {
    proxy.close();
  }
}, 300_000);

test('figures of a history that goes on are not called different', async () => {
  // As if a transfer came between each reading of the history and that of the figures: what is read lacks the newest ones,
  // now one of them, now two.
  let readings = 0;
  const proxy = await startForger({ url, key: api.key }, (path, text) => {
    if (!path.startsWith('/wallet/transfer/')) return text;
    readings += 1;
    const [columns = '', ...lines] = text.trimEnd().split('\r\n');
    const [oldest = '', newest = ''] = [lines.at(-1), lines[0]].map((line) => line?.split(',')[4]);
    const isNewestFirst = newest > oldest;
    const count = 1 + (readings % 2);
    const kept = isNewestFirst ? lines.slice(count) : lines.slice(0, -count);
    return `${[columns, ...kept].join('\r\n')}\r\n`;
  });
  try {
    const options = ['--methods', 'FIFO', '--currencies', 'USD', '--readings', '2'];
    const { code, output } = await recompute([proxy.url, api.key, ...options]);
    expect(output).toContain('Not compared: FIFO USD.');
    expect(output).not.toContain('served:');
    expect(code, output).toBe(2);
  } finally {
    proxy.close();
  }
}, 300_000);
