/** A leader in a process of its own, for tests that kill one: takes the jobs, prints who it is and stays. */
import { openDatabase } from '../../../src/store/connection/database.ts';
import { takeLeadership } from '../../../src/store/connection/leadership.ts';

const [url, leaseMs, ...jobs] = process.argv.slice(2);
if (url === undefined) throw new Error('name the database');
const database = await openDatabase({ url, maximumConnections: 2 });
const owner = `process ${process.pid}`;
for (const job of jobs) {
  const answer = await takeLeadership(database, { job, owner, leaseMs: Number(leaseMs) });
  if (answer.leadership === null) throw new Error(`${job} is led by ${answer.heldBy}`);
}
process.stdout.write(`${owner}\n`);
setInterval(() => {}, 60_000);
