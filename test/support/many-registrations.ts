/** Installations of any size, made by SQL: wallets that are loaded, priced and booked, so that there is nothing to do. */
import { ledgerVersion } from '../../src/domain/accounting/snapshot.ts';
import type { Database } from '../../src/store/connection/database.ts';

const settings =
  '{"ownTransfers":"carry","receiptTokens":"carry","liquidityTokens":"realize","deposits":"carry"}';

/** Wallets 1 to `count`, of so many clients (101, 102 …) by turns, all in step on chain 1. What was there before is gone. */
export async function fillRegistrations(database: Database, count: number, clients = 10): Promise<void> {
  const wallets = `FROM generate_series(1, ${count}) n`;
  await database.pool.query({
    text: `SET statement_timeout = 0;
    TRUNCATE wallet, registration, sync, ledger_run, ledger_wallet, ledger_input, ledger_change, price_version, price_change, pricing_queue, transfer_arrival, wallet_event, transfer, transaction,
      counter, counterparty_counter CASCADE;
    INSERT INTO client (id, name) SELECT 100 + n, 'client ' || n FROM generate_series(1, 10) n ON CONFLICT DO NOTHING;
    INSERT INTO wallet (id, address) SELECT n, '0x' || lpad(to_hex(n), 40, '0') ${wallets};
    INSERT INTO registration (id, client_id, wallet_id) SELECT n, 101 + n % ${clients}, n ${wallets};
    INSERT INTO sync (wallet_id, chain_id, from_block, client_id, phase, loaded_at, follows, synced_block, head_block, next_run_at)
      SELECT n, 1, 0, 101 + n % ${clients}, 'FOLLOWING', now(), n > 1, 100, 100, now() + interval '1 hour' ${wallets};
    INSERT INTO ledger_run (id, client_id, wallet_ids, settings, engine_version)
      SELECT n, 101 + n % ${clients}, ARRAY[n], '${settings}', ${ledgerVersion} ${wallets};
    INSERT INTO ledger_wallet (client_id, wallet_id, run_id, run_ids, state_run_ids, input_version, price_version, as_of)
      SELECT 101 + n % ${clients}, n, n, ARRAY[n], ARRAY[n], 1, 0, now() ${wallets};
    INSERT INTO ledger_input (wallet_id, version) SELECT n, 1 ${wallets};
    ANALYZE wallet, registration, sync, ledger_run, ledger_wallet, ledger_input, pricing_queue;
    SET statement_timeout = 30000`,
  });
}
