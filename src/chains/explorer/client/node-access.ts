/**
 * The node behind an explorer: JSON-RPC requests as `module=proxy`, or by POST where the dialect has an address for it.
 * Requests and the checks of their answers are the same as for a node of one's own (chains/rpc/client/actions.ts).
 */
import { PermanentError, RetryableError } from '../../../errors.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import { type Attempt, retry } from '../../../outgoing/retry.ts';
import type { RpcRequest } from '../../rpc/client/client.ts';
import type { NodeAccessWay } from '../dialects/dialect.ts';
import type { ExplorerClient, QueryParameters } from './client.ts';
import type { Answer } from './explorer-http.ts';
import type { Fault } from './faults.ts';

export interface NodeAccess {
  request<T>(request: RpcRequest<T>, signal?: AbortSignal): Promise<T>;
  /** null: the call was undone by the contract, or its answer is over the limit of bytes. */
  requestUnlessReverted<T>(request: RpcRequest<T>, signal?: AbortSignal): Promise<T | null>;
}

/** How often an answer that does not pass its check (a receipt that is not there yet) is asked for again. */
const rechecks = { attempts: 3, firstPauseMs: 1000, longestPauseMs: 2000 };

/** What an answer says, or why it did not pass its check. */
type Checked<T> = { value: T | null } | { problem: string };

/** The ways that are still worth trying; one that the server does not know is dropped. */
export interface KnownWays {
  ways: readonly NodeAccessWay[];
}

/** @param known what several clients of one server find out together */
export function createNodeAccess(
  client: ExplorerClient,
  clock: Clock,
  known: KnownWays = { ways: client.dialect.nodeAccess },
): NodeAccess {
  async function ask(
    method: string,
    parameters: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<Answer<unknown>> {
    for (;;) {
      const [way, ...others] = known.ways;
      const answer =
        way === 'json-rpc'
          ? await client.postJsonRpc(method, parameters, signal)
          : await client.askProxy(method, proxyParameters(method, parameters), signal);
      if (answer.ok || others.length === 0 || !isUnknownWay(answer.fault)) return answer;
      known.ways = others;
    }
  }

  async function requestUnlessReverted<T>(request: RpcRequest<T>, signal?: AbortSignal): Promise<T | null> {
    const attempt = async (): Promise<Attempt<Checked<T>>> => {
      const answer = await ask(request.method, request.params, signal);
      if (!answer.ok && answer.fault.kind === 'reverted') return { result: { value: null } };
      // Asked again it would be as large: a contract that says too much says nothing.
      const saysTooMuch = !answer.ok && answer.fault.kind === 'too-large' && request.method === 'eth_call';
      if (saysTooMuch) return { result: { value: null } };
      // The client has asked often enough.
      if (!answer.ok) throw client.error(answer.fault, request.method);
      try {
        return { result: { value: request.parse(answer.value) } };
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
        return { result: { problem: error.message }, again: {} };
      }
    };
    const checked = await retry({ ...rechecks, clock }, attempt, { signal });
    if ('value' in checked) return checked.value;
    throw new RetryableError(`${client.host}, ${checked.problem}`);
  }

  return {
    requestUnlessReverted,
    async request(request, signal) {
      const value = await requestUnlessReverted(
        { ...request, parse: (raw) => ({ value: request.parse(raw) }) },
        signal,
      );
      if (value === null)
        throw new PermanentError(`${client.host}, ${request.method}: the request was undone`);
      return value.value;
    },
  };
}

function isUnknownWay(fault: Fault): boolean {
  return fault.kind === 'unsupported' || fault.kind === 'refused' || fault.kind === 'address';
}

/** The query parameters that stand for a method's positional ones. */
function proxyParameters(method: string, parameters: readonly unknown[]): QueryParameters {
  const [first, second] = parameters;
  switch (method) {
    case 'eth_blockNumber':
    case 'eth_chainId':
      return {};
    case 'eth_getBlockByNumber':
      return { tag: String(first), boolean: String(second === true) };
    case 'eth_getTransactionByHash':
    case 'eth_getTransactionReceipt':
      return { txhash: String(first) };
    case 'eth_call':
      return { ...callParameters(first), tag: String(second ?? 'latest') };
    default:
      throw new TypeError(`${method} cannot be asked through module=proxy`);
  }
}

function callParameters(call: unknown): Record<string, string> {
  if (typeof call !== 'object' || call === null) throw new TypeError('eth_call without a call');
  return Object.fromEntries(Object.entries(call).map(([name, value]) => [name, String(value)]));
}
