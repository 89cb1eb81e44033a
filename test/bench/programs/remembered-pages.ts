/** Writes newest pages when asked, a turn at a time, in a process of its own; one memory may be switched off in it. */
import { z } from 'zod';
import { switchOff } from './without-memory.ts';

const { WITHOUT, DATABASE_URL, WALLETS } = z
  .object({ WITHOUT: z.string().optional(), DATABASE_URL: z.string(), WALLETS: z.string() })
  .parse(process.env);
if (WITHOUT !== undefined) switchOff(WITHOUT);

const { default: pg } = await import('pg');
const { openPages } = await import('../pages/plan-pages.ts');

let statements = 0;
const ask = pg.Client.prototype.query;
pg.Client.prototype.query = function count(this: unknown, ...values: unknown[]) {
  statements += 1;
  return Reflect.apply(ask, this, values);
};

const { write, close } = await openPages(DATABASE_URL);
const wallets = WALLETS.split(',');
process.on('message', (pages: number) => {
  void turn(pages);
});
process.once('disconnect', () => {
  void close();
});
process.send?.('ready');

async function turn(pages: number): Promise<void> {
  statements = 0;
  const before = process.cpuUsage();
  let characters = 0;
  for (let page = 0; page < pages; page += 1) {
    characters += (await write({ wallets: [wallets[page % wallets.length]] })).length;
  }
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpuMs: (user + system) / 1000 / pages, statements: statements / pages, characters });
}
