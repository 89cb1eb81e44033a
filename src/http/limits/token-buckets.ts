/** A limit of so many a second with bursts: each key has a bucket that fills steadily and that each use empties by one or more. */

export interface TokenBucketOptions {
  perSecond: number;
  /** How many a bucket holds. */
  burst: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Buckets kept at most; full ones, which say nothing, go first. */
  maximumBuckets?: number;
  /** How many bursts a bucket may owe at most; default ten. */
  debtBursts?: number;
}

/** How a bucket stands after a use. Seconds are whole and rounded up, as HTTP headers want them. */
export interface BucketLevel {
  allowed: boolean;
  remaining: number;
  /** Until the next use is allowed; 0 when it is now. */
  retryAfterSeconds: number;
  /** Until the bucket is full again. */
  resetSeconds: number;
}

export interface TokenBuckets {
  /** Uses so many (default one), if there are so many. */
  take(key: string, units?: number): BucketLevel;
  /** Uses so many whether they are there or not, and says how many are lacking then, at most `debtBursts`: they are filled in first. */
  owe(key: string, units: number): { debt: number };
  /** How the bucket stands, without using any. */
  peek(key: string): BucketLevel;
  /** Undoes a use (default of one). */
  giveBack(key: string, units?: number): void;
}

/** So many bursts a key may owe at most: after a fault that made everything slow, it is let in again soon. */
export const maximumDebtBursts = 10;

interface Bucket {
  /** Below 0: owed. */
  tokens: number;
  at: number;
}

export function createTokenBuckets(options: TokenBucketOptions): TokenBuckets {
  const { perSecond, burst, now, maximumBuckets = 50_000, debtBursts = maximumDebtBursts } = options;
  const buckets = new Map<string, Bucket>();

  const tokensAt = (bucket: Bucket, time: number): number =>
    Math.min(burst, bucket.tokens + (Math.max(0, time - bucket.at) * perSecond) / 1000);

  /** `wanted`: what a next use needs. */
  const levelOf = (tokens: number, allowed: boolean, wanted = 1): BucketLevel => ({
    allowed,
    remaining: Math.max(0, Math.floor(tokens)),
    retryAfterSeconds: tokens >= wanted ? 0 : Math.ceil((wanted - tokens) / perSecond),
    resetSeconds: Math.ceil((burst - tokens) / perSecond),
  });

  /**
   * Forgets full buckets, and if that is not enough, those that were used longest ago: a tenth at once, or each of a flood of new keys would
   * go through all buckets (0.7 ms at 50,000).
   */
  function makeRoom(time: number): void {
    for (const [key, bucket] of buckets) if (tokensAt(bucket, time) >= burst) buckets.delete(key);
    const most = Math.min(maximumBuckets - 1, Math.floor(maximumBuckets * 0.9));
    for (const key of buckets.keys()) {
      if (buckets.size <= most) return;
      buckets.delete(key);
    }
  }

  function tokensNow(key: string): number {
    const bucket = buckets.get(key);
    return bucket ? tokensAt(bucket, now()) : burst;
  }

  function keep(key: string, tokens: number): void {
    const time = now();
    if (!buckets.has(key) && buckets.size >= maximumBuckets) makeRoom(time);
    // Re-inserted, so that the map's order is the order of last use.
    buckets.delete(key);
    buckets.set(key, { tokens, at: time });
  }

  return {
    take(key, units = 1) {
      const tokens = tokensNow(key);
      const allowed = tokens >= units;
      const left = allowed ? tokens - units : tokens;
      keep(key, left);
      return levelOf(left, allowed, allowed ? 1 : units);
    },
    owe(key, units) {
      const left = Math.max(-debtBursts * burst, tokensNow(key) - units);
      keep(key, left);
      return { debt: Math.max(0, -left) };
    },
    peek(key) {
      const tokens = tokensNow(key);
      return levelOf(tokens, tokens >= 1);
    },
    giveBack(key, units = 1) {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + units);
    },
  };
}
