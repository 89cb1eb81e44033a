/** Each fault moves the metric that its alert reads. Which alert fires, and after how long, is what `npm run alarms` watches in real time. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { readSamples } from '../../scripts/production/trials/rules.ts';
import { getChainId } from '../../src/chains/rpc/client/actions.ts';
import { openEndpoints } from '../../src/chains/rpc/client/open-endpoints.ts';
import { createMetrics, type Metrics } from '../../src/http/metrics/metrics.ts';
import { systemClock } from '../../src/outgoing/clock.ts';
import { readFigures } from '../../src/store/sync/progress-figures.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
const rules = readFileSync(
  join(import.meta.dirname, '..', '..', 'deploy', 'prometheus', 'wallet-data.rules.yml'),
  'utf8',
);

/** What a scrape would read; the rule of that alert reads it. */
async function scraped(metrics: Metrics, series: string, alert: string): Promise<number | undefined> {
  const [, rule = ''] = new RegExp(`alert: ${alert}\\n\\s+expr: (.+)`).exec(rules) ?? [];
  expect(rule).toContain(series.split('{')[0]);
  return readSamples(await metrics.registry.metrics()).get(series);
}

const portSchema = z.object({ port: z.number() });
const callsSchema = z.array(z.object({ id: z.number() })).or(z.object({ id: z.number() }));

test('a node that goes', async () => {
  const server = createServer(async (request, response) => {
    const calls = callsSchema.parse(JSON.parse(await text(request)));
    const answer = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result: '0x1' });
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = portSchema.parse(server.address());
  onTestFinished(() => void server.close());
  const metrics = createMetrics();
  const [node] = openEndpoints([`http://127.0.0.1:${port}`], 10_000, {
    clock: systemClock,
    onOutcome: (source, isAnswered) => metrics.recordSource({ chain: 'ethereum', source, isAnswered }),
  });
  if (node === undefined) throw new Error('no node was opened');
  const isUp = () =>
    scraped(metrics, `wallet_data_source_up{chain="ethereum",source="${node.host}"}`, 'WalletDataSourceDown');
  await node.send([getChainId()], undefined);
  expect(await isUp()).toBe(1);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(node.send([getChainId()], undefined)).rejects.toThrow();
  expect(await isUp()).toBe(0);
});

test('a source of prices that fails; one that does not know a token is up', async () => {
  const metrics = createMetrics();
  const isUp = () =>
    scraped(metrics, 'wallet_data_price_source_up{source="defillama"}', 'WalletDataPriceSourceDown');
  const answer = (reason: string | null) =>
    metrics.recordPriceEvent({ type: 'answer', source: 'defillama', reason });
  answer('unknown-token');
  expect(await isUp()).toBe(1);
  answer('source-down');
  expect(await isUp()).toBe(0);
  // It was not asked.
  answer('over-budget');
  expect(await isUp()).toBe(0);
  answer(null);
  expect(await isUp()).toBe(1);
});

test('a disk without room; of one that cannot be asked nothing is said', async () => {
  const full = createMetrics();
  // A file system that has no room for anything.
  full.watchDisk(process.platform === 'linux' ? '/proc' : '/dev');
  expect(await scraped(full, 'wallet_data_disk_free_bytes', 'WalletDataDiskFull')).toBe(0);
  const gone = createMetrics();
  gone.watchDisk('/nowhere/at/all');
  expect(await scraped(gone, 'wallet_data_disk_free_bytes', 'WalletDataDiskFull')).toBeUndefined();
});

test("a clock that is ten minutes ahead of the database's", async () => {
  const metrics = createMetrics();
  metrics.watchDatabase({
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
    figures: () => readFigures(db.database),
  });
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 600_000);
  onTestFinished(() => clock.mockRestore());
  const ahead = await scraped(metrics, 'wallet_data_database_clock_ahead_seconds', 'WalletDataClockOff');
  // The rule's bound is five seconds.
  expect(ahead).toBeLessThan(-500);
});
