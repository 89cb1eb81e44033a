/** The keys: what each may, when it was used, and how it is rotated or ended. */
import { type ReactNode, useState } from 'react';
import { graphql, useFragment, useMutation } from 'react-relay';
import type { keyList_key$data, keyList_key$key } from '../../__generated__/keyList_key.graphql.ts';
import type { keyListRevokeMutation } from '../../__generated__/keyListRevokeMutation.graphql.ts';
import type { keyListRotateMutation } from '../../__generated__/keyListRotateMutation.graphql.ts';
import { currentKey } from '../../app/key.ts';
import { say } from '../../app/said.tsx';
import { groupDigits } from '../../money/format.ts';
import { AddressText, Time } from '../../parts/text.tsx';
import { AskFirst, Countdown, Problem } from '../pieces.tsx';
import { takeSecret } from '../secrets.ts';

const overlaps: readonly (readonly [seconds: number, name: string])[] = [
  [0, 'none: the old key ends at once'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '7 days'],
  [2_592_000, '30 days'],
];

/** A key that was made, whose text is shown once. */
export interface MadeKey {
  id: string;
  name: string;
  key: string;
  isPublishable: boolean;
}

export const isOfThisPage = (id: string): boolean =>
  /^wd[kp]_/.test(currentKey()) && currentKey().slice(4).startsWith(`${id}_`);

function Facts({ apiKey }: { apiKey: keyList_key$data }): ReactNode {
  const { scopes, lastUsedAt, createdAt, expiresAt, revokedAt, dailyQuota, monthlyQuota, state } = apiKey;
  const quota = (units: number | null | undefined, per: string): string =>
    units == null ? '' : `${groupDigits(String(units))} units a ${per}`;
  return (
    <dl className="key-facts">
      <div>
        <dt>Scopes</dt>
        <dd>{scopes.join(', ')}</dd>
      </div>
      <div>
        <dt>Last used</dt>
        <dd>{lastUsedAt == null ? 'never' : <Time at={lastUsedAt} />}</dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
      </div>
      <div>
        <dt>{revokedAt == null ? 'Expires' : 'Revoked'}</dt>
        <dd>
          {revokedAt != null ? (
            <Time at={revokedAt} />
          ) : expiresAt == null ? (
            'never'
          ) : state === 'VALID' ? (
            <>
              in <Countdown until={expiresAt} over="0 s: it has ended" />
              <span className="meta">
                <Time at={expiresAt} />
              </span>
            </>
          ) : (
            <Time at={expiresAt} />
          )}
        </dd>
      </div>
      <div>
        <dt>Quota</dt>
        <dd>
          {[quota(dailyQuota, 'day'), quota(monthlyQuota, 'month')].filter(Boolean).join(', ') ||
            'of the service'}
        </dd>
      </div>
    </dl>
  );
}

/** Of a publishable key: what it is bound to. */
function Bounds({ apiKey: { origins, wallets, addressUnits } }: { apiKey: keyList_key$data }): ReactNode {
  return (
    <p className="meta">
      For pages of {origins.join(', ')}; reads{' '}
      {wallets.map((address) => (
        <span key={address}>
          <AddressText address={address} />{' '}
        </span>
      ))}
      ; {groupDigits(String(addressUnits ?? 0))} units a minute for each visitor's address.
    </p>
  );
}

/** Keys of the command line may have no name. */
export const calledBy = ({ id, name }: { id: string; name: string }): string => (name === '' ? id : name);

function RotateForm({
  apiKey,
  onMade,
  onProblem,
}: {
  apiKey: keyList_key$data;
  onMade: (made: MadeKey) => void;
  onProblem: (text: string) => void;
}): ReactNode {
  const [overlap, setOverlap] = useState(86_400);
  const [rotate] = useMutation<keyListRotateMutation>(graphql`
    mutation keyListRotateMutation($input: RotateApiKeyInput!) {
      rotateApiKey(input: $input) {
        key
        apiKey {
          id
          name
          kind
        }
      }
    }
  `);
  const { id } = apiKey;
  const name = calledBy(apiKey);
  const act = (): void => {
    let key = '';
    rotate({
      variables: { input: { id, overlapSeconds: overlap } },
      updater: (store) => {
        key = takeSecret(store, 'rotateApiKey', 'key');
      },
      onCompleted: ({ rotateApiKey: { apiKey: next } }) =>
        onMade({ key, id: next.id, name: next.name, isPublishable: next.kind === 'PUBLISHABLE' }),
      onError: ({ message }) => onProblem(message),
    });
  };
  return (
    <AskFirst
      name="Rotate"
      question={`A new key takes the place of “${name}” (${id}).`}
      answer={`Rotate ${name}`}
      act={act}
    >
      <label>
        Both are valid for{' '}
        <select value={overlap} onChange={({ target }) => setOverlap(Number(target.value))}>
          {overlaps.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </AskFirst>
  );
}

const states: Readonly<Record<string, string>> = { VALID: 'valid', EXPIRED: 'expired', REVOKED: 'revoked' };

export function KeyCard({
  apiKey: reference,
  onMade,
  onChanged,
}: {
  apiKey: keyList_key$key;
  onMade: (made: MadeKey) => void;
  onChanged: () => void;
}): ReactNode {
  const apiKey = useFragment(
    graphql`
      fragment keyList_key on ApiKey {
        id
        client
        name
        kind
        state
        scopes
        dailyQuota
        monthlyQuota
        origins
        wallets
        addressUnits
        createdAt
        expiresAt
        revokedAt
        lastUsedAt
      }
    `,
    reference,
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [revoke] = useMutation<keyListRevokeMutation>(graphql`
    mutation keyListRevokeMutation($input: RevokeApiKeyInput!) {
      revokeApiKey(input: $input) {
        apiKey {
          id
        }
      }
    }
  `);
  const { id, client, kind, state } = apiKey;
  const name = calledBy(apiKey);
  const isOwn = isOfThisPage(id);
  const end = (): void => {
    revoke({
      variables: { input: { id } },
      onCompleted: () => {
        say('The key is revoked.');
        onChanged();
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <li className="card key-card" aria-label={`Key ${name}`}>
      <div className="key-head">
        <h2>{name}</h2>
        <span className={state === 'VALID' ? 'badge gain' : 'badge loss'}>{states[state] ?? state}</span>
        {kind === 'PUBLISHABLE' ? <span className="badge">publishable</span> : null}
        {isOwn ? <span className="badge">this page's</span> : null}
        <span className="meta">
          <code>{id}</code> of {client}
        </span>
      </div>
      <Facts apiKey={apiKey} />
      {kind === 'PUBLISHABLE' ? <Bounds apiKey={apiKey} /> : null}
      {state === 'VALID' ? (
        <div className="key-actions">
          <RotateForm apiKey={apiKey} onMade={onMade} onProblem={setProblem} />
          <AskFirst
            name="Revoke"
            question={`“${name}” (${id}) is refused everywhere within five seconds, with its tokens and streams.${isOwn ? ' This page uses it: you will be asked for another one.' : ''}`}
            answer={`Revoke ${name}`}
            isDanger
            act={end}
          />
        </div>
      ) : null}
      <Problem text={problem} />
    </li>
  );
}
