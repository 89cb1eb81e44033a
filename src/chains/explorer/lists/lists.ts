/** The lists of the account API that together tell everything about an address, and what one is worth without. */
import { z } from 'zod';
import type { Address } from '../../../domain/model.ts';
import type { ActivityPart } from '../../definitions/chain-source.ts';
import {
  type GenesisRow,
  type InternalRow,
  internalRow,
  rowBlock,
  type TokenRow,
  type TransactionRow,
  tokenRow,
  txlistRow,
  type WithdrawalRow,
  withdrawalRow,
} from './rows.ts';

export interface ListDefinition<Row extends { blockNumber: number }> {
  action: string;
  schema: z.ZodType<Row>;
  /** What a history lacks when the explorer does not have this list. */
  part: ActivityPart;
  /** Whether the row is about the wallet; one that is not shows that the answer is another's. */
  isAbout(row: Row, wallet: Address): boolean;
  /** What tells two rows apart; null when they cannot be told apart. */
  identity(row: Row): string | null;
}

export const txlist: ListDefinition<TransactionRow | GenesisRow> = {
  action: 'txlist',
  schema: txlistRow,
  part: 'transactions',
  isAbout: (row, wallet) =>
    row.kind === 'genesis' ? row.to === wallet : [row.from, row.to, row.createdContract].includes(wallet),
  identity: (row) => (row.kind === 'genesis' ? `genesis ${row.to}` : row.hash),
};

export const txlistinternal: ListDefinition<InternalRow> = {
  action: 'txlistinternal',
  schema: internalRow,
  part: 'internal-calls',
  isAbout: (row, wallet) => row.from === wallet || row.to === wallet,
  identity(row) {
    const place = row.traceId ?? row.index;
    return place === null ? null : `${row.hash} ${place}`;
  },
};

const tokenList = (action: string): ListDefinition<TokenRow> => ({
  action,
  schema: tokenRow,
  part: 'logs',
  isAbout: (row, wallet) => row.from === wallet || row.to === wallet,
  // Two equal rows may be two equal transfers: the receipt decides, and reading it once is enough.
  identity: () => null,
});

export const tokenLists: readonly ListDefinition<TokenRow>[] = [
  tokenList('tokentx'),
  tokenList('tokennfttx'),
  tokenList('token1155tx'),
];

export const txsBeaconWithdrawal: ListDefinition<WithdrawalRow> = {
  action: 'txsBeaconWithdrawal',
  schema: withdrawalRow,
  part: 'withdrawals',
  isAbout: (row, wallet) => row.address === wallet,
  identity: (row) => String(row.index),
};

/** Chains whose validators' withdrawals arrive as native value. On others an explorer needs no list of them. */
const chainsWithValidators = new Set([1, 100, 10_200, 17_000, 560_048, 11_155_111]);
/** Built-in chains known to have none: not even asked. */
const chainsWithoutValidators = new Set([10, 56, 137, 8453, 42_161, 43_114]);

export function hasWithdrawals(chainId: number): 'yes' | 'no' | 'perhaps' {
  if (chainsWithValidators.has(chainId)) return 'yes';
  return chainsWithoutValidators.has(chainId) ? 'no' : 'perhaps';
}

export type ParsedPage<Row> = { ok: true; rows: Row[]; ascending: boolean } | { ok: false; problem: string };

const anyRows = z.array(z.unknown());

/** Reads a page. Pending rows, which have no block, are left out; a row that does not fit spoils the page. */
export function parsePage<Row extends { blockNumber: number }>(
  list: ListDefinition<Row>,
  page: unknown,
  request: { address: Address; fromBlock: number; toBlock: number },
): ParsedPage<Row> & { size: number } {
  const raw = anyRows.safeParse(page);
  if (!raw.success) return { ok: false, problem: 'no list of rows', size: 0 };
  const size = raw.data.length;
  const rows: Row[] = [];
  let ascending = true;
  for (const [index, item] of raw.data.entries()) {
    const block = rowBlock.safeParse(item);
    if (block.success && (block.data.blockNumber ?? null) === null) continue;
    const parsed = list.schema.safeParse(item);
    if (!parsed.success) return { ok: false, problem: `row ${index}: ${firstIssue(parsed.error)}`, size };
    const row = parsed.data;
    if (row.blockNumber < request.fromBlock || row.blockNumber > request.toBlock) {
      return {
        ok: false,
        problem: `row ${index} is of block ${row.blockNumber}, outside of the blocks asked for`,
        size,
      };
    }
    if (!list.isAbout(row, request.address))
      return { ok: false, problem: `row ${index} is of another address`, size };
    if (row.blockNumber < (rows.at(-1)?.blockNumber ?? 0)) ascending = false;
    rows.push(row);
  }
  return { ok: true, rows, ascending, size };
}

/** The field that does not fit, without its value. Of a choice between forms, the first is what was meant. */
function firstIssue(error: z.ZodError): string {
  const path: PropertyKey[] = [];
  let issue: z.core.$ZodIssue | undefined = error.issues[0];
  while (issue?.code === 'invalid_union') {
    path.push(...issue.path);
    issue = issue.errors[0]?.[0];
  }
  path.push(...(issue?.path ?? []));
  return `'${path.map(String).join('.')}' ${issue?.message ?? 'does not fit'}`;
}
