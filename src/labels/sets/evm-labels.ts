/** evm-labels (MIT): names that Etherscan gave to exchanges, known frauds and token contracts on Ethereum. */
import { z } from 'zod';
import type { DefaultLabel } from './label-types.ts';
import { listedAddress, readPackageJson } from './package-data.ts';

/** Lists and the tags that they stand for; of an address on several lists, the first names it. */
const lists = [
  ['genesis', ['null']],
  ['phish-hack', ['phishing']],
  ['exchange', ['exchange']],
  ['token-contract', ['token']],
] as const;

const listSchema = z.array(z.object({ address: z.string(), nameTag: z.string() }));

export function evmLabels(chainId: number): DefaultLabel[] {
  if (chainId !== 1) return [];
  return lists.flatMap(([list, tags]) =>
    readPackageJson('evm-labels', `mainnet/${list}/all.json`, listSchema).flatMap(
      ({ address, nameTag }): DefaultLabel[] => {
        const listed = listedAddress(address);
        const name = nameTag.trim();
        return listed === null || name === '' ? [] : [{ chainId, address: listed, name, tags }];
      },
    ),
  );
}
