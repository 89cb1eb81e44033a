/** The price sources that are asked over HTTP: whether they answer for a coin that everybody knows. Those on chain rest on its node. */
import type { PricesConfig } from '../../config-file.ts';
import { zeroAddress } from '../../domain/model.ts';
import { someAsk } from '../../domain/money/price-sources.ts';
import { systemClock } from '../../outgoing/clock.ts';
import type { Fetch } from '../../outgoing/exchange.ts';
import { createPriceSources } from '../../prices/registry.ts';
import { type Finding, finding, lookFor } from './findings.ts';

const ether = { chainId: 1, address: zeroAddress, decimals: 18 };

/** `fetch`: in place of the network. */
export async function lookAtPrices(config: PricesConfig, fetch?: Fetch): Promise<Finding[]> {
  if (config.order.length === 0) {
    return [finding('prices', 'warning', 'no source is configured (prices.order): every value is unknown')];
  }
  const sources = createPriceSources(config, { fetch, clock: systemClock, readerOf: () => null });
  const asked = sources.map(({ name, current }) =>
    someAsk([name], 'chain')
      ? [finding(`prices ${name}`, 'ok', 'read from the nodes of its chains')]
      : lookFor(
          `prices ${name}`,
          async () => {
            const [answer] = await current([ether]);
            if (answer?.ok === true)
              return [finding(`prices ${name}`, 'ok', `ETH is ${answer.observation.priceUsd} USD`)];
            return [
              finding(
                `prices ${name}`,
                'warning',
                `${answer?.reason ?? 'no answer'}: ${answer?.detail ?? ''}`,
              ),
            ];
          },
          { health: 'warning' },
        ),
  );
  return (await Promise.all(asked)).flat();
}
