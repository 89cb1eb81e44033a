/** Names an address, or renames it. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { labelFormMutation } from '../__generated__/labelFormMutation.graphql.ts';
import { usePrivacy } from '../app/preferences.ts';

const setLabel = graphql`
  mutation labelFormMutation($input: SetCustomLabelInput!) {
    setCustomLabel(input: $input) {
      counterparties {
        id
        name
        customLabel {
          id
          name
        }
      }
    }
  }
`;

interface LabelFormProps {
  address: string;
  name: string | null | undefined;
}

export function LabelForm({ address, name }: LabelFormProps): ReactNode {
  const isPrivate = usePrivacy();
  const [text, setText] = useState(name ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [commit, isUnderWay] = useMutation<labelFormMutation>(setLabel);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    setSaved(null);
    commit({
      variables: { input: { address, name: text.trim() } },
      // It is not said of what is typed meanwhile.
      onCompleted: () => setSaved(text),
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <form className="label-form" onSubmit={submit}>
      <label>
        <span className="for-readers">Your name for {isPrivate ? 'this address' : address}</span>
        <input
          value={text}
          required
          maxLength={100}
          placeholder="Your name for it"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <button type="submit" disabled={isUnderWay || text.trim() === ''}>
        {isUnderWay ? 'Saving…' : 'Save name'}
      </button>
      <span role="status" className="meta">
        {saved === text ? 'Saved.' : ''}
      </span>
      {problem === null ? null : (
        <span className="problem" role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
