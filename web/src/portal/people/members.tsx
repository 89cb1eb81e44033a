/** Members: who may sign in for a client, and what each may. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { MemberRole, membersInviteMutation } from '../../__generated__/membersInviteMutation.graphql.ts';
import type { membersQuery } from '../../__generated__/membersQuery.graphql.ts';
import { clearSent } from '../../forms/late-answers.ts';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';
import { Problem } from '../pieces.tsx';
import { Portal, useMe } from '../portal.tsx';
import { takeSecret } from '../secrets.ts';
import { ShownOnce, useMade } from '../shown-once.tsx';
import { type MadeLink, MemberCard, roles } from './member-card.tsx';
import { SessionsList } from './sessions-list.tsx';

function Invite({ onMade }: { onMade: (made: MadeLink) => void }): ReactNode {
  const [name, setName] = useState('');
  const [role, setRole] = useState<MemberRole>('VIEWER');
  const [problem, setProblem] = useState<string | null>(null);
  const [invite, isUnderWay] = useMutation<membersInviteMutation>(graphql`
    mutation membersInviteMutation($input: InviteMemberInput!) {
      inviteMember(input: $input) {
        link
        expiresAt
        member {
          id
        }
      }
    }
  `);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    let link = '';
    invite({
      variables: { input: { name, role } },
      updater: (store) => {
        link = takeSecret(store, 'inviteMember', 'link');
      },
      onCompleted: ({ inviteMember: { expiresAt } }) => {
        onMade({ name, link, expiresAt });
        setName(clearSent(name, ''));
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <form className="card search" onSubmit={submit}>
      <label>
        Invite{' '}
        <input
          required
          maxLength={100}
          placeholder="Name"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label>
        <span className="for-readers">What they may</span>
        <select
          value={role}
          onChange={({ target }) => setRole(roles.find(([one]) => one === target.value)?.[0] ?? 'VIEWER')}
        >
          {roles.map(([one, does]) => (
            <option key={one} value={one}>
              {does}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="primary" disabled={isUnderWay}>
        Make a link
      </button>
      <Problem text={problem} />
    </form>
  );
}

function List(): ReactNode {
  const me = useMe();
  const [round, setRound] = useState(0);
  const made = useMade<MadeLink>();
  const { members } = useLoaded<membersQuery>(
    graphql`
      query membersQuery {
        members(first: 200) {
          count
          nodes {
            id
            ...memberCard_member
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', again: round },
  );
  const again = (): void => setRound((before) => before + 1);
  const nodes = members?.nodes ?? [];
  const onMade = (next: MadeLink): void => {
    made.add(next);
    again();
  };
  return (
    <>
      <ShownOnce
        made={made}
        show={({ name, link, expiresAt }) => ({
          title: `The link for ${name}`,
          secret: link,
          about: (
            <>
              It is shown only now, works once, and ends <Time at={expiresAt} />. Whoever opens it first is{' '}
              {name}.
            </>
          ),
        })}
      />
      <Invite onMade={onMade} />
      {nodes.length === 0 ? <Empty title="Nobody signs in yet: keys alone are used." /> : null}
      <ul className="cards" aria-label="Members">
        {nodes.map((node) => (
          <MemberCard key={node.id} member={node} onMade={onMade} onChanged={again} />
        ))}
      </ul>
      {members && members.count > nodes.length ? (
        <p className="meta">
          The first {nodes.length} of {members.count}.
        </p>
      ) : null}
      {me.isSignedIn ? (
        <section className="card">
          <h2>Where you are signed in</h2>
          <SessionsList member={null} />
        </section>
      ) : null}
    </>
  );
}

export function MembersPage(): ReactNode {
  return (
    <Portal title="Members" scope="keys" about="Who may sign in for the client. The last owner stays one.">
      <List />
    </Portal>
  );
}
