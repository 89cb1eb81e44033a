/** issues: what is missing or doubtful in figures, by code and by the money at stake. */
import type { Address } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import { utcDay } from '../../domain/time/time.ts';
import type { IssueCode, IssueView } from '../../use-cases/model/figures-model.ts';
import { figure, shortAddress, unknown } from '../text/figures.ts';
import { fenced } from '../text/foreign-text.ts';
import { transferHash } from './hashes.ts';
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
  NOT_RECONCILED:
    'a balance differs from the chain: load the wallet again, or correct opening lots; of a debt that has grown by interest, nothing is to be done',
  INCOMPLETE_HISTORY: 'a part of the history could not be loaded: what it says (sync_status has more)',
  PAST_YEAR_CHANGED: 'figures of a past year have changed since they were first booked',
  UNMATCHED_BRIDGE: 'what left over a bridge did not arrive in a registered wallet',
};

interface FoundIssue extends IssueView {
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
        ...[issue.code, figure(issue.atStake, call.detail), shortAddress(issue.wallet)],
        ...[issue.timestamp === null ? '-' : utcDay(issue.timestamp), fenced(issue.summary, longestMessage)],
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

/** The largest stake first, then unknown ones, and last what nobody has to do anything about. */
async function readIssues(
  { readModel, caller, weigh }: Call,
  addresses: readonly Address[],
): Promise<{ found: FoundIssue[]; count: number }> {
  await weigh(mostRead);
  const page = await readModel.listIssues(caller, addresses, { mode: 'cursor', first: mostRead });
  const found = page.items.map((issue): FoundIssue => ({ ...issue, hash: transferHash(issue.transferId) }));
  const worth = ({ atStake, needsAction }: FoundIssue): Decimal =>
    new Decimal(needsAction ? (atStake ?? -1) : -2);
  return { found: found.toSorted((a, b) => worth(b).comparedTo(worth(a))), count: await page.count() };
}

function codeLines(found: readonly FoundIssue[], { detail: digits }: Call): string[] {
  return [...Map.groupBy(found, ({ code }) => code)].map(([code, group]) => {
    const known = group.flatMap(({ atStake }) => atStake ?? []);
    const sum = known.reduce((total, stake) => total.plus(stake), new Decimal(0)).toFixed();
    const stake = known.length === 0 ? unknown : `${figure(sum, digits)} USD`;
    return `${code}: ${group.length}, at stake ${stake}: ${advice[code]}`;
  });
}
