/** The forms of single settings, and what is said of a value that does not have its form. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { httpUrl } from './chains/definitions/chain-settings.ts';
import type { InputProblem } from './errors.ts';

export const wholeNumberText = (minimum: number, maximum: number) =>
  z.string().transform((text, context) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    context.addIssue({
      code: 'custom',
      message: `is '${text}': a whole number from ${minimum} to ${maximum} is expected`,
    });
    return z.NEVER;
  });

export const oneOf = <Value extends string>(values: readonly Value[]) =>
  z.enum(values, {
    error: (issue) => `is '${String(issue.input)}': one of ${values.join(', ')} is expected`,
  });

/** The text itself stays out of messages: it may hold a password. */
export const databaseUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), {
    error:
      'is not a PostgreSQL address: postgresql://user:password@host:port/database is expected (special characters of the password as %XX)',
  });

/** Origin and optional path, to which `/wallet/…` is appended. */
export const publicUrl = httpUrl
  .refine((text) => !/[?#]/.test(text), { error: 'must have no ? or # part' })
  .refine((text) => !URL.canParse(text) || new URL(text).username + new URL(text).password === '', {
    error: 'must have no user or password: everybody sees it',
  })
  .transform((text) => text.replace(/\/+$/, ''));

/** A name (letters, digits, hyphens, dots) or an address, without a scheme or a port. */
export const host = z
  .string()
  .refine((text) => isIP(text) !== 0 || /^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,252})$/.test(text), {
    error: (issue) =>
      `is '${String(issue.input)}': a host name or an address is expected, such as 127.0.0.1 or 0.0.0.0, without http:// and port`,
  });

/** Whether a service that listens there is reached from its own machine alone. */
export const isLoopbackName = (name: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(name);

/** Names that stand for reserved ranges. */
const addressRanges = ['loopback', 'linklocal', 'uniquelocal'];

export const trustProxy = z.string().transform((text, context) => {
  if (text === 'true') return true;
  if (text === 'false') return false;
  const addresses = text.split(',').map((address) => address.trim());
  const wrong = addresses.find((address) => !isAddressOrRange(address));
  if (wrong === undefined) return addresses;
  context.addIssue({
    code: 'custom',
    message:
      `has '${wrong}', which is no address: the proxies' addresses or ranges are expected, such as '10.0.0.1, 10.1.0.0/16', ` +
      `${addressRanges.join(', ')}, or 'false' (a number of proxies is not understood)`,
  });
  return z.NEVER;
});

function isAddressOrRange(text: string): boolean {
  if (addressRanges.includes(text)) return true;
  const [address = '', prefix, ...others] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    others.length === 0 &&
    bits > 0 &&
    (prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits))
  );
}

export const secret = z.string().regex(/^\S+$/, { error: 'must not contain spaces' });

/**
 * Keys of 32 bytes as hex or base64, separated by commas, the newest first. Answers them in hex. The text itself stays out of
 * messages.
 */
export const secretKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((key) => keyOf(key.trim()));
  const found = keys.flatMap((key) => key ?? []);
  if (found.length === keys.length) return found;
  context.addIssue({
    code: 'custom',
    message:
      'must be 32 bytes as 64 hex digits or as base64, such as `openssl rand -hex 32` prints; several with commas between',
  });
  return z.NEVER;
});

function keyOf(text: string): string | null {
  if (/^[\da-fA-F]{64}$/.test(text)) return text.toLowerCase();
  const bytes = /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
  return bytes?.length === 32 ? bytes.toString('hex') : null;
}

/** One problem per unknown field, else one per issue, each with its path as one would write it in code. */
export function problemsOf(issue: z.core.$ZodIssue, prefix: string): InputProblem[] {
  const paths =
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths.map((path) => ({ path: `${prefix} ${pathText(path)}`.trim(), message: issue.message }));
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}
