/** The generic client of the account API: limits kept, faults told apart, passing ones asked again a few times. */

import { answerLimits } from '../../../outgoing/answer-size.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import type { Gate, GatePass } from '../../../outgoing/gate.ts';
import { type Attempt, pauseAfter, retry } from '../../../outgoing/retry.ts';
import type { ExplorerKind } from '../../definitions/chain-list.ts';
import type { ExplorerDialect } from '../dialects/dialect.ts';
import { dialects } from '../dialects/dialects.ts';
import { readAccountAnswer, readNodeAnswer, readNodeRefusal } from './envelope.ts';
import { type Answer, failed, type HttpRequest, requestJson } from './explorer-http.ts';
import { type Fault, faultError, faultRules, namedCallsPerSecond } from './faults.ts';

export interface ClientOptions {
  chainId: number;
  kind: ExplorerKind;
  /** May hold `{chainId}`. */
  url: string;
  apiKey: string | undefined;
  gate: Gate;
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
export const longestWaitMs = 20_000;
const pauses = { firstPauseMs: 1000, longestPauseMs: longestWaitMs };

type Request = Pick<HttpRequest, 'url' | 'body' | 'readRefusal'> & Partial<Pick<HttpRequest, 'maximumBytes'>>;

const limitOf = (method: string): Partial<Pick<HttpRequest, 'maximumBytes'>> =>
  method === 'eth_call' ? { maximumBytes: answerLimits.contractCall } : {};

/** What is told while the gate is shut; while a probe is under way, nobody knows for how long. */
function leftAlone(gate: Gate): Fault {
  const retryAfterMs = Math.max(gate.shutForMs(), pauses.firstPauseMs);
  return { kind: 'rate-limit', text: `left alone for ${Math.ceil(retryAfterMs / 1000)} s`, retryAfterMs };
}

/** The address of an explorer's API for a chain. */
export function explorerUrl(url: string, chainId: number): URL {
  return new URL(url.replaceAll(/\{chain_?id\}/gi, String(chainId)));
}

export function createExplorerClient(options: ClientOptions): ExplorerClient {
  const { apiKey, gate, clock, timeoutMs, maximumBytes } = options;
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
    request: Request,
    read: (json: unknown) => Answer<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<Answer<unknown>> {
    const attempt = async (number: number): Promise<Attempt<Answer<unknown>>> => {
      const pass = await gate.enter(signal);
      if (pass === null) return { result: failed(leftAlone(gate)) };
      const answer = await ask(request, read, signal, pass);
      if (answer.ok) {
        pass.succeeded();
        return { result: answer };
      }
      const { fault } = answer;
      report(fault, number, pass);
      if (faultRules[fault.kind].retry !== 'again') return { result: answer };
      // The gate makes the pause of a rate limit, for all requests.
      const isPausedByGate = fault.kind === 'rate-limit' && (fault.retryAfterMs ?? 0) <= longestWaitMs;
      return { result: answer, again: { wishedMs: isPausedByGate ? 0 : fault.retryAfterMs } };
    };
    const onAgain = (answer: Answer<unknown>, number: number): void => {
      if (answer.ok) return;
      const { kind, text } = answer.fault;
      options.onRetry({ request: name, fault: kind, text, attempt: number });
    };
    return retry({ ...pauses, clock, attempts: options.attempts }, attempt, { signal, onAgain });
  }

  async function ask(
    request: Request,
    read: (json: unknown) => Answer<unknown>,
    signal: AbortSignal | undefined,
    pass: GatePass,
  ): Promise<Answer<unknown>> {
    try {
      const limit = Math.min(maximumBytes, request.maximumBytes ?? maximumBytes);
      const reply = await requestJson({ ...request, maximumBytes: limit, timeoutMs, signal }, clock, apiKey);
      return reply.ok ? read(reply.value) : reply;
    } catch (error) {
      pass.abandoned();
      throw error;
    }
  }

  /** Everything that goes through the same key waits for what the explorer asks to wait for. */
  function report(fault: Fault, attempt: number, pass: GatePass): void {
    if (faultRules[fault.kind].retry === 'never') {
      pass.succeeded();
      return;
    }
    const isRateLimit = fault.kind === 'rate-limit';
    const named = isRateLimit ? namedCallsPerSecond(fault.text) : null;
    if (named !== null) gate.lower(named);
    pass.failed(fault.retryAfterMs ?? (isRateLimit ? pauseAfter(attempt, pauses) : undefined));
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
      const request = { url, readRefusal: readNodeRefusal, ...limitOf(method) };
      return send(method, request, (json) => readNodeAnswer(json, context, null), signal);
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
        { url, body, readRefusal: readNodeRefusal, ...limitOf(method) },
        (json) => readNodeAnswer(json, context, id),
        signal,
      );
    },
    error: (fault, request) => faultError(fault, `${base.host}, ${request}`),
  };
}
