/** The database of a test file: one line in place of its own hooks. */
import { beforeAll, beforeEach } from 'vitest';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

/** Open while hooks and tests run. */
export type UsedDatabase = Readonly<Pick<TestDatabase, 'database' | 'url'>>;

/**
 * A fresh, migrated database for the tests of the file or of the `describe` that calls this: there before the hooks that
 * follow, and removed after all hooks that end things, so that whatever stands on it is closed first.
 * @param options.perTest One for each test in place of one for all.
 */
export function useTestDatabase(options: { perTest?: boolean } = {}): UsedDatabase {
  let current: TestDatabase | undefined;
  const opened = (): TestDatabase => {
    if (current === undefined)
      throw new Error('The database is there in hooks and in tests, not around them.');
    return current;
  };
  const before = options.perTest === true ? beforeEach : beforeAll;
  before(async () => {
    current = await createTestDatabase();
    const { drop } = current;
    // What a hook answers runs after the hooks `afterAll` and `afterEach`.
    return async () => {
      current = undefined;
      await drop();
    };
  });
  return {
    get database() {
      return opened().database;
    },
    get url() {
      return opened().url;
    },
  };
}
