/** The first page of somebody without a key. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { setKey } from './key.ts';

export function SignIn(): ReactNode {
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setKey(text);
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
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder="wdk_…"
        />
        <button type="submit" className="primary">
          Open
        </button>
      </form>
      <p className="meta">
        The demo prints a key. Elsewhere make one with <code>wallet-data keys create NAME</code>. It is kept
        until this tab is closed.
      </p>
    </main>
  );
}
