/** The filters of transfers as conditions on their table. */
import type { Address, Side, TransactionCategory } from '../../domain/model.ts';
import type { Parameters } from '../connection/sql.ts';
import { type AddConditions, oneOf, timeConditions } from './list-query.ts';
import type { RankedList } from './rank-search.ts';

export type SpamFilter = 'INCLUDE' | 'EXCLUDE' | 'ONLY';

export interface TokenReference {
  /** null: the address on any chain. */
  chainId: number | null;
  address: Address;
}

/** Which transfers are wanted; what is left out filters nothing. Times are unix seconds, [fromTime, toTime). */
export interface TransferRowFilter {
  counterparties?: readonly Address[];
  tokens?: readonly TokenReference[];
  chainIds?: readonly number[];
  side?: Side;
  fromTime?: number;
  toTime?: number;
  categories?: readonly TransactionCategory[];
  /** Absolute USD; unpriced transfers are left out. */
  minValue?: string;
  spam?: SpamFilter;
}

const spamConditions: Readonly<Record<SpamFilter, readonly string[]>> = {
  INCLUDE: [],
  EXCLUDE: ['spam_reason IS NULL'],
  ONLY: ['spam_reason IS NOT NULL'],
};

/** The filter's conditions but that on chains, which decides how the list is read (list-query.ts). */
export function transferConditions(filter: TransferRowFilter): AddConditions {
  return (parameters) => {
    const { counterparties, tokens, side, categories, minValue, spam } = filter;
    const conditions = timeConditions(parameters, filter);
    if (counterparties !== undefined) {
      conditions.push(oneOf(parameters, 'counterparty', 'text', counterparties));
    }
    if (tokens !== undefined) conditions.push(...tokenConditions(parameters, tokens));
    if (side !== undefined) conditions.push(`side = ${parameters.add(side)}::side`);
    if (categories !== undefined) {
      conditions.push(oneOf(parameters, 'category', 'transaction_category', categories));
    }
    if (minValue !== undefined) conditions.push(`abs(value) >= ${parameters.add(minValue)}::numeric`);
    return [...conditions, ...spamConditions[spam ?? 'INCLUDE']];
  };
}

function tokenConditions(parameters: Parameters, tokens: readonly TokenReference[]): string[] {
  const addresses = [...new Set(tokens.map(({ address }) => address))];
  const conditions = [oneOf(parameters, 'token_address', 'text', addresses)];
  if (tokens.some(({ chainId }) => chainId !== null)) {
    const chainIds = parameters.add(tokens.map(({ chainId }) => chainId));
    const ofTokens = parameters.add(tokens.map(({ address }) => address));
    conditions.push(
      `EXISTS (SELECT 1 FROM unnest(${chainIds}::int[], ${ofTokens}::text[]) wanted (chain, address)
        WHERE wanted.address = token_address AND (wanted.chain IS NULL OR wanted.chain = chain_id))`,
    );
  }
  return conditions;
}

/** The list's filter, when the rank checkpoints know it; null: it filters by more than chain, time and spam. */
export function rankedTransfers(
  filter: TransferRowFilter,
): Pick<RankedList, 'chainIds' | 'fromTime' | 'toTime' | 'spam'> | null {
  const { chainIds, fromTime, toTime, spam, ...others } = filter;
  return Object.values(others).some((value) => value !== undefined)
    ? null
    : { chainIds, fromTime, toTime, spam };
}

/** Whether the counters per counterparty tell how many transfers there are, and by which column. */
export function counterOfCounterparties(filter: TransferRowFilter): string | null {
  const { counterparties, chainIds: _chainIds, spam = 'INCLUDE', ...others } = filter;
  if (counterparties === undefined || Object.values(others).some((value) => value !== undefined)) return null;
  const counters = {
    INCLUDE: 'transfer_count',
    EXCLUDE: 'transfer_count - spam_transfer_count',
    ONLY: 'spam_transfer_count',
  } as const satisfies Record<SpamFilter, string>;
  return counters[spam];
}
