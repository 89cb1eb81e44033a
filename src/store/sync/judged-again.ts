/** Wallets whose transactions were judged before it was known what some contracts say of themselves are judged by it. */
import type { Address } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';
import { markByWords } from '../history/judging/airdrops-by-words.ts';
import { judgeParties, judgePartiesOf } from '../history/judging/largest-party.ts';
import { walletsOfTokens } from '../history/row-counters.ts';
import { holdSyncRow, storeJudged, tellWallet } from './store-changes.ts';

/** Contracts of a chain that are known now. */
export interface KnownContracts {
  chainId: number;
  /** Those whose own words make them spam. */
  spam: readonly Address[];
  /** Those whose decimals are known. */
  withDecimals: readonly Address[];
  wrappedNative: Address | null;
}

/**
 * Two judgements rest on what a contract says: whether what came of it is spam, and which transfer of several is the largest, whose other
 * party is the transaction's. Each wallet is one transaction, under its sync row, as a step that stores rows: counters, checkpoints,
 * ledgers and streams follow. What is judged so already stays, so that it may be done again.
 *
 * @returns how many wallets have changed
 */
export async function judgeByKnown(database: Database, known: KnownContracts): Promise<number> {
  const { chainId } = known;
  const contracts = [...new Set([...known.spam, ...known.withDecimals])];
  if (contracts.length === 0) return 0;
  const wallets = await database.transaction(async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    const walletIds = await walletsOfTokens(
      client,
      contracts.map((address) => ({ chainId, address })),
    );
    // By itself: on a cluster, histories lie elsewhere than wallets.
    return queryRows(
      client,
      'SELECT id, address FROM wallet WHERE id = ANY($1::int[]) ORDER BY id',
      [walletIds],
      (row) => ({ walletId: row.integer(), address: hexOf(row.text()) }),
    );
  });
  let changed = 0;
  for (const wallet of wallets) if (await judgeWallet(database, wallet, known)) changed += 1;
  return changed;
}

async function judgeWallet(
  database: Database,
  { walletId, address }: { walletId: number; address: Address },
  { chainId, spam, withDecimals, wrappedNative }: KnownContracts,
): Promise<boolean> {
  const at = { walletId, chainId };
  return database.transaction(async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    if (!(await holdSyncRow(client, at))) return false;
    const { transfers, transactions } = await markByWords(client, at, { tokens: spam, wallet: address });
    const choice = { wallet: address, wrappedNative };
    const parties =
      (await judgeParties(client, at, { positions: transactions, ...choice })) +
      (await judgePartiesOf(client, at, { tokens: withDecimals, ...choice }));
    if (transfers.length > 0) await storeJudged(client, at, transfers);
    else if (parties > 0) await tellWallet(client, walletId);
    return transfers.length > 0 || parties > 0;
  });
}
