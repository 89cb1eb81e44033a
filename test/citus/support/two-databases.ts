/** The same world served from two databases of one server: a plain one, and one that lies on all nodes of a cluster. */
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { migrateDatabase } from '../../../src/store/schema/migrate.ts';
import { createTestApi, type TestApi } from '../../support/api.ts';
import { createDatabase, createTestDatabase } from '../../support/postgres.ts';

export interface TwoDatabases {
  plain: Database;
  citus: Database;
  drop(): Promise<void>;
}

export async function openTwoDatabases(): Promise<TwoDatabases> {
  const { url, drop } = await createDatabase('template0');
  await migrateDatabase(url);
  const plain = await openDatabase({ url, maximumConnections: 12 });
  const citus = await createTestDatabase();
  if (plain.session.isSpread || !citus.database.session.isSpread)
    throw new Error('one database has to be plain and the other distributed');
  return {
    ...{ plain, citus: citus.database },
    async drop() {
      await plain.close();
      await drop();
      await citus.drop();
    },
  };
}

export interface TwoApis {
  plain: TestApi;
  citus: TestApi;
  close(): Promise<void>;
}

/** Both APIs on the world that `fill` stores. */
export async function serveBoth(
  databases: TwoDatabases,
  fill: (database: Database, clientId: number) => Promise<void>,
): Promise<TwoApis> {
  const [plain, citus] = [
    await createTestApi({ graphql: 'real', database: databases.plain }),
    await createTestApi({ graphql: 'real', database: databases.citus }),
  ];
  await fill(databases.plain, plain.clientId);
  await fill(databases.citus, citus.clientId);
  return {
    ...{ plain, citus },
    async close() {
      await plain.close();
      await citus.close();
    },
  };
}
