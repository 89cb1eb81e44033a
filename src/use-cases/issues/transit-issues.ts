/** What left over a bridge and did not arrive: an issue from the moment on when nothing can meet it any more. */
import { transferId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { timeOfPosition } from '../../domain/position.ts';
import { formatTime } from '../../domain/time/time.ts';
import type { Database } from '../../store/connection/database.ts';
import { type CurrentRun, findMovementKeys } from '../../store/ledger/ledger-reads.ts';
import { readLedgerToken } from '../../store/ledger/ledger-rows.ts';
import { countOverdue, pageOverdue } from '../../store/ledger/lists/ledger-transit.ts';
import type { Draft, IssueStretch, Sentences } from './issue-draft.ts';

/** Of one wallet, newest first. `now`: Unix seconds. */
export async function transitIssues(
  database: Database,
  wallet: Address,
  { run, now }: { run: CurrentRun; now: number },
): Promise<IssueStretch> {
  return {
    count: await countOverdue(database, run, now),
    async read(offset, limit) {
      const rows = await pageOverdue(database, run, { now, offset, limit });
      const keys = await findMovementKeys(
        database,
        rows.map(({ movement }) => movement),
      );
      return rows.map(({ token: text, movement, quantity }, index): Draft => {
        const key = keys[index] ?? null;
        const token = readLedgerToken(text);
        const timestamp = timeOfPosition(movement.position);
        return {
          ...{ code: 'UNMATCHED_BRIDGE', wallet, chainId: token.chainId, token, timestamp, quantity },
          transferId: key === null ? null : transferId.encode(key),
          say: ({ amount, chain }) =>
            sentencesOf(amount(quantity), chain(token.chainId), formatTime(timestamp)),
        };
      });
    },
  };
}

const sentencesOf = (amount: string, chain: string, time: string): Sentences => ({
  what:
    `${amount} left ${chain} over a bridge (${time}), and nothing that arrived is taken for it: what the bridge calls the same at a wallet of yours, ` +
    'or the same asset at this wallet on another chain, and at least 95 % of the amount, in time. It still counts as yours, held by the bridge.',
  advice:
    'Enable the chain, or register the wallet, that it went to. Or correct ' +
    'the transfer with correctTransfer (over REST: POST /wallet/correction/): its treatment is DISPOSAL if it was sold or swapped on the ' +
    'way or paid somebody, NON_TAXABLE if it was a gift or went to another wallet of yours, EXPENSE if it was lost. If it did arrive, ' +
    'also set the basis of what arrived.',
});
