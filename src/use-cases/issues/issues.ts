/** What is missing or doubtful in wallets' figures, and what to do about it. */
import { keyOfContract, transferId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import type { Database } from '../../store/connection/database.ts';
import { type CurrentRun, findCurrentRuns, findMovementKeys } from '../../store/ledger/ledger-reads.ts';
import { type ChangedYear, findChangedYears } from '../../store/ledger/ledger-years.ts';
import { countIssues, pageIssues } from '../../store/ledger/lists/ledger-issues.ts';
import {
  findDebtTokens,
  findReconciliations,
  type ReconciliationRow,
} from '../../store/sync/reconciliation-rows.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { listWalletSyncs } from '../../store/sync/sync-rows.ts';
import { labelOwner, type Ownership, requireScope } from '../access/ownership.ts';
import { loadOpenings } from '../figures/openings.ts';
import type { Lookups } from '../lookups/lookups.ts';
import type { IssueView } from '../model/figures-model.ts';
import type { ReadModel } from '../model/interface.ts';
import type { Caller, Page, PageRequest } from '../model/view-model.ts';
import { offsetPage } from '../pages/offset-page.ts';
import { publicSyncError } from '../wallets/sync-errors.ts';
import type { Draft, IssueStretch } from './issue-draft.ts';
import { loadStakes, type StakesDependencies } from './issue-stakes.ts';
import { issueViews, ledgerIssueDraft } from './issue-views.ts';
import { reconciliationIssue } from './reconciliation-issue.ts';
import { transitIssues } from './transit-issues.ts';

type Issues = Pick<ReadModel, 'listIssues'>;

interface IssuesDependencies extends StakesDependencies {
  ownership: Ownership;
  lookups: Lookups;
}

/** Few enough to be made anew for every page: at most some per chain and token. */
async function currentIssues(
  deps: IssuesDependencies,
  clientId: number,
  wallets: readonly RegistrationRow[],
): Promise<Draft[]> {
  const { database } = deps;
  const walletIds = wallets.map(({ walletId }) => walletId);
  const [syncs, found, openings, years] = await Promise.all([
    listWalletSyncs(database, walletIds),
    findReconciliations(database, walletIds),
    loadOpenings(database, clientId, wallets),
    findChangedYears(database, clientId, walletIds),
  ]);
  const reconciliations = found.map((row) => ({ ...row, difference: row.difference - openings.of(row) }));
  const debts = await debtTokensOf(database, reconciliations);
  return wallets.flatMap(({ walletId, address: wallet }) => [
    ...years.filter((row) => row.walletId === walletId).map((row) => yearIssue(wallet, row)),
    ...syncs.filter((row) => row.walletId === walletId).flatMap((row) => historyIssues(wallet, row)),
    ...reconciliations
      .filter((row) => row.walletId === walletId && row.difference !== 0n)
      .map((row) => reconciliationIssue(wallet, row, debts.get(row.walletId)?.get(keyOf(row)))),
  ]);
}

async function ledgerIssues(
  deps: IssuesDependencies,
  wallet: Address,
  run: CurrentRun,
  request: { fromPlace: number; limit: number },
): Promise<Draft[]> {
  const { database } = deps;
  const rows = await pageIssues(database, run, request);
  const keys = await findMovementKeys(
    database,
    rows.map(({ movement }) => movement),
  );
  return rows.flatMap((row, index): Draft[] => {
    const key = keys[index] ?? null;
    return ledgerIssueDraft(row, { wallet, transferId: key === null ? null : transferId.encode(key) });
  });
}

/** The stretches one after another: where one ends, the next begins. */
async function draftsOf(stretches: readonly IssueStretch[], offset: number, limit: number): Promise<Draft[]> {
  const found: Draft[] = [];
  let skipped = offset;
  for (const { count, read } of stretches) {
    const left = limit - found.length;
    if (left > 0 && skipped < count) found.push(...(await read(skipped, left)));
    skipped = Math.max(skipped - count, 0);
  }
  return found;
}

async function readList(
  deps: IssuesDependencies,
  caller: Caller,
  addresses: readonly Address[],
  page: PageRequest,
): Promise<Page<IssueView>> {
  const { database, ownership } = deps;
  requireScope(caller, 'read');
  const wallets = await ownership.require(caller, addresses);
  const runs = await findCurrentRuns(
    database,
    caller.clientId,
    wallets.map(({ walletId }) => walletId),
  );
  const current = await currentIssues(deps, caller.clientId, wallets);
  const booked = await Promise.all(
    wallets.map(async (wallet): Promise<IssueStretch[]> => {
      const run = runs.find(({ walletId }) => walletId === wallet.walletId);
      if (run === undefined) return [];
      const now = Math.floor(deps.now() / 1000);
      return [
        await transitIssues(database, wallet.address, { run, now }),
        await ledgerStretch(deps, wallet.address, run),
      ];
    }),
  );
  const read = async (offset: number, limit: number): Promise<Draft[]> =>
    current.slice(offset, offset + limit);
  const stretches: IssueStretch[] = [{ count: current.length, read }, ...booked.flat()];

  return offsetPage(
    {
      async fetch(offset, limit) {
        const drafts = await draftsOf(stretches, offset, limit);
        const stakeOf = await loadStakes(deps, caller, drafts);
        return issueViews(deps.lookups, labelOwner(caller), drafts, stakeOf);
      },
      count: async () => stretches.reduce((total, { count }) => total + count, 0),
    },
    page,
  );
}

/** Those that a wallet's ledger has raised, newest first. */
async function ledgerStretch(
  deps: IssuesDependencies,
  wallet: Address,
  run: CurrentRun,
): Promise<IssueStretch> {
  const count = await countIssues(deps.database, run);
  return {
    count,
    read: (offset, limit) => ledgerIssues(deps, wallet, run, { fromPlace: count - 1 - offset, limit }),
  };
}

export function createIssues(deps: IssuesDependencies): Issues {
  return {
    listIssues: (caller, wallets, page) => readList(deps, caller, wallets, page),
  };
}

function yearIssue(wallet: Address, { year, former, realized, changedAt }: ChangedYear): Draft {
  return {
    ...{ code: 'PAST_YEAR_CHANGED', wallet, chainId: null, token: null, transferId: null },
    ...{ timestamp: changedAt, quantity: null, stake: new Decimal(realized).minus(former).toFixed() },
    say: () => ({
      what:
        `The realised result of ${year} (FIFO, UTC) is ${realized} USD now; it was ${former} USD before. What has changed the year may be ` +
        'a wallet that was registered or unregistered (moves to a wallet that is yours are no sales), a correction, a price that was ' +
        'unknown, or a history that was loaded again.',
      advice: 'Check what was filed for that year.',
    }),
  };
}

const keyOf = ({ chainId, tokenAddress: address }: ReconciliationRow): string =>
  keyOfContract({ chainId, address });

/** By wallet: of the tokens that differ from the chain, those that stand for debts. Each wallet is asked for by itself. */
async function debtTokensOf(
  database: Database,
  rows: readonly ReconciliationRow[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, string | null>>> {
  const more = Map.groupBy(
    rows.filter(({ difference }) => difference !== 0n),
    ({ walletId }) => walletId,
  );
  const found = new Map<number, ReadonlyMap<string, string | null>>();
  for (const [walletId, ofWallet] of more) {
    const tokens = ofWallet.map(({ tokenAddress }) => tokenAddress);
    found.set(walletId, await findDebtTokens(database, walletId, tokens));
  }
  return found;
}

/** Balances that differ are issues of their own, which know opening lots and debts. */
function historyIssues(wallet: Address, row: Awaited<ReturnType<typeof listWalletSyncs>>[number]): Draft[] {
  const draft = (what: (chain: string) => string): Draft => ({
    ...{ code: 'INCOMPLETE_HISTORY', wallet, chainId: row.chainId, token: null, transferId: null },
    ...{ timestamp: row.updatedAt, quantity: null },
    say: ({ chain }) => ({ what: what(chain(row.chainId)), advice: '' }),
  });
  const error = publicSyncError(row) ?? 'Loading has failed.';
  return [
    ...(row.phase === 'FAILED'
      ? [draft((chain) => `The history on ${chain} is not complete: ${error}`)]
      : []),
    ...row.historyWarnings.map((warning) =>
      draft((chain) => `The history on ${chain} may not be complete: ${warning}`),
    ),
  ];
}
