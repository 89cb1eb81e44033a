/** The listed tokens of a chain as the classifier takes them: the built-in ones, and what the owner has added. */
import { type ClassifyContext, createClassifyContext } from '../domain/classify/evidence/context.ts';
import type { Address } from '../domain/model.ts';
import type { Database } from '../store/connection/database.ts';
import { findTrustedTokens } from '../store/lookups/lookup-reads.ts';
import type { TokenRow } from '../store/lookups/lookup-rows.ts';
import type { ChainRuntime } from './chain-runtime.ts';

type ListedTokens = ReadonlyMap<Address, { symbol: string }>;

/** By address. */
export async function findListedTokens(database: Database, chainId: number): Promise<ListedTokens> {
  return withSymbols(await findTrustedTokens(database, chainId));
}

/** What tells whether some tokens of a chain are spam or imitate listed ones; and those that are listed. */
export async function listedContext(
  database: Database,
  { config }: Pick<ChainRuntime, 'config'>,
  tokens: readonly TokenRow[],
): Promise<{ context: ClassifyContext; listed: readonly TokenRow[] }> {
  const listed = await findTrustedTokens(database, config.chainId);
  const described = new Map(tokens.map((row) => [row.address, row]));
  const context = createClassifyContext({
    wrappedNative: config.wrappedNative,
    nativeSymbol: config.symbol,
    trustedTokens: withSymbols(listed),
    metadata: (address) => described.get(address) ?? null,
  });
  return { context, listed };
}

function withSymbols(tokens: readonly TokenRow[]): ListedTokens {
  return new Map(tokens.map(({ address, symbol }) => [address, { symbol: symbol ?? '' }]));
}
