/** What stands in src of the chains that are built in is what viem says of them, whose list is too large to load at each start. */
import { arbitrum, avalanche, base, bsc, gnosis, mainnet, optimism, polygon } from 'viem/chains';
import { expect, test } from 'vitest';
import { builtInChains } from '../../src/chains/definitions/chain-list.ts';
import { ensChainId, universalResolver } from '../../src/labels/ens/universal-resolver.ts';

test('ids, symbols and decimals of the built-in chains are those of viem', () => {
  const chains = [mainnet, polygon, base, optimism, arbitrum, gnosis, avalanche, bsc];
  expect(
    builtInChains.map(({ chainId, symbol, nativeDecimals }) => ({ chainId, symbol, nativeDecimals })),
  ).toEqual(
    chains.map(({ id, nativeCurrency: { symbol, decimals } }) => ({
      ...{ chainId: id, symbol },
      nativeDecimals: decimals,
    })),
  );
});

test('the universal resolver is where viem asks it', () => {
  expect(ensChainId).toBe(mainnet.id);
  expect(universalResolver).toBe(mainnet.contracts.ensUniversalResolver.address);
});
