/** The form by which a webhook is made. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { newWebhookMutation, WalletEventType } from '../../__generated__/newWebhookMutation.graphql.ts';
import { useOwnWallets } from '../../app/lens/lens.ts';
import { clearSent } from '../../forms/late-answers.ts';
import { wordsOf } from '../../parts/text.tsx';
import { Private } from '../../parts/veiled.tsx';
import { Problem } from '../pieces.tsx';
import { takeSecret } from '../secrets.ts';
import { eventTypes } from './webhook-words.tsx';

export interface MadeWebhook {
  url: string;
  /** What signs: shown once. */
  secret: string;
}

const toggled = <Item,>(list: readonly Item[], item: Item): Item[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];

interface ChoicesProps<Item extends string> {
  legend: string;
  /** What it means when none is chosen. */
  none: string;
  items: readonly Item[];
  nameOf: (item: Item) => ReactNode;
  chosen: readonly Item[];
  choose: (next: Item[]) => void;
}

function Choices<Item extends string>({
  legend,
  none,
  items,
  nameOf,
  chosen,
  choose,
}: ChoicesProps<Item>): ReactNode {
  return (
    <fieldset>
      <legend>
        {legend} <span className="meta">{chosen.length === 0 ? none : `${chosen.length} chosen`}</span>
      </legend>
      {items.map((item) => (
        <label key={item} className="line">
          <input
            type="checkbox"
            checked={chosen.includes(item)}
            onChange={() => choose(toggled(chosen, item))}
          />
          {nameOf(item)}
        </label>
      ))}
    </fieldset>
  );
}

/** What is typed for each; events and wallets stay chosen for the next one. */
const empty = { url: '', description: '' };

export function NewWebhook({ onMade }: { onMade: (made: MadeWebhook) => void }): ReactNode {
  const own = useOwnWallets();
  const [typed, setTyped] = useState(empty);
  const { url, description } = typed;
  const [types, setTypes] = useState<WalletEventType[]>([]);
  const [wallets, setWallets] = useState<string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [create, isUnderWay] = useMutation<newWebhookMutation>(graphql`
    mutation newWebhookMutation($input: CreateWebhookInput!) {
      createWebhook(input: $input) {
        secret
        webhook {
          id
          url
        }
      }
    }
  `);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    let secret = '';
    create({
      variables: {
        input: { url, description, types, ...(wallets.length === 0 ? {} : { wallets }) },
      },
      updater: (store) => {
        secret = takeSecret(store, 'createWebhook', 'secret');
      },
      onCompleted: ({ createWebhook: { webhook } }) => {
        onMade({ url: webhook.url, secret });
        setTyped(clearSent(typed, empty));
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <details className="card">
      <summary>Make a webhook</summary>
      <form className="form" onSubmit={submit}>
        <label>
          Where to
          <input
            type="url"
            required
            spellCheck={false}
            placeholder="https://example.com/hooks"
            value={url}
            onChange={({ target }) => setTyped({ url: target.value, description })}
          />
        </label>
        <label>
          Your own words for it
          <input
            maxLength={200}
            value={description}
            onChange={({ target }) => setTyped({ url, description: target.value })}
          />
        </label>
        <Choices
          legend="Events"
          none="all, also those that will be added"
          items={eventTypes}
          nameOf={wordsOf}
          chosen={types}
          choose={setTypes}
        />
        <Choices
          legend="Wallets"
          none="all, also those that come"
          items={own.map(({ address }) => address)}
          nameOf={(address) => (
            <code>
              <Private>{address}</Private>
            </code>
          )}
          chosen={wallets}
          choose={setWallets}
        />
        <Problem text={problem} />
        <button type="submit" className="primary" disabled={isUnderWay}>
          {isUnderWay ? 'Making it …' : 'Make the webhook'}
        </button>
      </form>
    </details>
  );
}
