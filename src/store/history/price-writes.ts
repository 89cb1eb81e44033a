/** The prices of stored transfers: every change of them is noted and told in the transaction that makes it. */
import type pg from 'pg';
import type { Address } from '../../domain/model.ts';
import { tradeSource } from '../../domain/money/price-sources.ts';
import { firstOf } from '../../domain/position.ts';
import { queryRows, type RowReader } from '../connection/sql.ts';
import { changedEvents } from './events/transfer-event-rows.ts';
import { appendEvents } from './events/wallet-events.ts';
import { noteWalletChange } from './ledger-changes.ts';
import { countPriced, isPriced } from './row-counters.ts';

/** A price for one transfer. `unit`: whole units per base unit, '0.000001' for six decimals. */
export interface TransferPrice {
  position: string;
  tokenAddress: Address;
  price: string;
  unit: string;
  source: string;
}

/**
 * Gives transfers their price; `value` is amount × price, signed as the amount. What stands for a debt has none: it is no part of
 * what came in or went out. Answers how many were changed.
 *
 * @param which of them: those without a price, or those with one of their hour, which get another
 */
export async function setPrices(
  client: pg.PoolClient,
  walletId: number,
  prices: readonly TransferPrice[],
  which: 'unpriced' | 'priced',
): Promise<number> {
  const condition =
    which === 'unpriced'
      ? 'transfer.price IS NULL'
      : `transfer.price IS NOT NULL AND transfer.price_source <> '${tradeSource}'`;
  const changed = await queryRows(
    client,
    `UPDATE transfer SET price = found.price,
       value = CASE WHEN tax_treatment IS DISTINCT FROM 'LIABILITY' THEN trim_scale(amount * found.price * found.unit) END,
       price_source = found.source
     FROM unnest($2::text[], $3::text[], $4::numeric[], $5::numeric[], $6::text[])
       found (position, token_address, price, unit, source)
     WHERE transfer.wallet_id = $1 AND transfer.position = found.position
       AND transfer.token_address = found.token_address AND ${condition}
     RETURNING ${changedColumns}`,
    [
      walletId,
      prices.map(({ position }) => position),
      prices.map(({ tokenAddress }) => tokenAddress),
      prices.map(({ price }) => price),
      prices.map(({ unit }) => unit),
      prices.map(({ source }) => source),
    ],
    readChanged,
  );
  if (which === 'unpriced') await countPriced(client, walletId, changed);
  return noteChanged(client, walletId, positionsOf(changed));
}

/** A transfer whose price has changed: whether it has one now, as counters want it. */
interface ChangedPrice {
  position: string;
  chainId: number;
  isPriced: boolean | null;
}

const changedColumns = `transfer.position, transfer.chain_id, ${isPriced}`;

const readChanged = (row: RowReader): ChangedPrice => ({
  position: row.text(),
  chainId: row.integer(),
  isPriced: row.booleanOrNull(),
});

const positionsOf = (changed: readonly ChangedPrice[]): string[] => changed.map(({ position }) => position);

/** The price of what one transfer settles without moving it. */
export type SettledPrice = Pick<TransferPrice, 'position' | 'price' | 'source'>;

/** Gives what transfers settle its price, where it has none. Answers how many were changed. */
export async function setSettledPrices(
  client: pg.PoolClient,
  walletId: number,
  prices: readonly SettledPrice[],
): Promise<number> {
  const changed = await queryRows(
    client,
    `UPDATE transfer SET settles_price = found.price, settles_price_source = found.source
     FROM unnest($2::text[], $3::numeric[], $4::text[]) found (position, price, source)
     WHERE transfer.wallet_id = $1 AND transfer.position = found.position
       AND transfer.settles_token IS NOT NULL AND transfer.settles_price IS NULL RETURNING transfer.position`,
    [
      walletId,
      prices.map(({ position }) => position),
      prices.map(({ price }) => price),
      prices.map(({ source }) => source),
    ],
    (row) => row.text(),
  );
  return noteChanged(client, walletId, changed);
}

/** Takes the prices of what transfers settle away. Answers how many there were. */
export async function clearSettledPrices(client: pg.PoolClient, walletId: number): Promise<number> {
  const cleared = await queryRows(
    client,
    `UPDATE transfer SET settles_price = NULL, settles_price_source = NULL
     WHERE wallet_id = $1 AND settles_price IS NOT NULL RETURNING position`,
    [walletId],
    (row) => row.text(),
  );
  return noteChanged(client, walletId, cleared);
}

/**
 * Takes the prices of transfers away. Answers how many there were.
 *
 * @param condition of the rows that lose theirs, in SQL
 */
export async function clearPrices(
  client: pg.PoolClient,
  walletId: number,
  condition: string,
): Promise<number> {
  const cleared = await queryRows(
    client,
    `UPDATE transfer SET price = NULL, value = NULL, price_source = NULL
     WHERE wallet_id = $1 AND price IS NOT NULL AND ${condition} RETURNING ${changedColumns}`,
    [walletId],
    readChanged,
  );
  await countPriced(client, walletId, cleared);
  return noteChanged(client, walletId, positionsOf(cleared));
}

async function noteChanged(
  client: pg.PoolClient,
  walletId: number,
  positions: readonly string[],
): Promise<number> {
  const changedFrom = firstOf(positions);
  if (changedFrom !== null) await noteWalletChange(client, walletId, changedFrom);
  await appendEvents(client, walletId, changedEvents(positions, ['PRICE']));
  return positions.length;
}
