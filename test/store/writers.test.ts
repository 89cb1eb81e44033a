/**
 * Which files write which tables: of the history, of prices, and of a client's own figures. Whoever changes one of these rows
 * notes the change and tells of it in the same transaction, so each table has few writers, and those of transfers and
 * transactions are all in store/history/. A new writer shows here.
 */
import { expect, test } from 'vitest';
import { houseFiles } from '../support/source-files.ts';

const code = houseFiles();

/** Table → the files with SQL that writes it. */
const writers: Readonly<Record<string, readonly string[]>> = {
  // What a wallet's transactions are: store/history/ alone.
  transfer: [
    'store/history/judging/acted-on.ts',
    'store/history/judging/airdrops-by-words.ts',
    'store/history/judging/change-transactions.ts',
    'store/history/price-writes.ts',
    'store/history/row-writes.ts',
  ],
  transaction: [
    'store/history/judging/acted-on.ts',
    'store/history/judging/airdrops-by-words.ts',
    'store/history/judging/largest-party.ts',
    'store/history/row-writes.ts',
  ],
  // What follows from them, in the same commit.
  approval: ['store/history/approvals.ts'],
  token_market: ['store/history/judging/token-markets.ts'],
  counter: ['store/history/recount.ts', 'store/history/row-counters.ts'],
  counterparty_counter: ['store/history/recount.ts', 'store/history/row-counters.ts'],
  transfer_arrival: ['store/history/transfer-arrivals.ts'],
  // What is told of changes.
  ledger_change: ['store/history/ledger-changes.ts'],
  ledger_input: ['store/history/events/wallet-events.ts', 'store/history/ledger-changes.ts'],
  client_event: ['store/history/events/client-events.ts', 'store/history/events/event-pruning.ts'],
  client_log: ['store/history/events/client-events.ts', 'store/history/events/event-pruning.ts'],
  wallet_event: ['store/history/events/event-pruning.ts', 'store/history/events/wallet-events.ts'],
  price: ['store/prices/price-rows.ts'],
  fiat_rate: ['store/prices/fiat-rates.ts'],
  price_change: ['store/prices/price-changes.ts'],
  price_version: ['store/prices/price-changes.ts'],
  current_price: ['store/prices/price-rows.ts'],
  // A client's own figures: what it has stated, and what is booked for it.
  correction: ['store/ledger/correction-changes.ts'],
  custom_label: ['store/clients/custom-labels.ts'],
  // Where events are sent to, and how far they are.
  webhook_attempt: ['store/webhooks/webhook-attempts.ts'],
  webhook_endpoint: [
    'store/queues/former-leases.ts',
    'store/webhooks/webhook-attempts.ts',
    'store/webhooks/webhook-endpoints.ts',
  ],
  webhook_lane: [
    'store/queues/former-leases.ts',
    'store/webhooks/lane-leases.ts',
    'store/webhooks/webhook-endpoints.ts',
    'store/webhooks/webhook-lanes.ts',
  ],
  ledger_balance: ['store/ledger/ledger-writes.ts'],
  ledger_cleared: ['store/ledger/ledger-writes.ts'],
  ledger_disposal: ['store/ledger/ledger-writes.ts'],
  ledger_issue: ['store/ledger/ledger-writes.ts'],
  ledger_lot: ['store/ledger/ledger-writes.ts'],
  ledger_run: ['store/ledger/ledger-chains.ts', 'store/ledger/ledger-purge.ts'],
  ledger_snapshot: ['store/ledger/ledger-snapshots.ts'],
  ledger_total: ['store/ledger/ledger-writes.ts'],
  ledger_wallet: ['store/ledger/ledger-chains.ts'],
  ledger_year: ['store/ledger/ledger-years.ts'],
};

