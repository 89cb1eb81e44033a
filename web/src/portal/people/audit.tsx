/** The log of what was done: sign-ins, keys, members, exports and corrections. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { audit_query$key } from '../../__generated__/audit_query.graphql.ts';
import type { auditQuery } from '../../__generated__/auditQuery.graphql.ts';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time, wordsOf } from '../../parts/text.tsx';
import { Private } from '../../parts/veiled.tsx';
import { useLoaded } from '../../relay/load.ts';
import { Portal } from '../portal.tsx';
import { auditActions } from '../search.ts';

const pageSize = 100;

function Rows({ query }: { query: audit_query$key }): ReactNode {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment(
    graphql`
      fragment audit_query on Query
      @argumentDefinitions(first: { type: "Int", defaultValue: 100 }, after: { type: "String" })
      @refetchable(queryName: "auditMoreQuery") {
        auditLog(first: $first, after: $after, action: $action)
          @connection(key: "audit_auditLog", filters: ["action"]) {
          count
          edges {
            node {
              id
              at
              action
              actorKind
              actorId
              actorName
              address
              subject
              client
            }
          }
        }
      }
    `,
    query,
  );
  const edges = data.auditLog?.edges ?? [];
  if (edges.length === 0) return <Empty title="Nothing was noted." />;
  return (
    <section className="card">
      <Scroll label="What was done">
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Who</th>
              <th scope="col" className="wide">
                From
              </th>
              <th scope="col" className="wide">
                When
              </th>
            </tr>
          </thead>
          <tbody>
            {edges.map(({ node }) => (
              <tr key={node.id}>
                <th scope="row">
                  {wordsOf(node.action)}
                  <span className="meta breaks">
                    {node.subject?.startsWith('0x') ? <Private>{node.subject}</Private> : node.subject} of{' '}
                    {node.client}
                  </span>
                  <span className="meta narrow">
                    <Time at={node.at} />
                  </span>
                </th>
                <td>
                  {node.actorName ?? wordsOf(node.actorKind)}
                  <span className="meta breaks">{node.actorId}</span>
                  <span className="meta narrow">from {node.address ?? 'this machine'}</span>
                </td>
                <td className="wide">{node.address ?? 'this machine'}</td>
                <td className="wide">
                  <Time at={node.at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className="card-foot meta">
        {edges.length} of {data.auditLog?.count}, kept for 400 days.{' '}
        {hasNext ? (
          <button type="button" disabled={isLoadingNext} onClick={() => loadNext(pageSize)}>
            Older ones
          </button>
        ) : null}
      </p>
    </section>
  );
}

function Log({ action }: { action: string | undefined }): ReactNode {
  const query = useLoaded<auditQuery>(
    graphql`
      query auditQuery($action: String) {
        ...audit_query
      }
    `,
    { action: action ?? null },
    { fetchPolicy: 'store-and-network' },
  );
  return <Rows query={query} />;
}

export function AuditPage(): ReactNode {
  const { action } = useSearch({ from: '/dev/audit' });
  const navigate = useNavigate({ from: '/dev/audit' });
  return (
    <Portal
      title="Audit"
      scope="keys"
      about="Who did what, when, and from where."
      actions={
        <label className="choice">
          <span className="for-readers">What was done</span>
          <select
            value={action ?? ''}
            onChange={({ target }) => {
              const chosen = auditActions.find((one) => one === target.value);
              void navigate({
                search: ({ action: _former, ...before }) =>
                  chosen === undefined ? before : { ...before, action: chosen },
              });
            }}
          >
            <option value="">All</option>
            {auditActions.map((one) => (
              <option key={one} value={one}>
                {wordsOf(one)}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <Log action={action} />
    </Portal>
  );
}
