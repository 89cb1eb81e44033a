/** Adds wallets by paste: addresses and names. */
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { addFormMutation } from '../../__generated__/addFormMutation.graphql.ts';
import { counted } from '../../money/format.ts';
import { mostAtOnce } from './most-at-once.ts';

/** What stands in the field: addresses and ENS names between blanks or commas. */
const namesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))];

export function AddForm({ onAdded }: { onAdded: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const [commit, isUnderWay] = useMutation<addFormMutation>(graphql`
    mutation addFormMutation($input: RegisterWalletsInput!) {
      registerWallets(input: $input) {
        wallets {
          id
          ...walletCard_wallet
        }
      }
    }
  `);
  const names = namesIn(text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    setDone('');
    if (names.length > mostAtOnce) {
      setProblem(`At most ${mostAtOnce} at once, please: these are ${names.length}.`);
      return;
    }
    commit({
      variables: { input: { addresses: names } },
      onCompleted: () => {
        setText('');
        setDone(`${counted(names.length, 'wallet')} added: loading begins.`);
        // The button is of no use any more, and would leave the focus nowhere.
        field.current?.focus();
        onAdded();
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <form className="card add" onSubmit={submit}>
      <label htmlFor="addresses">Add wallets</label>
      <textarea
        ref={field}
        id="addresses"
        data-filter=""
        rows={2}
        required
        spellCheck={false}
        placeholder="0x… or name.eth, one or several"
        value={text}
        onChange={({ target }) => setText(target.value)}
        aria-describedby="add-note"
      />
      <button type="submit" className="primary" disabled={isUnderWay || names.length === 0}>
        {isUnderWay ? 'Adding…' : names.length > 1 ? `Add ${names.length} wallets` : 'Add'}
      </button>
      <p id="add-note" className="meta">
        Addresses are public: no key of a wallet is ever asked for. Loading begins at once.
      </p>
      <p role="status">{done}</p>
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
