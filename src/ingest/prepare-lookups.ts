/** What the service knows of a chain before it loads anything: native token, listed tokens, default labels. */
import { createHash } from 'node:crypto';
import type { ChainConfig } from '../chains/definitions/chain-list.ts';
import { zeroAddress } from '../domain/model.ts';
import { sharedAssets } from '../domain/money/assets.ts';
import { defaultLabels } from '../labels/default-labels.ts';
import { nativeToken, tokenAssetSlug } from '../labels/native-assets.ts';
import { trustedTokens } from '../labels/trusted-tokens.ts';
import type { Database } from '../store/connection/database.ts';
import { findSetting, putSetting } from '../store/connection/settings.ts';
import { findContractLabels, findTokens } from '../store/lookups/lookup-reads.ts';
import { upsertContractLabels, upsertTokens } from '../store/lookups/lookup-writes.ts';

/** Stores the built-in knowledge of the chains. At a start that knows no more than the one before, nothing is written. */
export async function prepareLookups(database: Database, chains: readonly ChainConfig[]): Promise<void> {
  for (const chain of chains) {
    const listed = trustedTokens(chain.chainId).map((token) => ({
      ...token,
      assetSlug: token.assetSlug ?? tokenAssetSlug(token),
      isTrusted: true,
    }));
    const tokens = [nativeToken(chain), ...listed];
    const labels = defaultLabels(chain.chainId);
    const name = `built_in_lookups_${chain.chainId}`;
    const version = createHash('sha256')
      .update(JSON.stringify([tokens, labels, [...sharedAssets]]))
      .digest('hex');
    if ((await findSetting(database, name)) === version && (await isStored(database, chain))) continue;
    await upsertTokens(database, tokens);
    await upsertContractLabels(database, labels);
    await putSetting(database, name, version);
  }
}

/** Whether what was stored is still there: the demo forgets its chain at every start. */
async function isStored(database: Database, { chainId }: ChainConfig): Promise<boolean> {
  const key = [{ chainId, address: zeroAddress }];
  const [tokens, labels] = await Promise.all([findTokens(database, key), findContractLabels(database, key)]);
  return tokens.length > 0 && labels.length > 0;
}
