/** What came in and went out over many transfers: in all, by counterparty, by counterparty and token. */
import type { Address } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import {
  createParameters,
  type Parameters,
  queryCount,
  queryRows,
  type RowReader,
} from '../connection/sql.ts';
import { oneOf } from './list-query.ts';
import { addUp, lookThrough, type Reach } from './reach.ts';
import { type TransferRowFilter, transferConditions } from './transfer-filter.ts';

export interface TotalsRequest {
  walletIds: readonly number[];
  filter: TransferRowFilter;
}

/** USD per unit of a currency, by whole hours since 1970. */
export type HourlyRates = readonly { hour: number; price: string }[];

/** `rates`: sums are in that currency, and what has no rate counts as unpriced; null or absent: in USD. */
type FlowRequest = TotalsRequest & { rates?: HourlyRates | null };

/** Sums in USD, or the currency of the rates, as exact decimal texts, both positive; transfers without a price are counted instead. */
export interface FlowTotalsRow {
  transferCount: number;
  inflowValue: string;
  outflowValue: string;
  unpricedCount: number;
}

export type CounterpartyTotalsRow = FlowTotalsRow & { counterparty: Address };

/** Quantities of one token, or one NFT, in base units, both positive. */
export interface CounterpartyTokenTotalsRow {
  counterparty: Address;
  chainId: number;
  tokenAddress: Address;
  /** null for fungible tokens. */
  tokenId: bigint | null;
  inflow: bigint;
  outflow: bigint;
}

/** Enough for any amount of money; a quotient has to be cut somewhere. */
export const quotientDigits = 30;

const flowColumns = [
  'count(*)',
  "trim_scale(coalesce(sum(abs(money)) FILTER (WHERE side = 'inflow'), 0))",
  "trim_scale(coalesce(sum(abs(money)) FILTER (WHERE side = 'outflow'), 0))",
  'count(*) FILTER (WHERE money IS NULL AND NOT is_priced_debt)',
].join(', ');

/** What stands for a debt has a price, and no value: it is owed, not held. */
const isPricedDebt =
  "(tax_treatment IS NOT DISTINCT FROM 'LIABILITY' AND price IS NOT NULL) AS is_priced_debt";

/** The transfers with their value as `money`, in the currency of the rates; each is divided by its own hour's. */
function fromMoney(parameters: Parameters, request: FlowRequest): string {
  const { rates } = request;
  const from = fromTransfers(parameters, request);
  if (!rates) return `FROM (SELECT counterparty, side, value AS money, ${isPricedDebt} ${from}) AS flows`;
  const hours = parameters.add(rates.map(({ hour }) => hour));
  const prices = parameters.add(rates.map(({ price }) => price));
  return `FROM (
    SELECT counterparty, side, round(valued.value, ${quotientDigits}) / rate.price AS money, is_priced_debt AND rate.price IS NOT NULL AS is_priced_debt
    FROM (SELECT counterparty, side, value, timestamp / 3600 AS hour, ${isPricedDebt} ${from}) AS valued
    LEFT JOIN unnest(${hours}::bigint[], ${prices}::numeric[]) rate (hour, price) USING (hour)
  ) AS flows`;
}

/** The hours in which there are priced transfers, for the rates of a currency. */
export async function hoursOfTotals(database: Database, request: TotalsRequest): Promise<number[]> {
  const parameters = createParameters();
  const text = `SELECT DISTINCT timestamp / 3600 ${fromTransfers(parameters, request)} AND value IS NOT NULL`;
  const read = () => queryRows(database.pool, text, parameters.values, (row) => row.integer());
  return lookThrough(database, reachOf(request), read);
}

function reachOf({ walletIds, filter }: TotalsRequest): Reach {
  const { chainIds, fromTime, toTime, counterparties } = filter;
  return { table: 'transfer', walletIds, chainIds, fromTime, toTime, counterparties };
}

const readFlow = (row: RowReader): FlowTotalsRow => ({
  transferCount: row.integer(),
  inflowValue: row.text(),
  outflowValue: row.text(),
  unpricedCount: row.integer(),
});

function fromTransfers(parameters: Parameters, { walletIds, filter }: TotalsRequest): string {
  const wallets = `wallet_id = ANY(${parameters.add(walletIds)}::int[])`;
  const { chainIds } = filter;
  const chains = chainIds === undefined ? [] : [oneOf(parameters, 'chain_id', 'int', chainIds)];
  return `FROM transfer WHERE ${[wallets, ...chains, ...transferConditions(filter)(parameters)].join(' AND ')}`;
}

/** Everything that came in and went out. */
export async function flowTotals(database: Database, request: FlowRequest): Promise<FlowTotalsRow> {
  const parameters = createParameters();
  const text = `SELECT ${flowColumns} ${fromMoney(parameters, request)}`;
  const read = () => queryRows(database.pool, text, parameters.values, readFlow);
  const [total] = await addUp(database, reachOf(request), read);
  return total ?? { transferCount: 0, inflowValue: '0', outflowValue: '0', unpricedCount: 0 };
}

/** A page of counterparties, by gross value, then number of transfers (both descending), then address. */
export async function counterpartyTotals(
  database: Database,
  request: FlowRequest & { limit: number; offset: number },
): Promise<CounterpartyTotalsRow[]> {
  const parameters = createParameters();
  const text = `SELECT counterparty, ${flowColumns} ${fromMoney(parameters, request)}
    GROUP BY counterparty ORDER BY coalesce(sum(abs(money)), 0) DESC, count(*) DESC, counterparty
    LIMIT ${parameters.add(request.limit)} OFFSET ${parameters.add(request.offset)}`;
  const read = () =>
    queryRows(database.pool, text, parameters.values, (row) => ({
      counterparty: hexOf(row.text()),
      ...readFlow(row),
    }));
  return addUp(database, reachOf(request), read);
}

export async function countCounterparties(database: Database, request: TotalsRequest): Promise<number> {
  const parameters = createParameters();
  const text = `SELECT count(DISTINCT counterparty) ${fromTransfers(parameters, request)}`;
  return addUp(database, reachOf(request), () => queryCount(database.pool, text, parameters.values));
}

/** The quantities behind the totals of these counterparties, ordered by counterparty, chain and token. */
export async function counterpartyTokenTotals(
  database: Database,
  request: TotalsRequest & { counterparties: readonly Address[] },
): Promise<CounterpartyTokenTotalsRow[]> {
  const parameters = createParameters();
  const from = fromTransfers(parameters, request);
  const text = `SELECT counterparty, chain_id, token_address, token_id,
      coalesce(sum(abs(amount)) FILTER (WHERE side = 'inflow'), 0),
      coalesce(sum(abs(amount)) FILTER (WHERE side = 'outflow'), 0)
    ${from} AND counterparty = ANY(${parameters.add(request.counterparties)}::text[])
    GROUP BY counterparty, chain_id, token_address, token_id
    ORDER BY counterparty, chain_id, token_address, token_id NULLS FIRST`;
  const read = () => queryRows(database.pool, text, parameters.values, readTokenTotals);
  const { counterparties } = request;
  return addUp(database, { ...reachOf(request), counterparties }, read);
}

function readTokenTotals(row: RowReader): CounterpartyTokenTotalsRow {
  return {
    counterparty: hexOf(row.text()),
    chainId: row.integer(),
    tokenAddress: hexOf(row.text()),
    tokenId: row.bigintOrNull(),
    inflow: row.bigint(),
    outflow: row.bigint(),
  };
}
