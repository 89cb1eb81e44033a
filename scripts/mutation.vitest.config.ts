/**
 * What `npm run mutation` runs against each mutant: the ledger's tables of literal figures. They need no database, hence
 * no global set-up. The properties stay out: a thousand random histories per mutant would take hours, and a mutant that
 * only they kill is a figure that no table shows.
 */
import { defineConfig } from 'vitest/config';

process.env.TZ = 'UTC';

export default defineConfig({
  plugins: [
    {
      name: 'whole-files',
      /**
       * Stryker 9.6 selects tests by names with the suites' names before them, joined by a space, where vitest 5 puts ' > ':
       * tests within a `describe` would never run, and every mutant would survive. So the files that it selects run whole.
       */
      configureVitest({ project }) {
        Object.defineProperty(project.config, 'testNamePattern', { get: () => undefined, set: () => {} });
      },
    },
  ],
  test: {
    include: ['test/domain/accounting/**/*.test.ts'],
    exclude: ['*properties', 'conservation'].map((name) => `test/domain/accounting/**/${name}.test.ts`),
    testTimeout: 10_000,
    // One worker for all files: starting one per file costs more than the tests.
    isolate: false,
  },
});
