/**
 * From a source's answer to the rows of a wallet's history: normalise, read what the contracts say of themselves,
 * classify. Metadata is stored before the rows that need it, so that no reader meets a transfer of an unknown token. All but the
 * last is begun for the next two pieces while the one before is judged and stored.
 */

import type { Activity } from '../../chains/definitions/chain-source.ts';
import { type Classified, classifyTransaction } from '../../domain/classify/classify-transaction.ts';
import {
  type ClassifyContext,
  createClassifyContext,
  type KnownMetadata,
} from '../../domain/classify/evidence/context.ts';
import { toRecords } from '../../domain/classify/records.ts';
import { saysSpam } from '../../domain/classify/spam.ts';
import type { Address, Hex, Movement } from '../../domain/model.ts';
import { type ChainRules, chainRules } from '../../domain/normalize/chain-rules.ts';
import { creditsBesideLogs, normalizeCredits } from '../../domain/normalize/normalize-credits.ts';
import { belongsToWallet, normalizeTransaction } from '../../domain/normalize/normalize-transaction.ts';
import type { NormalizedTransaction } from '../../domain/normalize/normalized.ts';
import { rewardContracts } from '../../labels/reward-contracts.ts';
import type { Database } from '../../store/connection/database.ts';
import { findNftCollections, findTokens } from '../../store/lookups/lookup-reads.ts';
import { markSpamCollections } from '../../store/lookups/nft-writes.ts';
import type { SyncLease } from '../../store/sync/commit.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { lastBlocksOfNfts } from '../metadata/burned-nfts.ts';
import { type MetadataDependencies, storeMetadata } from '../metadata/store-metadata.ts';
import { inTurns } from '../work-turns.ts';
import { type ApprovedTokens, readApprovedTokens } from './approved-tokens.ts';
import { createBalanceProofs, type ReadBalanceProofs } from './balance-proofs.ts';
import { type HasUsed, readUsedContracts } from './known-payers.ts';
import type { Enrich } from './step.ts';

export interface EnrichDependencies extends MetadataDependencies {
  /** The decoded name of a function, or null where the selector is not known. */
  selectorName(selector: Hex): string | null;
  /** Listed tokens of a chain with their symbols: never spam. */
  trustedTokens(chainId: number): ReadonlyMap<Address, { symbol: string }>;
}

export function createEnrich(dependencies: EnrichDependencies): Enrich {
  const readBalanceProofs = createBalanceProofs();
  /** Of answers that wait for their turn; who drops an answer drops this. */
  const begun = new WeakMap<Activity, Promise<Normalized>>();
  const begin = (chain: ChainRuntime, lease: SyncLease, activity: Activity): Promise<Normalized> => {
    const work = begun.get(activity) ?? prepare(dependencies, { chain, lease, activity });
    begun.set(activity, work);
    return work;
  };
  const enrich: Enrich = async (chain, lease, activity, fromBlock) => {
    const prepared = await begin(chain, lease, activity);
    const { normalized } = prepared;
    const approved = await readApprovedTokens(dependencies.database, lease, normalized, fromBlock);
    const hasUsed = await readUsedContracts(dependencies.database, lease, normalized, fromBlock);
    const step = { chain, ...prepared, approved, hasUsed, readBalanceProofs };
    const classified = await classifyAll(dependencies, step);
    const records = await inTurns(classified, (transaction) =>
      toRecords({
        walletId: lease.walletId,
        chainId: chain.config.chainId,
        classified: transaction,
        selectorName: dependencies.selectorName,
      }),
    );
    return {
      transactions: records.map((record) => record.transaction),
      transfers: records.flatMap((record) => record.transfers),
      approvals: approved.first,
      warnings: normalized.flatMap((transaction) => transaction.warnings),
    };
  };
  enrich.prepare = async (...given) => {
    await begin(...given).catch(() => undefined);
  };
  return enrich;
}

/** What an answer comes to by itself, whatever is stored of the wallet. */
interface Normalized {
  rules: ChainRules;
  normalized: readonly NormalizedTransaction[];
  movements: readonly Movement[];
}

