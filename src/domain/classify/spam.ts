/** Which movements are set aside, and why. Trusted tokens and what the wallet itself acted on are never spam. */
import type { Address, Movement, SpamReason } from '../model.ts';
import type { NormalizedTransaction } from '../normalize/normalized.ts';
import type { ClassifyContext } from './evidence/context.ts';
import { holdsUrl } from './evidence/names.ts';

const manyRecipients = 8;

/** Whether one token went to so many in one transaction that it is a mailing. */
export const isMailing = (recipients: number): boolean => recipients >= manyRecipients;

/** The reason to set a movement aside, or null. */
export function spamReason(
  movement: Movement,
  normalized: NormalizedTransaction,
  context: ClassifyContext,
): SpamReason | null {
  if (movement.standard === 'native' || normalized.walletActed) return null;
  // A zero-value transfer poisons address books through the most trusted tokens of all, so trust in the token does not
  // speak for the transfer.
  if (movement.amount === 0n) return 'zero-value';
  if (context.isTrustedToken(movement.tokenAddress)) return null;
  // The inflow of a forged self-transfer is as forged as its outflow.
  if (movement.side === 'outflow' || movement.counterparty === normalized.wallet) {
    return isForged(movement, normalized, context) ? 'forged' : null;
  }
  if (isAirdropSpam(movement, normalized, context)) return 'airdrop';
  return context.balanceProof?.(movement.tokenAddress) === 'unmoved' ? 'forged' : null;
}

/**
 * Whether the token's balances before and after the block should decide: nobody vouches for the token, the wallet did nothing, and no other
 * rule sets the movement aside. What ERC-1155 holds is by id, which a balance of the contract does not tell.
 */
export function needsProof(
  movement: Movement,
  normalized: NormalizedTransaction,
  context: Omit<ClassifyContext, 'balanceProof'>,
): boolean {
  if (movement.standard !== 'erc20' && movement.standard !== 'erc721') return false;
  if (normalized.walletActed || movement.amount === 0n) return false;
  if (context.isTrustedToken(movement.tokenAddress) || saysSpam(movement.tokenAddress, context)) return false;
  return movement.side === 'outflow' || !isAirdropSpam(movement, normalized, context);
}

/**
 * Leaves the wallet in a transaction it did not send, in an untrusted token, while its balance stays or, where that is not known, without
 * ever having approved anybody. Burns, liquidations and redemptions by the issuer need no approval, but move the balance.
 */
function isForged(movement: Movement, normalized: NormalizedTransaction, context: ClassifyContext): boolean {
  const token = movement.tokenAddress;
  const proof = saysSpam(token, context) ? undefined : context.balanceProof?.(token);
  if (proof !== undefined) return proof === 'unmoved';
  if (normalized.approvals.some((approval) => approval.token === token && !approval.isRevoke)) return false;
  const approved = context.hasApproved?.(token);
  if (approved !== undefined) return !approved;
  // Approvals are not known: a sale that paid the wallet in a coin of worth is taken for real.
  return !normalized.movements.some(
    (other) =>
      other.side === 'inflow' &&
      other.amount > 0n &&
      (other.standard === 'native' || context.isTrustedToken(other.tokenAddress)),
  );
}

function isAirdropSpam(
  movement: Movement,
  normalized: NormalizedTransaction,
  context: ClassifyContext,
): boolean {
  const token = movement.tokenAddress;
  if (saysSpam(token, context)) return true;
  return isMailing(normalized.recipientCounts.get(token) ?? 0) && !isPayout(movement, normalized, context);
}

/**
 * Whether a contract pays out of what it has, in a call to itself, and the wallet had used it before. A log can name any contract as
 * the payer, but whoever calls a contract of no such function gets no such logs.
 */
function isPayout(
  { counterparty }: Movement,
  { transaction }: NormalizedTransaction,
  context: ClassifyContext,
): boolean {
  return counterparty === transaction.to && context.hasUsed?.(counterparty) === true;
}

/** Whether what an untrusted token says of itself is enough: it advertises a site, or borrows the symbol of a trusted one. */
export function saysSpam(token: Address, context: Omit<ClassifyContext, 'hasApproved'>): boolean {
  if (context.isTrustedToken(token)) return false;
  const known = context.metadata(token);
  if (known !== null && [known.name, known.symbol].some((text) => text !== null && holdsUrl(text)))
    return true;
  return context.imitatesTrusted(token);
}
