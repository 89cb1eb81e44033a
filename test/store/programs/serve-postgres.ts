/** A service in miniature, for tests that kill one: starts the embedded PostgreSQL and stays until SIGTERM. */
import { startEmbeddedPostgres } from '../../../src/store/embedded/embedded.ts';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('name the data directory');
const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
process.on('SIGTERM', () => {
  void server.stop().then(() => process.exit(0));
});
process.stdout.write(`${server.url}\n`);
setInterval(() => {}, 60_000);
