/**
 * What hangs on an issue, in USD: what its transfer was worth then, else what that was traded for, else what as much is worth now. Of a
 * transfer that is doubtful in part, that part. What nobody has priced has no stake that is known, nor has a history that is missing.
 */
import type { ContractKey } from '../../domain/ids.ts';
import type { RateTokens } from '../../domain/money/currencies.ts';
import { Decimal } from '../../domain/money/money.ts';
import type { Database } from '../../store/connection/database.ts';
import { tradeOf } from '../history/trades.ts';
import { loadPricesNow } from '../lookups/prices.ts';
import type { ReadModel } from '../model/interface.ts';
import type { Caller, TransferView } from '../model/view-model.ts';
import type { Draft } from './issue-draft.ts';

/** `quantity`: the draft's, in whole tokens. */
export type StakeOf = (draft: Draft, quantity: string | null) => string | null;

export interface StakesDependencies {
  database: Database;
  rateTokens: RateTokens;
  transfers: Pick<ReadModel, 'transfersByIds' | 'transfersOf'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Loads what the drafts of a page need, once for all. */
export async function loadStakes(
  deps: StakesDependencies,
  caller: Caller,
  drafts: readonly Draft[],
): Promise<StakeOf> {
  const [transfers, priceOf] = await Promise.all([
    loadTransfers(deps, caller, drafts),
    loadPricesNow(deps.database, deps.rateTokens, {
      tokens: drafts.flatMap((draft) => contractOf(draft) ?? []),
      currencies: ['USD'],
      asOf: Math.floor(deps.now() / 1000),
    }),
  ]);
  return (draft, quantity) => {
    if (draft.stake !== undefined) return new Decimal(draft.stake).abs().toFixed();
    if (quantity === null) return null;
    const of = draft.transferId === null ? undefined : transfers.get(draft.transferId);
    const then = of === undefined ? null : worthThen(of, quantity);
    if (then !== null) return then;
    const contract = contractOf(draft);
    const price = draft.price ?? (contract && priceOf(contract, 'USD')?.price);
    return price == null ? null : new Decimal(quantity).times(price).abs().toFixed();
  };
}

interface Traded {
  transfer: TransferView;
  /** What all of it was traded for; null: it was not, or nobody knows. */
  traded: string | null;
}

async function loadTransfers(
  { transfers }: StakesDependencies,
  caller: Caller,
  drafts: readonly Draft[],
): Promise<ReadonlyMap<string, Traded>> {
  const ids = [...new Set(drafts.flatMap(({ transferId }) => transferId ?? []))];
  if (ids.length === 0) return new Map();
  const found = (await transfers.transfersByIds(caller, ids)).filter((transfer) => transfer !== null);
  const unpriced = found.filter(({ value }) => value === null);
  const transactions = [...new Set(unpriced.map(({ transactionId }) => transactionId))];
  const moved = transactions.length === 0 ? [] : await transfers.transfersOf(caller, transactions);
  const beside = new Map(transactions.map((id, index) => [id, moved[index] ?? []]));
  return new Map(
    found.map((transfer) => {
      const siblings = transfer.value === null ? (beside.get(transfer.transactionId) ?? []) : [];
      return [transfer.id, { transfer, traded: tradeOf(transfer, siblings)?.value ?? null }];
    }),
  );
}

/** The part of the transfer that the issue is about: all of it is worth its value, in either direction. */
function worthThen({ transfer, traded }: Traded, quantity: string): string | null {
  const whole = new Decimal(transfer.amount).abs();
  const worth = transfer.value ?? traded;
  if (worth === null || whole.isZero()) return null;
  const part = Decimal.min(new Decimal(quantity).abs().div(whole), 1);
  return part.times(worth).abs().toFixed();
}

/** NFTs have no price of now. */
function contractOf({ token }: Draft): ContractKey | null {
  return token === null || token.tokenId !== null
    ? null
    : { chainId: token.chainId, address: token.tokenAddress };
}
