/** The transactions behind ids: answers name a transaction by its hash, which is shorter and which everybody knows. */
import { transactionId, transferId } from '../../domain/ids.ts';
import type { Hash } from '../../domain/model.ts';

/** Of a transfer's id. */
export const transferHash = (id: string | null): Hash | null =>
  id === null ? null : (transferId.decode(id)?.hash ?? null);

/** Where something was disposed of; null when a re-org has taken that away. */
export function disposalHash(disposal: { transactionId: string | null }): Hash | null {
  const { transactionId: id } = disposal;
  return id === null ? null : (transactionId.decode(id)?.hash ?? null);
}
