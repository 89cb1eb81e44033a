/**
 * Asks counterparties without a label what they call themselves, through the chains' nodes and beside the loading: one process at a time, a
 * few addresses in a round, with a pause after each. What an explorer knows of a contract's source would be one request of a limited
 * account per contract, so that explorers are not asked. Anybody can call a contract anything: what imitates, advertises or is known as spam
 * is left out, and the rest is kept as the contract's own word.
 */
import { looksAlike, selfGivenName } from '../../domain/classify/evidence/names.ts';
import { saysSpam } from '../../domain/classify/spam.ts';
import type { Address } from '../../domain/model.ts';
import { readContractNames } from '../../labels/metadata/own-names.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  type CounterpartyPlace,
  counterpartiesAfter,
  firstCounterparty,
} from '../../store/lookups/counterparty-walk.ts';
import { findNftCollections, findTokens } from '../../store/lookups/lookup-reads.ts';
import {
  dueContractNames,
  type FoundContractName,
  noteContractNames,
  storeContractNames,
} from '../../store/lookups/named-contracts.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { listedContext } from '../listed-tokens.ts';
import { createNameJob, type NameJobOptions } from './name-job.ts';
import { type PatienceLimits, patientReader } from './patient-reader.ts';

export interface ContractNamesOptions extends NameJobOptions {
  chains: readonly ChainRuntime[];
  patience?: PatienceLimits;
}

/** Asked for in one round of a chain. */
const namesPerRound = 200;
/** Read in one statement of a walk. */
const candidatesPerPage = 2_000;

export interface ContractNamesJob {
  start(): void;
  /** Makes every counterparty known that has no label and has not been asked for yet. */
  noteCandidates(database: Database, signal: AbortSignal): Promise<void>;
  /** Looks up what is due on a chain, one round; answers how much it was. */
  lookUpDue(database: Database, chain: ChainRuntime): Promise<number>;
  stop(): Promise<void>;
}

/** The job, or null where no chain has a node. */
export function createContractNames(options: ContractNamesOptions): ContractNamesJob | null {
  const { log, patience } = options;
  const chains = options.chains.filter(({ config }) => config.rpc.length > 0);
  if (chains.length === 0) return null;
  const lookUpDue = (database: Database, chain: ChainRuntime): Promise<number> =>
    lookUp(database, chain, log, patience);
  const job = createNameJob(options, {
    name: 'contract_names',
    noteCandidates,
    async lookUpDue(database) {
      // One chain that is away holds up no other.
      const failures: unknown[] = [];
      let found = 0;
      for (const chain of chains) {
        try {
          found += await lookUpDue(database, chain);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length === chains.length) throw failures[0];
      return found;
    },
  });
  return { ...job, noteCandidates, lookUpDue };
}

async function noteCandidates(database: Database, signal: AbortSignal): Promise<void> {
  let place: CounterpartyPlace | null = firstCounterparty;
  while (place !== null && !signal.aborted) {
    const { shown, next }: Awaited<ReturnType<typeof counterpartiesAfter>> = await counterpartiesAfter(
      database,
      place,
      candidatesPerPage,
    );
    await noteContractNames(database, shown);
    place = next;
  }
}

async function lookUp(
  database: Database,
  chain: ChainRuntime,
  log: Log,
  patience: PatienceLimits | undefined,
): Promise<number> {
  const { chainId } = chain.config;
  const due = await dueContractNames(database, chainId, namesPerRound);
  if (due.length === 0) return 0;
  const known = await knownNames(database, chain, due);
  const unknown = due.map(({ address }) => address).filter((address) => !known.names.has(address));
  // A node that is away is no silence of the contracts.
  if (unknown.length > 0) await chain.head();
  using reader = patientReader(chain, () => {}, patience);
  const read = await readContractNames(reader, unknown);
  const found: FoundContractName[] = [
    ...[...known.names].map(([address, name]) => ({ chainId, address, name })),
    ...read.map(({ address, name }) => ({
      ...{ chainId, address },
      name: typeof name === 'string' ? selfGivenName(name, known.imitates) : name,
    })),
  ];
  await storeContractNames(database, found);
  const named = found.filter(({ name }) => typeof name === 'string').length;
  log.debug({ chain: chain.config.name, asked: due.length, named }, 'contracts were asked for their names');
  return due.length;
}

/** What is stored of tokens and collections among them, which are not asked again; null: not to be shown. */
async function knownNames(
  database: Database,
  chain: ChainRuntime,
  due: readonly { chainId: number; address: Address }[],
): Promise<{ names: Map<Address, string | null>; imitates: (name: string) => boolean }> {
  const [tokens, collections] = await Promise.all([
    findTokens(database, due),
    findNftCollections(database, due),
  ]);
  const { context, listed } = await listedContext(database, chain, tokens);
  const imitates = looksAlike([
    chain.config.symbol,
    ...listed.flatMap(({ name, symbol }) => [name ?? '', symbol ?? '']),
  ]);
  const names = new Map<Address, string | null>();
  for (const { address, name, isSpam } of collections) {
    names.set(address, isSpam || name === '' ? null : selfGivenName(name, imitates));
  }
  for (const { address, name, isTrusted } of tokens) {
    if (isTrusted) names.set(address, name);
    else
      names.set(address, name === null || saysSpam(address, context) ? null : selfGivenName(name, imitates));
  }
  return { names, imitates };
}
