/** How far loading and booking are behind, for metrics. */
import type { Database } from './database.ts';
import { queryRows } from './sql.ts';

export interface ChainFigures {
  /** The chain's slug. */
  chain: string;
  phase: string;
  /** Registered wallets in this phase. */
  wallets: number;
  /** Blocks between the head, as it was seen last, and the wallet that is furthest behind. */
  blocksBehind: number;
  /** How long ago the wallet that waits longest was to be looked at. */
  overdueSeconds: number;
}

export interface ServiceFigures {
  chains: ChainFigures[];
  /** Wallets whose rows are newer than the figures booked of them, and the age of the oldest such figures. */
  staleLedgers: { wallets: number; seconds: number };
}

export async function readFigures(database: Database): Promise<ServiceFigures> {
  const chains = await queryRows(
    database.pool,
    `SELECT blockchain.slug, sync.phase::text, count(*),
       coalesce(max(greatest(head_block - coalesce(synced_block, from_block - 1), 0)), 0),
       round(greatest(coalesce(max(extract(epoch FROM now() - next_run_at)), 0), 0))
     FROM sync JOIN wallet ON wallet.id = sync.wallet_id AND wallet.orphaned_at IS NULL
       JOIN blockchain ON blockchain.chain_id = sync.chain_id AND blockchain.enabled
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [],
    (row) => ({
      chain: row.text(),
      phase: row.text(),
      wallets: row.integer(),
      blocksBehind: row.integer(),
      overdueSeconds: row.integer(),
    }),
  );
  const [staleLedgers = { wallets: 0, seconds: 0 }] = await queryRows(
    database.pool,
    `SELECT count(*), round(coalesce(max(extract(epoch FROM now() - as_of)), 0))
     FROM ledger_wallet JOIN ledger_input USING (wallet_id)
     WHERE ledger_input.version > ledger_wallet.input_version`,
    [],
    (row) => ({ wallets: row.integer(), seconds: row.integer() }),
  );
  return { chains, staleLedgers };
}
