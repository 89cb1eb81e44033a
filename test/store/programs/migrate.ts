/** Applies the migrations in a process of its own and prints which it applied. */
import { migrateDatabase } from '../../../src/store/schema/migrate.ts';

const url = process.argv[2];
if (url === undefined) throw new Error('name the database');
process.stdout.write(`${JSON.stringify(await migrateDatabase(url))}\n`);
