/**
 * Judges transactions again that were judged before it was known what a contract says of itself, so that the history is the one of a
 * load that had known it: their blocks are fetched once more, and go the way of any step (enrich.ts).
 */
import { saysSpam } from '../../domain/classify/spam.ts';
import type { Address } from '../../domain/model.ts';
import { errorText } from '../../errors.ts';
import { markSpamCollections } from '../../store/lookups/nft-writes.ts';
import { findJudgedBefore, type JudgedPlace, storeJudgedAgain } from '../../store/sync/judged-again.ts';
import { handBack, leaseRow, renewLease } from '../../store/sync/leases.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import type { JudgeAgain } from '../metadata/metadata-rereader.ts';
import { type EnrichDependencies, readContext, rulesOf } from './enrich.ts';
import type { Enrich } from './step.ts';

export interface JudgeDependencies extends Pick<EnrichDependencies, 'database' | 'trustedTokens' | 'log'> {
  enrich: Enrich;
  /** Names this process in leases. */
  owner: string;
  /** Places (a token of a wallet in a block) in one round. Default: 500, and 20 where requests are counted. */
  mostPlaces?: number;
}

const leaseMs = 120_000;

/** `busy`: somebody else has the wallet. `failed`: the source, or the database, does not answer. */
type Outcome = 'judged' | 'busy' | 'failed';

export function createJudgeAgain(dependencies: JudgeDependencies): JudgeAgain {
  const { database } = dependencies;
  return async (chain, contracts) => {
    const most = dependencies.mostPlaces ?? (chain.source.allowance === undefined ? 500 : 20);
    const context = await readContext(dependencies, { chain, rules: rulesOf(chain), contracts });
    const spam = contracts.filter((address) => saysSpam(address, context));
    const withDecimals = contracts.filter(
      (address) => (context.metadata(address)?.decimals ?? null) !== null,
    );
    const { chainId } = chain.config;
    await markSpamCollections(database, chainId, spam);
    const places = await findJudgedBefore(database, { chainId, spam, withDecimals }, most);
    // Beyond the limit there may be more of any of them.
    const left = new Set<Address>(places.length < most ? [] : contracts);
    let hasFailed = false;
    for (const [walletId, ofWallet] of Map.groupBy(places, (place) => place.walletId)) {
      // A source that does not answer is not asked for every wallet.
      const outcome: Outcome = hasFailed
        ? 'failed'
        : await judgeWallet(dependencies, chain, { walletId, ofWallet });
      hasFailed = outcome === 'failed';
      if (outcome !== 'judged') for (const { tokenAddress } of ofWallet) left.add(tokenAddress);
    }
    return left;
  };
}

async function judgeWallet(
  { database, enrich, owner, log }: JudgeDependencies,
  chain: ChainRuntime,
  { walletId, ofWallet }: { walletId: number; ofWallet: readonly JudgedPlace[] },
): Promise<Outcome> {
  const { chainId, name } = chain.config;
  const lease = await leaseRow(database, { walletId, chainId }, { owner, leaseMs });
  if (lease === null) return 'busy';
  try {
    for (const block of new Set(ofWallet.map(({ blockNumber }) => blockNumber))) {
      const isFollowing = lease.loadedAt !== null;
      const range = { address: lease.address, fromBlock: block, toBlock: block, isFollowing };
      const activity = await chain.source.fetchActivity(range);
      const rows = await enrich(chain, lease, activity, block);
      const isStored = await storeJudgedAgain(database, lease, rows);
      if (!isStored || !(await renewLease(database, lease, leaseMs))) return 'busy';
    }
    return 'judged';
  } catch (error) {
    log?.debug({ chain: name, error: errorText(error) }, 'transactions are judged again later');
    return 'failed';
  } finally {
    // One that cannot be handed back ends by itself.
    await handBack(database, lease).catch(() => undefined);
  }
}
