/** What label and token lists hold. */

import type { Address } from '../../domain/model.ts';
import type { SharedAsset } from '../../domain/money/assets.ts';

/** A default label as the store keeps it. */
export interface DefaultLabel {
  chainId: number;
  address: Address;
  name: string;
  tags: readonly string[];
}

/** A listed token: never spam, and its symbol is what others imitate. */
export interface TrustedToken {
  chainId: number;
  address: Address;
  symbol: string;
  name: string;
  decimals: number;
  /** The asset that it is a form of, across chains; null: an asset of its own. */
  assetSlug: SharedAsset | null;
}
