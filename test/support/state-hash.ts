/** One hash over everything that loading stored of wallets: equal hashes mean equal histories, counters included. */
import { createHash } from 'node:crypto';
import pg from 'pg';

/** What a wallet's history is, whatever number the wallet has in this database; ordered, and without load times. */
const queries = [
  `SELECT address, transaction.* FROM transaction JOIN wallet ON wallet.id = wallet_id ORDER BY address, position`,
  `SELECT address, transfer.* FROM transfer JOIN wallet ON wallet.id = wallet_id ORDER BY address, position`,
  `SELECT address, approval.* FROM approval JOIN wallet ON wallet.id = wallet_id ORDER BY address, chain_id, token_address`,
  `SELECT address, counter.* FROM counter JOIN wallet ON wallet.id = wallet_id ORDER BY address, chain_id`,
  `SELECT address, counterparty_counter.* FROM counterparty_counter JOIN wallet ON wallet.id = wallet_id
   ORDER BY address, counterparty, chain_id`,
  `SELECT address, transfer_checkpoint.* FROM transfer_checkpoint JOIN wallet ON wallet.id = wallet_id
   ORDER BY address, chain_id, position`,
  `SELECT address, transaction_checkpoint.* FROM transaction_checkpoint JOIN wallet ON wallet.id = wallet_id
   ORDER BY address, chain_id, position`,
];

export interface State {
  hash: string;
  transactions: number;
  transfers: number;
}

export async function readState(databaseUrl: string): Promise<State> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const hash = createHash('sha256');
    const counts: number[] = [];
    for (const query of queries) {
      const { rows } = await client.query<Record<string, unknown>>(query);
      counts.push(rows.length);
      // Who named a function is the source's affair: an explorer knows what a node does not.
      for (const { wallet_id: _, function_source: __, ...row } of rows) hash.update(JSON.stringify(row));
    }
    return { hash: hash.digest('hex'), transactions: counts[0] ?? 0, transfers: counts[1] ?? 0 };
  } finally {
    await client.end();
  }
}
