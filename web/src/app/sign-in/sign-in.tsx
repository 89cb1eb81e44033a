/** The first page of somebody who has not signed in. */
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import {
  countEntries,
  currentLink,
  forgetLink,
  lastRefusal,
  onKeyChange,
  setKey,
  startSession,
} from '../key.ts';
import { Over } from './over.tsx';
import type { Ways } from './session.ts';
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

/** Signs in as whoever has shown it to the service by now, unless somebody else has come in since the attempt began. */
type Enter = () => Promise<void>;

/** Runs one thing at a time, and keeps why the last one failed; before that, why nobody is signed in. */
function useAttempt() {
  const refusal = useSyncExternalStore(onKeyChange, lastRefusal);
  const [own, setOwn] = useState<{ problem: string | null; of: string | null } | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A later refusal is the news.
  const problem = own?.of === refusal ? own.problem : refusal;
  const setProblem = (text: string | null): void => setOwn({ problem: text, of: lastRefusal() });
  const attempt = (work: (enter: Enter) => Promise<void>): void => {
    const since = countEntries();
    setBusy(true);
    setProblem(null);
    work(() => startSession(since))
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
        <ByLink link={link} state={state} offer={ways.passkey && hasPasskeys() ? () => setIn(true) : null} />
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

interface ByLinkProps {
  link: string;
  state: Attempt;
  /** Goes on to offer a passkey; null: there are none here. */
  offer: (() => void) | null;
}

/** Whoever previews a link does not click. */
function ByLink({ link, state, offer }: ByLinkProps): ReactNode {
  const { attempt, isBusy } = state;
  const open = (): void =>
    attempt(async (enter) => {
      await signInByLink(link);
      if (offer === null) await enter();
      else offer();
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
    attempt(async (enter) => {
      await addPasskey('This browser');
      await enter();
    });
  return (
    <>
      <p>You are signed in. With a passkey you need no link the next time.</p>
      <button type="button" className="primary" disabled={isBusy} onClick={add}>
        Add a passkey
      </button>
      <button type="button" disabled={isBusy} onClick={() => attempt((enter) => enter())}>
        Not now
      </button>
    </>
  );
}

function Choices({ ways, state }: { ways: Ways; state: Attempt }): ReactNode {
  const { attempt, isBusy } = state;
  const [request, setRequest] = useState<SiweRequest | null>(null);
  const byPasskey = (): void =>
    attempt(async (enter) => {
      await signInByPasskey();
      await enter();
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
    state.attempt(async (enter) => {
      await signInByMessage(request);
      await enter();
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
  const { problem } = state;
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setKey(text);
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
