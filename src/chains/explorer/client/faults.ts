/**
 * Everything that an explorer answers instead of data, told apart: what may pass, and what will not. A fault is data: by it
 * the client decides whether to ask again, and the listing whether to ask for less. What is left of it at the end is thrown, as
 * a RetryableError or a PermanentError. The error names the host, the question and the explorer's words, never the key.
 */
import { PermanentError, RetryableError } from '../../../errors.ts';

export type FaultKind =
  | 'rate-limit'
  | 'daily-limit'
  | 'budget'
  | 'query-timeout'
  | 'too-large'
  | 'partly-indexed'
  | 'unavailable'
  | 'malformed'
  | 'key'
  | 'plan'
  | 'chain'
  | 'address'
  | 'window'
  | 'unsupported'
  | 'refused'
  | 'reverted';

export interface Fault {
  kind: FaultKind;
  /** The other side's words, or what is wrong with them. */
  text: string;
  /** How long the other side asks us to wait. */
  retryAfterMs?: number;
}

interface FaultRule {
  /** `again`: worth asking the same at once, a few times. `later`: may pass, but not now. `never`: will not pass. */
  retry: 'again' | 'later' | 'never';
  /** What has happened, for people. */
  meaning: string;
  /** What to do about it, when it does not pass. */
  advice?: string;
}

export const faultRules = {
  'rate-limit': { retry: 'again', meaning: 'its rate limit is reached' },
  'daily-limit': { retry: 'later', meaning: "the key's daily limit is used up; it starts anew at 00:00 UTC" },
  budget: { retry: 'later', meaning: "not asked, to stay within the key's requests per day" },
  'query-timeout': { retry: 'later', meaning: 'the query took it too long' },
  'too-large': { retry: 'later', meaning: 'its answer is too large' },
  'partly-indexed': { retry: 'later', meaning: 'it has indexed only a part of these blocks yet' },
  unavailable: { retry: 'again', meaning: 'it does not answer' },
  malformed: { retry: 'again', meaning: 'its answer cannot be read' },
  key: { retry: 'never', meaning: 'it refuses the API key', advice: 'Check the apiKey of the explorer.' },
  plan: {
    retry: 'never',
    meaning: "the key's plan does not include this chain or request",
    advice: 'Use a paid plan, another explorer (Blockscout, Routescan), or a node with traces.',
  },
  chain: {
    retry: 'never',
    meaning: 'it does not serve this chain',
    advice: "Check the chain id and the explorer's url.",
  },
  address: { retry: 'never', meaning: 'it does not take the request' },
  window: {
    retry: 'never',
    meaning: 'one block has more rows for this wallet than it gives out',
    advice: 'Give the chain a node with traces.',
  },
  unsupported: { retry: 'never', meaning: 'it does not know this request' },
  refused: { retry: 'never', meaning: 'it refuses', advice: "Check the explorer's url and kind." },
  reverted: { retry: 'never', meaning: 'the call was undone' },
} satisfies Record<FaultKind, FaultRule>;

/**
 * The explorers' own words, first match wins. Kept wide: wording differs between explorers and changes over time. What will pass
 * comes before what will not: explorers advertise their plans in texts about a busy server, too.
 */
const wordings: readonly (readonly [RegExp, FaultKind])[] = [
  [/daily.{0,20}limit|free api limit reached/i, 'daily-limit'],
  [/max (calls|rate).{0,20}(limit|reached)|rate.?limit|too many requests/i, 'rate-limit'],
  [/query.?time.?out|statement timeout/i, 'query-timeout'],
  [
    /temporar|currently unavailable|(network|server) (activity|load|traffic)|maintenance|too busy/i,
    'unavailable',
  ],
  [/result window is too large/i, 'window'],
  [
    /(not supported for this chain|upgrade your (api )?plan|api ?pro|paid (plan|tier)|payment required|no credits|not eligible)/i,
    'plan',
  ],
  [/(unsupported|unknown|invalid|not supported).{0,20}chain|chain.{0,20}not (found|supported)/i, 'chain'],
  [
    /(invalid|missing|expired|wrong|unknown).{0,20}api.?key|api.?key.{0,20}(invalid|missing|expired|required|blocked)|unauthorized/i,
    'key',
  ],
  [/(unknown|missing or invalid|invalid) (action|module)/i, 'unsupported'],
  [
    /invalid (address|txhash|transaction)|address.{0,20}(required|invalid)|missing (address|or invalid)/i,
    'address',
  ],
  [/not (yet )?(been )?(fully )?(indexed|processed)|indexing/i, 'partly-indexed'],
  [/time.?out|try again|unexpected error|internal (server )?error|unavailable/i, 'unavailable'],
];

/** What an explorer's error text means; null when nothing is known about it. */
export function readWording(text: string): FaultKind | null {
  return wordings.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** The lower limit that a rate-limit text names, as in "(3/sec)". */
export function namedCallsPerSecond(text: string): number | null {
  const found = /\((\d{1,4})\s*\/\s*sec/i.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * Milliseconds until a minute after a daily limit starts anew. It does so at the moment that the text names ("Resets 2026-09-01
 * 12:00:00 UTC"), else at the next 00:00 UTC.
 */
export function untilReset(text: string, now: number): number {
  const dayMs = 86_400_000;
  const named = /resets (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/i.exec(text);
  const waitMs = named === null ? Number.NaN : Date.parse(`${named[1]}T${named[2]}Z`) - now;
  return (waitMs > 0 && waitMs <= dayMs ? waitMs : dayMs - (now % dayMs)) + 60_000;
}

export function isRetryable(fault: Fault): boolean {
  return faultRules[fault.kind].retry !== 'never';
}

/** A fault as the error to throw. `asked`: host and request, without the key. */
export function faultError(fault: Fault, asked: string): RetryableError | PermanentError {
  const rule: FaultRule = faultRules[fault.kind];
  const words = fault.text === '' ? '' : ` ("${fault.text}")`;
  const message = `${asked}: ${rule.meaning}${words}.${rule.advice === undefined ? '' : ` ${rule.advice}`}`;
  if (!isRetryable(fault)) return new PermanentError(message);
  return new RetryableError(
    message,
    fault.retryAfterMs === undefined ? {} : { retryAfterMs: fault.retryAfterMs },
  );
}

/** Somebody else's text made fit for an error message: one line, short, without the key. */
export function quoteText(text: string, secret: string | undefined): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const safe = secret === undefined || secret === '' ? line : line.replaceAll(secret, '…');
  return safe.length > 200 ? `${safe.slice(0, 200)}…` : safe;
}
