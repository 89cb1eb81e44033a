/**
 * What holds for credentials that are in the hands of browsers: publishable keys, and tokens of end users. A browser says by `Origin` whose page
 * asks; anybody else can say what he likes, so that this keeps pages out and nobody else: such a key has to be harmless when it is copied.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import { addressGroup } from '../limits/address-group.ts';
import { wantsFile } from '../limits/open-streams.ts';
import { type BucketLevel, createTokenBuckets, type TokenBuckets } from '../limits/token-buckets.ts';

/** How a credential is bound to pages. */
export interface PageBinding {
  /** Of the pages that may use it; null: any. */
  origins: readonly string[] | null;
  /** Units that one holder may use in a minute. */
  addressUnits: number;
  /** Whom a token names; null: whoever asks from an address. */
  holder: string | null;
  /** Whether files (CSV) are to be had. */
  mayExport: boolean;
}

/**
 * ORIGIN_REQUIRED or ORIGIN_NOT_ALLOWED for a page that the credential is not for, FORBIDDEN for a file, null for what it is for. Then that very
 * origin alone may read the answer: to the others the browser does not show it.
 */
export function refusePage(
  binding: PageBinding,
  request: FastifyRequest,
  reply: FastifyReply,
): PublicError | null {
  const { origins } = binding;
  if (origins !== null) {
    reply.removeHeader('Access-Control-Allow-Origin');
    const { origin } = request.headers;
    if (origin === undefined) {
      return new PublicError(
        'ORIGIN_REQUIRED',
        'This key is for pages in browsers, which send the header Origin. Elsewhere use a secret key.',
      );
    }
    // As whole texts: no wildcard, no suffix, and never the `null` of sandboxes and files.
    if (!origins.includes(origin)) {
      return new PublicError(
        'ORIGIN_NOT_ALLOWED',
        'This key is not for pages of this origin. Make one with it: wallet-data keys create --publishable --origins …',
      );
    }
    reply.header('Access-Control-Allow-Origin', origin);
  }
  if (!binding.mayExport && wantsFile(request)) {
    return new PublicError('FORBIDDEN', 'a publishable key does not answer files: ask with a secret key');
  }
  return null;
}

/** Units per credential and address (or holder, where a token names one), so that one visitor of a page leaves something to the others. */
export interface PageLimits {
  /** Throws RATE_LIMITED when the address has used what it may. */
  take(
    name: string,
    binding: PageBinding,
    place: { request: FastifyRequest; reply: FastifyReply },
    units: number,
  ): void;
  /** Takes them in any case: what statements cost beyond what was weighed. Answers the seconds until nothing is owed. */
  owe(name: string, binding: PageBinding, request: Pick<FastifyRequest, 'ip'>, units: number): number;
}

/** Limits differ by key, and few keys by limit: one set of buckets for each limit that is in use. */
const mostLimits = 100;
/** A slow statement keeps its visitor waiting for two minutes at most. */
const debtBursts = 1;

/** @param now Milliseconds since 1970. */
export function createPageLimits(now: () => number): PageLimits {
  const byLimit = new Map<number, TokenBuckets>();
  const bucketsOf = (unitsPerMinute: number): TokenBuckets => {
    const known = byLimit.get(unitsPerMinute);
    if (known !== undefined) {
      // What is in use stays: keys with limits of their own, made in a loop, must not give others' visitors new ones.
      byLimit.delete(unitsPerMinute);
      byLimit.set(unitsPerMinute, known);
      return known;
    }
    const made = createTokenBuckets({
      perSecond: unitsPerMinute / 60,
      burst: unitsPerMinute,
      now,
      ...{ maximumBuckets, debtBursts },
    });
    const [oldest] = byLimit.keys();
    if (byLimit.size >= mostLimits && oldest !== undefined) byLimit.delete(oldest);
    byLimit.set(unitsPerMinute, made);
    return made;
  };
  return {
    take(name, binding, { request, reply }, units) {
      const { addressUnits } = binding;
      // A request that weighs more than a minute's units is for a full bucket.
      const wanted = Math.min(Math.max(1, Math.ceil(units)), addressUnits);
      const level = bucketsOf(addressUnits).take(`${name} ${holderOf(binding, request)}`, wanted);
      if (!level.allowed) throw tooMuch(level, addressUnits, reply);
    },
    owe(name, binding, request, units) {
      const { addressUnits } = binding;
      const { debt } = bucketsOf(addressUnits).owe(`${name} ${holderOf(binding, request)}`, units);
      return debt / (addressUnits / 60);
    },
  };
}

/** An address is never quoted, a holder always. */
export const holderOf = ({ holder }: PageBinding, request: Pick<FastifyRequest, 'ip'>): string =>
  holder === null ? addressGroup(request.ip) : JSON.stringify(holder);

const maximumBuckets = 10_000;

function tooMuch(level: BucketLevel, addressUnits: number, reply: FastifyReply): PublicError {
  reply.header('Retry-After', level.retryAfterSeconds);
  return new PublicError(
    'RATE_LIMITED',
    `More than ${addressUnits} units a minute from this address or holder with this key. Try again in ${level.retryAfterSeconds} s.`,
  );
}
