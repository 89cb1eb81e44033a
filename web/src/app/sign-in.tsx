/** The first page of somebody without a key. */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { lastRefusal, setKey } from './key.ts';

export function SignIn(): ReactNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState(lastRefusal);
  useEffect(() => {
    document.title = 'Wallet data';
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setKey(text);
    setProblem(lastRefusal());
  };
  return (
    <main id="main" className="sign-in">
      <h1>Wallet data</h1>
      <p>Your wallets, priced and accounted for, on your own machine.</p>
      <form onSubmit={submit}>
        <label htmlFor="key">API key</label>
        <input
          id="key"
          type="password"
          autoComplete="current-password"
          spellCheck={false}
          required
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : 'key-problem'}
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder="wdk_…"
        />
        <button type="submit" className="primary">
          Open
        </button>
      </form>
      {problem === null ? null : (
        <p id="key-problem" className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="meta">
        The demo prints a key. Elsewhere make one with <code>npm run wallet-data -- keys create</code>. It is
        kept until this tab is closed.
      </p>
    </main>
  );
}
