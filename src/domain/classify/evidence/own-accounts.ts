/** The numbered accounts that a wallet has with protocols that keep several for it. */
import type { Address } from '../../model.ts';

/** Digits of an address that its owner's accounts share: all but the last byte. */
const shared = 2 + 38;
/** No wallet's: contracts that the chain itself provides. */
const nobody = `0x${'0'.repeat(38)}`;

/**
 * Whether the account is the wallet, or one of the 256 that Euler's connector gives it, which differ from it in their last byte. Nobody has a
 * key to these but by the wallet's. Source: EthereumVaultConnector, haveCommonOwner.
 */
export function isOwnAccount(account: Address | undefined, wallet: Address): boolean {
  if (account === undefined || account === wallet) return account === wallet;
  const prefix = wallet.slice(0, shared);
  return prefix !== nobody && account.startsWith(prefix);
}
