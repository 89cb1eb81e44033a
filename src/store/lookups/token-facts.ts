/** What ledgers ask of tokens, by any connection: whoever books holds one already, and must not wait for another. */
import type { ContractKey } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, type ReadFrom } from '../connection/sql.ts';

export interface TokenFacts extends ContractKey {
  readonly address: Address;
  readonly assetSlug: string | null;
  readonly decimals: number | null;
  readonly isTrusted: boolean;
}

/** Decimals of the coin of each chain. */
export async function findNativeDecimals(from: ReadFrom): Promise<ReadonlyMap<number, number>> {
  const rows = await queryRows(
    from.pool,
    'SELECT chain_id, native_decimals FROM blockchain',
    [],
    (row) => [row.integer(), row.integer()] as const,
  );
  return new Map(rows);
}

/** Of the tokens that are stored; each is to be named once. */
export async function findTokenFacts(from: ReadFrom, keys: readonly ContractKey[]): Promise<TokenFacts[]> {
  if (keys.length === 0) return [];
  return queryRows(
    from.pool,
    `SELECT chain_id, address, asset_slug, decimals, is_trusted
     FROM unnest($1::int[], $2::text[]) wanted (chain_id, address) JOIN token USING (chain_id, address)`,
    [keys.map(({ chainId }) => chainId), keys.map(({ address }) => address)],
    (row) => ({
      ...{ chainId: row.integer(), address: hexOf(row.text()), assetSlug: row.textOrNull() },
      ...{ decimals: row.integerOrNull(), isTrusted: row.boolean() },
    }),
  );
}
