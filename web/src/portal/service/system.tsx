/** The state of the service: whether it is ready, how far it is on each chain, and what waits. */
import { type ReactNode, useEffect, useState } from 'react';
import { graphql } from 'react-relay';
import type { systemOwnQuery } from '../../__generated__/systemOwnQuery.graphql.ts';
import type { systemStateQuery } from '../../__generated__/systemStateQuery.graphql.ts';
import { serviceUrl } from '../../app/base.ts';
import { groupDigits } from '../../money/format.ts';
import { Scroll } from '../../parts/scroll.tsx';
import { Time, wordsOf } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';
import { lengthOf } from '../pieces.tsx';
import { Portal, useMe } from '../portal.tsx';

const waitMs = 10_000;

/** What a load balancer is told. */
function Ready({ round }: { round: number }): ReactNode {
  const [state, setState] = useState<'asking' | 'ready' | 'not ready'>('asking');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew with each round
  useEffect(() => {
    let isWanted = true;
    fetch(serviceUrl('readyz'), { credentials: 'omit', signal: AbortSignal.timeout(waitMs) }).then(
      ({ ok }) => isWanted && setState(ok ? 'ready' : 'not ready'),
      () => isWanted && setState('not ready'),
    );
    return () => {
      isWanted = false;
    };
  }, [round]);
  return <span className={state === 'not ready' ? 'badge loss' : 'badge gain'}>{state}</span>;
}

const ownQuery = graphql`
  query systemOwnQuery {
    wallets(first: 100) {
      nodes {
        sync {
          phase
          syncedBlock
          headBlock
          blockchain {
            id
            name
          }
        }
      }
    }
  }
`;

interface Line {
  name: string;
  phases: Map<string, number>;
  behind: number;
}

/** Of the wallets of this client: what everybody may see. */
function Own({ round }: { round: number }): ReactNode {
  const { wallets } = useLoaded<systemOwnQuery>(
    ownQuery,
    {},
    { fetchPolicy: 'store-and-network', again: round },
  );
  const lines = new Map<string, Line>();
  for (const { phase, syncedBlock, headBlock, blockchain } of (wallets?.nodes ?? []).flatMap(
    ({ sync }) => sync,
  )) {
    const line = lines.get(blockchain.id) ?? { name: blockchain.name, phases: new Map(), behind: 0 };
    line.phases.set(phase, (line.phases.get(phase) ?? 0) + 1);
    if (syncedBlock != null && headBlock != null)
      line.behind = Math.max(line.behind, headBlock - syncedBlock);
    lines.set(blockchain.id, line);
  }
  return (
    <section className="card">
      <h2>Your wallets</h2>
      <Scroll label="Your wallets by chain">
        <table>
          <thead>
            <tr>
              <th scope="col">Chain</th>
              <th scope="col">Wallets</th>
              <th scope="col" className="number">
                Blocks behind
              </th>
            </tr>
          </thead>
          <tbody>
            {[...lines.values()].map(({ name, phases, behind }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  {[...phases].map(([phase, count]) => `${count} ${wordsOf(phase).toLowerCase()}`).join(', ')}
                </td>
                <td className="number">{groupDigits(String(behind))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

const headOf = ({ headBlock }: { headBlock?: number | null | undefined }): string =>
  headBlock == null ? 'not read for all' : groupDigits(String(headBlock));

/** How long the wallet has waited that waits longest. */
const waitOf = ({ phases }: { phases: readonly { overdueSeconds: number }[] }): string =>
  lengthOf(Math.max(0, ...phases.map(({ overdueSeconds }) => overdueSeconds)));

/** When the head of a chain was reached; nothing where it was not yet. */
function Reached({ at, className }: { at: string | null | undefined; className: string }): ReactNode {
  return at == null ? null : (
    <span className={className}>
      <Time at={at} />
    </span>
  );
}

function All({ round }: { round: number }): ReactNode {
  const { serviceState } = useLoaded<systemStateQuery>(
    graphql`
      query systemStateQuery {
        serviceState {
          asOf
          staleLedgers
          staleLedgerSeconds
          chains {
            isEnabled
            disabledReason
            readBlock
            headBlock
            headReachedAt
            failedReads
            blockchain {
              id
              name
            }
            phases {
              phase
              wallets
              blocksBehind
              overdueSeconds
            }
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', again: round },
  );
  if (!serviceState) return null;
  const { asOf, staleLedgers, staleLedgerSeconds, chains } = serviceState;
  return (
    <section className="card">
      <h2>All clients</h2>
      <p>
        As of <Time at={asOf} />.{' '}
        {staleLedgers === 0
          ? 'All ledgers are booked.'
          : `${staleLedgers === 1 ? '1 ledger is' : `${groupDigits(String(staleLedgers))} ledgers are`} to be booked anew, the oldest for ${lengthOf(staleLedgerSeconds)}.`}
      </p>
      <Scroll label="Chains">
        <table>
          <thead>
            <tr>
              <th scope="col">Chain</th>
              <th scope="col" className="wide">
                Head
              </th>
              <th scope="col">Wallets</th>
              <th scope="col" className="number">
                Furthest behind
              </th>
              <th scope="col" className="number wide">
                Waits
              </th>
            </tr>
          </thead>
          <tbody>
            {chains.map((chain) => (
              <tr key={chain.blockchain.id}>
                <th scope="row">
                  {chain.blockchain.name}{' '}
                  {chain.isEnabled ? null : <span className="meta">not enabled: {chain.disabledReason}</span>}
                  {chain.failedReads > 0 ? (
                    <span className="badge loss">{chain.failedReads} failed reads</span>
                  ) : null}
                  <span className="meta narrow">head {headOf(chain)}</span>
                  <Reached at={chain.headReachedAt} className="meta narrow" />
                </th>
                <td className="wide">
                  {headOf(chain)}
                  <Reached at={chain.headReachedAt} className="meta" />
                </td>
                <td>
                  {chain.phases
                    .map(({ phase, wallets }) => `${wallets} ${wordsOf(phase).toLowerCase()}`)
                    .join(', ') || 'none'}
                </td>
                <td className="number">
                  {groupDigits(String(Math.max(0, ...chain.phases.map(({ blocksBehind }) => blocksBehind))))}{' '}
                  blocks
                  <span className="meta narrow">waits {waitOf(chain)}</span>
                </td>
                <td className="number wide">{waitOf(chain)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function State({ round }: { round: number }): ReactNode {
  const { scopes } = useMe();
  return (
    <>
      <section className="card">
        <p>
          The service is <Ready round={round} />
        </p>
      </section>
      {scopes.includes('admin') ? <All round={round} /> : null}
      <Own round={round} />
    </>
  );
}

export function SystemPage(): ReactNode {
  const [round, setRound] = useState(0);
  return (
    <Portal
      title="System"
      actions={
        <button type="button" onClick={() => setRound((before) => before + 1)}>
          Refresh
        </button>
      }
    >
      <State round={round} />
    </Portal>
  );
}
