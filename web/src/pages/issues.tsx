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

function List({ lens: { wallets, walletIds } }: { lens: Lens }): ReactNode {
  const data = useLoaded<issuesQuery>(
    graphql`
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
    { ids: walletIds },
    { fetchPolicy: 'store-and-network' },
  );
  const shown = data.nodes.flatMap((one) =>
    one?.id === undefined || one.address === undefined || one.issues === undefined
      ? []
      : [{ ...one, id: one.id, address: one.address, issues: one.issues }],
  );
  const count = shown.reduce((sum, { issues }) => sum + issues.count, 0);
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
                  <p className="private">{message}</p>
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
