/**
 * Ideas that have one place, as a test that walks the tree: a second clock, retry or limit beside the first one shows here. A
 * file that does something else with the same means has a line with what that is.
 */
import { expect, test } from 'vitest';
import { derivedSources, priceSourceNames } from '../../src/domain/money/price-sources.ts';
import { houseFiles } from '../support/source-files.ts';

const code = houseFiles();
/** What talks to others. */
const outward = /^(chains|prices|labels|outgoing)\//;

const isComment = (line: string): boolean => /^\s*(\*|\/\/|\/\*)/.test(line);

/** The files with a line of code that has the pattern. */
const filesWith = (pattern: RegExp, files = code): string[] =>
  files
    .filter(({ text }) => text.split('\n').some((line) => !isComment(line) && pattern.test(line)))
    .map(({ path }) => path)
    .sort();

const outwardWith = (pattern: RegExp): string[] =>
  filesWith(
    pattern,
    code.filter(({ path }) => outward.test(path)),
  );

test('requests leave through one exchange, and through the one that fetches what strangers name', () => {
  expect(
    filesWith(
      /(await|return|=>?|void|[([,]) *fetch\(|\bglobalThis\.fetch\b(?!;)|\bXMLHttpRequest\b|\bundici\b/,
    ),
  ).toEqual([
    'http/pages/docs-page.ts', // the page's own script, in the reader's browser
    'outgoing/exchange.ts', // by http-request.ts, unless a test hands it another
  ]);
  expect(filesWith(/\brequest as https?Request\b|\bhttps?\.request\(/)).toEqual([
    'demo/node/rpc.ts', // the demo's own node, by thousands of small requests
    'outgoing/guarded-request.ts',
    'outgoing/http-request.ts',
  ]);
  expect(filesWith(/\b(response|answer|reply)\.(text|json|arrayBuffer|blob|bytes)\(\)/)).toEqual([
    'graphql/reading-query.ts', // the answer that this process has made itself
    'http/graphql-route.ts', // the same
    'http/mcp-route.ts', // the same
  ]);
});

test('bodies are read, and their bytes counted, in one function', () => {
  expect(filesWith(/\breadText\(/)).toEqual([
    'demo/node/rpc.ts',
    'outgoing/answer-size.ts',
    'outgoing/exchange.ts',
    'outgoing/guarded-fetch.ts',
  ]);
  // Streams that this process makes itself.
  expect(filesWith(/\bgetReader\(\)/)).toEqual(['graphql/event-streams.ts', 'http/graphql-route.ts']);
});

test('one clock: whatever talks to others reads the time and waits by it', () => {
  expect(filesWith(/\binterface \w*Clock\b/)).toEqual(['outgoing/clock.ts']);
  expect(outwardWith(/\bDate\.now\b|\bperformance\.now\b|\bnew Date\(\)|timers\/promises/)).toEqual([
    'outgoing/clock.ts',
  ]);
  expect(outwardWith(/\b(setTimeout|setInterval)\(|AbortSignal\.timeout\(/)).toEqual([
    'prices/source/chain-reader.ts', // the end of a reading, however many requests it takes
  ]);
});

test('one retry: attempts are counted, and their pauses grow, in one loop', () => {
  expect(filesWith(/\b2 \*\* |Math\.pow\(2|\bpower\(2/)).toEqual([
    'demo/economy/pools.ts', // prices of pools as powers of two
    'outgoing/retry.ts',
    'store/connection/listener.ts', // the connection to the database, which is never given up
    'store/prices/price-rows.ts', // when a price that nobody had is asked for again
  ]);
  expect(filesWith(/for \(let (attempt|number|tries|retries)\b/)).toEqual([
    'outgoing/retry.ts',
    'store/embedded/embedded-server.ts', // another port each time
  ]);
  expect(
    filesWith(
      /\bawait (\w+\.)?(sleep|delay|pause)\(/,
      code.filter(({ path }) => outward.test(path)),
    ),
  ).toEqual(['outgoing/clock.ts', 'outgoing/limiter.ts']);
});

test('one limiter, one breaker and one semaphore for what leaves', () => {
  const made =
    /function (create\w*(Limiter|Breaker|Semaphore|Gate|Throttle|Queue)|mapLimited|\w*[cC]oncurren\w*)\b/;
  expect(outwardWith(made)).toEqual([
    'outgoing/at-once.ts',
    'outgoing/breaker.ts',
    'outgoing/gate.ts',
    'outgoing/limiter.ts',
  ]);
  // What comes in is refused, not kept waiting: buckets per key and address.
  expect(filesWith(/function createTokenBuckets\b/)).toEqual(['http/limits/token-buckets.ts']);
  expect(filesWith(/function \w*RetryAfter\b/)).toEqual(['outgoing/retry-after.ts']);
});

test('giving up on work has one function; whoever else listens to a signal does more than give up', () => {
  expect(filesWith(/addEventListener\('abort'/)).toEqual([
    'demo/main.ts', // says that it stops
    'http/graphql-route.ts', // closes a stream
    'http/limits/turns.ts', // leaves the line
    'ingest/work-loop.ts', // ends the wait between two rounds
    'outgoing/at-once.ts', // leaves the line
    'outgoing/limiter.ts', // leaves the line
    'store/connection/cancellation.ts', // cancels the statement
    'until-aborted.ts', // and ends what is late
    'use-cases/access/notifications.ts', // wakes who waits
  ]);
});

test('the sources of prices are named in their table, by themselves, and where they are made', () => {
  const table = 'domain/money/price-sources.ts';
  const found = priceSourceNames.map((name) => [
    name,
    filesWith(
      // Not of the configuration's type: `PricesConfig['chainlink']`.
      new RegExp(`(?<!\\[)['"\`]${name}['"\`]`),
      // There it is the name of a protocol or a token.
      code.filter(({ path }) => !/^(labels|demo)\//.test(path)),
    ).filter((path) => path !== table && !path.startsWith(`prices/${name}/`)),
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(priceSourceNames.map((name) => [name, []])));
  const derived = derivedSources.map((name) =>
    filesWith(new RegExp(`(source|derived)\\b.*['"\`]${name}['"\`]`, 'i')).filter((path) => path !== table),
  );
  expect(new Set(derived.flat())).toEqual(new Set(['prices/quote/derived.ts']));
});

test('the tiers of prices are listed once, and sources get theirs in the table alone', () => {
  expect(filesWith(/'deep-pool'/)).toEqual([
    'domain/accounting/amounts/types.ts', // the list, the best first
    'domain/money/price-sources.ts', // source → tier
    'graphql/builder/enums.ts', // tier → name on the wire
  ]);
});

test('jobs count their rests by a clock that nobody sets', () => {
  const jobs = code.filter(({ path }) => path.startsWith('ingest/'));
  expect(filesWith(/\bDate\.now\(/, jobs)).toEqual([]);
});
