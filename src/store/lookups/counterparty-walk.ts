/** A walk through the counterparties of all wallets, for those who look up names. */
import type { ContractKey } from '../../domain/ids.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';

/** Where the walk stands. */
export interface CounterpartyPlace {
  walletId: number;
  counterparty: string;
  chainId: number;
}

/** Before every counterparty. */
export const firstCounterparty: CounterpartyPlace = { walletId: 0, counterparty: '', chainId: 0 };

/** The next `limit` counterparties beyond a place, without those that only spam came from; `next` null: those were the last. */
export async function counterpartiesAfter(
  database: Database,
  after: CounterpartyPlace,
  limit: number,
): Promise<{ shown: ContractKey[]; next: CounterpartyPlace | null }> {
  const found = await queryRows(
    database.pool,
    `SELECT wallet_id, counterparty, chain_id, transfer_count > spam_transfer_count FROM counterparty_counter
     WHERE (wallet_id, counterparty, chain_id) > ($1::int, $2::text, $3::int)
     ORDER BY wallet_id, counterparty, chain_id LIMIT $4`,
    [after.walletId, after.counterparty, after.chainId, limit],
    (row) => ({
      place: { walletId: row.integer(), counterparty: row.text(), chainId: row.integer() },
      isShown: row.boolean(),
    }),
  );
  return {
    shown: found.flatMap(({ isShown, place: { chainId, counterparty } }) =>
      isShown ? [{ chainId, address: hexOf(counterparty) }] : [],
    ),
    next: found.length < limit ? null : (found.at(-1)?.place ?? null),
  };
}
