/** What is missing or doubtful in the books of the wallets: what most hangs on first, and each mended on the spot. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { graphql } from 'react-relay';
import type { issuesQuery } from '../../__generated__/issuesQuery.graphql.ts';
import type { KeptList } from '../../app/kept-list.ts';
import { type Place, useKept, usePlace } from '../../app/kept-place.ts';
import { type Lens, useLens } from '../../app/lens/lens.ts';
import { keepLens } from '../../app/places.ts';
import { compareDecimals } from '../../money/decimals.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { Cut } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Part, Skeleton } from '../../parts/states.tsx';
import { useLoaded, useReadAgain } from '../../relay/load.ts';
import { Issue } from './issue.tsx';

const query = graphql`
  query issuesQuery($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Wallet {
        id
        address
        ensName
        isLoaded
        issues(first: 100) {
          count
          nodes {
            code
            needsAction
            atStake
            transfer {
              id
            }
            ...issue_issue
          }
        }
      }
    }
  }
`;

type Wallet = NonNullable<issuesQuery['response']['nodes'][number]>;
type Found = NonNullable<Wallet['issues']>['nodes'][number];

/** The largest first; behind them what is not known, in the order of the list, and last what nobody has to do anything about. */
function byStake(left: Found, right: Found): number {
  if (left.needsAction !== right.needsAction) return left.needsAction ? -1 : 1;
  const [ours, theirs] = [left.atStake ?? null, right.atStake ?? null];
  if (ours === null || theirs === null) return ours === theirs ? 0 : ours === null ? 1 : -1;
  return compareDecimals(theirs, ours);
}

interface SortedProps {
  wallets: readonly Wallet[];
  onMended: () => void;
  /** Where it was left; null: it is new. */
  kept: KeptList | null;
  /** Called when it is left. */
  keep: (place: Place) => void;
}

function Sorted({ wallets, onMended, kept, keep }: SortedProps): ReactNode {
  const all = wallets
    .flatMap(({ address = '', ensName, issues }) =>
      (issues?.nodes ?? []).map((issue) => ({ wallet: { address, ensName }, issue })),
    )
    .toSorted((left, right) => byStake(left.issue, right.issue));
  const count = wallets.reduce((sum, { issues }) => sum + (issues?.count ?? 0), 0);
  const list = useRef<HTMLUListElement>(null);
  usePlace(list, kept, (at) => keep({ ...at, rows: all.length, sizes: [] }));
  return (
    <section className="card" aria-label="Issues">
      <p className="meta" role="status">
        {count} in all, what most money hangs on first. <kbd>n</kbd> goes to the next.
      </p>
      <ul className="rows" ref={list}>
        {all.map(({ wallet, issue }, index) => (
          <li
            key={`${wallet.address} ${issue.code} ${issue.transfer?.id ?? index}`}
            className="issue"
            data-index={index}
            tabIndex={-1}
          >
            <Issue {...{ issue, wallet, onMended }} />
          </li>
        ))}
      </ul>
      <Cut shown={all.length} count={count} which="The first" />
    </section>
  );
}

function List({ lens: { wallets, walletIds } }: { lens: Lens }): ReactNode {
  const [again, readAgain] = useReadAgain();
  const variables = { ids: walletIds };
  const { kept, keep } = useKept({ page: '/issues', query, variables, choice: walletIds.join() });
  const data = useLoaded<issuesQuery>(query, variables, { fetchPolicy: 'store-and-network', again });
  const shown = data.nodes.flatMap((one) => (one?.id === undefined ? [] : [one]));
  const count = shown.reduce((sum, { issues }) => sum + (issues?.count ?? 0), 0);
  const isWhole = shown.length === wallets.length && shown.every(({ isLoaded }) => isLoaded);
  if (count === 0 && isWhole)
    return (
      <Empty title="Nothing to do.">Every figure of these wallets stands on known costs and prices.</Empty>
    );
  return (
    <>
      {isWhole ? null : (
        <p className="banner">
          Not all of these wallets are registered and loaded: what is wrong with the others is not known yet.{' '}
          <Link to="/wallets" search={keepLens}>
            How far they are
          </Link>
        </p>
      )}
      {count === 0 ? null : (
        <Sorted wallets={shown} onMended={readAgain} kept={kept} keep={(place) => keep(place, 0)} />
      )}
    </>
  );
}

export function IssuesPage(): ReactNode {
  const lens = useLens();
  if (lens.wallets.length === 0) return <FirstRun title="Issues" />;
  return (
    <Page
      title="Issues"
      actions={
        <Link to="/corrections" search={keepLens}>
          What you have corrected
        </Link>
      }
    >
      <Part fallback={<Skeleton rows={8} height={96} />} resetKey={JSON.stringify(lens)}>
        <List lens={lens} />
      </Part>
    </Page>
  );
}
