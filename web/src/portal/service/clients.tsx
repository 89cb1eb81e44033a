/** Clients, for whoever runs the service: what is set of each, and a form for another one. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { clientsCreateMutation } from '../../__generated__/clientsCreateMutation.graphql.ts';
import type { clientsQuery } from '../../__generated__/clientsQuery.graphql.ts';
import type { clientsSetMutation } from '../../__generated__/clientsSetMutation.graphql.ts';
import { clearSent } from '../../forms/late-answers.ts';
import { Time } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';
import { Problem } from '../pieces.tsx';
import { Portal } from '../portal.tsx';

function NewClient({ onMade }: { onMade: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [create, isUnderWay] = useMutation<clientsCreateMutation>(graphql`
    mutation clientsCreateMutation($input: CreateClientInput!) {
      createClient(input: $input) {
        client {
          name
        }
      }
    }
  `);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    create({
      variables: { input: { name } },
      onCompleted: () => {
        setName(clearSent(name, ''));
        onMade();
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <form className="card search" onSubmit={submit}>
      <label>
        Another client{' '}
        <input
          required
          maxLength={64}
          pattern="[A-Za-z0-9._\-]{1,64}"
          title="Letters, digits, hyphens, underscores and dots"
          spellCheck={false}
          value={name}
          onChange={({ target }) => setName(target.value.trim())}
        />
      </label>
      <button type="submit" className="primary" disabled={isUnderWay}>
        Create
      </button>
      <Problem text={problem} />
    </form>
  );
}

function Setting({ client, onChanged }: { client: string; onChanged: () => void }): ReactNode {
  const [{ name, value }, setSetting] = useState({ name: '', value: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [set, isUnderWay] = useMutation<clientsSetMutation>(graphql`
    mutation clientsSetMutation($input: SetClientSettingsInput!) {
      setClientSettings(input: $input) {
        client {
          name
        }
      }
    }
  `);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    set({
      variables: { input: { client, settings: [{ name, value }] } },
      onCompleted: () => {
        setSetting(clearSent({ name, value }, { name, value: '' }));
        onChanged();
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <details>
      <summary>Change a setting</summary>
      <form className="search" onSubmit={submit}>
        <label>
          Setting{' '}
          <input
            required
            spellCheck={false}
            placeholder="dailyQuota"
            value={name}
            onChange={({ target }) => setSetting({ name: target.value.trim(), value })}
          />
        </label>
        <label>
          Value{' '}
          <input
            required
            spellCheck={false}
            placeholder="none"
            value={value}
            onChange={({ target }) => setSetting({ name, value: target.value.trim() })}
          />
        </label>
        <button type="submit" disabled={isUnderWay}>
          Set
        </button>
      </form>
      <p className="meta">
        All of its wallets are booked again. A number is taken back by “none”; <code>reportingCurrency</code>{' '}
        takes a code such as EUR, and is taken back by USD.
      </p>
      <Problem text={problem} />
    </details>
  );
}

function List(): ReactNode {
  const [round, setRound] = useState(0);
  const { clients } = useLoaded<clientsQuery>(
    graphql`
      query clientsQuery {
        clients(first: 500) {
          count
          nodes {
            name
            createdAt
            settings {
              name
              value
            }
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', again: round },
  );
  const again = (): void => setRound((before) => before + 1);
  const nodes = clients?.nodes ?? [];
  return (
    <>
      <NewClient onMade={again} />
      <ul className="cards" aria-label="Clients">
        {nodes.map(({ name, createdAt, settings }) => (
          <li key={name} className="card key-card">
            <div className="key-head">
              <h2>{name}</h2>
              <span className="meta">
                since <Time at={createdAt} />
              </span>
            </div>
            <p className="meta">
              {settings.length === 0
                ? 'All settings are as by default.'
                : settings.map((one) => `${one.name}: ${one.value}`).join(', ')}
            </p>
            <Setting client={name} onChanged={again} />
          </li>
        ))}
      </ul>
      {clients && clients.count > nodes.length ? (
        <p className="meta">
          The first {nodes.length} of {clients.count}.
        </p>
      ) : null}
    </>
  );
}

export function ClientsPage(): ReactNode {
  return (
    <Portal
      title="Clients"
      scope="admin"
      about="Whoever has wallets, labels, corrections and keys of its own."
    >
      <List />
    </Portal>
  );
}
