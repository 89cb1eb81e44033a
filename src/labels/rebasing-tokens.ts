/**
 * Tokens whose balances grow by themselves while their logs tell only what was moved: what `balanceOf` shows beyond the transfers is
 * yield. Known by address, never by a contract's own word. Facts, from the projects' own address lists.
 *
 * Aave v3 is not among them: its tokens log the interest as minted at each next move (ScaledBalanceTokenBase), so that it would be
 * counted twice.
 */
import type { Address } from '../domain/model.ts';
import { aaveVersion2Tokens } from './sets/aave.ts';

const perChain: Readonly<Record<number, readonly Address[]>> = {
  1: [
    // Lido stETH, ether.fi eETH, Origin OETH and OUSD.
    '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
    '0x35fa164735182de50811e8e2e824cfb9b6118ac2',
    '0x856c4efb76c1d1ae02e20ceb03a2a6a08b0b8dc3',
    '0x2a8e1e676ec238d8a992307b495b45b3feaa5e86',
    // Compound III: USDC, WETH. The base asset that is supplied; what is borrowed has no balance.
    '0xc3d688b66703497daa19211eedff47f25384cdc3',
    '0xa17581a9e3356d9a858b789d68b4d866e593ae94',
  ],
  // Compound III: USDC.
  137: ['0xf25212e676d1f7f89cd72ffee66158f541246445'],
  42161: ['0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf'],
  // Compound III: USDC; Origin superOETHb.
  8453: ['0xb125e6687d4313864e53df431d5425969c15eb2f', '0xdbfefd2e8460a6ee4955a68582f85708baea60a3'],
};

const known = new Map<number, ReadonlySet<Address>>();

/** The tokens of a chain that are known to grow by themselves; beside them stands what the chain's configuration lists. */
export function rebasingTokens(chainId: number): ReadonlySet<Address> {
  const tokens =
    known.get(chainId) ?? new Set([...(perChain[chainId] ?? []), ...aaveVersion2Tokens(chainId)]);
  known.set(chainId, tokens);
  return tokens;
}
