import { pbkdf2Sync } from 'node:crypto';
import type { Address } from 'viem';
import { HDKey, hdKeyToAccount, type LocalAccount } from 'viem/accounts';
import { recordOf } from './records.ts';

const mnemonic = 'test test test test test test test test test test test junk';

/**
 * Who acts on the simulated chain, as indexes of anvil's well-known mnemonic. The node gives 0 to 9 ether out of
 * nothing at genesis; the watched wallets come after them, so that all they ever own came by a transaction.
 */
const accountIndexes = {
  deployer: 0,
  exchange: 1,
  marketMaker: 2,
  oracle: 3,
  spammer: 4,
  artist: 5,
  dave: 6,
  erin: 7,
  frank: 8,
  grace: 9,
  alice: 20,
  bob: 21,
  carol: 22,
  feeCollector: 23,
  heidi: 24,
  ivan: 25,
} as const;

export type AccountName = keyof typeof accountIndexes;

const accountNames = Object.keys(accountIndexes) as AccountName[];

// What BIP-39 makes of the mnemonic. viem's own way derives it anew for every account, which takes longer.
const root = HDKey.fromMasterSeed(pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512'));

const accounts = recordOf(
  accountNames,
  (name): LocalAccount => hdKeyToAccount(root, { addressIndex: accountIndexes[name] }),
);

const accountsByAddress = new Map<string, LocalAccount>(
  Object.values(accounts).map((account) => [account.address.toLowerCase(), account]),
);

/** The address of each named account of the simulated chain. */
export const accountAddresses = recordOf(accountNames, (name): Address => accounts[name].address);

/** The account that signs for an address, if the simulated chain has its key. */
export function signerOf(address: Address): LocalAccount {
  const account = accountsByAddress.get(address.toLowerCase());
  if (account === undefined)
    throw new Error(`${address} is not an account of the simulated chain: nobody can sign for it.`);
  return account;
}
