/**
 * The rules that let the tables be spread over a Citus cluster, read from the Prisma schema, from a migrated database and from
 * the statements in src/store. Citus itself is not at hand here: its functions are stood in for where their order matters. On a real
 * cluster: test/citus (`npm run test:citus`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  distributeDatabase,
  localTables,
  referenceTables,
  walletTables,
} from '../../../src/store/schema/distribute.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const schema = readFileSync(join(root, 'prisma', 'schema.prisma'), 'utf8').replace(/^\s*\/\/.*$/gm, '');
const classes: Readonly<Record<string, readonly string[]>> = {
  wallet: walletTables,
  reference: referenceTables,
  local: localTables,
};
const classOf = (table: string): string | undefined =>
  Object.entries(classes).find(([, tables]) => tables.includes(table))?.[0];

/** Indexes that each node has for walks over all of its wallets, or to find wallets by what their rows name, which are no keys. */
const walks: ReadonlySet<string> = new Set([
  'transaction: @@index([position], type: Hash)',
  'transaction: transaction_position_idx',
  'transaction: transaction_bridge_message_idx',
  'counterparty_counter: @@index([counterparty], type: Hash)',
  'counterparty_counter: counterparty_counter_counterparty_idx',
  'client_event: @@index([at])',
  'client_event: client_event_at_idx',
  'wallet_event: @@index([at])',
  'wallet_event: wallet_event_at_idx',
]);

interface Model {
  name: string;
  table: string;
  lines: string[];
}

const models: Model[] = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(
  ([, name = '', body = '']) => ({
    name,
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
    lines: body.split('\n').map((line) => line.trim()),
  }),
);
const tableOf = new Map(models.map(({ name, table }) => [name, table]));

