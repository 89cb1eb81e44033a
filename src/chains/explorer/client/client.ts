/** The generic client of the account API: limits kept, faults told apart, passing ones asked again a few times. */

import { answerLimits } from '../../../outgoing/answer-size.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import type { BudgetPurpose, BudgetRefusal, DailyBudget } from '../../../outgoing/daily-budget.ts';
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
  /** Of the account's requests per day, and what for; left out: nobody counts them. */
  budget?: { daily: DailyBudget; purpose: BudgetPurpose } | undefined;
  clock: Clock;
  timeoutMs: number;
  maximumBytes: number;
  /** How often one request is sent at most. */
  attempts: number;
  onRetry: (fields: { request: string; fault: string; text: string; attempt: number }) => void;
  /** Told of each request that was sent: whether the explorer answered. */
  onOutcome?: (isAnswered: boolean) => void;
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

interface ClientState {
  readonly options: ClientOptions;
  readonly dialect: ExplorerDialect;
  readonly base: URL;
  readonly chainParameters: QueryParameters;
  /** What reading an answer takes. */
  readonly context: { dialect: ExplorerDialect; clock: Clock; secret: string | undefined };
  /** Of JSON-RPC requests. */
  lastId: number;
}

export function createExplorerClient(options: ClientOptions): ExplorerClient {
  const { apiKey, chainId, clock } = options;
  const dialect: ExplorerDialect = dialects[options.kind];
  const base = explorerUrl(options.url, chainId);
  const chainParameters = dialect.chainParameters(chainId, base);
  const context = { dialect, clock, secret: apiKey };
  const state: ClientState = { options, dialect, base, chainParameters, context, lastId: 0 };
  return {
    dialect,
    host: base.host,
    ask(module, action, parameters, signal) {
      const url = urlWith(base, { ...chainParameters, module, action, ...parameters }, apiKey);
      const read = (json: unknown) => readAccountAnswer(json, context);
      return send(options, { name: action, request: { url }, read, signal });
    },
    askProxy(method, parameters, signal) {
      const query = { ...chainParameters, module: 'proxy', action: method, ...parameters };
      const url = urlWith(base, query, apiKey);
      const request = { url, readRefusal: readNodeRefusal, ...limitOf(method) };
      const read = (json: unknown) => readNodeAnswer(json, context, null);
      return send(options, { name: method, request, read, signal });
    },
    postJsonRpc: (method, params, signal) => postJsonRpc(state, { method, params }, signal),
    error: (fault, request) => faultError(fault, `${base.host}, ${request}`),
  };
}

function postJsonRpc(
  state: ClientState,
  { method, params }: { method: string; params: readonly unknown[] },
  signal: AbortSignal | undefined,
): Promise<Answer<unknown>> {
  const { options, dialect, base, context } = state;
  if (!dialect.nodeAccess.includes('json-rpc')) {
    return Promise.resolve(failed({ kind: 'unsupported', text: 'no JSON-RPC address' }));
  }
  state.lastId += 1;
  const id = state.lastId;
  const url = urlWith(dialect.jsonRpcUrl(options.chainId, base), {}, options.apiKey);
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const request = { url, body, readRefusal: readNodeRefusal, ...limitOf(method) };
  const read = (json: unknown) => readNodeAnswer(json, context, id);
  return send(options, { name: method, request, read, signal });
}

function urlWith(target: URL, parameters: QueryParameters, apiKey: string | undefined): URL {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (apiKey !== undefined) url.searchParams.set('apikey', apiKey);
  return url;
}

/** A request on its way. */
interface Sending {
  /** For the log. */
  name: string;
  request: Request;
  read(json: unknown): Answer<unknown>;
  signal: AbortSignal | undefined;
}

/** Sends a request until it is answered, refused, or the attempts are used up. */
async function send(options: ClientOptions, sending: Sending): Promise<Answer<unknown>> {
  const { clock, attempts } = options;
  const { name, signal } = sending;
  const attempt = async (number: number): Promise<Attempt<Answer<unknown>>> => {
    const pass = await enter(options, signal);
    if ('kind' in pass) return { result: failed(pass) };
    const answer = await sendOnce(options, sending, pass);
    options.onOutcome?.(answer.ok || faultRules[answer.fault.kind].retry === 'never');
    if (answer.ok) {
      pass.succeeded();
      return { result: answer };
    }
    const { fault } = answer;
    report(options.gate, fault, { attempt: number, pass });
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
  return retry({ ...pauses, clock, attempts }, attempt, { signal, onAgain });
}

/** Leave to send one request, or why there is none. Every attempt is one of the day's. */
async function enter(
  { gate, budget }: ClientOptions,
  signal: AbortSignal | undefined,
): Promise<GatePass | Fault> {
  if (gate.isShut) return leftAlone(gate);
  const refusal = (await budget?.daily.take(budget.purpose)) ?? null;
  if (refusal !== null) return overBudget(refusal);
  const day = budget?.daily.today() ?? '';
  const giveBack = (): void => budget?.daily.giveBack(budget.purpose, day);
  const pass = await gate.enter(signal).catch((error: unknown) => {
    giveBack();
    throw error;
  });
  if (pass === null) {
    giveBack();
    return leftAlone(gate);
  }
  if (budget === undefined || budget.daily.today() === day) return pass;
  // Midnight came while it waited: it is one of the new day's.
  const late = await budget.daily.take(budget.purpose).catch((error: unknown) => {
    pass.abandoned();
    throw error;
  });
  if (late === null) return pass;
  pass.abandoned();
  return overBudget(late);
}

function overBudget({ used, most, retryAfterMs }: BudgetRefusal): Fault {
  return { kind: 'budget', text: `${used} are used, and ${most} may be for this by now`, retryAfterMs };
}

async function sendOnce(
  { apiKey, clock, timeoutMs, maximumBytes }: ClientOptions,
  { request, read, signal }: Sending,
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
function report(gate: Gate, fault: Fault, { attempt, pass }: { attempt: number; pass: GatePass }): void {
  if (faultRules[fault.kind].retry === 'never') {
    pass.succeeded();
    return;
  }
  const isRateLimit = fault.kind === 'rate-limit';
  const named = isRateLimit ? namedCallsPerSecond(fault.text) : null;
  if (named !== null) gate.lower(named);
  pass.failed(fault.retryAfterMs ?? (isRateLimit ? pauseAfter(attempt, pauses) : undefined));
}
