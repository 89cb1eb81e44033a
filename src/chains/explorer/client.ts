/** The generic client of the account API: limits kept, faults told apart, passing ones asked again a few times. */
import type { ExplorerKind } from '../chain-list.ts';
import type { Clock } from './clock.ts';
import type { ExplorerDialect } from './dialect.ts';
import { dialects } from './dialects.ts';
import { readAccountAnswer, readNodeAnswer, readNodeRefusal } from './envelope.ts';
import { type Fault, faultError, faultRules, namedCallsPerSecond } from './faults.ts';
import { type Answer, failed, type HttpRequest, requestJson } from './http.ts';
import type { RateLimiter } from './rate-limiter.ts';

export interface ClientOptions {
  chainId: number;
  kind: ExplorerKind;
  /** May hold `{chainId}`. */
  url: string;
  apiKey: string | undefined;
  limiter: RateLimiter;
  clock: Clock;
  timeoutMs: number;
  maximumBytes: number;
  /** How often one request is sent at most. */
  attempts: number;
  onRetry: (fields: { request: string; fault: string; text: string; attempt: number }) => void;
}

export type QueryParameters = Readonly<Record<string, string>>;

export interface ExplorerClient {
  readonly dialect: ExplorerDialect;
  /** The host, for texts. */
  readonly host: string;
  /** A request of the account API, such as ('account', 'txlist', …). */
  ask(
    module: string,
    action: string,
    parameters: QueryParameters,
    signal?: AbortSignal,
  ): Promise<Answer<unknown>>;
  /** A JSON-RPC method by `module=proxy`. */
  askProxy(method: string, parameters: QueryParameters, signal?: AbortSignal): Promise<Answer<unknown>>;
  /** A JSON-RPC method by POST. */
  postJsonRpc(method: string, parameters: readonly unknown[], signal?: AbortSignal): Promise<Answer<unknown>>;
  /** The fault as an error to throw. */
  error(fault: Fault, request: string): Error;
}

/** Longer waits than this are left to the caller, who has other things to do. */
const longestWaitMs = 20_000;
const firstWaitMs = 1000;

/** The address of an explorer's API for a chain. */
export function explorerUrl(url: string, chainId: number): URL {
  return new URL(url.replaceAll(/\{chain_?id\}/gi, String(chainId)));
}

export function createExplorerClient(options: ClientOptions): ExplorerClient {
  const { apiKey, limiter, clock, timeoutMs, maximumBytes } = options;
  const dialect: ExplorerDialect = dialects[options.kind];
  const base = explorerUrl(options.url, options.chainId);
  const chainParameters = dialect.chainParameters(options.chainId, base);
  const context = { dialect, clock, secret: apiKey };
  let lastId = 0;

  function urlWith(target: URL, parameters: QueryParameters): URL {
    const url = new URL(target);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    if (apiKey !== undefined) url.searchParams.set('apikey', apiKey);
    return url;
  }

  /** Sends a request until it is answered, refused, or the attempts are used up. */
  async function send(
    name: string,
    request: Pick<HttpRequest, 'url' | 'body' | 'readRefusal'>,
    read: (json: unknown) => Answer<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<Answer<unknown>> {
    for (let attempt = 1; ; attempt += 1) {
      await limiter.take(signal);
      const reply = await requestJson({ ...request, timeoutMs, maximumBytes, signal }, clock, apiKey);
      const answer = reply.ok ? read(reply.value) : reply;
      if (answer.ok) return answer;
      const { fault } = answer;
      if (fault.kind === 'rate-limit') slowDown(fault, attempt);
      const waitMs = fault.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1);
      if (faultRules[fault.kind].retry !== 'again' || attempt >= options.attempts || waitMs > longestWaitMs)
        return answer;
      options.onRetry({ request: name, fault: fault.kind, text: fault.text, attempt });
      if (fault.kind !== 'rate-limit') await clock.sleep(waitMs, signal);
    }
  }

  /** Everything that goes through the same key waits. */
  function slowDown(fault: Fault, attempt: number): void {
    const named = namedCallsPerSecond(fault.text);
    if (named !== null) limiter.lower(named);
    limiter.pause(Math.min(fault.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1), longestWaitMs));
  }

  return {
    dialect,
    host: base.host,
    ask(module, action, parameters, signal) {
      const url = urlWith(base, { ...chainParameters, module, action, ...parameters });
      return send(action, { url }, (json) => readAccountAnswer(json, context), signal);
    },
    askProxy(method, parameters, signal) {
      const url = urlWith(base, { ...chainParameters, module: 'proxy', action: method, ...parameters });
      return send(
        method,
        { url, readRefusal: readNodeRefusal },
        (json) => readNodeAnswer(json, context, null),
        signal,
      );
    },
    postJsonRpc(method, params, signal) {
      if (!dialect.nodeAccess.includes('json-rpc')) {
        return Promise.resolve(failed({ kind: 'unsupported', text: 'no JSON-RPC address' }));
      }
      lastId += 1;
      const id = lastId;
      const url = urlWith(dialect.jsonRpcUrl(options.chainId, base), {});
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      return send(
        method,
        { url, body, readRefusal: readNodeRefusal },
        (json) => readNodeAnswer(json, context, id),
        signal,
      );
    },
    error: (fault, request) => faultError(fault, `${base.host}, ${request}`),
  };
}
