/** The part of a chain source that metadata needs. */
import { encodeFunctionData, parseAbi } from 'viem/utils';
import type { ChainSource } from '../../chains/definitions/chain-source.ts';
import type { Hex } from '../../domain/model.ts';

/** What reads contracts: a chain source, or in a test anything with these two. */
export type ContractReader = Pick<ChainSource, 'chainId' | 'callContracts'>;

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
]);

export const nameCall = encodeFunctionData({ abi, functionName: 'name' });
export const symbolCall = encodeFunctionData({ abi, functionName: 'symbol' });
export const decimalsCall = encodeFunctionData({ abi, functionName: 'decimals' });

export function tokenUriCall(standard: 'erc721' | 'erc1155', tokenId: bigint): Hex {
  return encodeFunctionData({
    abi,
    functionName: standard === 'erc721' ? 'tokenURI' : 'uri',
    args: [tokenId],
  });
}
