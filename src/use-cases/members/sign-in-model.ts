/** What a page asks of the service to sign somebody in, and what comes back. */
import type { Address } from '../../domain/model.ts';
import type { PasskeyView } from '../model/member-model.ts';
import type { Caller } from '../model/view-model.ts';

/** Who is to be signed in: the browser, and where its page is. */
export interface Browser extends OwnPage {
  /** The IP address. */
  address: string;
  userAgent: string;
  /** Of the session that it has: the new one takes its place. */
  cookie: string | null;
  /** Of the sign-in that it has begun; null: none. */
  preSession: string | null;
}

/** The page that asks. */
export interface OwnPage {
  /** `https://data.example.com`. */
  origin: string;
}

export interface SignedIn {
  /** The session's cookie. */
  cookie: string;
}

export interface SiweMessageInput {
  message: string;
  signature: string;
}

/** UNAUTHENTICATED, always in the same words, for whatever does not sign in. */
export interface SignIn {
  ways: { guests: boolean };
  /** The cookie of a browser that begins to sign in. */
  newPreSession(): string;
  /** By a link that works once. */
  byLink(secret: string, browser: Browser): Promise<SignedIn>;
  /** A nonce for this browser, for ten minutes; with an account, the whole message that its wallet is to sign. */
  newNonce(
    preSession: string,
    account: { address: Address; chainId: number } | null,
    page: OwnPage,
  ): Promise<{ nonce: string; message: string | null }>;
  /** BAD_INPUT for a message that is not for here. */
  byEthereum(input: SiweMessageInput, browser: Browser): Promise<SignedIn>;
  /** Lets the account sign in as the member who asks from now on. CONFLICT: it is another member's. */
  linkEthereum(caller: Caller, input: SiweMessageInput, browser: Browser): Promise<{ address: Address }>;
  /** What the browser's `navigator.credentials.get` takes. BAD_INPUT where there are no passkeys. */
  passkeyOptions(preSession: string, page: OwnPage): Promise<unknown>;
  byPasskey(response: unknown, browser: Browser): Promise<SignedIn>;
  /** What the browser's `navigator.credentials.create` takes. */
  newPasskeyOptions(caller: Caller, browser: Browser): Promise<unknown>;
  addPasskey(
    caller: Caller,
    request: { name: string; response: unknown },
    browser: Browser,
  ): Promise<PasskeyView>;
  /** Ends the session that asks. */
  signOut(caller: Caller): Promise<void>;
}
