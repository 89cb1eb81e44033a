/** The built-in signatures against the ABIs that the contracts' own npm packages publish. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Abi, toFunctionSelector, toFunctionSignature } from 'viem';
import { expect, test } from 'vitest';
import { createSelectorNames } from '../../src/labels/signatures/selectors.ts';

const require = createRequire(import.meta.url);

test.each([
  'canonical-weth/build/contracts/WETH9.json',
  '@uniswap/v2-core/build/UniswapV2Pair.json',
  '@uniswap/v2-core/build/UniswapV2Factory.json',
  '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  '@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json',
  '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  '@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json',
  '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  '@openzeppelin/contracts/build/contracts/ERC20PresetMinterPauser.json',
  '@openzeppelin/contracts/build/contracts/ERC721PresetMinterPauserAutoId.json',
  '@openzeppelin/contracts/build/contracts/ERC1155PresetMinterPauser.json',
  '@openzeppelin/contracts/build/contracts/ERC20Permit.json',
  '@openzeppelin/contracts/build/contracts/ERC4626.json',
  '@openzeppelin/contracts/build/contracts/Governor.json',
  '@openzeppelin/contracts/build/contracts/TimelockController.json',
  '@safe-global/safe-contracts/build/artifacts/contracts/Safe.sol/Safe.json',
  '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json',
  '@safe-global/safe-contracts/build/artifacts/contracts/libraries/MultiSend.sol/MultiSend.json',
])('every state-changing function of %s has its name', (path) => {
  const { abi }: { abi: Abi } = JSON.parse(readFileSync(require.resolve(path), 'utf8'));
  const nameOf = createSelectorNames();
  const called = abi.filter(
    (item) => item.type === 'function' && item.stateMutability !== 'view' && item.stateMutability !== 'pure',
  );
  expect(called.length).toBeGreaterThan(0);
  for (const item of called) {
    if (item.type !== 'function') continue;
    expect([toFunctionSignature(item), nameOf(toFunctionSelector(item))]).toEqual([
      toFunctionSignature(item),
      item.name,
    ]);
  }
});
