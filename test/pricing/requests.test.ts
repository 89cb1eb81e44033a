/** What pricing costs and tells: requests for the demo's largest wallet, metrics, and the explanation of a price. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { parseAddress } from '../../src/domain/address.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { Decimal } from '../../src/domain/money/money.ts';
import { formatTime } from '../../src/domain/time/time.ts';
import { builtInPrices } from '../../src/prices/built-in.ts';
import { createNodeReader, rpcBatch } from '../prices/support/node-reader.ts';
import { childEnvironment } from '../support/command.ts';
import { startTestService } from '../support/service.ts';
import { type PricedWorld, rowsOf, sharePricedWorld, waitForRow } from './priced-world.ts';

let metricsPort = 0;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** As many as the demo has. */
const demoTransactions = 1_800;

let priced: PricedWorld;
beforeAll(async () => {
  priced = await sharePricedWorld(demoTransactions);
}, 300_000);
afterAll(() => priced?.anvil.stop());

/** A counter's value by its labels, from Prometheus' text. */
async function counts(name: string): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return new Map(
    [...text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\d+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value),
    ]),
  );
}

test('the largest wallet of the demo takes some dozen requests, which the metrics tell', async () => {
  metricsPort = await freePort();
  const service = await startTestService([priced.chain], {
    prices: priced.prices,
    environment: { METRICS_PORT: String(metricsPort) },
  });
  try {
    // Alice is the most active of the four.
    const [wallet = ''] = priced.addresses;
    await service.api.load([wallet]);
    await waitForRow(
      service.databaseUrl,
      'SELECT count(*)::int FROM current_price',
      ({ count }) => count !== 0,
    );
    const requests = await counts('wallet_data_price_requests_total');
    const answers = await counts('wallet_data_price_answers_total');
    const total = [...requests.values()].reduce((sum, count) => sum + count, 0);
    const [history] = await rowsOf(
      service.databaseUrl,
      `SELECT count(*)::int AS transfers, count(price)::int AS priced, count(DISTINCT token_address)::int AS tokens,
         (SELECT count(*)::int FROM price) AS hours FROM transfer WHERE standard IN ('native', 'erc20') AND spam_reason IS NULL`,
    );
    console.info(
      `the demo's largest wallet: ${history?.transfers} fungible transfers of ${history?.tokens} tokens, ` +
        `${history?.priced} priced by ${history?.hours} hourly prices in ${total} requests ` +
        `(${[...requests].map(([source, count]) => `${source} ${count}`).join(', ')}; a request is one batch of calls)`,
    );
    expect(Number(history?.transfers)).toBeGreaterThan(300);
    expect(total).toBeLessThan(100);
    expect(answers.get('source="chainlink",outcome="priced"')).toBeGreaterThan(100);
    expect(answers.get('source="chainlink",outcome="unknown-token"')).toBeGreaterThan(5);
    // It is summed up some seconds after the last prices.
    await expect
      .poll(async () => (await counts('wallet_data_transfers')).get('priced="yes"'))
      .toBe(history?.priced);
  } finally {
    await service.stop();
  }
});

const explanationSchema = z.object({
  time: z.string(),
  priceOf: z.object({ chainId: z.number(), address: z.string() }).optional(),
  price: z.object({ priceUsd: z.string(), source: z.string() }),
  answers: z.array(z.object({ source: z.string(), priceUsd: z.string().nullable() })),
  explanation: z.string(),
});

test('prices explain asks every source and says why', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'wallet-data-explain-'));
  try {
    const file = join(directory, 'config.json');
    await writeFile(file, JSON.stringify({ chains: [priced.chain], prices: priced.prices }));
    const run = async (...commandLine: string[]) => {
      const command = ['src/cli.ts', 'prices', 'explain', ...commandLine];
      const env = childEnvironment({ CONFIG_FILE: file });
      return (await promisify(execFile)(process.execPath, command, { env })).stdout;
    };
    const at = formatTime(priced.world.endTime - 30 * 86_400);
    const explained = explanationSchema.parse(JSON.parse(await run('native', at, '--json')));
    expect(explained.answers.map(({ source }) => source)).toEqual(['chainlink', 'uniswap']);
    const [feed, pool] = explained.answers.map(({ priceUsd }) => new Decimal(priceUsd ?? 0));
    expect(feed?.div(pool ?? 1).toNumber()).toBeCloseTo(1, 0);
    expect(explained.explanation).toContain('chainlink');
    // Whatever the moment within the hour, and of the wrapped coin too: the feed's answer at the last block before the hour.
    const hour = Math.floor((priced.world.endTime - 30 * 86_400) / 3600) * 3600;
    const block = await createNodeReader(priced.anvil.rpcUrl, { chainId: priced.world.chainId }).blockAtTime(
      hour,
    );
    const [round] = await rpcBatch(priced.anvil.rpcUrl, [
      [
        'eth_call',
        [{ to: priced.world.feeds.nativeUsd, data: '0xfeaf968c' }, `0x${Number(block).toString(16)}`],
      ],
    ]);
    const atHour = new Decimal(`0x${String(round).slice(2 + 64, 2 + 128)}`).div(1e8).toString();
    const late = explanationSchema.parse(JSON.parse(await run('native', formatTime(hour + 3_599), '--json')));
    const { weth } = priced.world.uniswap;
    const wrapped = explanationSchema.parse(
      JSON.parse(await run(weth, formatTime(hour + 1_800), '--chain', 'test', '--json')),
    );
    for (const { price, time } of [explained, late, wrapped]) {
      expect([price.priceUsd, time]).toEqual([atHour, formatTime(hour)]);
    }
    expect([late.priceOf, wrapped.priceOf]).toEqual([
      undefined,
      { chainId: priced.world.chainId, address: zeroAddress },
    ]);
    const text = await run(priced.world.tokens.meme.address, at, '--chain', 'test');
    expect(text).toContain('unknown-token: no Chainlink feed is configured for it');
    expect(text).toMatch(/^Why: uniswap at /m);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('the built-in addresses have right checksums', () => {
  const addresses = Object.values(builtInPrices).flatMap(
    ({ v2Factory, v3Factory, weth, stablecoins, feeds }) => [
      ...[v2Factory, v3Factory, weth].filter((address) => address !== undefined),
      ...stablecoins,
      ...Object.entries(feeds)
        .flat()
        .filter((text) => text !== 'native'),
    ],
  );
  expect(addresses.filter((address) => !parseAddress(address).ok)).toEqual([]);
  expect(addresses.length).toBeGreaterThan(40);
});
