/** Tokens of which hidden airdrops came: which of them turned out to have a market, and when the others are asked for. */
import type pg from 'pg';
import type { ContractKey } from '../../../domain/ids.ts';
import type { Address } from '../../../domain/model.ts';
import type { Database } from '../../connection/database.ts';
import { hexOf } from '../../connection/row-types.ts';
import { queryRows, storedNow } from '../../connection/sql.ts';

/** A wallet's hidden airdrops of one token. */
export interface AirdropPlace {
  walletId: number;
  chainId: number;
  tokenAddress: Address;
}

/** Which of the tokens have a market. */
export async function findMarkets(
  client: Pick<pg.Pool, 'query'>,
  chainId: number,
  tokens: readonly string[],
): Promise<Set<string>> {
  if (tokens.length === 0) return new Set();
  const rows = await queryRows(
    client,
    'SELECT address FROM token_market WHERE chain_id = $1 AND address = ANY($2::text[]) AND has_market',
    [chainId, tokens],
    (row) => row.text(),
  );
  return new Set(rows);
}

/**
 * The next hidden airdrops of fungible tokens beyond a place, one row per wallet and token, in this order. They lie in an index of their
 * own; what wallets did not hide is not read.
 */
export async function hiddenAirdrops(
  database: Database,
  after: AirdropPlace,
  limit: number,
): Promise<AirdropPlace[]> {
  return queryRows(
    database.pool,
    `SELECT wallet_id, chain_id, token_address FROM transfer
     WHERE spam_reason = 'airdrop' AND standard = 'erc20'
       AND (wallet_id, chain_id, token_address) > ($1::int, $2::int, $3::text)
     GROUP BY wallet_id, chain_id, token_address ORDER BY wallet_id, chain_id, token_address LIMIT $4`,
    [after.walletId, after.chainId, after.tokenAddress, limit],
    (row) => ({ walletId: row.integer(), chainId: row.integer(), tokenAddress: hexOf(row.text()) }),
  );
}

/** Makes the tokens known as such to ask for; answers which of them have a market. */
export async function noteAirdropped(
  database: Database,
  tokens: readonly ContractKey[],
): Promise<ContractKey[]> {
  if (tokens.length === 0) return [];
  const keys = [tokens.map(({ chainId }) => chainId), tokens.map(({ address }) => address)];
  return database.transaction(async (client) => {
    await client.query(
      `INSERT INTO token_market (chain_id, address, look_at)
       SELECT DISTINCT chain_id, address, ${storedNow} FROM unnest($1::int[], $2::text[]) given (chain_id, address)
       ORDER BY chain_id, address ON CONFLICT (chain_id, address) DO NOTHING`,
      keys,
    );
    return queryRows(
      client,
      `SELECT DISTINCT chain_id, address FROM unnest($1::int[], $2::text[]) given (chain_id, address)
       JOIN token_market USING (chain_id, address) WHERE has_market`,
      keys,
      (row) => ({ chainId: row.integer(), address: hexOf(row.text()) }),
    );
  });
}

/** Tokens of the chains that are due, the longest waiting first. */
export async function dueMarketLooks(
  database: Database,
  chainIds: readonly number[],
  limit: number,
): Promise<ContractKey[]> {
  return queryRows(
    database.pool,
    `SELECT chain_id, address FROM token_market WHERE look_at <= ${storedNow} AND chain_id = ANY($1::int[])
     ORDER BY look_at, chain_id, address LIMIT $2`,
    [chainIds, limit],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()) }),
  );
}

export interface MarketLook extends ContractKey {
  /** `silent`: nobody could say. */
  outcome: 'market' | 'none' | 'silent';
}

/**
 * Stores what came of the looks. A token with a market has one for good; without one it is asked for again after a day, which is tripled
 * each time, `mostLooks` times in all. Silence is no look, and ends after an hour.
 */
export async function storeMarketLooks(
  database: Database,
  looks: readonly MarketLook[],
  mostLooks: number,
): Promise<void> {
  if (looks.length === 0) return;
  await database.transaction(async (client) => {
    await client.query(
      `UPDATE token_market SET has_market = given.outcome = 'market',
         attempts = CASE WHEN given.outcome = 'silent' THEN attempts ELSE attempts + 1 END,
         look_at = CASE WHEN given.outcome = 'silent' THEN ${storedNow} + interval '1 hour'
           WHEN given.outcome = 'none' AND attempts + 1 < $4 THEN ${storedNow} + interval '1 day' * power(3, attempts) END
       FROM unnest($1::int[], $2::text[], $3::text[]) given (chain_id, address, outcome)
       WHERE (token_market.chain_id, token_market.address) = (given.chain_id, given.address)`,
      [
        looks.map(({ chainId }) => chainId),
        looks.map(({ address }) => address),
        looks.map(({ outcome }) => outcome),
        mostLooks,
      ],
    );
  });
}

/** Lets all tokens without a market be asked for again: other sources may know more. */
export async function renewMarketLooks(client: Pick<pg.Pool, 'query'>): Promise<void> {
  await queryRows(
    client,
    `UPDATE token_market SET look_at = ${storedNow}, attempts = 0 WHERE NOT has_market RETURNING chain_id`,
    [],
    (row) => row.integer(),
  );
}
