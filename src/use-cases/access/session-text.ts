/**
 * Cookies and one-time links as texts: a prefix, by which they are hidden wherever they do not belong, and 256 random bits. So many need
 * neither a pepper nor a slow hash: a stolen table of their SHA-256 says nothing.
 */
import { createHash, randomBytes } from 'node:crypto';

const prefixes = { session: 'wds', link: 'wdl', preSession: 'wdn' } as const;
export type SecretKind = keyof typeof prefixes;

const secretBytes = 32;

/** A new one. What is stored is `hashSecret` of it. */
export const newSecret = (kind: SecretKind): string =>
  `${prefixes[kind]}_${randomBytes(secretBytes).toString('base64url')}`;

/** Whether a text can be one: anything else is not looked for. */
export const isSecret = (kind: SecretKind, text: string): boolean =>
  text.startsWith(`${prefixes[kind]}_`) && /^[\w-]{47}$/.test(text);

export const hashSecret = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** Names a session in lists and logs. */
export const newSessionId = (): string => `ses_${randomBytes(9).toString('base64url')}`;
