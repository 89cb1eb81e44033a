/**
 * The JSON-RPC client of one chain. Requests of the same tick travel as one batch, and only so many batches at once. A fault
 * is retried with backoff on the next endpoint. An answer counts only after its parser accepted it.
 */
import { type Clock, systemClock } from '../../../outgoing/clock.ts';
import { type Batches, createBatches, sendInBatches } from './batches.ts';
import type { Endpoint } from './endpoint.ts';
import { createEndpointPool, type EndpointState } from './endpoint-pool.ts';
import type { ClientLimits, Job } from './job-outcomes.ts';

/** One JSON-RPC request and how its answer is read. `parse` throws RetryableError on what it does not accept. */
export interface RpcRequest<T> {
  method: string;
  params: readonly unknown[];
  parse: (raw: unknown) => T;
  /** How heavy it is for the node, in units of a simple look-up (1). Infinity: it travels alone. */
  weight?: number;
  /** Of the answer in bytes; unless given, what an exchange with a node may have. */
  maximumBytes?: number;
  /** The caller can ask for less: a too-large or timed-out request is given back at once. */
  splittable?: boolean;
  /** One of many that are waited for together: what is asked one after the other goes before it. */
  isPatient?: boolean;
}

export interface RpcClient {
  request<T>(request: RpcRequest<T>, signal?: AbortSignal): Promise<T>;
  readonly endpoints: readonly EndpointState[];
}

export interface NodeClient extends RpcClient {
  /**
   * Requests that must be answered by one node at one time: they travel in one HTTP exchange, and all of them are asked
   * again when one answer is not accepted. Only a node that refuses batches is asked one by one.
   */
  requestTogether<First, Other>(
    first: RpcRequest<First>,
    others: readonly RpcRequest<Other>[],
    signal?: AbortSignal,
  ): Promise<{ first: First; others: Other[] }>;
}

interface ClientState {
  readonly batches: Batches;
  /** Asked in this tick. */
  queue: Job[];
}

/** `ensureUsable` runs once per endpoint before its first use; it throws EndpointRefusedError for a wrong chain. */
export function createRpcClient(
  endpoints: readonly Endpoint[],
  limits: ClientLimits,
  ensureUsable: (endpoint: Endpoint) => Promise<void>,
  clock: Clock = systemClock,
): NodeClient {
  const pool = createEndpointPool(endpoints, ensureUsable, clock);
  const state: ClientState = { batches: createBatches(pool, limits, clock), queue: [] };
  return {
    endpoints: pool.states,
    request<T>(request: RpcRequest<T>, signal?: AbortSignal): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        enqueue(state, [request], {
          signal,
          accept: ([raw]) => resolve(request.parse(raw)),
          reject,
        });
      });
    },
    requestTogether(first, others, signal) {
      return new Promise((resolve, reject) => {
        const accept = ([raw, ...rest]: readonly unknown[]): void =>
          resolve({
            first: first.parse(raw),
            others: others.map((other, index) => other.parse(rest[index])),
          });
        enqueue(state, [first, ...others], { signal, accept, reject });
      });
    },
  };
}

function enqueue(
  state: ClientState,
  requests: readonly Omit<RpcRequest<unknown>, 'parse'>[],
  handlers: Pick<Job, 'signal' | 'accept' | 'reject'>,
): void {
  if (state.queue.length === 0) setImmediate(() => flush(state));
  state.queue.push({
    calls: requests.map(({ method, params, maximumBytes }) => ({ method, params, maximumBytes })),
    weight: requests.reduce((sum, { weight = 1 }) => sum + weight, 0),
    splittable: requests.some(({ splittable = false }) => splittable),
    isPatient: requests.every(({ isPatient = false }) => isPatient),
    attempts: 0,
    lackedBy: new Set(),
    ...handlers,
  });
}

function flush(state: ClientState): void {
  const { patient = [], hurried = [] } = Object.groupBy(state.queue, ({ isPatient }) =>
    isPatient ? 'patient' : 'hurried',
  );
  state.queue = [];
  sendInBatches(state.batches, hurried);
  sendInBatches(state.batches, patient);
}

/** The same client for somebody who asks for very much: others go before. */
export function patientClient({ endpoints, request }: RpcClient): RpcClient {
  return { endpoints, request: (what, signal) => request({ ...what, isPatient: true }, signal) };
}
