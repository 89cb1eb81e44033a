/** All transactions of the wallets, newest first; only what is in sight is in the page. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { graphql } from 'react-relay';
import type { activityQuery } from '../../__generated__/activityQuery.graphql.ts';
import { useKept } from '../../app/kept-place.ts';
import { type Lens, useLens } from '../../app/lens/lens.ts';
import { useChains } from '../../filters/chains.ts';
import { PillBar } from '../../filters/pill-bar.tsx';
import { kinds, readPills, writePills } from '../../filters/pills.ts';
import { SaveCsv } from '../../filters/save-csv.tsx';
import { SavedViews } from '../../filters/saved-views.tsx';
import { FirstRun } from '../../parts/first-run.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Part, Skeleton } from '../../parts/states.tsx';
import { kindName } from '../../parts/text.tsx';
import { Live } from '../../relay/live.ts';
import { useLoaded } from '../../relay/load.ts';
import { filterOf } from './activity-filter.ts';
import {
  type ActivitySearch,
  isAddress,
  isHash,
  isName,
  longestQuery,
  readActivity,
  readQuery,
} from './activity-search.ts';
import { Excluded } from './excluded.tsx';
import { NamedParties } from './named-parties.tsx';
import { Printed } from './printed.tsx';
import { pageSize, Rows, rowHeight } from './rows.tsx';

type Change = { [Key in keyof ActivitySearch]?: ActivitySearch[Key] | undefined };

interface ListProps {
  lens: Lens;
  search: ActivitySearch;
  /** Whom the name means that is searched for; null: none is. */
  parties: readonly string[] | null;
  choose: (change: Change) => void;
}

/** What is read anew is the beginning of the list: whoever has read on keeps what there is, and is told. */
function useNewest(before: number | null): {
  shown: number | null;
  isBehind: boolean;
  onMore: () => void;
  show: () => void;
} {
  const live = useContext(Live);
  const [shown, setShown] = useState(before);
  const onMore = useCallback(() => setShown((before) => before ?? live), [live]);
  const show = (): void => {
    setShown(null);
    scrollTo(0, 0);
  };
  return { shown, isBehind: shown !== null && shown !== live, onMore, show };
}

/** Where what is searched for cannot be found, the list says so in place of showing everything. */
function Unfound({
  title,
  choose,
  children,
}: Pick<ListProps, 'choose'> & { title: string; children: ReactNode }): ReactNode {
  return (
    <Empty title={title}>
      <p>{children}</p>
      <button type="button" onClick={() => choose({ q: undefined })}>
        Without the search
      </button>
    </Empty>
  );
}

function Found({ search, choose, ...props }: Omit<ListProps, 'parties'>): ReactNode {
  const { q = '' } = search;
  if (q !== '' && !isAddress(q) && !isHash(q) && !isName(q)) {
    return (
      <Unfound title="This is neither an address nor a hash." choose={choose}>
        0x and 40 hex digits of an address, or 64 of a hash, are expected; or a part of a name.
      </Unfound>
    );
  }
  return (
    <NamedParties q={q}>
      {(parties) =>
        parties?.length === 0 ? (
          <Unfound title="Nobody that these wallets dealt with is called so." choose={choose}>
            A part of a label or of an ENS name is looked for. What a contract calls itself is none: search
            for its address.
          </Unfound>
        ) : (
          <List {...props} search={search} choose={choose} parties={parties} />
        )
      }
    </NamedParties>
  );
}

const listQuery = graphql`
  query activityQuery($wallets: [Address!]!, $filter: TransactionFilter) {
    ...activity_query
  }
`;

