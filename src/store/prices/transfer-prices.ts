/** Which transfers lack a price, and giving them one: in sets, a wallet at a time. */
import { type ContractKey, keyOfContract } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { tradeSource } from '../../domain/money/price-sources.ts';
import { askEachWallet } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, type RowReader } from '../connection/sql.ts';
import {
  clearPrices,
  clearSettledPrices,
  type SettledPrice,
  setPrices,
  setSettledPrices,
  type TransferPrice,
} from '../history/price-writes.ts';
import { queuePricing } from '../queues/pricing-queue.ts';

/** A fungible transfer without a price that is no spam. */
export interface UnpricedTransfer {
  position: string;
  chainId: number;
  blockNumber: number;
  timestamp: number;
  tokenAddress: Address;
  /** Signed base units. */
  amount: bigint;
  /** Of a token that stands for a debt: it has the price of what is owed, and no value. */
  isDebt: boolean;
}

const isUnpriced = 'price IS NULL AND spam_reason IS NULL';
const isDebt = "tax_treatment IS NOT DISTINCT FROM 'LIABILITY'";
const unpricedColumns = `position, chain_id, block_number, timestamp, token_address, amount, ${isDebt}`;

/** The wallets that are loaded, or failed with readable data, on at least one chain; and which chains those are. */
export async function pricedWallets(
  database: Database,
  walletIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await queryRows(
    database.pool,
    `SELECT wallet_id, chain_id FROM sync WHERE phase NOT IN ('QUEUED', 'BACKFILL')
       AND wallet_id = ANY($1::int[]) ORDER BY wallet_id, chain_id`,
    [walletIds],
    (row) => ({ walletId: row.integer(), chainId: row.integer() }),
  );
  const chains = new Map<number, number[]>();
  for (const { walletId, chainId } of rows) {
    const known = chains.get(walletId);
    if (known === undefined) chains.set(walletId, [chainId]);
    else known.push(chainId);
  }
  return chains;
}

/** The wallets that have loaded rows, each with the counter that grows with every change of its rows. */
export async function countedWallets(database: Database): Promise<{ walletId: number; version: bigint }[]> {
  const walletIds = await queryRows(
    database.pool,
    `SELECT DISTINCT wallet_id FROM sync WHERE phase NOT IN ('QUEUED', 'BACKFILL')`,
    [],
    (row) => row.integer(),
  );
  return queryRows(
    database.pool,
    'SELECT wallet_id, version FROM ledger_input WHERE wallet_id = ANY($1::int[]) ORDER BY wallet_id',
    [walletIds],
    (row) => ({ walletId: row.integer(), version: row.bigint() }),
  );
}

/** A wallet's fungible transfers without a price, in order, beyond `after`. */
export async function unpricedTransfers(
  database: Database,
  request: { walletId: number; chainIds: readonly number[]; after: string; limit: number },
): Promise<UnpricedTransfer[]> {
  return queryRows(
    database.pool,
    `SELECT ${unpricedColumns} FROM transfer
     WHERE wallet_id = $1 AND ${isUnpriced} AND position > $3 AND standard IN ('native', 'erc20')
       AND chain_id = ANY($2::int[])
     ORDER BY position LIMIT $4`,
    [request.walletId, request.chainIds, request.after, request.limit],
    readTransfer,
  );
}

const readTransfer = (row: RowReader): UnpricedTransfer => ({
  position: row.text(),
  chainId: row.integer(),
  blockNumber: row.integer(),
  timestamp: row.integer(),
  tokenAddress: hexOf(row.text()),
  amount: row.bigint(),
  isDebt: row.boolean(),
});

/** The hours in which a wallet paid a fee, on one chain and beyond `after`: one row per hour, with its first block. */
export async function feeHours(
  database: Database,
  { walletId, chainId, after }: { walletId: number; chainId: number; after: string },
): Promise<{ chainId: number; blockNumber: number; timestamp: number; position: string }[]> {
  return queryRows(
    database.pool,
    `SELECT min(block_number), min(timestamp), max(position) FROM transaction
     WHERE wallet_id = $1 AND fee <> 0 AND position > $3 AND chain_id = $2
     GROUP BY timestamp / 3600 ORDER BY min(timestamp)`,
    [walletId, chainId, after],
    (row) => ({
      chainId,
      blockNumber: row.integer(),
      timestamp: row.integer(),
      position: row.text(),
    }),
  );
}

/** Prices what has no price yet; `value` is amount × price, signed as the amount. Answers how many were changed. */
export async function priceTransfers(
  database: Database,
  walletId: number,
  prices: readonly TransferPrice[],
): Promise<number> {
  if (prices.length === 0) return 0;
  return database.transaction((client) => setPrices(client, walletId, prices, 'unpriced'));
}

/** A fungible transfer that has the price of its hour. */
export type PricedTransfer = UnpricedTransfer & { price: string; source: string };

/** A wallet's fungible transfers with a price of their hour, not one of a trade's other side; in order, beyond `after`. */
export async function pricedTransfers(
  database: Database,
  request: { walletId: number; after: string; limit: number },
): Promise<PricedTransfer[]> {
  return queryRows(
    database.pool,
    `SELECT ${unpricedColumns}, price, price_source FROM transfer
     WHERE wallet_id = $1 AND position > $2 AND price IS NOT NULL AND price_source <> '${tradeSource}'
       AND standard IN ('native', 'erc20') ORDER BY position LIMIT $3`,
    [request.walletId, request.after, request.limit],
    (row) => ({ ...readTransfer(row), price: row.text(), source: row.text() }),
  );
}

