/**
 * Judges transactions again that were judged before it was known what a contract says of itself, by what is stored of them: spam by a
 * token's own words, and which of several transfers is the largest.
 */
import { saysSpam } from '../../domain/classify/spam.ts';
import { markSpamCollections } from '../../store/lookups/nft-writes.ts';
import { judgeByKnown } from '../../store/sync/judged-again.ts';
import type { JudgeAgain } from '../metadata/metadata-rereader.ts';
import { type EnrichDependencies, readContext, rulesOf } from './enrich.ts';

export function createJudgeAgain(
  dependencies: Pick<EnrichDependencies, 'database' | 'trustedTokens'>,
): JudgeAgain {
  const { database } = dependencies;
  return async (chain, contracts) => {
    const { chainId } = chain.config;
    const rules = rulesOf(chain);
    const context = await readContext(dependencies, { chain, rules, contracts });
    const spam = contracts.filter((address) => saysSpam(address, context));
    const withDecimals = contracts.filter(
      (address) => (context.metadata(address)?.decimals ?? null) !== null,
    );
    await markSpamCollections(database, chainId, spam);
    await judgeByKnown(database, { chainId, spam, withDecimals, wrappedNative: rules.wrappedNative });
  };
}
