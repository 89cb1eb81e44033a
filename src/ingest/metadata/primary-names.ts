/**
 * Looks up the ENS names of wallets and counterparties through the mainnet node, beside the loading: one process at a time, a few
 * addresses in a round, with a pause after each, so that it takes little of what the node gives. Names are read again after days.
 */
import { secondsPerDay } from '../../domain/time/time.ts';
import { ensChainId, readPrimaryNames } from '../../labels/ens/universal-resolver.ts';
import type { Database } from '../../store/connection/database.ts';
import { type CounterpartyPlace, firstCounterparty } from '../../store/lookups/counterparty-walk.ts';
import {
  dueEnsLookUps,
  type LookUpPauses,
  noteEnsCounterparties,
  noteEnsWallets,
  storeEnsNames,
} from '../../store/lookups/ens-names.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { createNameJob, type NameJobOptions } from './name-job.ts';
import { type PatienceLimits, patientReader } from './patient-reader.ts';

export interface PrimaryNamesOptions extends NameJobOptions {
  chains: readonly ChainRuntime[];
  patience?: PatienceLimits;
}

/** Asked for in one round: four requests of 64 calls, or a little more where there are names. */
const namesPerRound = 200;
/** Read in one statement of a walk. */
const candidatesPerPage = 2_000;
const pauses: LookUpPauses = { named: 3 * secondsPerDay, nameless: 14 * secondsPerDay, silent: 600 };

export interface PrimaryNamesJob {
  start(): void;
  /** Makes every wallet and counterparty known that has not been asked for yet. */
  noteCandidates(database: Database, signal: AbortSignal): Promise<void>;
  /** Looks up what is due, one round; answers how much it was. */
  lookUpDue(database: Database): Promise<number>;
  stop(): Promise<void>;
}

/** The job, or null where no node of mainnet is configured: an explorer's account is for loading. */
export function createPrimaryNames(options: PrimaryNamesOptions): PrimaryNamesJob | null {
  const { log } = options;
  const chain = options.chains.find(({ config }) => config.chainId === ensChainId && config.rpc.length > 0);
  if (chain === undefined) return null;
  async function lookUpDue(written: Database): Promise<number> {
    const due = await dueEnsLookUps(written, namesPerRound);
    if (due.length === 0 || chain === undefined) return 0;
    // A node that is away is no silence of the names.
    await chain.head();
    using reader = patientReader(chain, () => {}, options.patience);
    const found = await readPrimaryNames(reader, due);
    await storeEnsNames(
      written,
      found.map((answer) => ({
        address: answer.address,
        name: answer.outcome === 'answered' ? answer.name : undefined,
      })),
      pauses,
    );
    const named = found.filter((answer) => answer.outcome === 'answered' && answer.name !== null).length;
    log.debug({ asked: due.length, named }, 'names were looked up in ENS');
    return due.length;
  }

  const job = createNameJob(options, { name: 'ens_names', noteCandidates, lookUpDue });
  return { ...job, noteCandidates, lookUpDue };
}

async function noteCandidates(database: Database, signal: AbortSignal): Promise<void> {
  let walletId: number | null = 0;
  while (walletId !== null && !signal.aborted) {
    walletId = await noteEnsWallets(database, walletId, candidatesPerPage);
  }
  let place: CounterpartyPlace | null = firstCounterparty;
  while (place !== null && !signal.aborted) {
    place = await noteEnsCounterparties(database, place, candidatesPerPage);
  }
}
