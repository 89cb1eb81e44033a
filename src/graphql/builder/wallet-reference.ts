import { walletId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { pureField } from './marks.ts';

/** A wallet of the caller as its transfers, transactions and balances name it. Its other fields are loaded when they are asked for. */
export interface WalletReference {
  id: string;
  address: Address;
}

export const walletReference = (address: Address): WalletReference => ({
  id: walletId.encode(address),
  address,
});

/** The field `wallet` of what is one wallet's. */
export const ownWallet = {
  extensions: pureField,
  resolve: ({ wallet }: { wallet: Address }): WalletReference => walletReference(wallet),
};
