import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longFiles } from './test/long-suites.ts';

// TZ is fixed so that a time that is not UTC by mistake shows on every machine.
process.env.TZ = 'UTC';

// What Node has compiled, for the many processes that tests start: half of the time that each takes until it does something.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compiled');

/** The longest files, longest first: one that began last would run on alone. Most of them wait more than they compute. */
const longest = [
  'test/cli/configuration.test.ts',
  'test/e2e/demo.test.ts',
  'test/docs/examples.test.ts',
  'test/store/embedded/embedded-crashes.test.ts',
  'test/pricing/market-airdrops.test.ts',
  'test/chaos/database-restarts.test.ts',
  'test/ingest/following.test.ts',
  'test/e2e/web.test.ts',
  'test/e2e/portal.test.ts',
  'test/pricing/requests.test.ts',
  'test/chains/explorer/contract.test.ts',
  'test/accounting/service.test.ts',
  'test/store/embedded/embedded.test.ts',
  'test/integration/unread-metadata.test.ts',
  'test/integration/protocol-years.test.ts',
  'test/pricing/pooled-workers.test.ts',
  'test/chaos/faults.test.ts',
  'test/chaos/kills.test.ts',
  'test/accounting/replay.test.ts',
  'test/integration/reorg.test.ts',
  'test/pricing/late.test.ts',
  'test/prices/buckets.test.ts',
  'test/domain/accounting/properties.test.ts',
  'test/integration/shared-loading.test.ts',
  'test/e2e/pages.test.ts',
  'test/chaos/following.test.ts',
  'test/mcp/stdio.test.ts',
  'test/chains/world-balances.test.ts',
  'test/demo/world.test.ts',
];

/** Vitest knows what took long only where it ran before; a fresh checkout shall not take longer. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.endsWith(name));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

const everything = ['test/**/*.test.ts'];

/** Which files run: without `SUITE` all that are named, as by a path. */
function filesOf(suite: string | undefined): { include: string[]; exclude: string[] } {
  const outside = ['**/node_modules/**'];
  if (suite === undefined) return { include: everything, exclude: outside };
  if (suite === 'long') return { include: [...longFiles], exclude: outside };
  if (suite === 'short') return { include: everything, exclude: [...outside, ...longFiles] };
  throw new Error(`SUITE is short, long or not set, not ${suite}`);
}

export default defineConfig({
  test: {
    ...filesOf(process.env.SUITE),
    globalSetup: [
      'test/support/postgres.ts',
      'test/support/run-directory.ts',
      'test/support/shared-worlds.ts',
    ],
    // Other work may keep the machine busy: these end what would never come.
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // A condition that is waited for comes when the machine gets to it, and before the services' slow look, every 30 s: what comes only
    // then was missed when it was told.
    expect: { poll: { timeout: 20_000 } },
    // More than cores: many files wait for nodes, databases and clocks. Four keep two cores no busier, and each file waits longer.
    maxWorkers: 3,
    // What one file has imported, the next of the worker need not: a quarter of the time. No file may leave a global changed.
    isolate: false,
    // Node itself reads every module, as in production: what is tested is what runs. Computing takes a sixth less (test/domain), the APIs' tests a few hundredths.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Most of what tests make is short-lived: with more room for it the collector runs less often.
    execArgv: ['--max-semi-space-size=64'],
    retry: 0,
    sequence: { hooks: 'list', sequencer: LongestFirst },
  },
});
