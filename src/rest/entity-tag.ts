/** Entity tags (RFC 9110, section 8.8.3): a client that names what it has is told when it is still the same, and not sent it again. */
import { hash } from 'node:crypto';

/** Weak: the same content in another coding is the same. */
export const entityTag = (content: Uint8Array): string =>
  `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;

/** Whether the header If-None-Match names the tag: by weak comparison, section 13.1.2. */
export function isNamed(tag: string, header: string | undefined): boolean {
  const weak = (text: string): string => text.trim().replace(/^W\//, '');
  return (header ?? '').split(',').some((one) => one.trim() === '*' || weak(one) === weak(tag));
}
