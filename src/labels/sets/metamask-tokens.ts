/** @metamask/contract-metadata (ISC): tokens on Ethereum that a wallet of millions shows by name. */
import { z } from 'zod';
import type { TrustedToken } from './label-types.ts';
import { listedAddress, readPackageJson } from './package-data.ts';

const mapSchema = z.record(
  z.string(),
  z.object({
    name: z.string(),
    symbol: z.string(),
    decimals: z.number().int().min(0).max(77).optional().catch(undefined),
    erc20: z.boolean().optional(),
  }),
);

export function metamaskTokens(chainId: number): TrustedToken[] {
  if (chainId !== 1) return [];
  const entries = Object.entries(
    readPackageJson('@metamask/contract-metadata', 'contract-map.json', mapSchema),
  );
  return entries.flatMap(([text, { name, symbol, decimals, erc20 }]): TrustedToken[] => {
    const address = listedAddress(text);
    if (address === null || erc20 !== true || decimals === undefined || symbol === '') return [];
    return [{ chainId, address, symbol, name, decimals, assetSlug: null }];
  });
}