/** Also stores what the contracts that it names say of themselves. */
async function prepare(
  dependencies: EnrichDependencies,
  { chain, lease, activity }: { chain: ChainRuntime; lease: SyncLease; activity: Activity },
): Promise<Normalized> {
  const rules = rulesOf(chain);
  const transactions = await inTurns(activity.transactions, (transaction) =>
    normalizeTransaction(transaction, lease.address, rules),
  );
  const normalized = [
    ...transactions.filter(belongsToWallet),
    ...normalizeCredits(creditsBesideLogs(activity.credits, transactions), lease.address),
  ];
  const movements = normalized.flatMap((transaction) => transaction.movements);
  await storeMetadata(dependencies, chain, movements, lastBlocksOfNfts(normalized));
  return { rules, normalized, movements };
}

/** The built-in rules of the chain; a configured wrapper takes the place of the built-in one. */
export function rulesOf(chain: ChainRuntime): ChainRules {
  const { chainId, wrappedNative } = chain.config;
  return chainRules(chainId, wrappedNative === null ? {} : { wrappedNative });
}

async function classifyAll(
  dependencies: EnrichDependencies,
  step: Normalized & {
    chain: ChainRuntime;
    approved: ApprovedTokens;
    hasUsed: HasUsed;
    readBalanceProofs: ReadBalanceProofs;
  },
): Promise<Classified[]> {
  const { chain, rules, normalized, movements, approved, hasUsed, readBalanceProofs } = step;
  const { chainId } = chain.config;
  const contracts = movements.map(({ tokenAddress }) => tokenAddress);
  const context = await readContext(dependencies, { chain, rules, contracts });
  const collections = movements
    .filter(({ tokenId }) => tokenId !== null)
    .map(({ tokenAddress }) => tokenAddress);
  await markSpamCollections(
    dependencies.database,
    chainId,
    [...new Set(collections)].filter((address) => saysSpam(address, context)),
  );
  const contextOf = (transaction: NormalizedTransaction): ClassifyContext => ({
    ...context,
    hasApproved: (token) => approved.hasApproved(token, transaction),
    hasUsed: (contract) => hasUsed(contract, transaction),
  });
  const proofs = await readBalanceProofs(chain.source, normalized, contextOf);
  return inTurns(normalized, (transaction) =>
    classifyTransaction(transaction, {
      ...contextOf(transaction),
      balanceProof: (token) => proofs(token, transaction),
    }),
  );
}

/** What is known of a chain's contracts, and of its wrapper, as classification takes it. */
export async function readContext(
  { database, trustedTokens }: Pick<EnrichDependencies, 'database' | 'trustedTokens'>,
  { chain, rules, contracts }: { chain: ChainRuntime; rules: ChainRules; contracts: readonly Address[] },
): Promise<ClassifyContext> {
  const { chainId, symbol } = chain.config;
  const { wrappedNative } = rules;
  const metadata = await knownMetadata(
    database,
    chainId,
    wrappedNative === null ? contracts : [...contracts, wrappedNative],
  );
  return createClassifyContext({
    wrappedNative,
    trustedTokens: trustedTokens(chainId),
    nativeSymbol: symbol,
    metadata: (address) => metadata.get(address) ?? null,
    rewardContracts: rewardContracts(chainId),
  });
}

async function knownMetadata(
  database: Database,
  chainId: number,
  contracts: readonly Address[],
): Promise<Map<Address, KnownMetadata>> {
  const keys = [...new Set(contracts)].map((address) => ({ chainId, address }));
  const [tokens, collections] = await Promise.all([
    findTokens(database, keys),
    findNftCollections(database, keys),
  ]);
  return new Map<Address, KnownMetadata>([
    ...collections.map(({ address, name, symbol }) => [address, { name, symbol, decimals: null }] as const),
    ...tokens.map(({ address, name, symbol, decimals }) => [address, { name, symbol, decimals }] as const),
  ]);
}
