/**
 * Whom stored transactions were with, told anew from their transfers when the decimals of a token become known: by the rule of
 * domain/classify/counterparty.ts, under the sync row of the wallet.
 */
import type pg from 'pg';
import { largestParty, type PartyTransfer, partySide } from '../../../domain/classify/counterparty.ts';
import type { Address } from '../../../domain/model.ts';
import { afterDigits, transactionPositionLength } from '../../../domain/position.ts';
import { hexOf } from '../../connection/row-types.ts';
import { queryRows } from '../../connection/sql.ts';
import { categoryOf } from '../columns/transaction-columns.ts';
import { isItemOf, sideOf, standardOf } from '../columns/transfer-columns.ts';

interface Place {
  walletId: number;
  chainId: number;
}

/** Transactions that are judged at once. */
const pieceSize = 5_000;

interface PartyChoice {
  wallet: Address;
  /** Trusted without being listed. */
  wrappedNative: Address | null;
}

/** Judges all that moved one of the tokens. Answers how many transactions have another counterparty now. */
export async function judgePartiesOf(
  client: pg.PoolClient,
  at: Place,
  { tokens, ...choice }: PartyChoice & { tokens: readonly string[] },
): Promise<number> {
  if (tokens.length === 0) return 0;
  let changed = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const positions: string[] = await queryRows(
      client,
      `SELECT DISTINCT left(position, ${transactionPositionLength}) AS transaction FROM transfer
       WHERE wallet_id = $1 AND chain_id = $2 AND token_address = ANY($3::text[]) AND position > $4
         AND spam_reason IS NULL AND category IN ('SEND', 'RECEIVE') ORDER BY transaction LIMIT ${pieceSize}`,
      [at.walletId, at.chainId, tokens, after],
      (row) => row.text(),
    );
    changed += await judgeParties(client, at, { positions, ...choice });
    after = positions.length < pieceSize ? undefined : `${positions.at(-1)}${afterDigits}`;
  }
  return changed;
}

/** Judges transactions. Answers how many have another counterparty now. */
export async function judgeParties(
  client: pg.PoolClient,
  at: Place,
  { positions, wallet, wrappedNative }: PartyChoice & { positions: readonly string[] },
): Promise<number> {
  if (positions.length === 0) return 0;
  const transfers = await readTransfers(client, at, positions);
  const judged = [...Map.groupBy(transfers, ({ position }) => position)].flatMap(
    ([position, ofTransaction]) => {
      const [first] = ofTransaction;
      const side = first === undefined ? null : partySide(first.category);
      if (first === undefined || side === null) return [];
      const facts = new Map(ofTransaction.map((row) => [row.transfer.tokenAddress, row]));
      const party = largestParty(
        ofTransaction.map(({ transfer }) => transfer),
        side,
        wallet,
        {
          isTrusted: (token) => token === wrappedNative || facts.get(token)?.isTrusted === true,
          decimalsOf: (token) => facts.get(token)?.decimals ?? null,
        },
      );
      return party === null || party === first.counterparty ? [] : [{ position, party }];
    },
  );
  if (judged.length === 0) return 0;
  await client.query(
    `UPDATE transaction SET counterparty = judged.party FROM unnest($2::text[], $3::text[]) judged (position, party)
     WHERE transaction.wallet_id = $1 AND transaction.position = judged.position`,
    [at.walletId, judged.map(({ position }) => position), judged.map(({ party }) => party)],
  );
  return judged.length;
}

/** What is no spam of the transactions, in their order. */
function readTransfers(client: pg.PoolClient, at: Place, positions: readonly string[]) {
  return queryRows(
    client,
    `SELECT transaction.position, transaction.category, transaction.counterparty, transfer.side, transfer.standard,
       transfer.token_address, abs(transfer.amount), transfer.counterparty, token.decimals, coalesce(token.is_trusted, false)
     FROM unnest($2::text[]) given (position)
     JOIN transaction ON transaction.wallet_id = $1 AND transaction.position = given.position
     JOIN transfer ON transfer.wallet_id = $1 AND transfer.spam_reason IS NULL AND ${isItemOf('transfer', 'given')}
     LEFT JOIN token ON token.chain_id = transfer.chain_id AND token.address = transfer.token_address
     ORDER BY transfer.position`,
    [at.walletId, positions],
    (row) => ({
      ...{ position: row.text(), category: categoryOf(row.text()), counterparty: row.text() },
      transfer: {
        ...{ side: sideOf(row.text()), standard: standardOf(row.text()), tokenAddress: hexOf(row.text()) },
        ...{ amount: row.bigint(), counterparty: hexOf(row.text()) },
      } satisfies PartyTransfer,
      ...{ decimals: row.integerOrNull(), isTrusted: row.boolean() },
    }),
  );
}
