/** Browsers that are signed in: of a member, or one's own. */
import { type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { sessionsListEndMutation } from '../../__generated__/sessionsListEndMutation.graphql.ts';
import type { sessionsListOthersMutation } from '../../__generated__/sessionsListOthersMutation.graphql.ts';
import type { sessionsListQuery } from '../../__generated__/sessionsListQuery.graphql.ts';
import { say } from '../../app/said.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time, wordsOf } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';
import { AskFirst, Problem } from '../pieces.tsx';

function EndOthers({ onEnded }: { onEnded: () => void }): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const [end] = useMutation<sessionsListOthersMutation>(graphql`
    mutation sessionsListOthersMutation($input: EndOtherSessionsInput!) {
      endOtherSessions(input: $input) {
        count
      }
    }
  `);
  return (
    <div className="key-actions">
      <AskFirst
        name="Sign out all others"
        question="Every other browser in which you are signed in is signed out."
        answer="Sign out all other browsers"
        isDanger
        act={() =>
          end({
            variables: { input: {} },
            onCompleted: () => {
              say('All other browsers are signed out.');
              onEnded();
            },
            onError: ({ message }) => setProblem(message),
          })
        }
      />
      <Problem text={problem} />
    </div>
  );
}

/** @param member Whose; null: one's own. */
export function SessionsList({ member }: { member: string | null }): ReactNode {
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const { sessions } = useLoaded<sessionsListQuery>(
    graphql`
      query sessionsListQuery($member: String) {
        sessions(first: 100, member: $member) {
          count
          nodes {
            id
            address
            createdAt
            expiresAt
            isCurrent
            lastSeenAt
            method
            userAgent
          }
        }
      }
    `,
    { member },
    { fetchPolicy: 'store-and-network', again: round },
  );
  const [end] = useMutation<sessionsListEndMutation>(graphql`
    mutation sessionsListEndMutation($input: EndSessionInput!) {
      endSession(input: $input) {
        session {
          id
        }
      }
    }
  `);
  const again = (): void => setRound((before) => before + 1);
  const nodes = sessions?.nodes ?? [];
  if (nodes.length === 0) return <Empty title="Nobody is signed in." />;
  return (
    <>
      <Problem text={problem} />
      <Scroll label="Browsers that are signed in">
        <table>
          <thead>
            <tr>
              <th scope="col">Browser</th>
              <th scope="col">Last seen</th>
              <th scope="col">Ends</th>
              <th scope="col">What to do</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map(({ id, userAgent, address, method, isCurrent, lastSeenAt, expiresAt }) => (
              <tr key={id}>
                <th scope="row">
                  {userAgent.slice(0, 120) || 'unknown'}
                  <span className="meta">
                    {wordsOf(method)}, from {address}
                  </span>
                </th>
                <td>
                  <Time at={lastSeenAt} />
                </td>
                <td>
                  <Time at={expiresAt} />
                </td>
                <td>
                  {isCurrent ? (
                    <span className="badge gain">this one</span>
                  ) : (
                    <AskFirst
                      name="Sign out"
                      question="This browser is signed out within five seconds."
                      answer="Sign it out"
                      isDanger
                      act={() =>
                        end({
                          variables: { input: { id } },
                          onCompleted: () => {
                            say('That browser is signed out.');
                            again();
                          },
                          onError: ({ message }) => setProblem(message),
                        })
                      }
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {member === null && nodes.length > 1 ? <EndOthers onEnded={again} /> : null}
    </>
  );
}
