/** Adds wallets by paste: addresses and names. */
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { graphql, useMutation } from 'react-relay';
import type { addFormMutation } from '../../__generated__/addFormMutation.graphql.ts';
import { useOwnWallets } from '../../app/lens/lens.ts';
import { clearSent, focusInForm, notePage } from '../../forms/late-answers.ts';
import { counted } from '../../money/format.ts';
import { mostAtOnce } from './most-at-once.ts';

/** What stands in the field: addresses and ENS names between blanks or commas. */
const namesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))];

interface Registered {
  readonly id: string;
}

/** How many are new: those that were there already are not loaded anew. */
function saidOf(registered: readonly Registered[], own: readonly Registered[]): string {
  const ids = new Set(registered.map(({ id }) => id));
  const old = own.filter(({ id }) => ids.has(id)).length;
  const [added, there] = [ids.size - old, old === 1 ? '1 was there already' : `${old} were there already`];
  if (old === 0) return `${counted(added, 'wallet')} added: loading begins.`;
  if (added > 0) return `${counted(added, 'wallet')} added: loading begins. ${there}.`;
  return old === 1 ? 'This wallet is there already.' : 'These wallets are there already.';
}

interface AddFormProps {
  /** @param isSamePage Whether the page is still looked at on which they were asked for. */
  onAdded: (isSamePage: boolean) => void;
}

export function AddForm({ onAdded }: AddFormProps): ReactNode {
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
  const own = useOwnWallets();
  const refuse = (why: string): void => {
    // The field says it when it gets the focus.
    flushSync(() => setProblem(why));
    focusInForm(field.current);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    setDone('');
    if (names.length > mostAtOnce) {
      refuse(`At most ${mostAtOnce} at once, please: these are ${names.length}.`);
      return;
    }
    const isSamePage = notePage();
    commit({
      variables: { input: { addresses: names } },
      onCompleted: ({ registerWallets: { wallets } }) => {
        setText(clearSent(text, ''));
        setDone(saidOf(wallets, own));
        // The button is of no use any more, and would leave the focus nowhere.
        focusInForm(field.current);
        onAdded(isSamePage());
      },
      onError: ({ message }) => refuse(message),
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
        onChange={({ target }) => {
          setText(target.value);
          // They are of what stood there before.
          setProblem(null);
          setDone('');
        }}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? 'add-note' : 'add-problem add-note'}
      />
      <button type="submit" className="primary" disabled={isUnderWay || names.length === 0}>
        {isUnderWay ? 'Adding…' : names.length > 1 ? `Add ${names.length} wallets` : 'Add'}
      </button>
      <p id="add-note" className="meta">
        Addresses are public: no key of a wallet is ever asked for. Loading begins at once.
      </p>
      <p role="status">{done}</p>
      {problem === null ? null : (
        <p id="add-problem" className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
