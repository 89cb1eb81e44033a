/** Whom wallets dealt with: by the counters per counterparty, and where there was no transfer, by the transactions. */
import type { ContractKey } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { createParameters, type Parameters, queryCount, queryRows } from '../connection/sql.ts';
import { shownEnsName } from '../lookups/ens-names.ts';
import { lookThrough, search } from './reach.ts';
import type { SpamFilter } from './transfer-filter.ts';

/** The wallet's counterparties that have transfers; what is left out filters nothing. */
export interface CounterpartyList {
  walletId: number;
  spam: SpamFilter;
  /** Only those of which one label fits, the client's own or the default one; a name without tags may be the one in ENS, too. */
  label?: CounterpartyLabelFilter | undefined;
}

export interface CounterpartyLabelFilter {
  clientId: number;
  /** A part of the name, in any case. */
  name?: string | undefined;
  /** At least one of these. */
  tags?: readonly string[] | undefined;
}

const spamConditions: Readonly<Record<SpamFilter, readonly string[]>> = {
  INCLUDE: [],
  EXCLUDE: ['transfer_count > spam_transfer_count'],
  ONLY: ['transfer_count = spam_transfer_count'],
};

const reachOf = ({ walletId }: CounterpartyList) => ({ table: 'transfer' as const, walletIds: [walletId] });

/** A page in the order (address, chain), which the primary key has: strictly beyond `after`. */
export async function pageCounterparties(
  database: Database,
  request: CounterpartyList & { after?: ContractKey | undefined; limit: number },
): Promise<ContractKey[]> {
  const { after, limit, spam, label } = request;
  const parameters = createParameters();
  const conditions = await conditionsOf(database, parameters, request);
  if (after !== undefined) {
    const place = `(${parameters.add(after.address)}, ${parameters.add(after.chainId)}::int)`;
    conditions.push(`(counterparty, chain_id) > ${place}`);
  }
  const text = `SELECT counterparty, chain_id FROM counterparty_counter
    WHERE wallet_id = ${parameters.add(request.walletId)} AND ${conditions.join(' AND ')}
    ORDER BY counterparty, chain_id LIMIT ${parameters.add(limit)}`;
  const read = () =>
    queryRows(database.pool, text, parameters.values, (row) => ({
      address: hexOf(row.text()),
      chainId: row.integer(),
    }));
  const isInOrder = spam === 'INCLUDE' && label === undefined;
  return isInOrder ? read() : search(database, reachOf(request), read);
}

export async function countCounterpartiesOf(database: Database, list: CounterpartyList): Promise<number> {
  const parameters = createParameters();
  const conditions = await conditionsOf(database, parameters, list);
  const text = `SELECT count(*) FROM counterparty_counter
    WHERE wallet_id = ${parameters.add(list.walletId)} AND ${conditions.join(' AND ')}`;
  return lookThrough(database, reachOf(list), () => queryCount(database.pool, text, parameters.values));
}

async function conditionsOf(
  database: Database,
  parameters: Parameters,
  { spam, label }: CounterpartyList,
): Promise<string[]> {
  const conditions = ['true', ...spamConditions[spam]];
  if (label === undefined) return conditions;
  // Custom labels lie elsewhere than wallets do, so that they are asked for by themselves; a client has a bounded number.
  const own = parameters.add(await addressesLabelled(database, label));
  const fits = labelConditions(parameters, label).join(' AND ');
  const byEnsName =
    label.tags === undefined
      ? ` OR counterparty IN (SELECT address FROM ens_name WHERE ${fits} AND ${shownEnsName})`
      : '';
  return [
    ...conditions,
    `(counterparty = ANY(${own}::text[]) OR (counterparty, chain_id) IN
      (SELECT address, chain_id FROM contract_label WHERE ${fits})${byEnsName})`,
  ];
}

function labelConditions(parameters: Parameters, { name, tags }: CounterpartyLabelFilter): string[] {
  return [
    'true',
    ...(name === undefined ? [] : [`strpos(lower(name), lower(${parameters.add(name)})) > 0`]),
    ...(tags === undefined ? [] : [`tags && ${parameters.add(tags)}::text[]`]),
  ];
}

function addressesLabelled(database: Database, label: CounterpartyLabelFilter): Promise<Address[]> {
  const parameters = createParameters();
  const conditions = [`client_id = ${parameters.add(label.clientId)}`, ...labelConditions(parameters, label)];
  const text = `SELECT address FROM custom_label WHERE ${conditions.join(' AND ')}`;
  return queryRows(database.pool, text, parameters.values, (row) => hexOf(row.text()));
}

/**
 * The chain on which the client's wallets had most transfers with the address. Without any transfer, a chain on which they had
 * a transaction with it. null: they never met it.
 */
export async function chainOfCounterparty(
  database: Database,
  clientId: number,
  address: Address,
  /** Default: all of the client's. */
  wallets?: readonly Address[],
): Promise<number | null> {
  const walletIds = await queryRows(
    database.pool,
    `SELECT wallet_id FROM registration JOIN wallet ON wallet.id = wallet_id
     WHERE client_id = $1 AND ($2::text[] IS NULL OR wallet.address = ANY($2))`,
    [clientId, wallets ?? null],
    (row) => row.integer(),
  );
  if (walletIds.length === 0) return null;
  const chainOf = async (text: string): Promise<number | undefined> => {
    const [chainId] = await queryRows(database.pool, text, [walletIds, address], (row) => row.integer());
    return chainId;
  };
  const byTransfers = await chainOf(
    `SELECT chain_id FROM counterparty_counter WHERE wallet_id = ANY($1::int[]) AND counterparty = $2
     GROUP BY chain_id ORDER BY sum(transfer_count) DESC, chain_id LIMIT 1`,
  );
  return (
    byTransfers ??
    (await chainOf(
      'SELECT chain_id FROM transaction WHERE wallet_id = ANY($1::int[]) AND counterparty = $2 LIMIT 1',
    )) ??
    null
  );
}
