/** What people call the tokens of a ledger, as files name them. */
import { keyOfContract } from '../../domain/ids.ts';
import type { Database } from '../../store/connection/database.ts';
import type { LedgerToken } from '../../store/ledger/ledger-rows.ts';
import { findNftCollections, findTokens } from '../../store/lookups/lookup-reads.ts';

/** A symbol, or the name where there is none, NFTs with their number; an address where nothing is known. */
export async function loadSymbols(
  database: Database,
  rows: readonly { token: LedgerToken }[],
): Promise<(token: LedgerToken) => string> {
  const nameOf = ({ chainId, tokenAddress }: LedgerToken): string =>
    keyOfContract({ chainId, address: tokenAddress });
  const distinct = new Map(rows.map(({ token }) => [nameOf(token), token]));
  const keys = [...distinct.values()].map(({ chainId, tokenAddress }) => ({
    chainId,
    address: tokenAddress,
  }));
  const [tokens, collections] = await Promise.all([
    findTokens(database, keys),
    findNftCollections(database, keys),
  ]);
  const symbols = new Map<string, string>(
    [...tokens, ...collections].flatMap((row) => {
      const shown = row.symbol || row.name;
      return shown ? [[keyOfContract(row), shown] as const] : [];
    }),
  );
  return (token) => {
    const symbol = symbols.get(nameOf(token)) ?? token.tokenAddress;
    return token.tokenId === null ? symbol : `${symbol} #${token.tokenId}`;
  };
}
