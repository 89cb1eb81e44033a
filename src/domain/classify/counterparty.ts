/** Whom a transaction was with. */
import { type Address, type Movement, type Side, type TransactionCategory, zeroAddress } from '../model.ts';
import { isNft } from './evidence/net-flow.ts';
import type { Evidence } from './evidence/rule.ts';

/** A transfer that is no spam, as far as it decides whom the transaction was with. `amount`: not negative. */
export type PartyTransfer = Pick<Movement, 'side' | 'standard' | 'tokenAddress' | 'amount' | 'counterparty'>;

/** What is known of tokens. */
export interface TokenSizes {
  isTrusted(token: Address): boolean;
  /** null: not known. */
  decimalsOf(token: Address): number | null;
}

/** The direction whose largest transfer names the other party; null: none does. */
export function partySide(category: TransactionCategory): Side | null {
  if (category === 'SEND') return 'outflow';
  return category === 'RECEIVE' ? 'inflow' : null;
}

/**
 * For Send and Receive the other party of the largest transfer in that direction; else the called (or created) contract
 * where the wallet sent the transaction, and the sender where it did not.
 */
export function counterpartyOf(category: TransactionCategory, evidence: Evidence): Address {
  const { normalized, movements, context } = evidence;
  const { transaction, wallet } = normalized;
  const side = partySide(category);
  const party =
    side === null
      ? null
      : largestParty(movements, side, wallet, {
          isTrusted: (token) => context.isTrustedToken(token),
          decimalsOf: (token) => context.metadata(token)?.decimals ?? null,
        });
  if (party !== null) return party;
  if (transaction.from !== wallet) return transaction.from;
  return transaction.to ?? transaction.createdContract ?? wallet;
}

/**
 * The other party of the largest transfer in a direction; null: there is none with others. A burn or a mint has no other party: it
 * counts only where nothing else moved that way. (Repaying burns the debt beside what is paid to the pool: the pool is the party.)
 */
export function largestParty(
  transfers: readonly PartyTransfer[],
  side: Side,
  wallet: Address,
  sizes: TokenSizes,
): Address | null {
  const all = transfers.filter((transfer) => transfer.side === side && transfer.counterparty !== wallet);
  const withParty = all.filter(({ counterparty }) => counterparty !== zeroAddress);
  let largest: PartyTransfer | null = null;
  for (const transfer of withParty.length > 0 ? withParty : all) {
    if (largest === null || isLarger(transfer, largest, sizes)) largest = transfer;
  }
  return largest?.counterparty ?? null;
}

/** Native before trusted before other tokens before NFTs, then by whole units; the first of equals stays. */
function isLarger(transfer: PartyTransfer, largest: PartyTransfer, sizes: TokenSizes): boolean {
  const [rank, largestRank] = [rankOf(transfer, sizes), rankOf(largest, sizes)];
  if (rank !== largestRank) return rank < largestRank;
  return wholeUnits(transfer, sizes) > wholeUnits(largest, sizes);
}

function rankOf({ standard, tokenAddress }: PartyTransfer, { isTrusted }: TokenSizes): number {
  if (standard === 'native') return 0;
  if (isNft({ standard })) return 3;
  return isTrusted(tokenAddress) ? 1 : 2;
}

/** Scaled to the same number of digits, so that tokens of different decimals compare. Unknown decimals count as 0. */
function wholeUnits({ standard, tokenAddress, amount }: PartyTransfer, { decimalsOf }: TokenSizes): bigint {
  const decimals = standard === 'native' ? 18 : (decimalsOf(tokenAddress) ?? 0);
  return amount * 10n ** BigInt(Math.max(0, 77 - decimals));
}
