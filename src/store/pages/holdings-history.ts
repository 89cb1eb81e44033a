/** What a wallet held at the points of a chart, and the prices that are stored for them. Points are ascending. */
import { type ContractKey, keyOfContract } from '../../domain/ids.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { tradeSource } from '../../domain/money/price-sources.ts';
import { timePosition } from '../../domain/position.ts';
import { isSpread } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { readRows } from '../connection/request-scope.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';
import type { RunsOfWallet } from '../ledger/cleared-transfers.ts';
import { rowsInReach } from './reach.ts';

/** How a token's balance changed since the point before; in base units. */
export interface BalanceChange {
  chainId: number;
  tokenAddress: Address;
  /** Index of the first point at or after the change. */
  point: number;
  amount: bigint;
}

/** A price that is the newest at a point, unless an earlier point already has it. */
export type PointPrice = ContractKey & {
  point: number;
  /** USD per unit. */
  price: string;
  /** The moment that it was taken for, unix seconds: a feed's answer may be older and still stand. */
  asOf: number;
};

/**
 * The changes of each fungible token up to the last point: transfers and the fees that the wallet paid. What stands for a debt is none. A spam transfer counts
 * only if it counts in these runs of a client's ledger all the same (cleared-transfers.ts). A transaction at the very moment of
 * a point counts at it.
 */
export async function balanceChanges(
  database: Database,
  { walletId, runIds }: RunsOfWallet,
  points: readonly number[],
): Promise<BalanceChange[]> {
  const toTime = (points.at(-1) ?? 0) + 1;
  const reach = { walletIds: [walletId], toTime };
  return readRows(
    async () =>
      (await rowsInReach(database, { table: 'transfer', ...reach })) +
      (await rowsInReach(database, { table: 'transaction', ...reach })),
    () => readChanges(database, { walletId, runIds, points, end: timePosition(toTime) }),
  );
}

function readChanges(
  database: Database,
  { walletId, runIds, points, end }: RunsOfWallet & { points: readonly number[]; end: string },
): Promise<BalanceChange[]> {
  return queryRows(
    database.pool,
    `SELECT chain_id, token_address, point, sum(amount) FROM (
       SELECT chain_id, token_address, width_bucket(timestamp - 1, $2::bigint[]) AS point, sum(amount) AS amount
       FROM transfer WHERE wallet_id = $1 AND position < $3 AND standard IN ('native', 'erc20') AND spam_reason IS NULL
         AND tax_treatment IS DISTINCT FROM 'LIABILITY'
       GROUP BY 1, 2, 3
       UNION ALL
       SELECT chain_id, token_address, width_bucket(timestamp - 1, $2::bigint[]), sum(amount)
       FROM ledger_cleared JOIN transfer USING (wallet_id, position) WHERE wallet_id = $1 AND run_id = ANY($5::bigint[])
         AND position < $3 AND token_id IS NULL AND spam_reason IS NOT NULL GROUP BY 1, 2, 3
       UNION ALL
       SELECT chain_id, $4, width_bucket(timestamp - 1, $2::bigint[]), -sum(fee)
       FROM transaction WHERE wallet_id = $1 AND position < $3 AND fee <> 0 GROUP BY 1, 3
     ) AS changes GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [walletId, points, end, zeroAddress, runIds],
    (row) => ({
      chainId: row.integer(),
      tokenAddress: hexOf(row.text()),
      point: row.integer(),
      amount: row.bigint(),
    }),
  );
}

interface PricesRequest {
  walletId: number;
  tokens: readonly ContractKey[];
  points: readonly number[];
}

/** Of each token the newest stored price of an hour up to each point's own, and those that it was traded at by the wallet. */
export async function pricesAtPoints(database: Database, request: PricesRequest): Promise<PointPrice[]> {
  const { walletId, tokens, points } = request;
  if (tokens.length === 0) return [];
  const reach = { table: 'transfer', walletIds: [walletId], toTime: (points.at(-1) ?? 0) + 1 } as const;
  return readRows(
    async () => (await rowsInReach(database, reach)) + tokens.length * points.length,
    () => readPrices(database, request),
  );
}

/** Prices of hours, those of trades of the wallet, and those of now: each a list of them, not in any order. */
const hourlyPrices = `SELECT chain_id, address, width_bucket(hour - 1, $3::int[]) AS point, price,
    greatest(observed_at, hour::bigint * 3600) AS as_of
  FROM unnest($1::int[], $2::text[]) wanted (chain_id, address) JOIN price USING (chain_id, address)
  WHERE price IS NOT NULL AND hour <= $4`;
const tradePrices = `SELECT chain_id, token_address AS address, width_bucket(timestamp - 1, $5::bigint[]) AS point, price,
    timestamp AS as_of
  FROM unnest($1::int[], $2::text[]) wanted (chain_id, token_address)
  JOIN transfer USING (chain_id, token_address)
  WHERE wallet_id = $6 AND price IS NOT NULL AND price_source = '${tradeSource}' AND timestamp <= $7`;
const pricesOfNow = `SELECT chain_id, address, width_bucket(observed_at - 1, $5::bigint[]) AS point, price, observed_at AS as_of
  FROM unnest($1::int[], $2::text[]) wanted (chain_id, address) JOIN current_price USING (chain_id, address)
  WHERE observed_at <= $7`;
/** A statement that has not all parameters in it has to say what the others are. */
const anyParameters = 'WHERE ($3::int[], $4::int, $5::bigint[], $6::int, $7::bigint) IS NOT NULL OR true';

async function readPrices(
  database: Database,
  { walletId, tokens, points }: PricesRequest,
): Promise<PointPrice[]> {
  const hours = points.map((point) => Math.floor(point / 3600));
  const values = [
    ...[tokens.map(({ chainId }) => chainId), tokens.map(({ address }) => address)],
    ...[hours, hours.at(-1) ?? 0, points, walletId, points.at(-1) ?? 0],
  ];
  const newest = (lists: readonly string[]): Promise<PointPrice[]> =>
    queryRows(
      database.pool,
      `SELECT DISTINCT ON (chain_id, address, point) chain_id, address, point, price, as_of
       FROM (${lists.join(' UNION ALL ')}) AS known ${anyParameters} ORDER BY chain_id, address, point, as_of DESC`,
      values,
      (row) => ({
        chainId: row.integer(),
        address: hexOf(row.text()),
        point: row.integer(),
        price: row.text(),
        asOf: row.integer(),
      }),
    );
  if (!isSpread(database.pool)) return newest([hourlyPrices, tradePrices, pricesOfNow]);
  // Prices lie elsewhere than histories: the newest of each, and of these the newest.
  const known = new Map<string, PointPrice>();
  for (const price of [...(await newest([hourlyPrices, pricesOfNow])), ...(await newest([tradePrices]))]) {
    const place = `${keyOfContract(price)}:${price.point}`;
    const other = known.get(place);
    if (other === undefined || other.asOf < price.asOf) known.set(place, price);
  }
  return [...known.values()];
}
