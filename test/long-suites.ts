/**
 * The long suites, by folders and files of `test`: whole programs and browsers, real histories from real nodes, faults, kills and waits, and
 * second computations of a whole demo. `npm run test:long` runs them, `npm test` all others, `npm run check` both: a test is in one of the two.
 */
export const longSuites: readonly string[] = [
  // Faults, kills, re-orgs and restarts against real processes.
  'chaos',
  'ingest/explorer-day.test.ts',
  'ingest/following.test.ts',
  'store/embedded',
  'store/replica',
  'store/schema/backup-answers.test.ts',
  'use-cases/event-log-fold.test.ts',
  'use-cases/transfer-stream-resume.test.ts',
  'webhooks/killed-senders.test.ts',
  // Clients that read slowly, or wait for what was refused.
  'http/refusal-pauses.test.ts',
  'http/slow-clients.test.ts',
  // Benchmarks.
  'bench',
  // A real browser.
  'e2e',
  // Whole programs: commands, agents over stdio, clients that are compiled, examples of the documentation.
  'cli',
  'clients',
  'demo',
  'docs/examples.test.ts',
  'mcp/stdio.test.ts',
  'mutation.test.ts',
  'service.test.ts',
  // Real nodes with real contracts, from the chain to what clients read.
  'chains/answer-limits.test.ts',
  'chains/explorer/contract.test.ts',
  'chains/shared-loading.test.ts',
  'integration',
  // Workers that price what they have loaded, and histories of years.
  'prices/buckets.test.ts',
  'prices/faults.test.ts',
  'pricing',
  'store/large-clients.test.ts',
  'store/large-installation.test.ts',
  // Every operation of both APIs, as other clients and with made requests; every list by every way to its pages.
  'contract',
  'use-cases/page-matrix.test.ts',
  // Every figure of a demo or of many invented ledgers a second time.
  'accounting/recompute-uk.test.ts',
  'accounting/recompute.test.ts',
  'accounting/replay.test.ts',
  'accounting/service.test.ts',
  'exports/demo-files.test.ts',
  'rest/recompute.test.ts',
];

/** What vitest calls them. */
export const longFiles: readonly string[] = longSuites.map((one) =>
  one.endsWith('.test.ts') ? `test/${one}` : `test/${one}/**/*.test.ts`,
);
