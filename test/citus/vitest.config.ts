/**
 * Tests on a Citus cluster (`npm run test:citus`): those of this folder, and the suites of the store and the APIs, each of whose
 * databases is then distributed. DATABASE_URL names a database on the coordinator of a cluster that is there for tests.
 */
import { mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** Suites that say what the service does, whatever database it has. */
const suites = ['graphql', 'rest', 'store/history', 'store/pages', 'store/sync', 'use-cases', 'webhooks'];

/** Files of these whose own statements, or what they count in the server, are of one PostgreSQL of the newest version. */
const ofOneServer = [
  // Blocks and rows that the server has read.
  'store/history/recount',
  'store/pages/items-of-transactions',
  'store/sync/loading-turns',
  // How large the files of tables are, and whose numbers the leases have.
  'store/sync/analyze',
  'store/sync/lease-writes',
  // How many statements there are for several wallets.
  'graphql/statements',
  // Times that a node would have to cut off by its own zone.
  'webhooks/feed',
  // Which of the server's processes waits for a lock.
  'store/sync/commit',
];

const merged = mergeConfig(base, {
  test: {
    root: new URL('../..', import.meta.url).pathname,
    // A database on three nodes takes longer to make, and each statement a way more.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One node is killed by one of them.
    fileParallelism: false,
    exclude: ofOneServer.map((file) => `test/${file}.test.ts`),
  },
});

export default {
  ...merged,
  test: {
    ...merged.test,
    globalSetup: ['test/citus/support/require-cluster.ts', ...(base.test?.globalSetup ?? [])],
    include: ['test/citus/*.citus.ts', ...suites.map((suite) => `test/${suite}/**/*.test.ts`)],
  },
};
