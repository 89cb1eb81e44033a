/**
 * How files for other programs name what moved, and what happened. Those programs know a currency by its symbol alone, and anybody may
 * call a token ETH: a symbol that nobody vouches for never stands alone. Pure.
 */
import type { Address, TransactionKind } from '../model.ts';
import { sharedAssets } from '../money/assets.ts';

interface ListedToken {
  address: Address;
  symbol: string | null;
  asset: { slug: string; symbol: string } | null;
}

interface NamedToken {
  chainId: number;
  address: Address;
  /** Decimal text; null: no NFT. */
  tokenId: string | null;
  /** As the contract says it. */
  symbol: string;
}

/** What other programs take for a symbol. */
const plainSymbol = /^[A-Za-z0-9][A-Za-z0-9.+$-]{0,23}$/;
/** ISO 4217: a token that is called so is no money of a state. */
const states: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const symbolOf = ({ asset, symbol }: ListedToken): string => asset?.symbol ?? symbol ?? '';

/**
 * The symbols that stand alone, by the addresses of one chain's listed tokens: each is one asset's there. Where listed tokens share a
 * symbol, as pools do, it is that of the asset that the service names itself, if there is one, and the others' nowhere. Programs
 * make no difference of letter case.
 */
export function plainNames(listed: readonly ListedToken[]): ReadonlyMap<Address, string> {
  const names = new Map<Address, string>();
  const bySymbol = Map.groupBy(listed, (token) => symbolOf(token).toUpperCase());
  for (const [symbol, same] of bySymbol) {
    if (states.has(symbol)) continue;
    const own = same.filter(({ asset }) => asset !== null && sharedAssets.has(asset.slug));
    const candidates = own.length === 0 ? same : own;
    const assets = new Set(candidates.map(({ asset, address }) => asset?.slug ?? address));
    if (assets.size > 1) continue;
    for (const token of candidates)
      if (plainSymbol.test(symbolOf(token))) names.set(token.address, symbolOf(token));
  }
  return names;
}

/**
 * A name that no other token has: `PEPE-1-0x6982…`, with its number behind it where it is an NFT. A symbol of other letters is left out:
 * what is left of it without them may be another's.
 */
export function fullName({ chainId, address, tokenId, symbol }: NamedToken): string {
  const letters = plainSymbol.test(symbol) ? symbol : tokenId === null ? 'TOKEN' : 'NFT';
  return [letters, String(chainId), address, ...(tokenId === null ? [] : [tokenId])].join('-');
}

const longestName = 80;
/** Controls, line breaks and what nobody sees or what turns text around. */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** A text of strangers in one line of bounded length. */
export const oneLine = (text: string): string =>
  [...text.replaceAll(unseen, ' ').replaceAll(/\s+/gu, ' ').trim()].slice(0, longestName).join('');

/** `NFT_BUY` → `NFT buy` */
export function kindWords(kind: TransactionKind): string {
  const words = kind.toLowerCase().replaceAll('_', ' ').replace(/^nft /, 'NFT ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What happened and with whom: `Swap, Uniswap`. */
export const describe = (kind: TransactionKind, party: string): string => {
  const name = oneLine(party);
  return name === '' ? kindWords(kind) : `${kindWords(kind)}, ${name}`;
};
