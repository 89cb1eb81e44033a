/**
 * What clients are told when loading fails: one sentence per kind, which says what it means for the data and where the operator
 * finds more. The error itself names hosts and paths and quotes strangers, so it stays in the log and in `wallets status`.
 */
import type { SyncErrorKind } from '../../errors.ts';
import type { SyncRow } from '../../store/sync/sync-rows.ts';

const seeLog = "The operator finds the details in the service's log, and by 'wallet-data wallets status'.";

const sentences: Record<SyncErrorKind, (row: Pick<SyncRow, 'missing'>) => string> = {
  'source-unavailable': () =>
    'The source of the chain (a node or an explorer) does not answer as it should. What is stored stays readable, newer ' +
    `blocks are missing; the source is asked again by itself. ${seeLog}`,
  'source-limited': () =>
    'The source of the chain (a node or an explorer) asks to wait, because a limit of its own is reached. What is stored ' +
    `stays readable, newer blocks come later. ${seeLog}`,
  'source-behind': () =>
    'The source of the chain is behind what is stored, or a re-org is under way. What is stored stays readable; loading goes ' +
    `on as soon as the source has the blocks. ${seeLog}`,
  'source-refused': () =>
    'The source of the chain (a node or an explorer) cannot be used: it refuses, or serves another chain. Newer blocks are ' +
    `missing until the chain's rpc or explorer is corrected in the configuration. ${seeLog}`,
  'incomplete-source': ({ missing }) =>
    `The source of the chain cannot give ${missing.length === 0 ? 'everything' : missing.join(' and ')}, so the history is not ` +
    'complete. The operator can give the chain a node with traces (trace_filter, trace_block or debug_traceBlockByNumber), or ' +
    'set "allowIncomplete": true for the chain to load it with a warning.',
  'deep-reorg': () =>
    'A re-org deeper than the confirmations of the chain: a block that was final when it was stored is not on the chain any ' +
    "more. The operator runs 'wallet-data wallets reload' for this wallet if the source is right, or else corrects the chain's rpc. " +
    seeLog,
  database: () =>
    `The service's database did not take what was loaded. What is stored stays readable; loading is tried again. ${seeLog}`,
  internal: () =>
    `Loading met a fault of the service itself. What is stored stays readable, newer blocks may be missing. ${seeLog}`,
};

/** The sentence for clients; null while there is no error. */
export function publicSyncError(row: SyncRow): string | null {
  if (row.errorKind === null) return row.error === null ? null : sentences.internal(row);
  return sentences[row.errorKind](row);
}

/** The same of a kind of failure; `missing`: what the source cannot give. */
export const syncErrorSentence = (kind: SyncErrorKind, missing: readonly string[]): string =>
  sentences[kind]({ missing });
