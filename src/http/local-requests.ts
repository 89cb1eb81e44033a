/**
 * Who may speak to a service on loopback. A web page can have its own name lead to this machine (DNS rebinding), so that a browser
 * takes the service for a part of that page: its requests then name a host, or an origin, that is not of this machine.
 */
import type { FastifyRequest } from 'fastify';
import { PublicError } from '../errors.ts';
import { isLoopbackHost } from './keys/own-origin.ts';

const loopbackAddress = /^(?:::ffff:)?127\.|^::1$/;

/**
 * Why a request over loopback is refused: its host is neither of loopback nor PUBLIC_URL's, or it comes from a web page of
 * elsewhere. null: it is fine, or it did not come over loopback, or a proxy that is trusted has spoken for it.
 */
export function strangeSource(
  request: FastifyRequest,
  { publicUrl, trustProxy }: { publicUrl: string | null; trustProxy: boolean | readonly string[] },
): PublicError | null {
  const { localAddress = '' } = request.socket;
  if (trustProxy !== false || !loopbackAddress.test(localAddress)) return null;
  const host = request.headers.host ?? '';
  if (publicUrl !== null && new URL(publicUrl).host === host.toLowerCase()) return null;
  if (!isLoopbackHost(host))
    return refusal(
      'host',
      'is not of this machine: ask by localhost, or set PUBLIC_URL to the address that is asked',
    );
  const { origin } = request.headers;
  if (origin === undefined || isLocal(origin)) return null;
  return refusal(
    'origin',
    'is a web page of elsewhere, and this service is reached over loopback alone: set PUBLIC_URL',
  );
}

/** Of a page that this machine serves, or of an application, which has a scheme of its own. */
function isLocal(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return !/^https?:$/.test(protocol) || isLoopbackHost(hostname);
}

const refusal = (path: string, message: string): PublicError =>
  new PublicError('FORBIDDEN', `The ${path} of the request ${message}.`, [{ path, message }]);
