/** What wallets held before their known history, as the client says; oldest first. */

import type { Currency } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { Database } from '../../store/connection/database.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { loadReferences } from '../lookups/references.ts';
import type { BlockchainView } from '../model/view-model.ts';
import type { Stated } from './stated-values.ts';
import { createTokenNames } from './token-names.ts';

export interface Opening {
  wallet: Address;
  blockchain: BlockchainView;
  /** Unix seconds. */
  timestamp: number;
  /** The token's name in the file. */
  name: string;
  amount: string;
  /** What it had cost, in a currency; null: not known. */
  cost: { amount: string; currency: Currency } | null;
}

const nobodysLabels = 0;

export async function loadOpenings(
  { database, lookups }: { database: Database; lookups: Lookups },
  { openings }: Stated,
  { wallets, chainIds }: { wallets: readonly RegistrationRow[]; chainIds?: readonly number[] | undefined },
): Promise<Opening[]> {
  const addresses = new Map(wallets.map(({ walletId, address }) => [walletId, address]));
  const asked = openings.flatMap(({ walletId, tokenAddress, quantity, acquiredAt, chainId, ...lot }) => {
    const wallet = addresses.get(walletId);
    if (wallet === undefined || tokenAddress === null || quantity === null) return [];
    if (chainIds?.includes(chainId) === false) return [];
    return [{ ...lot, wallet, chainId, address: tokenAddress, quantity, timestamp: acquiredAt ?? 0 }];
  });
  const itemOf = ({ chainId, address }: (typeof asked)[number]) =>
    ({ chainId, address, standard: 'erc20', tokenId: null }) as const;
  const references = await loadReferences(lookups, nobodysLabels, { tokens: asked.map(itemOf) });
  const nameOf = await createTokenNames(database)(new Set(asked.map(({ chainId }) => chainId)));
  return asked.map((lot) => {
    const { wallet, chainId, quantity, timestamp, amount, currency } = lot;
    const { rawToken, format } = references.token(itemOf(lot));
    return {
      ...{ wallet, timestamp, blockchain: references.blockchain(chainId) },
      name: nameOf({ ...rawToken, chainId }),
      amount: format(quantity),
      cost: amount === null ? null : { amount, currency: currency ?? 'USD' },
    };
  });
}

/** Takes from the front those of up to a moment. */
export function takeUpTo<Item extends { timestamp: number }>(items: Item[], timestamp: number): Item[] {
  const later = items.findIndex((item) => item.timestamp > timestamp);
  return items.splice(0, later === -1 ? items.length : later);
}
