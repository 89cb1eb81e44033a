/** The migrations that come with this version: folders with a `migration.sql` each, in the order of their names. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const migrationsDirectory = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/** A line of its own in a `migration.sql` whose statements PostgreSQL refuses inside a transaction. */
export const noTransactionMark = '-- migrate: no transaction';

export interface MigrationStatement {
  /** Without the comments before it and the semicolon after it. */
  readonly text: string;
  /** Where it begins in its file; the first line is 1. */
  readonly line: number;
}

export interface Migration {
  /** The folder's name: a time of fourteen digits, `_` and words. Names sort in the order of application. */
  readonly name: string;
  /** SHA-256 of the file as hex, with line ends of Unix. */
  readonly checksum: string;
  /** The same with line ends of Windows, which a checkout there may have had when the file was applied. */
  readonly windowsChecksum: string;
  readonly isTransactional: boolean;
  readonly statements: readonly MigrationStatement[];
}

/** Reads all migrations of a directory, oldest first. Other files beside the folders are passed over. */
export async function readMigrations(directory = migrationsDirectory): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const file = await readFile(join(directory, name, 'migration.sql'), 'utf8');
      const sql = file.replaceAll('\r\n', '\n');
      return {
        name,
        checksum: checksumOf(sql),
        windowsChecksum: checksumOf(sql.replaceAll('\n', '\r\n')),
        isTransactional: !sql.split('\n').includes(noTransactionMark),
        statements: splitStatements(sql),
      };
    }),
  );
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What may hold a semicolon that ends nothing (comments, texts, names, bodies of functions), or the semicolon itself. */
const semicolonOrQuoted =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\bE'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([a-z_]\w*)?\$[\s\S]*?\$\1\$|;/gi;
const spaceAndComments = /(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/)*/y;

/**
 * The statements of a file. They are sent one by one: an error then belongs to one of them, and Citus refuses a query
 * with several that change tables. Comments inside comments and bodies in BEGIN ATOMIC are not understood; PostgreSQL
 * refuses what is cut in two.
 */
export function splitStatements(sql: string): MigrationStatement[] {
  const statements: MigrationStatement[] = [];
  const add = (from: number, end: number): void => {
    spaceAndComments.lastIndex = from;
    const start = from + (spaceAndComments.exec(sql)?.[0].length ?? 0);
    if (start >= end) return;
    statements.push({
      text: sql.slice(start, end).trimEnd(),
      line: sql.slice(0, start).split('\n').length,
    });
  };
  let from = 0;
  for (const { 0: part, index } of sql.matchAll(semicolonOrQuoted)) {
    if (part !== ';') continue;
    add(from, index);
    from = index + 1;
  }
  add(from, sql.length);
  return statements;
}
