/**
 * Reads and stores what tokens and NFTs that were not met before say of themselves. What cannot be read is stored as unknown and
 * planned to be read again (metadata-rereader.ts): a step waits for the chain that it reads, not for each contract that it meets.
 */
import type { Address, Movement } from '../../domain/model.ts';
import { errorText } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import { missingCollections, missingNfts, missingTokens } from '../../store/lookups/lookup-reads.ts';
import { planReadings } from '../../store/lookups/unread-metadata.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import type { LastBlocks } from './burned-nfts.ts';
import { type PatienceLimits, patientReader } from './patient-reader.ts';
import { planFor } from './reading-plan.ts';
import { type Asked, type QueueRemote, readAndStore } from './store-readings.ts';

export interface MetadataDependencies {
  database: Database;
  /** Where NFT documents behind https and ipfs are fetched, in the background. */
  queueRemoteMetadata?: QueueRemote;
  log?: Log;
  /** How long contracts are waited for. */
  patience?: PatienceLimits;
}

/**
 * After it, every token, collection and NFT that the movements name has a row. Throws only what the database throws: a contract or
 * a node that does not answer leaves the row unknown.
 */
export async function storeMetadata(
  { database, queueRemoteMetadata: queueRemote = () => {}, log, patience }: MetadataDependencies,
  chain: ChainRuntime,
  movements: readonly Movement[],
  lastBlocks: LastBlocks = () => undefined,
): Promise<void> {
  const asked = await notStored(database, chain.source.chainId, movements, lastBlocks);
  if (asked.length === 0) return;
  let fault: unknown = null;
  const onFault = (error: unknown): void => {
    fault ??= error;
  };
  using reader = patientReader(chain, onFault, patience);
  await readAndStore({ database, reader, queueRemote }, asked, async (readings) => {
    // Before the rows: what is stored as unknown is planned to be read again, wherever the process ends.
    const plans = readings.flatMap(({ asked: key, outcome }) => {
      const plan = outcome === 'read' ? null : planFor({ ...key, outcome, attempts: 0, streak: 0 });
      return plan === null ? [] : [plan];
    });
    await planReadings(database, plans, false);
  });
  if (fault !== null) {
    const fields = { chain: chain.config.name, error: errorText(fault) };
    log?.warn(fields, 'what some contracts say of themselves could not be read; it is read again later');
  }
}

/** What is to be read: contracts before their NFTs, which are called by them. */
async function notStored(
  database: Database,
  chainId: number,
  movements: readonly Movement[],
  lastBlocks: LastBlocks,
): Promise<Asked[]> {
  const nfts = movements.filter(({ standard }) => standard === 'erc721' || standard === 'erc1155');
  const contracts = (list: readonly Movement[]): { chainId: number; address: Address }[] =>
    [...new Set(list.map(({ tokenAddress }) => tokenAddress))].map((address) => ({ chainId, address }));
  const standards = new Map(nfts.map(({ tokenAddress, standard }) => [tokenAddress, standard]));
  const tokens = await missingTokens(
    database,
    contracts(movements.filter(({ standard }) => standard === 'erc20')),
  );
  const collections = await missingCollections(database, contracts(nfts));
  const items = await missingNfts(
    database,
    nfts.flatMap(({ tokenAddress, tokenId }) =>
      tokenId === null ? [] : [{ chainId, address: tokenAddress, tokenId }],
    ),
  );
  const contractItself = { tokenId: null, lastBlock: null };
  return [
    ...tokens.map((key) => ({ ...key, ...contractItself, kind: 'token' as const })),
    ...collections.map((key) => ({ ...key, ...contractItself, kind: 'collection' as const })),
    ...items.map((key) => ({
      ...key,
      kind: standards.get(key.address) === 'erc1155' ? ('erc1155' as const) : ('erc721' as const),
      lastBlock: lastBlocks(key) ?? null,
    })),
  ];
}
