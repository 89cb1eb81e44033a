/** The nodes of a chain by their addresses, and the proof that a node serves this chain. */
import { PermanentError, RetryableError } from '../../../errors.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import { getChainId } from './actions.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { EndpointRefusedError } from './rpc-errors.ts';

/** Told of each exchange with a node or an explorer: whether an answer came that can be used. `source`: its host. */
export type OutcomeHandler = (source: string, isAnswered: boolean) => void;

/** Throws PermanentError where an address is none. */
export function openEndpoints(
  urls: readonly string[],
  timeoutMs: number,
  { clock, onOutcome }: { clock: Clock; onOutcome?: OutcomeHandler | undefined },
): Endpoint[] {
  if (urls.length === 0) throw new PermanentError('a chain source needs at least one rpc url');
  return urls.map((url, index) => {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      // The text is not shown: it may hold a key.
      throw new PermanentError(`rpc url number ${index + 1} is not an http(s) URL`);
    }
    const endpoint = createEndpoint(url, timeoutMs, clock);
    return onOutcome === undefined ? endpoint : observed(endpoint, onOutcome);
  });
}

/** The same, and tells how each exchange ended. An exchange that the caller gave up tells nothing. */
function observed(endpoint: Endpoint, onOutcome: OutcomeHandler): Endpoint {
  return {
    host: endpoint.host,
    async send(calls, signal) {
      try {
        const answers = await endpoint.send(calls, signal);
        onOutcome(endpoint.host, true);
        return answers;
      } catch (error) {
        if (signal?.aborted !== true) onOutcome(endpoint.host, false);
        throw error;
      }
    },
  };
}

/** Throws EndpointRefusedError where a node serves another chain. */
export async function checkChainId(endpoint: Endpoint, chainId: number): Promise<void> {
  const request = getChainId();
  const [answer] = await endpoint.send([request], undefined);
  if (answer === undefined) throw new RetryableError(`${endpoint.host}: no answer`);
  if (!answer.ok) throw answer.error;
  const actual = request.parse(answer.result);
  if (actual !== chainId) {
    throw new EndpointRefusedError(
      `${endpoint.host} serves chain ${actual}, not ${chainId}: correct the chain's rpc url or its chainId`,
    );
  }
}