/** Gives transfers that have a price of their hour another one. Answers how many were changed. */
export async function repriceTransfers(
  database: Database,
  walletId: number,
  prices: readonly TransferPrice[],
): Promise<number> {
  if (prices.length === 0) return 0;
  return database.transaction((client) => setPrices(client, walletId, prices, 'priced'));
}

/**
 * Takes the prices away that follow from others, of a trade's other side, of what is owed and of what is settled: they are worked out
 * again, by whoever comes to it. Answers how many there were.
 */
export async function clearTradePrices(database: Database, walletId: number): Promise<number> {
  const followed = `(price_source = '${tradeSource}' OR (${isDebt} AND price IS NOT NULL))`;
  return database.transaction(async (client) => {
    const settled = await clearSettledPrices(client, walletId);
    const cleared = (await clearPrices(client, walletId, followed)) + settled;
    if (cleared > 0) await queuePricing(client, [walletId]);
    return cleared;
  });
}

/** What a transfer settles without moving it, as long as it has no price. */
export interface UnpricedSettlement {
  position: string;
  chainId: number;
  timestamp: number;
  tokenAddress: Address;
}

const isUnpricedSettlement = 'settles_token IS NOT NULL AND settles_price IS NULL AND spam_reason IS NULL';

/** What a wallet's transfers settle and has no price, in order, beyond `after`. */
export async function unpricedSettlements(
  database: Database,
  request: { walletId: number; chainIds: readonly number[]; after: string; limit: number },
): Promise<UnpricedSettlement[]> {
  return queryRows(
    database.pool,
    `SELECT position, chain_id, timestamp, settles_token FROM transfer
     WHERE wallet_id = $1 AND ${isUnpricedSettlement} AND position > $3 AND chain_id = ANY($2::int[])
     ORDER BY position LIMIT $4`,
    [request.walletId, request.chainIds, request.after, request.limit],
    (row) => ({
      position: row.text(),
      chainId: row.integer(),
      timestamp: row.integer(),
      tokenAddress: hexOf(row.text()),
    }),
  );
}

/** Prices what transfers settle. Answers how many were changed. */
export async function priceSettlements(
  database: Database,
  walletId: number,
  prices: readonly SettledPrice[],
): Promise<number> {
  if (prices.length === 0) return 0;
  return database.transaction((client) => setSettledPrices(client, walletId, prices));
}

/** The positions of a wallet's trades in which something has no price. */
export async function unpricedTrades(
  database: Database,
  request: { walletId: number; chainIds: readonly number[] },
): Promise<string[]> {
  return queryRows(
    database.pool,
    `SELECT DISTINCT left(position, 30) FROM transfer
     WHERE wallet_id = $1 AND ${isUnpriced} AND category IN ('SWAP', 'MINT') AND chain_id = ANY($2::int[]) ORDER BY 1`,
    [request.walletId, request.chainIds],
    (row) => row.text(),
  );
}

/** How many fungible transfers that are no spam have a price, of how many: by the counters of wallets. */
export async function priceCoverage(database: Database): Promise<{ priced: number; unpriced: number }> {
  const [coverage] = await queryRows(
    database.pool,
    'SELECT coalesce(sum(priced_count), 0), coalesce(sum(unpriced_count), 0) FROM counter',
    [],
    (row) => ({ priced: row.integer(), unpriced: row.integer() }),
  );
  return coverage ?? { priced: 0, unpriced: 0 };
}

/** At what price each token was last moved by one of the wallets; tokens that never had a price are left out. */
export async function lastTransferPrices(
  database: Database,
  request: { walletIds: readonly number[]; tokens: readonly ContractKey[] },
): Promise<(ContractKey & { price: string; timestamp: number; source: string })[]> {
  if (request.tokens.length === 0) return [];
  const last = await askEachWallet(database.pool, request.walletIds, (ids, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT DISTINCT ON (wanted.chain_id, wanted.address) wanted.chain_id, wanted.address, last.price, last.timestamp, last.price_source,
       last.position
     FROM unnest($2::int[], $3::text[]) wanted (chain_id, address) CROSS JOIN unnest($1::int[]) holder (wallet_id)
     CROSS JOIN LATERAL (
       SELECT price, timestamp, price_source, position FROM transfer
       WHERE transfer.wallet_id = holder.wallet_id${ofWallet('transfer')} AND token_address = wanted.address AND chain_id = wanted.chain_id
         AND price IS NOT NULL
       ORDER BY position DESC LIMIT 1
     ) last ORDER BY wanted.chain_id, wanted.address, last.position DESC`,
      [ids, request.tokens.map(({ chainId }) => chainId), request.tokens.map(({ address }) => address)],
      (row) => ({
        ...{ chainId: row.integer(), address: hexOf(row.text()), price: row.text() },
        ...{ timestamp: row.integer(), source: row.text(), position: row.text() },
      }),
    ),
  );
  // Of several wallets the one that moved it last.
  const byToken = new Map<string, (typeof last)[number]>();
  for (const price of last) {
    const known = byToken.get(keyOfContract(price));
    if (known === undefined || known.position < price.position) byToken.set(keyOfContract(price), price);
  }
  return [...byToken.values()].map(({ position: _, ...price }) => price);
}