describe('the Prisma schema', () => {
  test('every table is in exactly one class, and no class names a table that is not there', () => {
    const named = Object.values(classes).flat();
    expect(named.toSorted()).toEqual(models.map(({ table }) => table).toSorted());
    expect(new Set(named).size).toBe(named.length);
  });

  test('wallet_id is the first column of every key and index of a wallet-owned table', () => {
    const wrong = models
      .filter(({ table }) => classOf(table) === 'wallet')
      .flatMap(({ table, lines }) => {
        const keys = lines.filter(
          (line) => /^@@(id|unique|index)\(/.test(line) || / @(id|unique)\b/.test(line),
        );
        const isDistributable = lines.some((line) => /^walletId\s+Int\s.*@map\("wallet_id"\)/.test(line));
        return [
          ...(isDistributable && keys.length > 0 ? [] : [`${table} has no wallet_id, or no key`]),
          ...keys
            .filter((key) => !/^@@\w+\(\[walletId\b|^walletId\s/.test(key))
            .map((key) => `${table}: ${key}`),
        ];
      });
    expect(wrong.filter((key) => !walks.has(key))).toEqual([]);
  });

  test('every relation says onUpdate: NoAction and stays within its class', () => {
    const relations = models.flatMap(({ table, lines }) =>
      lines
        .filter((line) => line.includes('@relation(fields:'))
        .map((line) => ({ table, line, target: tableOf.get(/^\w+\s+(\w+)/.exec(line)?.[1] ?? '') ?? '' })),
    );
    expect(relations.length).toBeGreaterThan(0);
    expect(relations.filter(({ line }) => !line.includes('onUpdate: NoAction'))).toEqual([]);
    expect(relations.filter(({ table, target }) => classOf(table) !== classOf(target))).toEqual([]);
    // Bulk writes pay for a foreign key on every row.
    expect(relations.filter(({ table }) => classOf(table) === 'wallet')).toEqual([]);
  });
});

describe('a migrated database', () => {
  const testDatabase = useTestDatabase();

  test('has the same keys: wallet_id first in every index of a wallet-owned table', async () => {
    const { rows } = await testDatabase.database.pool.query<{ table: string; index: string; first: string }>(
      `SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS index, attname AS first
       FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
       WHERE indrelid::regclass::text = ANY($1::text[])`,
      [walletTables],
    );
    expect([...new Set(rows.map(({ table }) => table))].sort()).toEqual([...walletTables].sort());
    const others = rows.filter(({ first }) => first !== 'wallet_id');
    expect(others.filter(({ table, index }) => !walks.has(`${table}: ${index}`))).toEqual([]);
  });

  test('has no foreign key into or out of a wallet-owned table, and none that updates along', async () => {
    const { rows } = await testDatabase.database.pool.query<{ from: string; to: string; onUpdate: string }>(
      `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to, confupdtype AS "onUpdate"
       FROM pg_constraint WHERE contype = 'f'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(
      rows.filter(({ from, to }) => classOf(from) !== classOf(to) || classOf(from) === 'wallet'),
    ).toEqual([]);
    // 'a': no action.
    expect(rows.filter(({ onUpdate }) => onUpdate !== 'a')).toEqual([]);
  });

  test('a server without Citus is told so, with what to do, and nothing changes', async () => {
    await expect(distributeDatabase(testDatabase.url)).rejects.toThrow(
      /The Citus extension is not installed on this server: install Citus .* Nothing was changed\./,
    );
  });
});

describe('the statements of src/store', () => {
  /** Every text of a file that may be SQL: template texts and quoted ones that name a wallet-owned table after a keyword. */
  const folder = join(root, 'src', 'store');
  const named = (tables: readonly string[]): RegExp =>
    new RegExp(`\\b(FROM|JOIN|UPDATE|INTO|USING)\\s+(${tables.join('|')})\\b`);
  const statements = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
      return [...text.matchAll(/`((?:[^`\\]|\\.)*)`|'([^'\n]*)'/g)].map(([, long, short]) => ({
        file,
        sql: long ?? short ?? '',
      }));
    })
    .filter(({ sql }) => named(walletTables).test(sql));

  test('name wallet_id wherever they name a wallet-owned table, but for one count over all wallets', () => {
    expect(statements.length).toBeGreaterThan(20);
    const without = statements.filter(
      ({ sql }) =>
        !/wallet_?id|\$\{(own|account|wallet\}|wallets|\[?wallets|\[\.\.\.place|rows\.join)/i.test(sql),
    );
    expect(without.map(({ file, sql }) => `${basename(file)}: ${sql.trim().split('\n')[0]}`)).toEqual([
      // A metric: how many transfers have a price, by the counters of all wallets, on every node.
      'transfer-prices.ts: SELECT coalesce(sum(priced_count), 0), coalesce(sum(unpriced_count), 0) FROM counter',
    ]);
  });
});

describe('distributing', () => {
  const testDatabase = useTestDatabase();

  test('Citus is asked for reference tables, then for all wallet-owned ones side by side; once', async () => {
    const { pool } = testDatabase.database;
    // An extension cannot be stood in for; one that every server has takes its name's place in the catalogue.
    await pool.query(`CREATE EXTENSION IF NOT EXISTS plpgsql;
      UPDATE pg_extension SET extname = 'citus' WHERE extname = 'plpgsql';
      CREATE TABLE citus_tables (table_name regclass, citus_table_type text, beside text, place serial);
      CREATE FUNCTION create_reference_table(target regclass) RETURNS void LANGUAGE sql AS
        $$ INSERT INTO citus_tables (table_name, citus_table_type) VALUES (target, 'reference') $$;
      CREATE FUNCTION create_distributed_table(target regclass, distribution_column text, colocate_with text)
        RETURNS void LANGUAGE sql AS
        $$ INSERT INTO citus_tables (table_name, citus_table_type, beside)
           SELECT target, 'distributed', colocate_with WHERE distribution_column = 'wallet_id' $$;`);
    const change = await distributeDatabase(testDatabase.url);
    expect(change).toEqual({ distributed: [...walletTables], referenced: [...referenceTables] });
    const { rows } = await pool.query<{ name: string; type: string; beside: string | null }>(
      'SELECT table_name::text AS name, citus_table_type AS type, beside FROM citus_tables ORDER BY place',
    );
    expect(rows).toEqual([
      ...referenceTables.map((name) => ({ name, type: 'reference', beside: null })),
      ...walletTables.map((name, index) => ({
        name,
        type: 'distributed',
        beside: index === 0 ? 'none' : 'transfer',
      })),
    ]);
    // One that a later version adds is taken in by itself.
    await pool.query("DELETE FROM citus_tables WHERE table_name = 'ledger_issue'::regclass");
    expect(await distributeDatabase(testDatabase.url)).toEqual({
      distributed: ['ledger_issue'],
      referenced: [],
    });
    expect(await distributeDatabase(testDatabase.url)).toEqual({ distributed: [], referenced: [] });
  });
});
