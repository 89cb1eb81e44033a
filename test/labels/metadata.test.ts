/** Metadata of well-behaved, early, odd and hostile contracts. */
import { encodeAbiParameters, stringToHex } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import type { Address, Hex } from '../../src/domain/model.ts';
import { RetryableError } from '../../src/errors.ts';
import { defaultLabels, parseLabelFile } from '../../src/labels/default-labels.ts';
import {
  readCollectionMetadata,
  readNftMetadata,
  readTokenMetadata,
} from '../../src/labels/metadata/contract-metadata.ts';
import { cleanName, decodeDecimals, decodeText } from '../../src/labels/metadata/contract-text.ts';
import { createSelectorNames } from '../../src/labels/signatures/selectors.ts';
import { trustedTokens } from '../../src/labels/trusted-tokens.ts';

const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value]);
const number = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value]);
const token: Address = '0x00000000000000000000000000000000000000e1';

/** Answers by the first four bytes of the call. */
const reader = (answers: Readonly<Record<string, Hex | null>>) => ({
  chainId: 1,
  callContracts: async (calls: readonly { data: Hex }[]) =>
    calls.map((call) => answers[call.data.slice(0, 10)] ?? null),
});
const [nameSelector, symbolSelector, decimalsSelector] = ['0x06fdde03', '0x95d89b41', '0x313ce567'];
const [tokenUriSelector, uriSelector] = ['0xc87b56dd', '0x0e89341c'];

