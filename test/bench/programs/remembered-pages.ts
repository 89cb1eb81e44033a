/** Writes newest pages when asked, a turn at a time, in a process of its own; one memory may be switched off in it. */
import { z } from 'zod';
import type { Address } from '../../../src/domain/model.ts';
import type { PageForm } from '../pages/plan-pages.ts';
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

interface Turn {
  form: PageForm;
  pages: number;
}

const { write, close } = await openPages(DATABASE_URL);
const wallets = z.array(z.custom<Address>()).parse(WALLETS.split(','));
process.on('message', (asked: Turn) => {
  void turn(asked);
});
process.once('disconnect', () => {
  void close();
});
process.send?.('ready');

async function turn({ form, pages }: Turn): Promise<void> {
  statements = 0;
  const before = process.cpuUsage();
  let characters = 0;
  for (let page = 0; page < pages; page += 1) {
    characters += (await write[form](wallets[page % wallets.length] ?? '0x')).length;
  }
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpuMs: (user + system) / 1000 / pages, statements: statements / pages, characters });
}
