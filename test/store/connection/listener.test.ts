/** The connection that hears notifications: asked for by several at once, cut, and asked to stop. */
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { type Channel, notify } from '../../../src/store/connection/channels.ts';
import { createListener, type Listener } from '../../../src/store/connection/listener.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let listener: Listener | undefined;
const complaints: unknown[] = [];

afterEach(async () => {
  await listener?.close();
  complaints.length = 0;
});

const application_name = 'listener-test';
const open = (): Listener => {
  listener = createListener({ connectionString: db.url, application_name }, (error) =>
    complaints.push(error),
  );
  return listener;
};
const tell = (channel: Channel, payload: string): Promise<void> => notify(db.database.pool, channel, payload);
const cut = (): Promise<unknown> =>
  db.database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
    [application_name],
  );

test('several channels asked for at once are all heard, each by its own handler', async () => {
  const { listen } = open();
  const channels: readonly Channel[] = [
    'wallet_changed',
    'labels_changed',
    'keys_changed',
    'lookups_changed',
  ];
  const heard: string[] = [];
  await Promise.all(
    channels.map((channel) => listen(channel, (payload) => heard.push(`${channel} ${payload}`))),
  );
  for (const channel of channels) await tell(channel, '7');
  await expect.poll(() => heard).toEqual(channels.map((channel) => `${channel} 7`));
});

test('a statement waits for the one before it: a connection takes one at a time', async () => {
  const { listen } = open();
  // The first listen opens the connection; what pg would queue by itself, deprecated, waits here.
  await listen('wallet_changed', () => {});
  const query = pg.Client.prototype.query;
  let running = 0;
  let most = 0;
  const counted = async function (this: pg.Client, ...args: Parameters<typeof query>) {
    running += 1;
    most = Math.max(most, running);
    try {
      return await Reflect.apply(query, this, args);
    } finally {
      running -= 1;
    }
  };
  pg.Client.prototype.query = counted as typeof query;
  try {
    const stops = await Promise.all([
      listen('labels_changed', () => {}),
      listen('keys_changed', () => {}),
      listen('lookups_changed', () => {}),
    ]);
    await Promise.all(stops.map((stop) => stop()));
  } finally {
    pg.Client.prototype.query = query;
  }
  expect(most).toBe(1);
});

test('after a cut everyone is told once that something may be missing, and hears again', async () => {
  const { listen } = open();
  const heard: string[] = [];
  await listen('wallet_changed', (payload) => heard.push(payload));
  await tell('wallet_changed', '1');
  await expect.poll(() => heard).toEqual(['1']);
  await cut();
  await expect.poll(() => heard).toEqual(['1', '']);
  await tell('wallet_changed', '2');
  await expect.poll(() => heard).toEqual(['1', '', '2']);
  expect(complaints.length).toBeGreaterThanOrEqual(1);
});

test('who stops hears nothing more, also when another asks for the channel at the same time', async () => {
  const { listen } = open();
  const heard: string[] = [];
  const stop = await listen('wallet_changed', (payload) => heard.push(`first ${payload}`));
  await Promise.all([stop(), listen('wallet_changed', (payload) => heard.push(`second ${payload}`))]);
  await tell('wallet_changed', '3');
  await expect.poll(() => heard).toEqual(['second 3']);
});
