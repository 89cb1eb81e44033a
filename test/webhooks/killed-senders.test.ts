/**
 * Processes that send are killed (SIGKILL) while receivers time out, answer 500, are slow or close: no event is missing, none is out
 * of order, and what comes twice has the same id and the same text. CHAOS=full: 200 kills.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { queryRows } from '../../src/store/connection/sql.ts';
import { resumeLanes } from '../../src/store/webhooks/webhook-lanes.ts';
import { report } from '../chaos/support/settings.ts';
import { childEnvironment } from '../support/command.ts';
import { createRandom } from '../support/random.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';
import {
  addEndpoint,
  addEvents,
  eventId,
  hurry,
  lanesOf,
  registerFor,
  secret,
} from './support/lane-world.ts';
import { type Answer, startReceiver } from './support/receiver.ts';

const db = useTestDatabase();
const kills = process.env.CHAOS === 'full' ? 200 : 5;
const random = createRandom(7);
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function startSender(port: number): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'programs', 'send.ts');
  const child = spawn(process.execPath, [program, db.url, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment({}),
  });
  children.add(child);
  const exited = once(child, 'exit').then(() => Promise.reject(new Error('the sender has ended')));
  exited.catch(() => undefined);
  await Promise.race([once(child.stdout, 'data'), exited]);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  children.delete(child);
}

/** Six of ten answers are good. */
const moody: Answer = (_delivery, response) => {
  const [dice, later] = [random.below(20), random.below(400)];
  if (dice < 12) response.writeHead(200).end();
  else if (dice < 15) setTimeout(() => response.writeHead(200).end(), later);
  else if (dice < 17) response.writeHead(500).end();
  else if (dice < 19) response.destroy();
  // The twentieth never answers.
};

/** What waits is due now. After ten attempts in vain a lane pauses, and one in ten thousand events has as many: its owner has it go on. */
async function goOn(): Promise<void> {
  const paused = 'SELECT DISTINCT endpoint_id FROM webhook_lane WHERE paused_at IS NOT NULL';
  const endpoints = await queryRows(db.database.pool, paused, [], (row) => row.integer());
  for (const endpointId of endpoints) await resumeLanes(db.database.pool, endpointId);
  await hurry(db.database);
}

const wait = { timeout: 120_000, interval: 25 };

test('of many kills nothing is missing, nothing out of order, nothing twice but the same', {
  timeout: 1_200_000,
}, async () => {
  const receiver = await startReceiver(() => secret, moody);
  const wallets = [1, 2, 3, 4, 5, 6].map((number) => address(number));
  const { clientId, walletIds } = await registerFor(db.database, 'alice', wallets);
  const paths = ['/a', '/b', '/c'];
  const endpoints: number[] = [];
  for (const path of paths)
    endpoints.push(await addEndpoint(db.database, clientId, `${receiver.url}${path}`));
  const senders = await Promise.all([startSender(receiver.port), startSender(receiver.port)]);
  let told = 0;
  for (let killed = 0; killed < kills; killed += 1) {
    told += 3;
    await addEvents(db.database, walletIds, 3);
    const seen = receiver.deliveries.length + 1 + random.below(30);
    await expect
      .poll(async () => {
        await goOn();
        return receiver.deliveries.length;
      }, wait)
      .toBeGreaterThanOrEqual(Math.min(seen, told * wallets.length * paths.length));
    const [victim] = senders.splice(random.below(senders.length), 1);
    if (victim === undefined) throw new Error('nobody sends');
    await kill(victim);
    senders.push(await startSender(receiver.port));
  }
  await expect
    .poll(async () => {
      await goOn();
      const lanes = await Promise.all(endpoints.map((endpointId) => lanesOf(db.database, endpointId)));
      return lanes.flat().filter(({ cursor, isLeased }) => cursor === told && !isLeased).length;
    }, wait)
    .toBe(wallets.length * paths.length);
  for (const child of senders) await kill(child);
  await receiver.close();

  let twice = 0;
  for (const path of paths)
    for (const wallet of wallets) {
      const lane = receiver.deliveries.filter(
        (delivery) => delivery.path === path && delivery.event.wallet === wallet,
      );
      const texts = new Map(lane.map(({ id, body }) => [id, body]));
      expect([...texts.keys()]).toEqual(
        Array.from({ length: told }, (_, index) => eventId(wallet, index + 1)),
      );
      const sequences = lane.map(({ event }) => event.sequence ?? 0);
      expect(sequences).toEqual(sequences.toSorted((left, right) => left - right));
      expect(lane.filter(({ id, body }) => texts.get(id) !== body)).toEqual([]);
      twice += lane.length - texts.size;
    }
  expect(receiver.refused).toEqual([]);
  expect(receiver.most.lane).toBe(1);
  report(
    `webhooks: ${kills} kills, ${paths.length * wallets.length} lanes, ${receiver.deliveries.length} deliveries, ${twice} of them again; ` +
      `0 missing, 0 out of order, at most ${receiver.most.lane} at once in a lane`,
  );
});
