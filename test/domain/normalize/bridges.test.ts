/** Which bridges are listed, and which of them may give something else for what they take. */
import { expect, test } from 'vitest';
import { lowerAddress } from '../../../src/domain/address.ts';
import { bridgesOf, mayExchange } from '../../../src/domain/normalize/bridges.ts';
import {
  orbiterMakers,
  otherSolvers,
  relaySolvers,
  tokenBridges,
} from '../../../src/domain/normalize/wide-bridges.ts';

const basePortal = '0x49048044d57e1c92a77f79988d21fa8faf74e97e';

test('canonical bridges and Wormhole’s give what they take, on the chain where they stand', () => {
  const portal = lowerAddress(tokenBridges[8453] ?? '');
  expect([mayExchange(1, basePortal), mayExchange(8453, portal)]).toEqual([false, false]);
  expect([mayExchange(10, basePortal), mayExchange(1, portal)]).toEqual([true, true]);
});

test('solvers are listed on every chain, and exchange', () => {
  const solvers = [
    ...[...relaySolvers, ...orbiterMakers],
    ...otherSolvers.flatMap(({ addresses }) => addresses),
  ].map(lowerAddress);
  for (const chainId of [1, 8453, 31_337]) {
    const listed = new Set<string>(bridgesOf(chainId).map(({ address }) => address));
    expect(solvers.filter((solver) => !listed.has(solver) || !mayExchange(chainId, solver))).toEqual([]);
  }
});
