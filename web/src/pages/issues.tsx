/** What is missing or doubtful in the books of the wallets, and what to do about each. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { issuesQuery } from '../__generated__/issuesQuery.graphql.ts';
import { type Lens, useLens } from '../app/lens.ts';
import { keepLens } from '../app/places.ts';
import { Page } from '../parts/page.tsx';
import { Empty, Part, Skeleton } from '../parts/states.tsx';
import { AddressText, Time, wordsOf } from '../parts/text.tsx';
import { useLoaded } from '../relay/load.ts';
import { FirstRun } from './overview.tsx';

function List({ lens: { wallets } }: { lens: Lens }): ReactNode {
  const data = useLoaded<issuesQuery>(
    graphql`
      query issuesQuery {
        wallets(first: 10) {
          nodes {
            id
            address
            ensName
            issues(first: 100) {
              count
              nodes {
                code
                message
                timestamp
                token {
                  asset {
                    symbol
                  }
                }
                transfer {
                  id
                  hash
                  blockchain {
                    chainId
                  }
                }
              }
            }
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  const shown = (data.wallets?.nodes ?? []).filter(({ address }) => wallets.includes(address));
  const count = shown.reduce((sum, { issues }) => sum + issues.count, 0);
  if (count === 0)
    return (
      <Empty title="Nothing to do.">Every figure of these wallets stands on known costs and prices.</Empty>
    );
  return (
    <>
      {shown
        .filter(({ issues }) => issues.count > 0)
        .map(({ id, address, ensName, issues }) => (
          <section key={id} className="card" aria-label={`Issues of ${ensName ?? address}`}>
            <h2>
              <AddressText address={address} name={ensName} /> <span className="meta">{issues.count}</span>
            </h2>
            <ul className="rows">
              {issues.nodes.map(({ code, message, timestamp, token, transfer }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an issue has no id of its own, and the list is drawn whole
                <li key={index} className="issue">
                  <p>
                    <span className="badge">{wordsOf(code)}</span>{' '}
                    {token ? <bdi>{token.asset.symbol.slice(0, 16)}</bdi> : null}{' '}
                    {timestamp ? (
                      <span className="meta">
                        <Time at={timestamp} />
                      </span>
                    ) : null}
                  </p>
                  <p>{message}</p>
                  {transfer ? (
                    <Link
                      to="/transaction/$chainId/$hash"
                      params={{ chainId: String(transfer.blockchain.chainId), hash: transfer.hash }}
                      search={(search: Record<string, unknown>) => ({ ...keepLens(search), wallet: address })}
                    >
                      The transaction
                    </Link>
                  ) : null}
                </li>
              ))}
            </ul>
            {issues.count > issues.nodes.length ? (
              <p className="card-foot meta">
                The first {issues.nodes.length} of {issues.count}.
              </p>
            ) : null}
          </section>
        ))}
    </>
  );
}

export function IssuesPage(): ReactNode {
  const lens = useLens();
  if (lens.wallets.length === 0) return <FirstRun />;
  return (
    <Page title="Issues">
      <Part fallback={<Skeleton rows={8} height={72} />} resetKey={JSON.stringify(lens)}>
        <List lens={lens} />
      </Part>
    </Page>
  );
}