describe('tokens', () => {
  test('name, symbol, decimals', async () => {
    const answers = {
      [nameSelector]: text('USD Coin'),
      [symbolSelector]: text('USDC'),
      [decimalsSelector]: number(6n),
    };
    expect(await readTokenMetadata(reader(answers), [token])).toEqual([
      {
        metadata: { chainId: 1, address: token, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
        outcome: 'read',
      },
    ]);
  });

  test('symbol/name as bytes32 (MKR)', () => {
    expect(decodeText(stringToHex('MKR', { size: 32 }))).toBe('MKR');
    expect(decodeText(stringToHex('x'.repeat(32), { size: 32 }))).toBe('x'.repeat(32));
  });

  test('decimals missing or reverting → null, not 18', async () => {
    expect(await readTokenMetadata(reader({}), [token])).toEqual([
      {
        metadata: { chainId: 1, address: token, name: null, symbol: null, decimals: null },
        outcome: 'refused',
      },
    ]);
  });

  test('a contract that no node can ask is unanswered, and leaves the others alone', async () => {
    const other: Address = '0x00000000000000000000000000000000000000e2';
    const contracts = {
      chainId: 1,
      callContracts: async (calls: readonly { to: Address }[]) => {
        if (calls.some(({ to }) => to === token)) throw new RetryableError('the node does not answer');
        return [text('Other'), text('OTH'), number(8n)].slice(0, calls.length);
      },
    };
    expect(await readTokenMetadata(contracts, [token, other])).toEqual([
      {
        metadata: { chainId: 1, address: token, name: null, symbol: null, decimals: null },
        outcome: 'unanswered',
      },
      {
        metadata: { chainId: 1, address: other, name: 'Other', symbol: 'OTH', decimals: 8 },
        outcome: 'read',
      },
    ]);
    expect((await readCollectionMetadata(contracts, [token]))[0]?.outcome).toBe('unanswered');
    const nft = { address: token, tokenId: 1n, standard: 'erc721', collectionName: '' } as const;
    expect((await readNftMetadata(contracts, [nft]))[0]?.outcome).toBe('unanswered');
  });

  test('huge decimals → null', () => {
    expect(decodeDecimals(number(77n))).toBe(77);
    expect(decodeDecimals(number(78n))).toBeNull();
    expect(decodeDecimals(number(2n ** 256n - 1n))).toBeNull();
    expect(decodeDecimals('0x12')).toBeNull();
  });

  test('control and bidirectional characters in names', () => {
    expect(cleanName('USD\u202EC\u200B\u0000 \n Coin')).toBe('USDC Coin');
    expect(cleanName('\u200B\u200E')).toBeNull();
    expect(cleanName('x'.repeat(1_000))).toBe(`${'x'.repeat(127)}…`);
    expect(cleanName('🦄 \uD800')).toBe('🦄');
  });

  test('answers that are no text → null', () => {
    for (const answer of ['0x', '0x12', `0x${'ff'.repeat(64)}`, `0x${'ff'.repeat(32)}`] as const)
      expect(decodeText(answer)).toBeNull();
    const beyond = `0x${'20'.padStart(64, '0')}${'ff'.padStart(64, '0')}` as const;
    expect(decodeText(beyond)).toBeNull();
  });
});

describe('NFTs', () => {
  const request = {
    address: token,
    tokenId: 11n,
    standard: 'erc721',
    collectionName: 'Chain Portraits',
  } as const;
  const json =
    '{"name":"Portrait #11","description":"a\\nb","image":"ipfs://Qm/11.png","external_url":"javascript:alert(1)"}';
  const read = async (uri: string | null) => {
    const [nft] = await readNftMetadata(reader({ [tokenUriSelector]: uri === null ? null : text(uri) }), [
      request,
    ]);
    return nft?.metadata;
  };

  test.each([
    ['base64', `data:application/json;base64,${Buffer.from(json).toString('base64')}`],
    ['utf8', `data:application/json;utf8,${json}`],
    ['percent-encoded', `data:application/json,${encodeURIComponent(json)}`],
    ['plain', `data:application/json,${json}`],
  ])('a data: document, %s', async (_, uri) => {
    expect(await read(uri)).toMatchObject({
      name: 'Portrait #11',
      description: 'a\nb',
      image: 'ipfs://Qm/11.png',
      original: 'ipfs://Qm/11.png',
      externalUrl: null,
    });
  });

  test('ipfs and http are not fetched: collection and id', async () => {
    for (const uri of [
      'ipfs://Qm/11',
      'https://example.com/11',
      null,
      'data:application/json;base64,!!!',
      'data:,[1]',
    ]) {
      expect(await read(uri)).toMatchObject({ name: 'Chain Portraits #11', image: null });
    }
  });

  test('an image drawn on chain', async () => {
    expect(await read('data:application/json,{"image_data":"<svg/>"}')).toMatchObject({
      image: 'data:image/svg+xml;base64,PHN2Zy8+',
    });
    expect(await read('data:application/json,{"image":"data:text/html,<script>"}')).toMatchObject({
      image: null,
    });
  });

  test('ERC-1155: one URI for all ids', async () => {
    const uri = 'data:application/json,{"name":"Item {id}"}';
    const [nft] = await readNftMetadata(reader({ [uriSelector]: text(uri) }), [
      { ...request, standard: 'erc1155' },
    ]);
    expect(nft?.metadata.name).toBe(`Item ${'b'.padStart(64, '0')}`);
  });

  test('collections without a name', async () => {
    expect(await readCollectionMetadata(reader({}), [token])).toEqual([
      { metadata: { chainId: 1, address: token, name: '', symbol: '' }, outcome: 'refused' },
    ]);
  });
});

test('function names', () => {
  const nameOf = createSelectorNames(['forge(address,address,uint256)']);
  expect(nameOf('0xa9059cbb')).toBe('transfer');
  expect(nameOf('0x38ed1739')).toBe('swapExactTokensForTokens');
  expect(nameOf('0x414bf389')).toBe('exactInputSingle');
  expect(nameOf('0x6a761202')).toBe('execTransaction');
  expect(nameOf('0x88316456')).toBe('mint');
  expect(nameOf('0xdeadbeef')).toBeNull();
});

describe('label lists', () => {
  test('every chain knows the zero address', () => {
    expect(defaultLabels(10)[0]).toEqual({
      chainId: 10,
      address: `0x${'0'.repeat(40)}`,
      name: 'Null: 0x000…000',
      tags: ['null', 'burn'],
    });
  });

  test('a label file, in the form in which public collections are published', () => {
    const file = { '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D': { name: 'Router', labels: ['uniswap'] } };
    expect(parseLabelFile(1, file)).toEqual({
      ok: true,
      labels: [
        {
          chainId: 1,
          address: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
          name: 'Router',
          tags: ['uniswap'],
        },
      ],
    });
    const broken = parseLabelFile(1, { '0x12': { name: 'a' }, nonsense: { name: 'b' } });
    expect(broken.ok ? [] : broken.problems).toHaveLength(2);
    expect(parseLabelFile(1, { '0x12': {} }).ok).toBe(false);
  });

  test('trusted tokens are lower-case and unique per chain', () => {
    for (const chainId of [1, 10, 56, 100, 137, 8453, 42161, 43114]) {
      const addresses = trustedTokens(chainId).map((item) => item.address);
      expect(addresses.length).toBeGreaterThan(1);
      expect(new Set(addresses).size).toBe(addresses.length);
      for (const address of addresses) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    }
  });
});
