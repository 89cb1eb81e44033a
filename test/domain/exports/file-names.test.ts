/** How files for other programs name tokens, accounts and what happened, whatever strangers wrote. */
import { describe, expect, test } from 'vitest';
import {
  describe as described,
  fullName,
  kindWords,
  oneLine,
  plainNames,
} from '../../../src/domain/exports/file-names.ts';
import { accountPart } from '../../../src/domain/exports/journal.ts';
import { address } from '../../support/records.ts';

const listed = (number: number, symbol: string, slug: string | null = null) => ({
  ...{ address: address(number), symbol },
  asset: slug === null ? null : { slug, symbol },
});

describe('a symbol stands alone', () => {
  const namesOf = (...tokens: ReturnType<typeof listed>[]) => Object.fromEntries(plainNames(tokens));

  test('where one listed token of the chain has it', () => {
    expect(namesOf(listed(1, 'PEPE'), listed(2, 'LINK'))).toEqual({
      [address(1)]: 'PEPE',
      [address(2)]: 'LINK',
    });
  });

  test('by the name of its asset', () => {
    const token = { address: address(1), symbol: 'USDt', asset: { slug: 'tether', symbol: 'USDT' } };
    expect(namesOf(token)).toEqual({ [address(1)]: 'USDT' });
  });

  test('where all that have it are one asset', () => {
    expect(
      Object.keys(namesOf(listed(1, 'EURe', 'monerium-eur-money'), listed(2, 'EURe', 'monerium-eur-money'))),
    ).toHaveLength(2);
  });

  test('nowhere, where two have it, in whichever letter case', () => {
    expect(
      namesOf(
        listed(1, 'USDe', 'usde-1'),
        listed(2, 'USDE', 'usde-2'),
        listed(3, 'UNI-V2'),
        listed(4, 'UNI-V2'),
      ),
    ).toEqual({});
  });

  test('of the asset that the service names, where another token took its symbol', () => {
    expect(namesOf(listed(1, 'usdc', 'usdc-1'), listed(2, 'USDC', 'usd-coin'))).toEqual({
      [address(2)]: 'USDC',
    });
  });

  test.each(['USD', 'eur', 'JPY', 'USD₮0', 'A B', '', '=1+1', '"x"', 'a;b', '-x', 'x'.repeat(25)])(
    'not where it is %o',
    (symbol) => {
      expect(namesOf(listed(1, symbol))).toEqual({});
    },
  );
});

test.each([
  ['PEPE', null, 'PEPE'],
  ['USDС', null, 'TOKEN'],
  ['=cmd|"/C\n";ETH', null, 'TOKEN'],
  ['', null, 'TOKEN'],
  ['CAT', '9', 'CAT'],
  ['Ⅽat', '9', 'NFT'],
])('%o, number %o, is named %s-…, which no other token is', (symbol, tokenId, begin) => {
  const name = fullName({ chainId: 1, address: address(7), tokenId, symbol });
  expect(name).toBe(`${begin}-1-${address(7)}${tokenId === null ? '' : `-${tokenId}`}`);
  expect(name).toMatch(/^[\w.$+-]+$/);
});

test('what happened, in one line', () => {
  expect(kindWords('NFT_BUY')).toBe('NFT buy');
  expect(described('SWAP', 'Uniswap')).toBe('Swap, Uniswap');
  expect(described('APPROVE', '\n\t')).toBe('Approve');
  expect(oneLine('a\r\nb\u2028c\u202Ed\u0000  e')).toBe('a b c d e');
  expect([...oneLine('🎩'.repeat(200))]).toHaveLength(80);
});

test.each([
  ['Alice', 'Alice'],
  ['Cold  wallet\n2', 'Cold wallet 2'],
  ['Assets:Bank  100 USD ; x', 'Assets Bank 100 USD x'],
  ['(virtual) [x]', 'virtual x'],
  ['*!@{}"', 'Wallet'],
  ['Ünï-1_a.b', 'Ünï-1_a.b'],
])('an account called %o is %o', (name, part) => {
  expect(accountPart(name)).toBe(part);
});
