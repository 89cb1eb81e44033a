/** What the log hears of sources that fall silent and of steps that fail: once when it begins, once when it is over. */
import { expect, test } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import { RetryableError } from '../../src/errors.ts';
import { createStepFailures, noteSuccess, recordFailure } from '../../src/ingest/loading/step-failures.ts';
import { createSourceNews } from '../../src/ingest/source-news.ts';
import type { Log } from '../../src/log.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { buildWorld, ethereum, leaseOf, registerWallet } from '../support/builders.ts';
import { repeated } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();

/** Keeps `level sentence` of each line from info on. */
function keepLines(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const keep = (level: string) => (_fields: object, message: string) =>
    void lines.push(`${level} ${message}`);
  return { lines, log: { debug: () => {}, info: keep('info'), warn: keep('warn'), error: keep('error') } };
}

test('a source that falls silent is told once, and once that it is back; one that stumbles is no news', () => {
  const { log, lines } = keepLines();
  const tell = createSourceNews(log);
  const node = { chain: 'ethereum', source: 'node.example' };
  const outcomes = (text: string): void => {
    for (const one of text) tell({ ...node, isAnswered: one === '+' });
  };
  outcomes('+-+--+-+');
  expect(lines).toEqual([]);
  outcomes(`--${'-'.repeat(50)}`);
  // Another source has its own line, and the same host for another chain, too.
  for (let index = 0; index < 5; index += 1) tell({ source: 'coingecko', isAnswered: false });
  outcomes('+++');
  outcomes('---');
  expect(lines).toEqual([
    'warn node.example does not answer; it is asked again until it does',
    'warn coingecko does not answer; it is asked again until it does',
    'info node.example answers again',
    'warn node.example does not answer; it is asked again until it does',
  ]);
});

test('a node that fails all wallets again and again is told once, and once that loading goes on', async () => {
  const { log, lines } = keepLines();
  const { database } = db;
  await buildWorld(database);
  const { id: clientId } = await ensureClient(database, 'news');
  const caller = { clientId, keyId: 'k', scopes: ['read', 'write'] as const };
  const ids: number[] = [];
  for (const digit of ['1', '2', '3']) ids.push(await registerWallet(database, caller, repeated(digit)));
  const failures = createStepFailures({ database, log, onFailure: () => {} }, 100);
  const chain = {
    config: resolveChain({ chainId: ethereum, rpc: ['http://node.test'], pollSeconds: 1 }, null),
    source: {},
  };
  const leases: Awaited<ReturnType<typeof leaseOf>>[] = [];
  for (const id of ids) leases.push(await leaseOf(database, id, ethereum));
  const fail = async (error: Error, attempts: number): Promise<void> => {
    for (const lease of leases)
      await recordFailure(failures, { chain, lease: { ...lease, attempts } }, error);
  };
  const silent = new RetryableError('connection refused');
  for (let attempts = 0; attempts < 4; attempts += 1) await fail(silent, attempts);
  expect(lines).toEqual(['warn loading will be tried again']);
  // What is wrong in another way is news.
  await fail(new RetryableError('slow down', { retryAfterMs: 1_000 }), 0);
  expect(lines.slice(1)).toEqual(['warn loading will be tried again']);
  noteSuccess(failures, chain);
  noteSuccess(failures, chain);
  expect(lines.slice(2)).toEqual(['info loading goes on']);
  // One wallet that goes on failing while others succeed is no news each time.
  await fail(silent, 7);
  noteSuccess(failures, chain);
  expect(lines).toHaveLength(3);
  await fail(silent, 0);
  expect(lines.slice(3)).toEqual(['warn loading will be tried again']);
});
