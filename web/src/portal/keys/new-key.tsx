/** The form by which a key is made: a secret one, or one for the code of pages. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { newKeyMutation } from '../../__generated__/newKeyMutation.graphql.ts';
import { useOwnWallets } from '../../app/lens/lens.ts';
import { clearSent } from '../../forms/late-answers.ts';
import { Private } from '../../parts/veiled.tsx';
import { itemsIn, Problem } from '../pieces.tsx';
import { useMe } from '../portal.tsx';
import { takeSecret } from '../secrets.ts';
import type { MadeKey } from './key-list.tsx';

const scopes: readonly (readonly [scope: string, does: string])[] = [
  ['read', 'read figures and histories'],
  ['write', 'register wallets, label, correct'],
  ['webhooks', 'say where events are sent'],
  ['keys', 'make and end keys of its client'],
  ['admin', 'all clients and keys'],
];

const lifetimes: readonly (readonly [days: number, name: string])[] = [
  [0, 'never'],
  [30, 'in 30 days'],
  [90, 'in 90 days'],
  [365, 'in a year'],
];
const dayMs = 86_400_000;

interface Draft {
  name: string;
  client: string;
  isPublishable: boolean;
  chosen: readonly string[];
  days: number;
  quota: string;
  origins: string;
  wallets: readonly string[];
}

/** As the mutation takes it. Quotas are for who has the scope `admin`. */
function inputOf(draft: Draft): newKeyMutation['variables']['input'] {
  const { name, client, isPublishable, chosen, days, quota, origins, wallets } = draft;
  return {
    client,
    name,
    ...(days === 0 ? {} : { expiresAt: new Date(Date.now() + days * dayMs).toISOString() }),
    ...(quota === '' ? {} : { dailyQuota: Number(quota) }),
    ...(isPublishable
      ? { publishable: { origins: itemsIn(origins), wallets: [...wallets] } }
      : { scopes: [...chosen] }),
  };
}

const toggled = (list: readonly string[], item: string): string[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];

interface PartProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}

function Scopes({ draft, set }: PartProps): ReactNode {
  const me = useMe();
  const offered = scopes.filter(([scope]) => scope !== 'admin' || me.scopes.includes('admin'));
  return (
    <fieldset>
      <legend>It may</legend>
      {offered.map(([scope, does]) => (
        <label key={scope} className="line">
          <input
            type="checkbox"
            checked={draft.chosen.includes(scope)}
            onChange={() => set({ chosen: toggled(draft.chosen, scope) })}
          />
          <code>{scope}</code> <span className="meta">{does}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What a key that everybody can read is bound to. */
function Bounds({ draft, set }: PartProps): ReactNode {
  const own = useOwnWallets();
  return (
    <>
      <label>
        Origins of the pages
        <textarea
          rows={2}
          required
          spellCheck={false}
          placeholder="https://app.example.com"
          value={draft.origins}
          onChange={({ target }) => set({ origins: target.value })}
        />
      </label>
      <fieldset>
        <legend>Wallets that it may read</legend>
        {own.map(({ address }) => (
          <label key={address} className="line">
            <input
              type="checkbox"
              checked={draft.wallets.includes(address)}
              onChange={() => set({ wallets: toggled(draft.wallets, address) })}
            />
            <code>
              <Private>{address}</Private>
            </code>
          </label>
        ))}
        {own.length === 0 ? <span className="meta">No wallet is registered.</span> : null}
      </fieldset>
    </>
  );
}

function Kind({ draft, set }: PartProps): ReactNode {
  return (
    <fieldset>
      <legend>Who holds it</legend>
      {[false, true].map((isPublishable) => (
        <label key={String(isPublishable)} className="line">
          <input
            type="radio"
            name="kind"
            checked={draft.isPublishable === isPublishable}
            onChange={() => set({ isPublishable })}
          />
          {isPublishable
            ? 'the code of pages, where everybody can read it: it only reads'
            : 'a server, a command line, an agent'}
        </label>
      ))}
    </fieldset>
  );
}

function End({ draft, set }: PartProps): ReactNode {
  const isAdmin = useMe().scopes.includes('admin');
  return (
    <div className="fields">
      <label>
        It ends
        <select value={draft.days} onChange={({ target }) => set({ days: Number(target.value) })}>
          {lifetimes.map(([days, name]) => (
            <option key={days} value={days}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {isAdmin ? (
        <label>
          Units a day
          <input
            inputMode="numeric"
            pattern="[1-9][0-9]{0,11}"
            title="A whole number; empty: as its client may"
            placeholder="as its client may"
            value={draft.quota}
            onChange={({ target }) => set({ quota: target.value.trim() })}
          />
        </label>
      ) : null}
    </div>
  );
}

export function NewKey({ onMade }: { onMade: (made: MadeKey) => void }): ReactNode {
  const me = useMe();
  const first: Draft = {
    ...{ name: '', client: me.client, isPublishable: false, chosen: ['read'] },
    ...{ days: 0, quota: '', origins: '', wallets: [] },
  };
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [create, isUnderWay] = useMutation<newKeyMutation>(graphql`
    mutation newKeyMutation($input: CreateApiKeyInput!) {
      createApiKey(input: $input) {
        key
        apiKey {
          id
          name
        }
      }
    }
  `);
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    let key = '';
    create({
      variables: { input: inputOf(draft) },
      updater: (store) => {
        key = takeSecret(store, 'createApiKey', 'key');
      },
      onCompleted: ({ createApiKey: { apiKey } }) => {
        onMade({ ...apiKey, key, isPublishable: draft.isPublishable });
        setDraft(clearSent(draft, first));
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <details className="card">
      <summary>Make a key</summary>
      <form className="form" onSubmit={submit}>
        <label>
          What it is for
          <input
            required
            maxLength={100}
            placeholder="server in production"
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        </label>
        {me.scopes.includes('admin') ? (
          <label>
            Whose it is: a client's name
            <input
              required
              maxLength={64}
              spellCheck={false}
              value={draft.client}
              onChange={({ target }) => set({ client: target.value.trim() })}
            />
          </label>
        ) : null}
        <Kind draft={draft} set={set} />
        {draft.isPublishable ? <Bounds draft={draft} set={set} /> : <Scopes draft={draft} set={set} />}
        <End draft={draft} set={set} />
        <Problem text={problem} />
        <button type="submit" className="primary" disabled={isUnderWay}>
          {isUnderWay ? 'Making it …' : 'Make the key'}
        </button>
      </form>
    </details>
  );
}
