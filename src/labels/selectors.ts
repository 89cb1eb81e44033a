/** Names of called functions: 4-byte selectors of ABIs that npm packages ship, and of common signatures. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { toFunctionSelector } from 'viem/utils';
import { z } from 'zod';
import type { Hex } from '../domain/model.ts';
import { commonSignatures } from './common-signatures.ts';

const artifacts = [
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
] as const;

interface Parameter {
  type: string;
  components?: Parameter[] | undefined;
}
const parameterSchema: z.ZodType<Parameter> = z.object({
  type: z.string(),
  get components() {
    return z.array(parameterSchema).optional();
  },
});
const artifactSchema = z.object({
  abi: z.array(
    z.object({
      type: z.string(),
      name: z.string().optional(),
      stateMutability: z.string().optional(),
      constant: z.boolean().optional(),
      inputs: z.array(parameterSchema).optional(),
    }),
  ),
});

/** The name of a called function, or null where its selector is not known. */
export type SelectorName = (selector: Hex) => string | null;

/**
 * Reads the known ABIs once and answers names, such as 'transfer'. `extraSignatures` win over built-in ones; where two
 * signatures share a selector, the one listed first stays.
 *
 * @example createSelectorNames()('0xa9059cbb') // 'transfer'
 */
export function createSelectorNames(extraSignatures: readonly string[] = []): SelectorName {
  const names = new Map<string, string>();
  const add = (signature: string): void => {
    const selector = toFunctionSelector(signature);
    if (!names.has(selector)) names.set(selector, signature.slice(0, signature.indexOf('(')));
  };
  for (const signature of extraSignatures) add(signature);
  for (const signature of commonSignatures) add(signature);
  const require = createRequire(import.meta.url);
  for (const path of artifacts) {
    for (const signature of functionsOf(require.resolve(path))) add(signature);
  }
  return (selector) => names.get(selector) ?? null;
}

/** The signatures of the state-changing functions of an artifact: views are not called in transactions. */
function functionsOf(path: string): string[] {
  const { abi } = artifactSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return abi.flatMap(({ type, name, stateMutability, constant, inputs }) => {
    const isRead = constant === true || stateMutability === 'view' || stateMutability === 'pure';
    if (type !== 'function' || name === undefined || isRead) return [];
    return [`${name}(${(inputs ?? []).map(typeText).join(',')})`];
  });
}

/** Tuples are written out: (address,uint256)[]. */
function typeText({ type, components }: Parameter): string {
  return type.startsWith('tuple')
    ? `(${(components ?? []).map(typeText).join(',')})${type.slice('tuple'.length)}`
    : type;
}
