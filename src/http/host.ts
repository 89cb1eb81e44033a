/** The host that a request came to: links to this service are made of it, so it has to be one. */
import type { FastifyRequest } from 'fastify';
import { PublicError } from '../errors.ts';

/** A name, an IPv4 address or an IPv6 one in brackets, and maybe a port: `uri-host [ ":" port ]` of RFC 9110, section 7.2. */
const hostForm = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9._-]{0,252}))(?::\d{1,5})?$/i;

/**
 * Why a request is refused whose Host (behind a trusted proxy X-Forwarded-Host and X-Forwarded-Proto) no link can begin with: a
 * BAD_INPUT. None at all, as HTTP/1.0 allows, is fine.
 */
export function malformedHost(request: FastifyRequest): PublicError | null {
  const { host, protocol } = request;
  if (protocol !== 'http' && protocol !== 'https') return refusal('the scheme in X-Forwarded-Proto');
  if (host !== '' && !(hostForm.test(host) && URL.canParse(`http://${host}`))) return refusal('the host');
  return null;
}

const refusal = (what: string): PublicError =>
  new PublicError('BAD_INPUT', `${what} is not well formed: send a name or an address, and maybe a port.`, [
    { path: 'host', message: 'is not well formed' },
  ]);
