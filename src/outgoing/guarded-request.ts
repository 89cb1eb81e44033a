/**
 * One request to an address that a stranger has named. The name is resolved here, and each address is judged. The connection
 * goes to an address that was judged, so a name that resolves differently a moment later gains nothing. Interim answers (1xx)
 * are limited. Whoever asks bounds the time (withinTime): the look-up of the name, the connection, the headers, the body.
 */
import { lookup as resolveName } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';

export interface AddressRules {
  /** Which IP addresses may be connected to. */
  allowAddress: (address: string) => boolean;
  /** All IP addresses of a name. */
  resolve: (hostname: string) => Promise<readonly string[]>;
}

export interface GuardedRequest {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string | number>>;
  body?: Uint8Array;
}

/** Interim answers (100, 103) before the answer itself. */
const maximumInterim = 8;

/** By the system's resolver. */
export async function systemAddresses(hostname: string): Promise<string[]> {
  const found = await resolveName(hostname, { all: true });
  return found.map(({ address }) => address);
}

/** The head of the answer, whatever its status; its body is still to be read, or destroyed. */
export async function sendGuarded(
  url: URL,
  { method, headers, body }: GuardedRequest,
  rules: AddressRules,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`${url.protocol} is not fetched`);
  if (url.username !== '' || url.password !== '')
    throw new Error('an address with a password is not fetched');
  // A literal address is connected to without a look-up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !rules.allowAddress(literal)) throw refused(url.hostname);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      // A connection of its own: one that is kept open was judged for another name.
      agent: false,
      lookup: judgedLookup(rules),
      signal,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'wallet-data', ...headers },
    });
    outgoing.on('response', (response) => {
      // It may break after nobody reads it any more.
      response.on('error', () => undefined);
      resolve(response);
    });
    let interim = 0;
    outgoing.on('information', () => {
      interim += 1;
      if (interim > maximumInterim)
        outgoing.destroy(new Error(`more than ${maximumInterim} interim answers`));
    });
    // Without a listener Node closes the connection and tells nobody.
    const refuseSwitch = ({ statusCode = 0 }: IncomingMessage, socket: Duplex): void => {
      socket.destroy();
      reject(new Error(`HTTP status ${statusCode}: another protocol is not spoken`));
    };
    outgoing.on('upgrade', refuseSwitch);
    outgoing.on('connect', refuseSwitch);
    outgoing.on('error', reject);
    outgoing.on('close', () => reject(new Error('the connection was closed without an answer')));
    outgoing.end(body);
  });
}

/** What the socket connects to: those of the name's addresses that are allowed. */
function judgedLookup(rules: AddressRules): LookupFunction {
  return (hostname, options, callback) => {
    rules.resolve(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(rules.allowAddress);
        const [first] = allowed;
        if (first === undefined) callback(refused(hostname), '', 4);
        else if (options.all === true) {
          callback(
            null,
            allowed.map((address) => ({ address, family: isIP(address) })),
          );
        } else callback(null, first, isIP(first));
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 4),
    );
  };
}

function refused(hostname: string): Error {
  return new Error(`${hostname} is not a public address`);
}
