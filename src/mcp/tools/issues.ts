/** issues: what is missing or doubtful in figures, by code and by the money at stake. */
import type { Address } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import type { IssueCode, IssueView } from '../../use-cases/model/figures-model.ts';
import { dayOf, figure, shortAddress, unknown } from '../text/figures.ts';
import { fenced } from '../text/foreign-text.ts';
import { cutFrom, defineListTool } from './list-tool.ts';
import type { Call } from './tool.ts';

/** As many as one page of the API has. */
const mostRead = 500;
const pageSize = { brief: 10, full: 50 };
/** Of an issue's sentence, which names tokens. */
const longestMessage = 220;

const advice: Readonly<Record<IssueCode, string>> = {
  MISSING_BASIS:
    'more left than is known to have come in: register the wallet it came from, or add an opening lot',
  UNPRICED_ACQUISITION: 'what came in has no price: correct its price or basis',
  UNPRICED_DISPOSAL: 'what went out has no price: correct its price',
  NOT_RECONCILED: 'the balance differs from the chain',
  INCOMPLETE_HISTORY: 'a chain is not loaded to its end (sync_status)',
  PAST_YEAR_CHANGED: 'figures of a past year have changed since they were first booked',
  UNMATCHED_BRIDGE: 'what left over a bridge did not arrive in a registered wallet',
};

interface StakedIssue extends IssueView {
  /** USD at the time, not negative; null: not known. */
  stake: string | null;
  hash: string | null;
}

export const issues = defineListTool({
  name: 'issues',
  title: 'Issues',
  description: 'What is missing or doubtful in the figures, by code and money at stake, with what to do.',
  shape: {},
  async list(_input, call, { wallets: addresses, start }) {
    const from = start();
    const { found, count } = await readIssues(call, addresses);
    const { shown, next } = cutFrom(found, from, pageSize[call.detail]);
    return {
      lines: [`${count} issues`, ...codeLines(found, call)],
      columns: ['code', 'USD at stake', 'wallet', 'day', 'what', 'transaction'],
      rows: shown.map((issue) => [
        ...[issue.code, figure(issue.stake, call.detail), shortAddress(issue.wallet)],
        ...[
          issue.timestamp === null ? '-' : dayOf(issue.timestamp),
          fenced(firstSentence(issue), longestMessage),
        ],
        issue.hash ?? '-',
      ]),
      next,
      missing:
        count > found.length
          ? [`only the first ${found.length} of ${count} are looked at: name fewer wallets`]
          : [],
    };
  },
});

/** The largest stake first, unknown ones last. */
async function readIssues(
  { readModel, caller, weigh }: Call,
  addresses: readonly Address[],
): Promise<{ found: StakedIssue[]; count: number }> {
  await weigh(mostRead);
  const page = await readModel.listIssues(caller, addresses, { mode: 'cursor', first: mostRead });
  const ids = [...new Set(page.items.flatMap(({ transferId }) => transferId ?? []))];
  const transfers = await readModel.transfersByIds(caller, ids);
  const byId = new Map(transfers.flatMap((transfer) => (transfer === null ? [] : [[transfer.id, transfer]])));
  const found = page.items.map((issue): StakedIssue => {
    const transfer = issue.transferId === null ? undefined : byId.get(issue.transferId);
    const stake = transfer?.value == null ? null : new Decimal(transfer.value).abs().toFixed();
    return { ...issue, stake, hash: transfer?.hash ?? null };
  });
  const worth = ({ stake }: StakedIssue): Decimal => new Decimal(stake ?? -1);
  return { found: found.toSorted((a, b) => worth(b).comparedTo(worth(a))), count: await page.count() };
}

/** What to do is said once per code. */
const firstSentence = ({ message }: IssueView): string => message.split('. ', 1).join();

function codeLines(found: readonly StakedIssue[], { detail: digits }: Call): string[] {
  return [...Map.groupBy(found, ({ code }) => code)].map(([code, group]) => {
    const known = group.flatMap(({ stake }) => stake ?? []);
    const sum = known.reduce((total, stake) => total.plus(stake), new Decimal(0)).toFixed();
    const stake = known.length === 0 ? unknown : `${figure(sum, digits)} USD`;
    return `${code}: ${group.length}, at stake ${stake}: ${advice[code]}`;
  });
}
