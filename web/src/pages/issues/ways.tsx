/** What a person can do about an issue on these pages. The service's own advice names calls of its APIs, which nobody can press. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { IssueCode } from '../../__generated__/issue_issue.graphql.ts';
import { keepLens } from '../../app/places.ts';

const wallets = (
  <Link to="/wallets" search={keepLens}>
    Wallets
  </Link>
);

const ways: Readonly<Record<string, ReactNode>> = {
  MISSING_BASIS: (
    <>
      Where another wallet of yours sent it, add that one under {wallets}. Else “Mend it” takes what this
      wallet had before its known history.
    </>
  ),
  UNPRICED_ACQUISITION: '“Mend it” takes its price, or what it had cost.',
  UNPRICED_DISPOSAL: '“Mend it” takes its price.',
  NOT_RECONCILED: <>Whoever runs the service can load the history anew: “Reload” under {wallets}.</>,
  INCOMPLETE_HISTORY: <>How far each chain is loaded stands under {wallets}.</>,
  PAST_YEAR_CHANGED: (
    <>
      Compare the year under{' '}
      <Link to="/reports" search={keepLens}>
        Reports
      </Link>{' '}
      with what was filed.
    </>
  ),
  UNMATCHED_BRIDGE: (
    <>
      Where it went to another wallet of yours, add that one under {wallets}. “Mend it” says that it was sold,
      spent, given away or lost on the way.
    </>
  ),
};

export function Ways({ code, needsAction }: { code: IssueCode; needsAction: boolean }): ReactNode {
  return <p>{needsAction ? (ways[code] ?? null) : 'Nothing is missing, and nothing is to be done.'}</p>;
}

/** Why it is not known how much hangs on it. */
export const stakeUnknown = (code: IssueCode): string =>
  code === 'INCOMPLETE_HISTORY' ? 'not known: nobody knows what is missing' : 'not known: there is no price';
