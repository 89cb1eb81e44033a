/** Ways to put a wallet's rows into the tables: ours, and what one would write with Prisma or with plain statements. */
import { chunk } from '../../../src/domain/chunk.ts';
import type { TransactionRecord, TransferRecord } from '../../../src/domain/model.ts';
import type { Database } from '../../../src/store/connection/database.ts';
import { withTransaction } from '../../../src/store/connection/sql.ts';
import { Prisma } from '../../../src/store/generated/client.ts';
import {
  transactionColumns,
  transactionValues,
} from '../../../src/store/history/columns/transaction-columns.ts';
import { transferColumns, transferValues } from '../../../src/store/history/columns/transfer-columns.ts';
import { commitStep, type SyncLease } from '../../../src/store/sync/commit.ts';
import { leaseSync } from '../../../src/store/sync/leases.ts';
import { registerWallets } from '../../../src/store/sync/registrations.ts';
import { progressAt } from '../data/fill.ts';
import type { HistoryStep } from '../data/history.ts';
import { chainId } from '../data/layout.ts';

export interface StoreContender {
  readonly name: string;
  /** Stores the steps of one wallet's history, each in one transaction. */
  store(database: Database, lease: SyncLease, steps: readonly HistoryStep[]): Promise<void>;
}

/** A wallet that has no rows yet, leased as a worker has it. */
export async function leaseNewWallet(
  database: Database,
  clientId: number,
  number: number,
): Promise<SyncLease> {
  const address = `0x${(number + 1).toString(16).padStart(40, 'f')}` as const;
  await registerWallets(database, { clientId, addresses: [address], chains: [{ chainId, fromBlock: 0 }] });
  const lease = await leaseSync(database, { owner: 'bench', leaseMs: 3_600_000, chainIds: [chainId] });
  if (lease === null) throw new Error('the new wallet is not due');
  return lease;
}

export const storeContenders: readonly StoreContender[] = [
  {
    name: 'wallet-data: COPY, counters, cursor and checkpoints included',
    async store(database, lease, steps) {
      for (const step of steps) {
        const isStored = await commitStep(database, lease, {
          transactions: step.transactions,
          transfers: step.transfers,
          progress: progressAt(step.lastBlock, false),
        });
        if (!isStored) throw new Error('the lease was lost');
      }
    },
  },
  {
    name: 'INSERT … VALUES, 1,000 rows a statement',
    async store(database, _lease, steps) {
      for (const { transactions, transfers } of steps) {
        await withTransaction(database.pool, async (client) => {
          for (const rows of chunk(transactions, 1_000)) {
            const { text, values } = insertOf('transaction', transactionColumns, rows.map(transactionValues));
            await client.query(text, values);
          }
          for (const rows of chunk(transfers, 1_000)) {
            const { text, values } = insertOf('transfer', transferColumns, rows.map(transferValues));
            await client.query(text, values);
          }
        });
      }
    },
  },
  {
    name: 'Prisma createMany',
    async store(database, _lease, steps) {
      for (const { transactions, transfers } of steps) {
        await database.prisma.$transaction(
          async (client) => {
            await client.transaction.createMany({ data: transactions.map(transactionData) });
            await client.transfer.createMany({ data: transfers.map(transferData) });
          },
          // Prisma's own limit of five seconds is about as long as a step takes.
          { timeout: 120_000 },
        );
      }
    },
  },
];

function insertOf(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): { text: string; values: unknown[] } {
  let place = 0;
  const tuples = rows.map((row) => `(${row.map(() => `$${++place}`).join()})`);
  return { text: `INSERT INTO ${table} (${columns.join()}) VALUES ${tuples.join()}`, values: rows.flat() };
}

const decimal = (value: bigint): Prisma.Decimal => new Prisma.Decimal(value.toString());

const transactionData = (row: TransactionRecord) => ({
  ...row,
  timestamp: BigInt(row.timestamp),
  fee: decimal(row.fee),
});

const transferData = ({ spamReason: _none, settles, ...row }: TransferRecord) => ({
  ...row,
  settlesContract: settles?.contract ?? null,
  settlesToken: settles?.token ?? null,
  settlesAmount: settles === null || settles.amount === null ? null : decimal(settles.amount),
  timestamp: BigInt(row.timestamp),
  tokenId: row.tokenId === null ? null : decimal(row.tokenId),
  amount: decimal(row.amount),
  fee: decimal(row.fee),
});
