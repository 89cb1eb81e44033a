/** What the transfers of a transaction tell of it beyond its own row: its trade, its NFTs, why it is spam. Pure. */
import { type SpamReason, spamReasons } from '../../domain/model.ts';
import type { DetailedTransactionView, TransactionPricesView } from '../model/list-model.ts';
import type { NftView, TransactionView, TransferView } from '../model/view-model.ts';
import { tradeOf } from './trades.ts';

/** The NFTs that moved, each once, in the order of the transfers. */
export function nftsOf(transfers: readonly TransferView[]): NftView[] {
  const nfts = transfers.map(({ nft }) => nft).filter((nft) => nft !== null);
  return [...new Map(nfts.map((nft) => [nft.id, nft])).values()];
}

/** Of several reasons the gravest, which is the first in the list of reasons; null for a transaction that is no spam. */
export function spamReasonOf(
  { isSpam }: Pick<TransactionView, 'isSpam'>,
  transfers: readonly TransferView[],
): SpamReason | null {
  if (!isSpam) return null;
  return spamReasons.find((reason) => transfers.some(({ spamReason }) => spamReason === reason)) ?? null;
}

export function detailed(
  transaction: TransactionView,
  transfers: readonly TransferView[],
): Omit<DetailedTransactionView, keyof TransactionPricesView> {
  return {
    ...transaction,
    trade: tradeOf(transaction, transfers),
    nfts: nftsOf(transfers),
    spamReason: spamReasonOf(transaction, transfers),
  };
}
