/** How far a webhook's wallets are sent, and what became of attempts. */
import { type ReactNode, useState } from 'react';
import { graphql, useFragment, useMutation } from 'react-relay';
import type { webhookTables_attempts$key } from '../../__generated__/webhookTables_attempts.graphql.ts';
import type { webhookTables_lanes$key } from '../../__generated__/webhookTables_lanes.graphql.ts';
import type { webhookTablesSkipMutation } from '../../__generated__/webhookTablesSkipMutation.graphql.ts';
import { counted, groupDigits } from '../../money/format.ts';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty } from '../../parts/states.tsx';
import { AddressText, Time } from '../../parts/text.tsx';
import { AskFirst, Problem } from '../pieces.tsx';
import { StatusBadge } from './webhook-words.tsx';

function Skip({ id, wallet, onChanged }: { id: string; wallet: string; onChanged: () => void }): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const [skip] = useMutation<webhookTablesSkipMutation>(graphql`
    mutation webhookTablesSkipMutation($input: SkipWebhookEventInput!) {
      skipWebhookEvent(input: $input) {
        webhook {
          id
        }
      }
    }
  `);
  return (
    <>
      <AskFirst
        name="Skip"
        question={`The event of ${wallet} that fails is not sent any more: the receiver lacks it.`}
        answer="Skip the event"
        isDanger
        act={() =>
          skip({
            variables: { input: { id, wallet } },
            onCompleted: onChanged,
            onError: ({ message }) => setProblem(message),
          })
        }
      />
      <Problem text={problem} />
    </>
  );
}

const behind = (sequence: string, last: string): bigint => BigInt(last) - BigInt(sequence);

export function Lanes({
  webhook,
  id,
  onChanged,
}: {
  webhook: webhookTables_lanes$key;
  id: string;
  onChanged: () => void;
}): ReactNode {
  const { lanes } = useFragment(
    graphql`
      fragment webhookTables_lanes on Webhook {
        lanes(first: 100) {
          count
          nodes {
            status
            sequence
            last
            attempts
            lastError
            lastStatus
            nextAttemptAt
            wallet {
              address
              ensName
            }
          }
        }
      }
    `,
    webhook,
  );
  if (lanes.nodes.length === 0) return <Empty title="No wallet is followed." />;
  return (
    <section className="card">
      <h2>Wallets</h2>
      <Scroll label="How far each wallet is sent">
        <table>
          <thead>
            <tr>
              <th scope="col">Wallet</th>
              <th scope="col" className="wide">
                State
              </th>
              <th scope="col" className="number">
                Behind
              </th>
              <th scope="col">Last failure</th>
              <th scope="col" className="wide">
                Next attempt
              </th>
            </tr>
          </thead>
          <tbody>
            {lanes.nodes.map((lane) => (
              <tr key={lane.wallet.address}>
                <th scope="row">
                  <AddressText address={lane.wallet.address} name={lane.wallet.ensName} />
                  <span className="narrow">
                    <StatusBadge status={lane.status} />
                  </span>
                </th>
                <td className="wide">
                  <StatusBadge status={lane.status} />
                </td>
                <td className="number">{counted(behind(lane.sequence, lane.last), 'event')}</td>
                <td className="breaks">
                  {lane.lastError ?? 'none'}{' '}
                  {lane.lastStatus == null ? null : <span className="meta">HTTP {lane.lastStatus}</span>}
                  {lane.nextAttemptAt == null ? null : (
                    <span className="meta narrow">
                      again <Time at={lane.nextAttemptAt} />
                    </span>
                  )}
                  {lane.status === 'PAUSED' || lane.status === 'WAITING' ? (
                    <Skip id={id} wallet={lane.wallet.address} onChanged={onChanged} />
                  ) : null}
                </td>
                <td className="wide">{lane.nextAttemptAt == null ? '' : <Time at={lane.nextAttemptAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {lanes.count > lanes.nodes.length ? (
        <p className="meta card-foot">
          The first {lanes.nodes.length} of {lanes.count}: those that are paused, then those that wait.
        </p>
      ) : null}
    </section>
  );
}

/** What an attempt met with. */
const saidOf = ({
  status,
  error,
}: {
  status?: number | null | undefined;
  error?: string | null | undefined;
}): string => (status == null ? (error ?? 'nothing') : `HTTP ${status}`);

export function Attempts({
  webhook,
  again,
}: {
  webhook: webhookTables_attempts$key;
  again: () => void;
}): ReactNode {
  const { attempts } = useFragment(
    graphql`
      fragment webhookTables_attempts on Webhook {
        attempts(first: 100) {
          count
          nodes {
            eventId
            eventType
            attempt
            outcome
            status
            error
            answer
            durationMs
            at
          }
        }
      }
    `,
    webhook,
  );
  return (
    <section className="card">
      <div className="snippet-head">
        <h2>Attempts</h2>
        <button type="button" onClick={again}>
          Refresh
        </button>
      </div>
      {attempts.nodes.length === 0 ? (
        <Empty title="None is remembered.">
          Failures, tests and what ended them are kept for seven days.
        </Empty>
      ) : (
        <Scroll label="What became of attempts">
          <table>
            <thead>
              <tr>
                <th scope="col" className="wide">
                  When
                </th>
                <th scope="col">Event</th>
                <th scope="col">Outcome</th>
                <th scope="col" className="wide">
                  What the receiver said
                </th>
                <th scope="col" className="number wide">
                  Took
                </th>
              </tr>
            </thead>
            <tbody>
              {attempts.nodes.map((one) => (
                <tr key={`${one.eventId} ${one.attempt} ${one.at}`}>
                  <td className="wide">
                    <Time at={one.at} />
                  </td>
                  <th scope="row">
                    {one.eventType}
                    <span className="meta breaks">{one.eventId}</span>
                    <span className="meta narrow">
                      <Time at={one.at} />
                    </span>
                  </th>
                  <td>
                    <StatusBadge status={one.outcome} /> <span className="meta">attempt {one.attempt}</span>
                    <span className="meta narrow breaks">
                      {saidOf(one)}, {groupDigits(String(one.durationMs))} ms {one.answer}
                    </span>
                  </td>
                  <td className="wide">
                    {saidOf(one)}
                    <span className="meta breaks">{one.answer}</span>
                  </td>
                  <td className="number wide">{groupDigits(String(one.durationMs))} ms</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {attempts.count > attempts.nodes.length ? (
        <p className="meta card-foot">
          The newest {attempts.nodes.length} of {attempts.count}.
        </p>
      ) : null}
    </section>
  );
}
