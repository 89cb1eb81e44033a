/**
 * Sending JSON to addresses that clients have named (webhooks). Where it may go is judged twice: by the text of the URL, and by
 * the addresses that its name has when it is connected to (guarded-request.ts). Redirects are not followed. Of the answer only
 * the beginning is read.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { withinTime } from '../until-aborted.ts';
import { answerLimits } from './answer-size.ts';
import { type AddressRules, sendGuarded, systemAddresses } from './guarded-request.ts';
import { isOwnNetworkAddress, isPublicAddress } from './public-address.ts';

export interface TargetSettings {
  /** Whether `http:` is allowed, too. */
  allowHttp: boolean;
  /** Whether addresses of one's own network are. */
  allowPrivate: boolean;
  allowPorts: readonly number[];
}

export interface PostTargets {
  /** What speaks against sending to this URL, as a sentence without its subject; null: nothing that its text shows. */
  problemOf(url: string): string | null;
  /** May be connected to. */
  allowAddress(address: string): boolean;
}

export function createPostTargets({ allowHttp, allowPrivate, allowPorts }: TargetSettings): PostTargets {
  const allowAddress = (address: string): boolean =>
    isPublicAddress(address) || (allowPrivate && isOwnNetworkAddress(address));
  return {
    allowAddress,
    problemOf(text) {
      const url = URL.canParse(text) ? new URL(text) : null;
      const isHttp = url?.protocol === 'http:' && allowHttp;
      if (url === null || (url.protocol !== 'https:' && !isHttp))
        return allowHttp ? 'must be a URL of http or https' : 'must be a URL that begins with https://';
      if (url.username !== '' || url.password !== '')
        return 'must have no user or password: put what the receiver needs into the path';
      const port = url.port === '' ? (isHttp ? 80 : 443) : Number(url.port);
      if (!allowPorts.includes(port))
        return `has the port ${port}: allowed are ${allowPorts.join(', ')} (webhooks.allowPorts of the configuration)`;
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(literal) !== 0 && !allowAddress(literal))
        return `leads to ${literal}, which is no public address${
          isOwnNetworkAddress(literal) ? ' (webhooks.allowPrivate of the configuration)' : ''
        }`;
      return null;
    },
  };
}

export interface PostAnswer {
  status: number;
  /** The header Retry-After. */
  retryAfter: string | null;
  /** The beginning of the body as UTF-8; empty: there is none. */
  text: string;
}

/** Throws an Error that says why there is no answer, or the signal's reason. */
export type GuardedPost = (
  url: string,
  message: { headers: Readonly<Record<string, string>>; body: string; signal?: AbortSignal },
) => Promise<PostAnswer>;

/** Once the status is known, the rest of an answer is waited for so long. */
const bodyWaitMs = 1_000;

export function createGuardedPost(
  targets: PostTargets,
  options: { timeoutMs: number; resolve?: AddressRules['resolve'] },
): GuardedPost {
  const { timeoutMs, resolve = systemAddresses } = options;
  const rules = { allowAddress: targets.allowAddress, resolve };
  const late = (): Error => new Error(`no answer within ${timeoutMs / 1_000} s`);
  return (url, { headers, body, signal }) =>
    withinTime({ timeoutMs, late, signal }, async (ending) => {
      // The configuration may be stricter now than when the URL was given.
      const problem = targets.problemOf(url);
      if (problem !== null) throw new Error(`the URL ${problem}`);
      const bytes = Buffer.from(body, 'utf8');
      const request = {
        method: 'POST' as const,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.byteLength },
        body: bytes,
      };
      const response = await sendGuarded(new URL(url), request, rules, ending);
      const text = await beginningOf(response, ending);
      return {
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'] ?? null,
        text,
      };
    });
}

/** As much of the body as there is within its bytes and its time. The status counts, whatever becomes of it. */
async function beginningOf(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const read = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const piece of body) {
      pieces.push(piece);
      size += piece.byteLength;
      if (size >= answerLimits.receipt) return;
    }
  };
  try {
    await withinTime({ timeoutMs: bodyWaitMs, late: () => new Error('late'), signal }, () => read(response));
  } catch {
    // What has come by then is all that is kept.
  } finally {
    response.destroy();
  }
  return Buffer.concat(pieces, size).subarray(0, answerLimits.receipt).toString('utf8');
}
