/** What the service knows of a chain before it loads anything: native token, listed tokens, default labels. */
import type { ChainConfig } from '../chains/chain-list.ts';
import { defaultLabels } from '../labels/default-labels.ts';
import { nativeToken, tokenAssetSlug } from '../labels/native-assets.ts';
import { trustedTokens } from '../labels/trusted-tokens.ts';
import type { Database } from '../store/database.ts';
import { upsertContractLabels, upsertTokens } from '../store/lookups.ts';

/** Stores the built-in knowledge of the chains; safe to repeat at every start. */
export async function prepareLookups(database: Database, chains: readonly ChainConfig[]): Promise<void> {
  for (const chain of chains) {
    const listed = trustedTokens(chain.chainId).map((token) => ({
      ...token,
      assetSlug: token.assetSlug ?? tokenAssetSlug(token),
      isTrusted: true,
    }));
    await upsertTokens(database, [nativeToken(chain), ...listed]);
    await upsertContractLabels(database, defaultLabels(chain.chainId));
  }
}
