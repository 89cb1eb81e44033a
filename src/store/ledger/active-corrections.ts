/** The corrections that a ledger is booked with, read as of the same moment as its rows. */
import type pg from 'pg';
import { type Currency, currencies } from '../../domain/ids.ts';
import {
  type Address,
  type CorrectionKind,
  correctionKinds,
  type TaxTreatment,
  taxTreatments,
} from '../../domain/model.ts';
import { askByWallet } from '../cluster/wallet-statements.ts';
import { hexOrNull, memberOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';

/** A correction in force. Which fields are set depends on its kind. */
export interface ActiveCorrection {
  id: number;
  walletId: number;
  kind: CorrectionKind;
  /** Of the transfer as it stands now; null for an opening lot. */
  transferPosition: string | null;
  chainId: number;
  /** An opening lot's. */
  tokenAddress: Address | null;
  quantity: bigint | null;
  treatment: TaxTreatment | null;
  amount: string | null;
  currency: Currency | null;
  acquiredAt: number | null;
}

/** One of a transfer. */
export type PlacedCorrection = ActiveCorrection & { transferPosition: string };

/** What would be otherwise than it is, all of one wallet. */
export type CorrectionChange =
  /** Corrections that would be made, in place of those of the same kind on the same transfer. */
  | { made: readonly PlacedCorrection[] }
  /** The id of one that would be undone, and where its transfer, or its opening lot, stands. */
  | { undone: number; fromPosition: string };

const kindOf = memberOf(correctionKinds);
const treatmentOf = memberOf(taxTreatments);
const currencyOf = memberOf(currencies);

/** The client's corrections in force of the wallets, oldest first; those whose transaction is gone are left out. */
export async function findActiveCorrections(
  client: Pick<pg.Pool, 'query'>,
  clientId: number,
  walletIds: readonly number[],
): Promise<ActiveCorrection[]> {
  const rows = await queryRows(
    client,
    `SELECT id, wallet_id, kind, chain_id, hash, item, token_address, quantity, treatment, amount, currency, acquired_at
     FROM correction WHERE client_id = $1 AND wallet_id = ANY($2::int[]) AND undone_at IS NULL ORDER BY id`,
    [clientId, walletIds],
    (row) => {
      const key = { id: row.integer(), walletId: row.integer(), kind: kindOf(row.text()) };
      const place = { chainId: row.integer(), hash: row.textOrNull(), item: row.textOrNull() };
      const lot = { tokenAddress: hexOrNull(row.textOrNull()), quantity: row.bigintOrNull() };
      const [treatment, amount, currency] = [row.textOrNull(), row.textOrNull(), row.textOrNull()];
      const acquiredAt = row.textOrNull();
      return {
        ...{ ...key, ...place, ...lot, amount },
        treatment: treatment === null ? null : treatmentOf(treatment),
        currency: currency === null ? null : currencyOf(currency),
        acquiredAt: acquiredAt === null ? null : Number(acquiredAt),
      };
    },
  );
  const positionOf = await transactionPositions(client, rows);
  return rows.flatMap(({ hash, item, ...row }): ActiveCorrection[] => {
    if (hash === null) return [{ ...row, transferPosition: null }];
    const position = positionOf({ ...row, hash });
    return position === undefined ? [] : [{ ...row, transferPosition: `${position}${item ?? ''}` }];
  });
}

interface TransactionName {
  walletId: number;
  chainId: number;
  hash: string | null;
}

async function transactionPositions(client: Pick<pg.Pool, 'query'>, rows: readonly TransactionName[]) {
  const nameOf = ({ walletId, chainId, hash }: TransactionName): string => `${walletId}:${chainId}:${hash}`;
  const named = rows.filter(({ hash }) => hash !== null);
  const found =
    named.length === 0
      ? []
      : await askByWallet(
          client,
          named,
          ({ walletId }) => walletId,
          (own, ofWallet) =>
            queryRows(
              client,
              `SELECT wallet_id, chain_id, hash, position
               FROM (SELECT DISTINCT * FROM unnest($1::int[], $2::int[], $3::text[]) named (wallet_id, chain_id, hash)) wanted
               JOIN transaction USING (wallet_id, chain_id, hash) WHERE wallet_id = ANY($1::int[])${ofWallet('transaction')}`,
              [
                own.map(({ walletId }) => walletId),
                own.map(({ chainId }) => chainId),
                own.map(({ hash }) => hash),
              ],
              (row) => {
                const name = { walletId: row.integer(), chainId: row.integer(), hash: row.text() };
                return [nameOf(name), row.text()] as const;
              },
            ),
        );
  const positions = new Map(found);
  return (row: TransactionName): string | undefined => positions.get(nameOf(row));
}
