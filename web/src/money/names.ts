/** What tokens and NFTs are called. Their makers chose their names: they are cleaned, cut, and told from those that the service knows. */
import { shortAddress } from './format.ts';

/** What a token is called: by the service, else by itself, else by its address. Its maker chose what it calls itself. */
export function tokenName(known: string | undefined, own: string, address: string): string {
  const name = known ?? cleanName(own);
  return name === '' ? shortAddress(address) : cutName(name, 16);
}

/** One line without characters that nobody sees or that turn what follows around. May be ''. */
export const cleanName = (text: string): string =>
  text.replace(/(?:[\p{Cc}\p{Cf}\p{Cs}\p{Z}\u115f\u1160\u3164\uffa0\u2800]|\u034f)+/gu, ' ').trim();

/** The first characters, none of them halved. */
export const cutName = (text: string, most: number): string =>
  text.length <= most ? text : `${[...text].slice(0, most - 1).join('')}…`;

/** In one line, in its middle: hashes and addresses are known by both ends. */
export function cutMiddle(text: string, most = 60): string {
  const characters = [...cleanName(text.slice(0, 500))];
  if (characters.length <= most) return characters.join('');
  return `${characters.slice(0, Math.ceil(most / 2)).join('')}…${characters.slice(-Math.floor(most / 3)).join('')}`;
}

/** What tells the items of a collection apart is the end of a long number. */
const shortNumbers = (text: string): string =>
  text.replace(/[0-9a-f]{17,}/gi, (number) => `${number.slice(0, 4)}…${number.slice(-4)}`);

/** What an amount is of, in a transaction. An NFT's name and an unknown token's symbol are never mistaken for a known token's. */
export function unitName(of: {
  nft: { name: string } | null | undefined;
  token: { asset: { symbol: string } } | null | undefined;
  rawToken: { address: string; symbol: string };
}): string {
  if (of.nft)
    return `NFT ${cutName(shortNumbers(cleanName(of.nft.name)), 40) || shortAddress(of.rawToken.address)}`;
  const name = tokenName(of.token?.asset.symbol, of.rawToken.symbol, of.rawToken.address);
  return of.token ? name : `${name} (not recognised)`;
}
