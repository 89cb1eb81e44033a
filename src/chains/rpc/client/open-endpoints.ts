/** The nodes of a chain by their addresses, and the proof that a node serves this chain. */
import { PermanentError, RetryableError } from '../../../errors.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import { getChainId } from './actions.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { EndpointRefusedError } from './rpc-errors.ts';

/** Throws PermanentError where an address is none. */
export function openEndpoints(urls: readonly string[], timeoutMs: number, clock: Clock): Endpoint[] {
  if (urls.length === 0) throw new PermanentError('a chain source needs at least one rpc url');
  return urls.map((url, index) => {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      // The text is not shown: it may hold a key.
      throw new PermanentError(`rpc url number ${index + 1} is not an http(s) URL`);
    }
    return createEndpoint(url, timeoutMs, clock);
  });
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