/** Files with SQL that names its table by a variable → which tables these are. */
const byVariable: Readonly<Record<string, string>> = {
  'store/connection/copy.ts': 'what it is called with: the callers are counted as writers',
  'store/history/history-removal.ts': 'everything of a wallet on a chain, and its logs',
  'store/history/rank-checkpoints.ts': 'transfer_checkpoint, transaction_checkpoint',
  'store/history/row-writes.ts': 'transfer, transaction',
  'store/history/wallet-rows.ts': 'transfer, transaction',
  'store/ledger/ledger-purge.ts': 'the rows of runs that were superseded',
  'store/lookups/image-conversion.ts': 'nft, nft_collection',
  'store/lookups/upsert.ts': 'look-up tables',
  'store/schema/restore.ts': 'every table of a backup, into a database that is empty',
  'store/sync/leases.ts': 'what is known of the contracts of one chain',
};

const tableName = String.raw`(?:"?(?:public\.)?"?)?(\w+|\$\{[^}]*\}\w*)`;
/** `FOR UPDATE` locks, and `DO UPDATE SET` belongs to an INSERT that is found itself. */
const statement = new RegExp(
  String.raw`\b(?:INSERT\s+INTO|MERGE\s+INTO|DELETE\s+FROM(?:\s+ONLY)?|TRUNCATE(?:\s+TABLE)?|(?<!FOR\s|DO\s|ON\s)UPDATE(?:\s+ONLY)?|COPY)\s+${tableName}`,
  'g',
);
const copied = /\bcopyRows(?:<\w+>)?\(\s*\w+,\s*(?:'(\w+)'|`(\$\{[^}]*\}\w*|\w+\$\{[^}]*\})`)/g;
/** Prisma's models are the tables in camel case. */
const byPrisma =
  /\.(\w+)\s*\.(?:create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany)\(/g;

const withoutComments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .join('\n');

/** What a file writes; a name with `${` is a variable's. */
function tablesWrittenBy(text: string): string[] {
  const bare = withoutComments(text);
  return [
    ...[...bare.matchAll(statement)].map(([, name]) => name ?? ''),
    ...[...bare.matchAll(copied)].map(([, name, variable]) => name ?? variable ?? ''),
    ...[...bare.matchAll(byPrisma)].map(([, model = '']) =>
      model.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ),
  ];
}

const found = code.map(({ path, text }) => ({ path, tables: new Set(tablesWrittenBy(text)) }));

test('each table has its writers', () => {
  const drawn = Object.keys(writers).map((table) => [
    table,
    found
      .filter(({ tables }) => tables.has(table))
      .map(({ path }) => path)
      .sort(),
  ]);
  expect(Object.fromEntries(drawn)).toEqual(writers);
});

test('tables that a variable names are named here', () => {
  const files = found.filter(({ tables }) => [...tables].some((name) => name.includes('${')));
  expect(files.map(({ path }) => path).sort()).toEqual(Object.keys(byVariable).sort());
});

test('SQL that writes is in the store alone', () => {
  const outside = code
    .filter(({ path }) => !path.startsWith('store/'))
    .filter(({ text }) => [...withoutComments(text).matchAll(statement)].length > 0);
  expect(outside.map(({ path }) => path)).toEqual([]);
});

/** The functions that note a change, or tell of it. */
const notes =
  /\b(noteWalletChanges?|notePriceChange|notePricesLost|noteLedgerChange|appendEvents|noteArrivals)\(/;
/** Files whose callers do it, once for all that a commit changes. */
const notedByCaller: Readonly<Record<string, string>> = {
  'store/history/row-writes.ts': 'store/sync/store-changes.ts',
  'store/history/wallet-rows.ts': 'store/sync/store-changes.ts',
  'store/history/judging/acted-on.ts': 'store/sync/store-changes.ts',
  'store/history/judging/airdrops-by-words.ts': 'store/sync/store-changes.ts',
  'store/history/judging/change-transactions.ts': 'store/sync/store-changes.ts',
  'store/history/judging/largest-party.ts': 'store/sync/store-changes.ts',
};

test('who writes transfers, transactions, prices or corrections notes the change, or is called by who does', () => {
  const noted = ['transfer', 'transaction', 'price', 'fiat_rate', 'correction'];
  const files = noted.flatMap((table) => writers[table] ?? []);
  const textOf = (path: string): string => code.find((file) => file.path === path)?.text ?? '';
  const silent = [...new Set(files)].filter((path) => !notes.test(textOf(notedByCaller[path] ?? path)));
  expect(silent).toEqual([]);
});