function List({ lens, search, parties, choose }: ListProps): ReactNode {
  const chains = useChains();
  const live = useContext(Live);
  const variables = { wallets: lens.wallets, filter: filterOf(search, chains, parties) };
  const choice = JSON.stringify([lens.wallets, search]);
  const { kept, keep } = useKept({ page: '/activity', query: listQuery, variables, choice });
  // Of a list that nobody has read on in, the beginning is read anew.
  const { shown, isBehind, onMore, show } = useNewest(
    kept !== null && kept.rows > pageSize ? kept.live : null,
  );
  const isAsLeft = kept !== null && shown !== null && kept.live === shown;
  const query = useLoaded<activityQuery>(listQuery, variables, {
    fetchPolicy: isAsLeft ? 'store-only' : 'store-and-network',
    isLive: shown === null,
  });
  return (
    <>
      {isBehind ? (
        <button type="button" className="primary newer" onClick={show}>
          Something is newer: show it
        </button>
      ) : null}
      <Rows
        query={query}
        choice={choice}
        kept={kept}
        keep={(place) => keep(place, shown ?? live)}
        onMore={onMore}
        empty={<Excluded wallets={lens.wallets} {...{ search, chains, parties, choose }} />}
      />
    </>
  );
}

function Search({ given, find }: { given: string; find: (text: string) => void }): ReactNode {
  const [text, setText] = useState(given);
  useEffect(() => setText(given), [given]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    find(text);
  };
  return (
    <form onSubmit={submit} className="search">
      <label>
        <span className="for-readers">Counterparty's name or address, or hash of a transaction</span>
        <input
          data-filter=""
          type="search"
          spellCheck={false}
          placeholder="Name, address or hash"
          maxLength={longestQuery}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <button type="submit">Find</button>
    </form>
  );
}

function Filters({
  search,
  choose,
}: {
  search: ActivitySearch;
  choose: (change: Change) => void;
}): ReactNode {
  return (
    <>
      <label className="choice">
        <span className="for-readers">Kind</span>
        <select
          value={search.kind ?? ''}
          onChange={({ target }) => choose({ kind: kinds.find((kind) => kind === target.value) })}
        >
          <option value="">All kinds</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindName(kind)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={search.spam ?? false}
          onChange={({ target }) => choose({ spam: target.checked ? true : undefined })}
        />
        Spam
      </label>
    </>
  );
}

function Pills({ f, choose }: { f: string | undefined; choose: (f: string | undefined) => void }): ReactNode {
  const chains = useChains();
  return <PillBar pills={readPills(f)} chains={chains} choose={(pills) => choose(writePills(pills))} />;
}

/** A view replaces all that was chosen. */
const nothing = { kind: undefined, q: undefined, spam: undefined, f: undefined };

export function ActivityPage(): ReactNode {
  const lens = useLens();
  const search = useSearch({ from: '/activity' });
  const navigate = useNavigate({ from: '/activity' });
  if (lens.wallets.length === 0) return <FirstRun title="Activity" />;
  const choose = (change: Change): void => {
    void navigate({
      search: (previous) =>
        Object.fromEntries(
          Object.entries({ ...previous, ...change }).filter(([, value]) => value !== undefined),
        ),
    });
  };
  return (
    <Page
      title="Activity"
      actions={
        <Part fallback={null}>
          <NamedParties q={search.q}>
            {(parties) => (
              <SaveCsv wallets={lens.wallets} filterOf={(chains) => filterOf(search, chains, parties)} />
            )}
          </NamedParties>
        </Part>
      }
    >
      <Part fallback={null}>
        <Printed lens={lens} search={search} />
      </Part>
      <div className="filters">
        <Search given={search.q ?? ''} find={(text) => choose({ q: readQuery(text) })} />
        <Filters search={search} choose={choose} />
        <Part fallback={null}>
          <Pills f={search.f} choose={(f) => choose({ f })} />
        </Part>
        <SavedViews
          search={{ ...readActivity({ ...search }) }}
          show={(view) => choose({ ...nothing, ...readActivity(view) })}
        />
      </div>
      <section className="card">
        <Part fallback={<Skeleton rows={12} height={rowHeight} />} resetKey={JSON.stringify([lens, search])}>
          <Found lens={lens} search={search} choose={choose} />
        </Part>
      </section>
    </Page>
  );
}
