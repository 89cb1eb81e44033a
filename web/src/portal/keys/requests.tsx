/** The last requests that were refused or failed: which, by which key, and why. Never what was asked. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { graphql } from 'react-relay';
import type { requestsQuery } from '../../__generated__/requestsQuery.graphql.ts';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';
import { Portal } from '../portal.tsx';
import { type RequestsSearch, readRequests } from '../search.ts';

const most = 200;

function List({ search, round }: { search: RequestsSearch; round: number }): ReactNode {
  const { requestProblems } = useLoaded<requestsQuery>(
    graphql`
      query requestsQuery($first: Int!, $requestId: String, $code: String) {
        requestProblems(first: $first, requestId: $requestId, code: $code) {
          count
          nodes {
            at
            requestId
            client
            keyId
            operation
            code
            status
          }
        }
      }
    `,
    { first: most, requestId: search.request ?? null, code: search.code ?? null },
    { fetchPolicy: 'store-and-network', again: round },
  );
  const nodes = requestProblems?.nodes ?? [];
  if (nodes.length === 0) {
    return search.request === undefined && search.code === undefined ? (
      <Empty title="Nothing was refused or failed.">
        Requests with an error show up here: up to 1,000 of a client, since this process of the service
        started.
      </Empty>
    ) : (
      <Empty title="No such request is remembered.">
        It may have been answered by another process of the service, or before this one started; the service's
        log has it.
      </Empty>
    );
  }
  return (
    <section className="card">
      <Scroll label="Problems">
        <table>
          <thead>
            <tr>
              <th scope="col">What was asked for</th>
              <th scope="col">Why not</th>
              <th scope="col" className="wide">
                When
              </th>
              <th scope="col" className="wide">
                Key
              </th>
              <th scope="col" className="wide">
                Request
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes.map(({ at, requestId, client, keyId, operation, code, status }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a client may give two requests the same id
              <tr key={`${requestId} ${index}`}>
                <th scope="row">
                  <code>{operation}</code>
                  <span className="meta narrow">
                    <Time at={at} />
                  </span>
                  <span className="meta narrow breaks">
                    <code>{requestId}</code>
                  </span>
                  <span className="meta narrow">
                    by <code>{keyId}</code> of {client}
                  </span>
                </th>
                <td>
                  <span className="badge loss">{code}</span>
                  <span className="meta">HTTP {status}</span>
                </td>
                <td className="wide">
                  <Time at={at} />
                </td>
                <td className="wide">
                  <code>{keyId}</code> <span className="meta">{client}</span>
                </td>
                <td className="wide">
                  <code>{requestId}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {requestProblems && requestProblems.count > nodes.length ? (
        <p className="meta card-foot">
          The newest {nodes.length} of {requestProblems.count}.
        </p>
      ) : null}
    </section>
  );
}

export function RequestsPage(): ReactNode {
  const search = useSearch({ from: '/dev/requests' });
  const navigate = useNavigate({ from: '/dev/requests' });
  const [round, setRound] = useState(0);
  const [text, setText] = useState(search.request ?? '');
  const find = (event: FormEvent): void => {
    event.preventDefault();
    void navigate({
      search: ({ request: _former, ...before }) => ({ ...before, ...readRequests({ request: text.trim() }) }),
    });
  };
  return (
    <Portal
      title="Requests"
      scope="keys"
      about="Requests that were refused or failed, the newest first. Every answer has its id in X-Request-Id; what was asked is not kept."
      actions={
        <button type="button" onClick={() => setRound((before) => before + 1)}>
          Refresh
        </button>
      }
    >
      <form className="search" onSubmit={find}>
        <label>
          <span className="for-readers">Id of a request</span>
          <input
            data-filter=""
            type="search"
            spellCheck={false}
            maxLength={100}
            placeholder="Id of a request"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <button type="submit">Find</button>
        {search.code === undefined ? null : (
          <button
            type="button"
            onClick={() => void navigate({ search: ({ code: _code, ...before }) => before })}
          >
            All codes
          </button>
        )}
      </form>
      <List search={search} round={round} />
    </Portal>
  );
}
