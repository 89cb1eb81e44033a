/** What each code of a problem is called, means and asks for. docs/errors.md is written of it (test/docs/errors.test.ts). */
import type { ProblemCode } from '../../errors.ts';

interface Words {
  /** The RFC 9457 title. */
  readonly title: string;
  /** When it is answered. */
  readonly means: string;
  /** What its reader does about it. */
  readonly advice: string;
}

export const problemWords: Readonly<Record<ProblemCode, Words>> = {
  BAD_INPUT: {
    title: 'Bad input',
    means: 'A parameter, field or variable is missing, unknown or wrong.',
    advice: 'Mend what `errors` names (in GraphQL `extensions.problems`). The same request will fail again.',
  },
  ANSWER_TOO_LARGE: {
    title: 'Answer too large',
    means: 'The answer would be larger than one may be.',
    advice: 'Ask for smaller pages or fewer fields, or for CSV, which is streamed.',
  },
  UNAUTHENTICATED: {
    title: 'API key missing or not valid',
    means: 'There is no key, or it is mistyped, revoked, expired or unknown.',
    advice: 'Send a key as `X-API-KEY` or `Authorization: Bearer`.',
  },
  FORBIDDEN: {
    title: 'Not allowed',
    means: 'The key may only read and was to write; or `/mcp`, over loopback, by a host of elsewhere.',
    advice: "Use another key; ask `/mcp` by `localhost` or PUBLIC_URL's host.",
  },
  ORIGIN_REQUIRED: {
    title: 'This key is for pages in browsers',
    means: 'A publishable key came without the header `Origin`, which browsers send.',
    advice: 'Use a secret key (`wdk_…`) outside of pages.',
  },
  ORIGIN_NOT_ALLOWED: {
    title: 'Not for pages of this origin',
    means: "A publishable key came from a page whose origin is not among the key's.",
    advice: 'Make a key that names the origin exactly: scheme, host and port.',
  },
  NOT_FOUND: {
    title: 'Not found',
    means: 'There is nothing of that address or id, or it is not yours to see.',
    advice: 'Look at the path and the id.',
  },
  WALLET_NOT_REGISTERED: {
    title: 'Wallet not registered',
    means: 'A wallet is asked about that the client has not registered.',
    advice: 'Register it first, and wait until it is loaded.',
  },
  PAGE_NOT_FOUND: {
    title: 'No such page',
    means: 'The page is behind the last one.',
    advice: 'Follow `next` until it is null.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'Method not allowed',
    means: 'The path is there, but not for this method.',
    advice: 'The header `Allow` names those that are.',
  },
  NOT_ACCEPTABLE: {
    title: 'Not available in that form',
    means: 'The header `Accept` rules out every form that there is.',
    advice: 'Accept `application/json`, or `text/csv` for lists.',
  },
  CONFLICT: {
    title: 'Conflict',
    means: 'What is to be made is there already; or a form is asked of wallets that are not booked yet.',
    advice: 'Change what is there; ask for the form again when the wallets are loaded.',
  },
  LIMIT_REACHED: {
    title: 'As much as a client may have',
    means: 'The client has stored as many wallets, labels, corrections or webhooks as it may.',
    advice: 'Remove some, or ask whoever runs the service for more.',
  },
  GONE_FROM_LOG: {
    title: 'Kept no more',
    means: 'The events after that number are older than the log of events is kept.',
    advice: 'Read the list of transfers, then follow the events from the last number on.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'Request too large',
    means: 'The body is larger than is accepted.',
    advice: 'Send less at once.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'Unsupported media type',
    means: 'The body is no JSON by its `Content-Type`.',
    advice: 'Send `Content-Type: application/json`.',
  },
  RATE_LIMITED: {
    title: 'Too many requests',
    means: 'The key or the address has used up what it may in a while, or a key has too many streams open.',
    advice: 'Wait for as many seconds as `Retry-After` says, then send it again.',
  },
  QUOTA_EXCEEDED: {
    title: 'Quota used up',
    means: 'The units of the key for this day or month (UTC) are used up.',
    advice: 'Wait as `Retry-After` says, or ask whoever runs the service for more.',
  },
  UNAVAILABLE: {
    title: 'Temporarily unavailable',
    means: 'The database cannot be reached, or the service is starting or stopping.',
    advice: 'Send it again after `Retry-After`.',
  },
  OVERLOADED: {
    title: 'Overloaded',
    means: 'More requests are under way than the service takes on. Nothing was done.',
    advice: 'Send it again after `Retry-After`, later each time.',
  },
  TIMEOUT: {
    title: 'Took too long',
    means: 'The request took longer than one may, and was ended.',
    advice: 'Ask for less (a shorter time range, smaller pages), or again later.',
  },
  INTERNAL: {
    title: 'Internal error',
    means: 'A fault of the service.',
    advice: "Report the request's id (`request_id`, `extensions.requestId`): it finds the cause in the logs.",
  },
};
