/** A member: what they may, how they sign in, and where they are signed in. */
import { type ReactNode, useState } from 'react';
import { graphql, useFragment, useMutation } from 'react-relay';
import type { memberCard_member$key } from '../../__generated__/memberCard_member.graphql.ts';
import type { memberCardLinkMutation } from '../../__generated__/memberCardLinkMutation.graphql.ts';
import type { memberCardPasskeyMutation } from '../../__generated__/memberCardPasskeyMutation.graphql.ts';
import type { memberCardRemoveMutation } from '../../__generated__/memberCardRemoveMutation.graphql.ts';
import type {
  MemberRole,
  memberCardRoleMutation,
} from '../../__generated__/memberCardRoleMutation.graphql.ts';
import { say } from '../../app/said.tsx';
import { Part, Skeleton } from '../../parts/states.tsx';
import { AddressText, Time } from '../../parts/text.tsx';
import { AskFirst, Problem } from '../pieces.tsx';
import { takeSecret } from '../secrets.ts';
import { SessionsList } from './sessions-list.tsx';

export const roles: readonly (readonly [role: MemberRole, does: string])[] = [
  ['OWNER', 'Owner: all, with keys and members'],
  ['EDITOR', 'Editor: labels, corrections, wallets'],
  ['VIEWER', 'Viewer: reads'],
];

/** A link that signs a member in, shown once. */
export interface MadeLink {
  name: string;
  link: string;
  expiresAt: string;
}

const memberFragment = graphql`
  fragment memberCard_member on Member {
    id
    name
    role
    client
    address
    createdAt
    joinedAt
    lastSignedInAt
    passkeys {
      id
      name
      lastUsedAt
    }
  }
`;

/** What can be done with a member; each tells when it is done, or why not. */
function useActs(id: string, done: () => void, failed: (text: string) => void) {
  const [setRole] = useMutation<memberCardRoleMutation>(graphql`
    mutation memberCardRoleMutation($input: UpdateMemberInput!) {
      updateMember(input: $input) {
        member {
          id
          role
        }
      }
    }
  `);
  const [remove] = useMutation<memberCardRemoveMutation>(graphql`
    mutation memberCardRemoveMutation($input: RemoveMemberInput!) {
      removeMember(input: $input) {
        member {
          id
        }
      }
    }
  `);
  const [removePasskey] = useMutation<memberCardPasskeyMutation>(graphql`
    mutation memberCardPasskeyMutation($input: RemovePasskeyInput!) {
      removePasskey(input: $input) {
        clientMutationId
      }
    }
  `);
  const ends = (said: string) => ({
    onCompleted: () => {
      say(said);
      done();
    },
    onError: ({ message }: Error) => failed(message),
  });
  return {
    setRole: (role: MemberRole) =>
      setRole({ variables: { input: { id, role } }, ...ends('The role is changed.') }),
    remove: () => remove({ variables: { input: { id } }, ...ends('The member is removed.') }),
    removePasskey: (passkey: string) =>
      removePasskey({ variables: { input: { id: passkey } }, ...ends('The passkey is removed.') }),
  };
}

function NewLink({
  id,
  name,
  onMade,
  failed,
}: {
  id: string;
  name: string;
  onMade: (made: MadeLink) => void;
  failed: (text: string) => void;
}): ReactNode {
  const [make] = useMutation<memberCardLinkMutation>(graphql`
    mutation memberCardLinkMutation($input: CreateMemberLinkInput!) {
      createMemberLink(input: $input) {
        link
        expiresAt
      }
    }
  `);
  const act = (): void => {
    let link = '';
    make({
      variables: { input: { id } },
      updater: (store) => {
        link = takeSecret(store, 'createMemberLink', 'link');
      },
      onCompleted: ({ createMemberLink: { expiresAt } }) => onMade({ name, link, expiresAt }),
      onError: ({ message }) => failed(message),
    });
  };
  return (
    <button type="button" onClick={act}>
      Another link
    </button>
  );
}

interface RoleFieldProps {
  name: string;
  role: MemberRole;
  change: (role: MemberRole) => void;
}

/** Choosing alone changes nothing: the arrow keys go through all roles, and one of them may do everything. */
function RoleField({ name, role, change }: RoleFieldProps): ReactNode {
  const [chosen, setChosen] = useState(role);
  return (
    <>
      <label>
        <span className="for-readers">Role of {name}</span>
        <select
          value={chosen}
          onChange={({ target }) => setChosen(roles.find(([one]) => one === target.value)?.[0] ?? role)}
        >
          {roles.map(([one, does]) => (
            <option key={one} value={one}>
              {does}
            </option>
          ))}
        </select>
      </label>
      {chosen === role ? null : (
        <button type="button" className="primary" onClick={() => change(chosen)}>
          Change the role of {name}
        </button>
      )}
    </>
  );
}

interface MemberCardProps {
  member: memberCard_member$key;
  onMade: (made: MadeLink) => void;
  onChanged: () => void;
}

export function MemberCard({ member, onMade, onChanged }: MemberCardProps): ReactNode {
  const { id, name, role, client, address, joinedAt, lastSignedInAt, passkeys } = useFragment(
    memberFragment,
    member,
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const acts = useActs(id, onChanged, setProblem);
  return (
    <li className="card key-card" aria-label={`Member ${name}`}>
      <div className="key-head">
        <h2>{name}</h2>
        <span className="meta">of {client}</span>
      </div>
      <p className="meta">
        {joinedAt == null ? (
          'Has not signed in yet'
        ) : (
          <>
            Joined <Time at={joinedAt} />
          </>
        )}
        {lastSignedInAt == null ? (
          ''
        ) : (
          <>
            , last signed in <Time at={lastSignedInAt} />
          </>
        )}
        {address == null ? (
          ''
        ) : (
          <>
            ; by the account <AddressText address={address} />
          </>
        )}
      </p>
      <ul>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="key-actions">
            <span>Passkey “{passkey.name}”</span>
            <AskFirst
              name={`Remove the passkey ${passkey.name}`}
              question={`${name} can no longer sign in by “${passkey.name}”.`}
              answer="Remove it"
              isDanger
              act={() => acts.removePasskey(passkey.id)}
            />
          </li>
        ))}
      </ul>
      <div className="key-actions">
        <RoleField key={role} {...{ name, role }} change={acts.setRole} />
        <NewLink id={id} name={name} onMade={onMade} failed={setProblem} />
        <AskFirst
          name="Remove"
          question={`“${name}” is signed out everywhere, and cannot sign in any more.`}
          answer={`Remove ${name}`}
          isDanger
          act={acts.remove}
        />
      </div>
      <Problem text={problem} />
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>Where {name} is signed in</summary>
        {isOpen ? (
          <Part fallback={<Skeleton rows={2} />}>
            <SessionsList member={id} />
          </Part>
        ) : null}
      </details>
    </li>
  );
}
