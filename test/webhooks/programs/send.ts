/** A process that sends webhooks until it is killed. Arguments: the database's URL, the receivers' ports. */
import { openDatabase } from '../../../src/store/connection/database.ts';
import { createTestSender } from '../support/lane-world.ts';

const [url = '', ...ports] = process.argv.slice(2);
const database = await openDatabase({ url, maximumConnections: 4 });
// Short enough that what a killed process held is free soon, and longer than an attempt takes.
const sender = createTestSender(database, ports.map(Number), {
  timeoutMs: 700,
  leaseMs: 1_500,
  pollMs: 500,
  random: Math.random,
});
await sender.start();
process.stdout.write('sending\n');
