import { type Address, encodeFunctionData, parseEther } from 'viem';
import { collectibleAbi, marketplaceAbi, multiTokenAbi } from '../contracts/abis.ts';
import type { Deployment } from '../economy/world-types.ts';
import type { Call } from '../node/mining.ts';

/** What one piece of the paid collection costs. */
const nftPriceWei = parseEther('0.05');

/** ERC-721: mints, moves, and a marketplace that pays the seller by an internal call. */
export function createNftCalls({ contracts }: Deployment) {
  const { collectible, freeCollectible, marketplace } = contracts;
  return {
    mintNft: (from: Address, quantity: number): Call => ({
      from,
      to: collectible,
      value: nftPriceWei * BigInt(quantity),
      data: encodeFunctionData({ abi: collectibleAbi, functionName: 'mint', args: [BigInt(quantity)] }),
    }),

    mintNftFree: (from: Address, quantity: number): Call => ({
      from,
      to: freeCollectible,
      data: encodeFunctionData({ abi: collectibleAbi, functionName: 'mintFree', args: [BigInt(quantity)] }),
    }),

    sendNft: (collection: Address, from: Address, to: Address, tokenId: bigint): Call => ({
      from,
      to: collection,
      data: encodeFunctionData({
        abi: collectibleAbi,
        functionName: 'safeTransferFrom',
        args: [from, to, tokenId],
      }),
    }),

    approveNfts: (collection: Address, from: Address, operator: Address, approved = true): Call => ({
      from,
      to: collection,
      data: encodeFunctionData({
        abi: collectibleAbi,
        functionName: 'setApprovalForAll',
        args: [operator, approved],
      }),
      gas: 80_000n,
    }),

    /** The marketplace must be approved for the collection by the time somebody buys. */
    listNft: (collection: Address, from: Address, tokenId: bigint, priceWei: bigint): Call => ({
      from,
      to: marketplace,
      data: encodeFunctionData({
        abi: marketplaceAbi,
        functionName: 'list',
        args: [collection, tokenId, priceWei],
      }),
      gas: 150_000n,
    }),

    buyNft: (collection: Address, from: Address, tokenId: bigint, priceWei: bigint): Call => ({
      from,
      to: marketplace,
      value: priceWei,
      data: encodeFunctionData({ abi: marketplaceAbi, functionName: 'buy', args: [collection, tokenId] }),
    }),
  };
}

/** ERC-1155: mints and moves, one id or a batch. */
export function createMultiTokenCalls({ contracts, accounts }: Deployment) {
  const { multiToken } = contracts;
  const { artist } = accounts;
  return {
    /** Only the artist mints ERC-1155 items. */
    mintMultiToken: (to: Address, id: bigint, amount: bigint): Call => ({
      from: artist,
      to: multiToken,
      data: encodeFunctionData({ abi: multiTokenAbi, functionName: 'mint', args: [to, id, amount, '0x'] }),
    }),

    mintMultiTokenBatch: (to: Address, ids: readonly bigint[], amounts: readonly bigint[]): Call => ({
      from: artist,
      to: multiToken,
      data: encodeFunctionData({
        abi: multiTokenAbi,
        functionName: 'mintBatch',
        args: [to, ids, amounts, '0x'],
      }),
    }),

    sendMultiToken: (from: Address, to: Address, id: bigint, amount: bigint): Call => ({
      from,
      to: multiToken,
      data: encodeFunctionData({
        abi: multiTokenAbi,
        functionName: 'safeTransferFrom',
        args: [from, to, id, amount, '0x'],
      }),
    }),

    /** The same id may stand in a batch twice: these are two moves. */
    sendMultiTokenBatch: (
      from: Address,
      to: Address,
      ids: readonly bigint[],
      amounts: readonly bigint[],
    ): Call => ({
      from,
      to: multiToken,
      data: encodeFunctionData({
        abi: multiTokenAbi,
        functionName: 'safeBatchTransferFrom',
        args: [from, to, ids, amounts, '0x'],
      }),
    }),
  };
}
