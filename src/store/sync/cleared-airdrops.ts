/** Takes hidden airdrops of tokens back in that turned out to have a market. */
import type { Database } from '../connection/database.ts';
import { clearAirdrops } from '../history/judging/acted-on.ts';
import { holdSyncRow, storeJudged } from './store-changes.ts';

/**
 * Judges a wallet's airdrops of these tokens again, under its sync row, as a step does that stores rows: counters, checkpoints, ledgers and
 * streams follow in the same transaction. Answers how many transfers changed.
 */
export async function clearMarketAirdrops(
  database: Database,
  at: { walletId: number; chainId: number },
  tokens: readonly string[],
): Promise<number> {
  return database.transaction(async (client) => {
    if (!(await holdSyncRow(client, at))) return 0;
    const judged = await clearAirdrops(client, at, tokens);
    if (judged.length > 0) await storeJudged(client, at, judged);
    return judged.length;
  });
}
