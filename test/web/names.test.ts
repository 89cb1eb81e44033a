/** What tokens and NFTs are called on the pages: their makers chose their names, and nobody else's may be imitated by them. */
import { describe, expect, test } from 'vitest';
import { cleanName, cutName, unitName } from '../../web/src/money/names.ts';

const rawToken = { address: `0x1234${'0'.repeat(32)}abcd`, symbol: 'USDC' };

describe('names that strangers chose', () => {
  test('are one line, without characters that nobody sees or that turn text around', () => {
    expect(cleanName(' US\u200bDC\u202e \n x ')).toBe('US DC x');
    // A zero-width space, a Hangul filler, a word joiner: nothing is left to click on.
    expect(cleanName('\u200b\u3164\u2060')).toBe('');
  });

  test('are cut between characters', () => {
    expect(cutName('🐋🐋🐋🐋', 3)).toBe('🐋🐋…');
    expect(cutName('abc', 3)).toBe('abc');
  });

  test('of unknown tokens and of NFTs are never those of a known token', () => {
    expect(unitName({ nft: null, token: { asset: { symbol: 'USDC' } }, rawToken })).toBe('USDC');
    expect(unitName({ nft: null, token: null, rawToken })).toBe('USDC (not recognised)');
    expect(unitName({ nft: { name: 'USDC' }, token: null, rawToken })).toBe('NFT USDC');
    expect(unitName({ nft: { name: '\u200b' }, token: null, rawToken })).toBe('NFT 0x1234…abcd');
    const name = `Item ${'0'.repeat(61)}a1f`;
    expect(unitName({ nft: { name }, token: null, rawToken })).toBe('NFT Item 0000…0a1f');
  });
});
