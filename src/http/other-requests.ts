/** Requests that no route is for, and requests that no link could lead to (links to this service are made of their host, so it has to be one): refused before anything is read of their body. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../errors.ts';
import { sendMissingPage } from './guide/missing-page.ts';
import type { KeylessLimit } from './limits/keyless-limit.ts';
import { isForBrowser } from './pages/for-browser.ts';
import type { SendPage } from './pages/page-routes.ts';

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Known paths answer 405 to other methods, unknown ones 404, a browser by the page that `unknownPage` has by then; a host that is none is 400. */
export function refuseOtherRequests(
  server: FastifyInstance,
  keyless: KeylessLimit,
  unknownPage: () => SendPage | null,
): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = '/'] = request.url.split('?', 1);
    const allowed = methods.filter((method) => server.findRoute({ method, url: path }) !== null);
    const isUnknownPage = allowed.length === 0 && isForBrowser(request);
    if (isUnknownPage && path.startsWith('/docs/')) return sendMissingPage(request, reply, keyless);
    const sendPage = isUnknownPage ? unknownPage() : null;
    // It is paid for by its bytes.
    if (sendPage !== null) return sendPage(request, reply);
    await keyless.take(request, reply);
    if (allowed.length === 0) {
      const what = `${request.method} ${path.slice(0, 200)}`;
      throw new PublicError('NOT_FOUND', `There is nothing at ${what}. See /docs for what there is.`);
    }
    const names = allowed.join(', ');
    reply.header('Allow', names);
    throw new PublicError('METHOD_NOT_ALLOWED', `${path} answers ${names}, not ${request.method}.`);
  };
  server.addHook('onRequest', async (request, reply) => {
    const malformed = malformedHost(request);
    if (malformed !== null) {
      await keyless.take(request, reply);
      throw malformed;
    }
    if (request.is404) return refuse(request, reply);
  });
  // Never reached: the hook has refused already. Without one the framework would have its own.
  server.setNotFoundHandler(refuse);
}

/**
 * The page that a browser is shown at an address that cannot be read (`%E0%A4%A`, a part that is longer than any of ours), as at one where
 * there is nothing; null: the request is nobody's who reads HTML. No hook has seen the request.
 */
export function pageOfUnreadable(request: FastifyRequest, unknownPage: SendPage | null): SendPage | null {
  if (unknownPage === null || !isForBrowser(request)) return null;
  return async (asked, reply) => {
    reply.header('X-Content-Type-Options', 'nosniff').header('X-Request-Id', asked.id);
    return unknownPage(asked, reply);
  };
}

/** A name, an IPv4 address or an IPv6 one in brackets, and maybe a port: `uri-host [ ":" port ]` of RFC 9110, section 7.2. */
const hostForm = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9._-]{0,252}))(?::\d{1,5})?$/i;

/**
 * Why a request is refused whose Host (behind a trusted proxy X-Forwarded-Host and X-Forwarded-Proto) no link can begin with: a
 * BAD_INPUT. None at all, as HTTP/1.0 allows, is fine.
 */
function malformedHost(request: FastifyRequest): PublicError | null {
  const { host, protocol } = request;
  if (protocol !== 'http' && protocol !== 'https') return refusal('the scheme in X-Forwarded-Proto');
  if (host !== '' && !(hostForm.test(host) && URL.canParse(`http://${host}`))) return refusal('the host');
  return null;
}

const refusal = (what: string): PublicError =>
  new PublicError('BAD_INPUT', `${what} is not well formed: send a name or an address, and maybe a port.`, [
    { path: 'host', message: 'is not well formed' },
  ]);
