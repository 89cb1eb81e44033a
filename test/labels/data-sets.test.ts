/** The data sets of npm packages, read as default labels, trusted tokens and distributors. */
import { getAddress } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import { lowerAddress } from '../../src/domain/address.ts';
import {
  chainflipVaults,
  orbiterMakers,
  otherSolvers,
  relaySolvers,
  tokenBridges,
} from '../../src/domain/normalize/wide-bridges.ts';
import { protocolOfTags } from '../../src/domain/protocols.ts';
import { defaultLabels } from '../../src/labels/default-labels.ts';
import { rewardContracts } from '../../src/labels/reward-contracts.ts';
import { protocolAddresses } from '../../src/labels/sets/protocol-contracts.ts';
import { trustedTokens } from '../../src/labels/trusted-tokens.ts';

const chains = [1, 10, 56, 100, 137, 8453, 42161, 43114];

function labelOf(chainId: number, address: string) {
  const label = defaultLabels(chainId).find((item) => item.address === address);
  return label === undefined ? null : [label.name, label.tags];
}

const solvers = [...relaySolvers, ...orbiterMakers, ...otherSolvers.flatMap(({ addresses }) => addresses)];

describe('default labels', () => {
  test.each([
    ['evm-labels: an exchange', 1, '0x3f5ce5fbfe3e9af3971dd833d26ba9b5c936f0be', 'Binance', ['exchange']],
    ['Aave', 1, '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', 'Aave V3: Pool', ['aave', 'lending']],
    [
      'Chainlink',
      1,
      '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419',
      'Chainlink: ETH / USD',
      ['chainlink', 'oracle'],
    ],
    ['Safe', 8453, '0x41675c099f32341bf84bfc5382af534df5c7461a', 'Safe: Singleton 1.4.1', ['safe']],
    ['Uniswap', 1, '0x7a250d5630b4cf539739df2c5dacb4c659f2488d', 'Uniswap V2: Router', ['dex', 'uniswap']],
    [
      'a bridge',
      10,
      '0x4200000000000000000000000000000000000010',
      'OP Stack: L2 Standard Bridge',
      ['bridge'],
    ],
    [
      'our own come first',
      1,
      '0x0000000000000000000000000000000000000000',
      'Null: 0x000…000',
      ['null', 'burn'],
    ],
  ])('%s', (_, chainId, address, name, tags) => {
    expect(labelOf(chainId, address)).toEqual([name, tags]);
  });

  // The contract that the protocol's documentation names, on the chain that it names it for.
  test.each([
    ['CoW Protocol', 100, '0x9008d19f58aabd9ed0d60971565aa8510560ab41', 'CoW Protocol: Settlement'],
    ['1inch', 8453, '0x111111125421ca6dc452d289314280a0f8842a65', '1inch: Router V6'],
    ['PancakeSwap', 56, '0x10ed43c718714eb63d5aa57b78b54704e256024e', 'PancakeSwap: Router V2'],
    ['Aave', 42161, '0x794a61358d6845594f94dc1db02a252b5b4814ad', 'Aave V3: Pool'],
    ['Uniswap', 137, '0xc36442b4a4522e871399cd717abdd847ab11fe88', 'Uniswap V3: Positions NFT'],
  ])('a contract of %s names its protocol', (protocol, chainId, address, name) => {
    const [labelName, tags] = labelOf(chainId, address) ?? [];
    expect(labelName).toBe(name);
    expect(protocolOfTags(Array.isArray(tags) ? tags : [])?.name).toBe(protocol);
  });

  test('a label without a protocol has none, whatever its tags are called', () => {
    expect(protocolOfTags(['exchange', 'constructor', 'toString'])).toBeNull();
  });

  test('addresses that are written by hand have right checksums, and each is labelled somewhere', () => {
    // EIP-55: a mistyped digit is found with a probability of 99.986 %.
    const written = [
      ...[...protocolAddresses, ...solvers],
      ...[tokenBridges, chainflipVaults].flatMap((byChain) => Object.values(byChain)),
    ];
    expect(written.filter((address) => getAddress(address.toLowerCase()) !== address)).toEqual([]);
    const labelled = new Set(
      chains.flatMap((chainId) => defaultLabels(chainId)).map(({ address }) => address),
    );
    expect(written.filter((address) => !labelled.has(lowerAddress(address)))).toEqual([]);
  });

  test('phishing and hacks are tagged', () => {
    const phishing = defaultLabels(1).filter(({ tags }) => tags.includes('phishing'));
    expect(phishing.length).toBe(5_593);
    expect(phishing.map(({ name }) => name)).toContain('Bancor Hacker');
  });

  test.each(chains)('of chain %i: addresses lower-case and each once, names not empty', (chainId) => {
    const labels = defaultLabels(chainId);
    expect(labels.length).toBeGreaterThan(100);
    expect(new Set(labels.map(({ address }) => address)).size).toBe(labels.length);
    expect(labels.filter(({ address }) => !/^0x[0-9a-f]{40}$/.test(address))).toEqual([]);
    expect(labels.filter(({ name, tags }) => name.trim() === '' || tags.length === 0)).toEqual([]);
  });

  test('a chain that no list knows has only what means the same everywhere', () => {
    expect(defaultLabels(31337)).toHaveLength(6 + solvers.length);
  });
});

describe('trusted tokens', () => {
  test('of MetaMask, of Aave, and our own, which come first', () => {
    const symbols = new Map(trustedTokens(1).map((token) => [token.address, token]));
    expect(symbols.get('0xb50721bcf8d664c30412cfbc6cf7a15145234ad1')).toEqual({
      chainId: 1,
      address: '0xb50721bcf8d664c30412cfbc6cf7a15145234ad1',
      symbol: 'ARB',
      name: 'Arbitrum',
      decimals: 18,
      assetSlug: null,
    });
    expect(symbols.get('0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0')).toMatchObject({
      symbol: 'wstETH',
      assetSlug: 'wrapped-steth',
    });
    expect(symbols.get('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2')).toMatchObject({
      symbol: 'WETH',
      assetSlug: 'weth',
    });
  });

  test.each(chains)('of chain %i: decimals that can be, and a symbol', (chainId) => {
    const tokens = trustedTokens(chainId);
    expect(tokens.length).toBeGreaterThan(20);
    expect(tokens.filter(({ symbol, decimals }) => symbol === '' || decimals < 0 || decimals > 77)).toEqual(
      [],
    );
  });
});

test('distributors of rewards: Merkl everywhere, Aave’s and airdrops where they are', () => {
  expect(rewardContracts(31337)).toEqual(new Set(['0x3ef3d8ba38ebe18db133cec108f4d14ce00dd9ae']));
  expect(rewardContracts(1)).toContain('0x8164cc65827dcfe994ab23944cbc90e0aa80bfcb');
  expect(rewardContracts(1)).toContain('0xa88c6d90eae942291325f9ae3c66f3563b93fe10');
  expect(rewardContracts(1)).toContain('0x090d4613473dee047c3f2706764f49e0821d256e');
});
