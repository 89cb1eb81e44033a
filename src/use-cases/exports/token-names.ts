/** How a file names the tokens in it. */

import { fullName, plainNames } from '../../domain/exports/file-names.ts';
import { keyOfContract } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { Database } from '../../store/connection/database.ts';
import { findTrustedTokens } from '../../store/lookups/lookup-reads.ts';

export interface FileToken {
  chainId: number;
  address: Address;
  tokenId: string | null;
  symbol: string;
}

/** The names of tokens, and of the chains' coins by the zero address; the lists of a chain are read when it is first met. */
export function createTokenNames(
  database: Database,
): (chainIds: Iterable<number>) => Promise<(token: FileToken) => string> {
  const plain = new Map<string, string>();
  const read = new Set<number>();
  return async (chainIds) => {
    for (const chainId of chainIds) {
      if (read.has(chainId)) continue;
      const names = plainNames(await findTrustedTokens(database, chainId));
      for (const [address, name] of names) plain.set(keyOfContract({ chainId, address }), name);
      read.add(chainId);
    }
    return (token) =>
      (token.tokenId === null ? plain.get(keyOfContract(token)) : undefined) ?? fullName(token);
  };
}
