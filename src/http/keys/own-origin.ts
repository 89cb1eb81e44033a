/**
 * Which pages are this service's own: those of PUBLIC_URL, or, where that is not set, those of a name of this machine. Any other host
 * may be a stranger's name that leads here (DNS rebinding), whose pages a browser would take for ours.
 */
import type { FastifyRequest } from 'fastify';

/** Names and addresses of this machine. */
const loopbackName = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Of a host as a request names it, with its port or without. */
export const isLoopbackHost = (host: string): boolean => loopbackName.test(host.replace(/:\d{1,5}$/, ''));

export interface OwnOrigin {
  /** `https://data.example.com`, as browsers send it. */
  origin: string;
  isSecure: boolean;
  /** Cookies may say who somebody is: over https, or on this machine. */
  maySignIn: boolean;
}

/** null: nothing says which pages are ours. */
export type OwnOriginOf = (request: FastifyRequest) => OwnOrigin | null;

export function createOwnOrigin(publicUrl: string | null): OwnOriginOf {
  const configured = publicUrl === null ? null : originOf(new URL(publicUrl));
  return (request) => {
    if (configured !== null) return configured;
    const text = `${request.protocol}://${request.host}`;
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    return isLoopbackHost(url.host) ? originOf(url) : null;
  };
}

function originOf(url: URL): OwnOrigin {
  const isSecure = url.protocol === 'https:';
  return { origin: url.origin, isSecure, maySignIn: isSecure || isLoopbackHost(url.host) };
}
