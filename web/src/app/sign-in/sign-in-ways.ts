/** How a person signs in: by a link that works once, a passkey, or an account of Ethereum. The service decides; this asks and answers. */
import { notReached, refusalOf } from '../answers.ts';
import { serviceUrl } from '../base.ts';
import { sessionHeaders } from '../key.ts';
import { afterSignOut } from './session.ts';

const timeoutMs = 30_000;

/** Throws with what the service says. */
async function post(path: string, body: object = {}): Promise<unknown> {
  // The answer to a sign-out would take the new session's cookie away.
  if (!(await afterSignOut())) throw new Error(notReached);
  const response = await fetch(serviceUrl(path), {
    method: 'POST',
    // Only pages of the service itself can send the mark along.
    headers: { 'content-type': 'application/json', ...sessionHeaders() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  if (response === null) throw new Error(notReached);
  if (response.ok) return response.status === 204 ? null : response.json();
  throw await refusalOf(response);
}

export const signInByLink = (secret: string): Promise<unknown> => post('auth/link', { secret });

/** Whether this browser has passkeys, and can tell of them as the service reads them. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';

const cancelled = (): never => {
  throw new Error('No passkey was chosen.');
};

export async function signInByPasskey(): Promise<void> {
  const options = (await post('auth/passkey/options')) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const found = await navigator.credentials.get({ publicKey }).catch(cancelled);
  if (!(found instanceof PublicKeyCredential)) return cancelled();
  await post('auth/passkey', { response: found.toJSON() });
}

/** Makes a passkey of whoever has signed in. */
export async function addPasskey(name: string): Promise<void> {
  const options = (await post('auth/passkey/new/options')) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey }).catch(cancelled);
  if (!(made instanceof PublicKeyCredential)) return cancelled();
  await post('auth/passkey/new', { name, response: made.toJSON() });
}

/** A wallet in the browser, after EIP-1193. */
interface Wallet {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

const walletOf = (): Wallet | null => (globalThis as { ethereum?: Wallet }).ethereum ?? null;
export const hasWallet = (): boolean => walletOf() !== null;

/** What a wallet is to sign. */
export interface SiweRequest {
  address: string;
  /** Shown in full before anything is signed. */
  message: string;
}

function requireWallet(): Wallet {
  const wallet = walletOf();
  if (wallet === null) throw new Error('There is no wallet in this browser.');
  return wallet;
}

/** What wallets throw is no Error, but has a message. */
const saying = (why: unknown): Error =>
  new Error((why as { message?: string } | null)?.message ?? 'The wallet has refused.');

export async function askForMessage(): Promise<SiweRequest> {
  const wallet = requireWallet();
  const ask = (method: string): Promise<unknown> =>
    wallet.request({ method }).catch((why: unknown) => {
      throw saying(why);
    });
  const [address] = (await ask('eth_requestAccounts')) as readonly string[];
  const chainId = Number(await ask('eth_chainId'));
  if (address === undefined) throw new Error('The wallet has named no account.');
  const { message } = (await post('auth/siwe/nonce', { address, chain_id: chainId })) as { message: string };
  return { address, message };
}

const hexOf = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Has the wallet sign that very message, and nothing else. */
export async function signInByMessage({ address, message }: SiweRequest): Promise<void> {
  const params = [hexOf(message), address];
  const signature = await requireWallet()
    .request({ method: 'personal_sign', params })
    .catch((why: unknown) => {
      throw saying(why);
    });
  await post('auth/siwe', { message, signature });
}
