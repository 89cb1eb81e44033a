/** The first page of somebody who has not signed in. */
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import {
  currentLink,
  forgetLink,
  lastRefusal,
  onKeyChange,
  setKey,
  startSession,
  type Ways,
} from '../key.ts';
import { Over } from './over.tsx';
import {
  addPasskey,
  askForMessage,
  hasPasskeys,
  hasWallet,
  type SiweRequest,
  signInByLink,
  signInByMessage,
  signInByPasskey,
} from './sign-in-ways.ts';

/** Runs one thing at a time, and keeps why the last one failed. */
function useAttempt() {
  const [problem, setProblem] = useState(lastRefusal);
  const [isBusy, setBusy] = useState(false);
  const attempt = (work: () => Promise<void>): void => {
    setBusy(true);
    setProblem(null);
    work()
      .catch((why: unknown) => setProblem(why instanceof Error ? why.message : String(why)))
      .finally(() => setBusy(false));
  };
  return { problem, setProblem, isBusy, attempt };
}

type Attempt = ReturnType<typeof useAttempt>;

/** `isOver`: laid over the page of somebody who was signed out. */
export function SignIn({ ways, isOver }: { ways: Ways; isOver: boolean }): ReactNode {
  const state = useAttempt();
  const [isIn, setIn] = useState(false);
  const link = useSyncExternalStore(onKeyChange, currentLink);
  const how = (
    <>
      {isIn ? (
        <OfferPasskey state={state} />
      ) : link === null ? (
        <Choices ways={ways} state={state} />
      ) : (
        <ByLink
          link={link}
          state={state}
          onIn={ways.passkey && hasPasskeys() ? () => setIn(true) : startSession}
        />
      )}
      {state.problem === null ? null : (
        <p id="sign-in-problem" className="problem" role="alert">
          {state.problem}
        </p>
      )}
    </>
  );
  return isOver ? <Over>{how}</Over> : <First>{how}</First>;
}

function First({ children }: { children: ReactNode }): ReactNode {
  useEffect(() => {
    document.title = 'Wallet data';
  }, []);
  return (
    <main id="main" className="sign-in">
      <h1>Wallet data</h1>
      <p>Your wallets, priced and accounted for, on your own machine.</p>
      {children}
    </main>
  );
}

/** Whoever previews a link does not click. */
function ByLink({ link, state, onIn }: { link: string; state: Attempt; onIn: () => void }): ReactNode {
  const { attempt, isBusy } = state;
  const open = (): void =>
    attempt(async () => {
      await signInByLink(link);
      onIn();
    });
  return (
    <>
      <p>You have opened a link that signs you in. It works once.</p>
      <button type="button" className="primary" disabled={isBusy} onClick={open}>
        Sign in
      </button>
      <button type="button" onClick={forgetLink}>
        Another way
      </button>
    </>
  );
}

function OfferPasskey({ state }: { state: Attempt }): ReactNode {
  const { attempt, isBusy } = state;
  const add = (): void =>
    attempt(async () => {
      await addPasskey('This browser');
      startSession();
    });
  return (
    <>
      <p>You are signed in. With a passkey you need no link the next time.</p>
      <button type="button" className="primary" disabled={isBusy} onClick={add}>
        Add a passkey
      </button>
      <button type="button" disabled={isBusy} onClick={startSession}>
        Not now
      </button>
    </>
  );
}

function Choices({ ways, state }: { ways: Ways; state: Attempt }): ReactNode {
  const { attempt, isBusy } = state;
  const [request, setRequest] = useState<SiweRequest | null>(null);
  const byPasskey = (): void =>
    attempt(async () => {
      await signInByPasskey();
      startSession();
    });
  if (request !== null) return <ByMessage request={request} state={state} onBack={() => setRequest(null)} />;
  return (
    <>
      {ways.passkey && hasPasskeys() ? (
        <button type="button" className="primary" disabled={isBusy} onClick={byPasskey}>
          Sign in with a passkey
        </button>
      ) : null}
      {ways.ethereum && hasWallet() ? (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => attempt(async () => setRequest(await askForMessage()))}
        >
          Sign in with Ethereum
        </button>
      ) : null}
      <ByKey state={state} />
      <p className="meta">
        The demo prints a key and a link. Elsewhere <code>npm run -s wallet-data -- login-link</code> prints a
        link that signs you in, and <code>npm run -s wallet-data -- keys create</code> a key, which is kept
        until this tab is closed.
      </p>
    </>
  );
}

/** The whole text, before the wallet asks. */
function ByMessage(props: { request: SiweRequest; state: Attempt; onBack: () => void }): ReactNode {
  const { request, state, onBack } = props;
  const sign = (): void =>
    state.attempt(async () => {
      await signInByMessage(request);
      startSession();
    });
  return (
    <>
      <p>Your wallet is asked to sign this, and nothing else:</p>
      <pre className="message">{request.message}</pre>
      <button type="button" className="primary" disabled={state.isBusy} onClick={sign}>
        Sign
      </button>
      <button type="button" onClick={onBack}>
        Another way
      </button>
    </>
  );
}

function ByKey({ state }: { state: Attempt }): ReactNode {
  const { problem, setProblem } = state;
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setKey(text);
    setProblem(lastRefusal());
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor="key">API key</label>
      <input
        id="key"
        type="password"
        autoComplete="current-password"
        spellCheck={false}
        required
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : 'sign-in-problem'}
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder="wdk_…"
      />
      <button type="submit" className="primary">
        Open
      </button>
    </form>
  );
}
