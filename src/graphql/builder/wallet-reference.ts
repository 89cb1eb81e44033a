import { walletId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';

/** A wallet of the caller as its transfers, transactions and balances name it. Its other fields are loaded when they are asked for. */
export interface WalletReference {
  id: string;
  address: Address;
}

export const walletReference = (address: Address): WalletReference => ({
  id: walletId.encode(address),
  address,
});
