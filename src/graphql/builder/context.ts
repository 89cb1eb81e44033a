/** What every resolver gets: who asks, the read model, and loaders that live as long as the request. */
import DataLoader from 'dataloader';
import type { Address, BookingKind } from '../../domain/model.ts';
import type { CorrectionView } from '../../use-cases/model/correction-model.ts';
import type { ReadModel } from '../../use-cases/model/interface.ts';
import type { TransactionPricesView } from '../../use-cases/model/list-model.ts';
import type { BookingView } from '../../use-cases/model/totals-model.ts';
import type { Caller, TransactionView, TransferView } from '../../use-cases/model/view-model.ts';
import type { WalletView } from '../../use-cases/model/wallet-view.ts';

/** Batch what the fields of one page ask for, so that the number of statements does not depend on its size. */
export interface Loaders {
  wallet: DataLoader<Address, WalletView>;
  booking: DataLoader<Address, BookingView>;
  transaction: DataLoader<string, TransactionView | null>;
  transfer: DataLoader<string, TransferView | null>;
  transfersOf: DataLoader<string, TransferView[]>;
  transactionPrices: DataLoader<TransactionView, TransactionPricesView>;
  otherEnd: DataLoader<TransactionView, TransactionView | null>;
  bookedAs: DataLoader<TransferView, BookingKind | null>;
  /** By transfer. */
  correctionsOf: DataLoader<string, CorrectionView[]>;
}

export interface GraphqlContext {
  caller: Caller;
  readModel: ReadModel;
  baseUrl: string;
  requestId: string;
  loaders: Loaders;
  /** Takes so many more units off the key's limits; throws PublicError when they are not there. */
  charge: (units: number) => Promise<void>;
  /** Takes units for events that are made already, and waits as long as the key's limits ask for before the next ones. */
  pace: (units: number) => Promise<void>;
  /** Told what the operation asks for, for the log of what keys use. */
  nameOperation: (operation: string) => void;
  /** What the request has weighed so far; 0 where there are no limits. */
  unitsOf: () => number;
}

export function createLoaders(readModel: ReadModel, caller: Caller): Loaders {
  return {
    wallet: new DataLoader(
      async (addresses) => {
        const wallets = await readModel.findWallets(caller, addresses);
        const byAddress = new Map(wallets.map((wallet) => [wallet.address, wallet]));
        return addresses.map((address) => byAddress.get(address) ?? new Error(`no wallet ${address}`));
      },
      { maxBatchSize: 50 },
    ),
    booking: new DataLoader((addresses) => readModel.bookingOf(caller, addresses), { maxBatchSize: 50 }),
    transaction: new DataLoader((ids) => readModel.transactionsByIds(caller, ids)),
    transfer: new DataLoader((ids) => readModel.transfersByIds(caller, ids)),
    transfersOf: new DataLoader((ids) => readModel.transfersOf(caller, ids)),
    transactionPrices: new DataLoader((views) => readModel.pricesOfTransactions(caller, views)),
    otherEnd: new DataLoader((views) => readModel.otherEndsOf(caller, views)),
    bookedAs: new DataLoader((views) => readModel.bookingsOfTransfers(caller, views)),
    correctionsOf: new DataLoader((ids) => readModel.correctionsOf(caller, ids)),
  };
}
