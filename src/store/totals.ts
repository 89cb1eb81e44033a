/** What came in and went out over many transfers: in all, by counterparty, by counterparty and token. */
import type { Address } from '../domain/model.ts';
import type { Database } from './database.ts';
import { hexOf } from './row-types.ts';
import { createParameters, type Parameters, queryCount, queryRows, type RowReader } from './sql.ts';
import { type TransferRowFilter, transferConditions } from './transfer-filter.ts';

export interface TotalsRequest {
  walletIds: readonly number[];
  filter: TransferRowFilter;
}

/** Sums in USD as exact decimal texts, both positive; transfers without a price are counted instead. */
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

const flowColumns = [
  'count(*)',
  "trim_scale(coalesce(sum(abs(value)) FILTER (WHERE side = 'inflow'), 0))",
  "trim_scale(coalesce(sum(abs(value)) FILTER (WHERE side = 'outflow'), 0))",
  'count(*) FILTER (WHERE value IS NULL)',
].join(', ');

const readFlow = (row: RowReader): FlowTotalsRow => ({
  transferCount: row.integer(),
  inflowValue: row.text(),
  outflowValue: row.text(),
  unpricedCount: row.integer(),
});

function fromTransfers(parameters: Parameters, { walletIds, filter }: TotalsRequest): string {
  const wallets = `wallet_id = ANY(${parameters.add(walletIds)}::int[])`;
  return `FROM transfer WHERE ${[wallets, ...transferConditions(filter)(parameters)].join(' AND ')}`;
}

/** Everything that came in and went out. */
export async function flowTotals(database: Database, request: TotalsRequest): Promise<FlowTotalsRow> {
  const parameters = createParameters();
  const text = `SELECT ${flowColumns} ${fromTransfers(parameters, request)}`;
  const [total] = await queryRows(database.pool, text, parameters.values, readFlow);
  return total ?? { transferCount: 0, inflowValue: '0', outflowValue: '0', unpricedCount: 0 };
}

/** A page of counterparties, by gross value, then number of transfers (both descending), then address. */
export async function counterpartyTotals(
  database: Database,
  request: TotalsRequest & { limit: number; offset: number },
): Promise<CounterpartyTotalsRow[]> {
  const parameters = createParameters();
  const text = `SELECT counterparty, ${flowColumns} ${fromTransfers(parameters, request)}
    GROUP BY counterparty ORDER BY coalesce(sum(abs(value)), 0) DESC, count(*) DESC, counterparty
    LIMIT ${parameters.add(request.limit)} OFFSET ${parameters.add(request.offset)}`;
  return queryRows(database.pool, text, parameters.values, (row) => ({
    counterparty: hexOf(row.text()),
    ...readFlow(row),
  }));
}

export async function countCounterparties(database: Database, request: TotalsRequest): Promise<number> {
  const parameters = createParameters();
  const text = `SELECT count(DISTINCT counterparty) ${fromTransfers(parameters, request)}`;
  return queryCount(database.pool, text, parameters.values);
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
  return queryRows(database.pool, text, parameters.values, (row) => ({
    counterparty: hexOf(row.text()),
    chainId: row.integer(),
    tokenAddress: hexOf(row.text()),
    tokenId: row.bigintOrNull(),
    inflow: row.bigint(),
    outflow: row.bigint(),
  }));
}
