/** The question for a wallet's balance of a token, and its answer. */
import { encodeFunctionData, parseAbi } from 'viem/utils';
import type { Address, Hex } from '../domain/model.ts';

const abi = parseAbi(['function balanceOf(address owner) view returns (uint256)']);

/** What balanceOf is called with. */
export const balanceOfCall = (wallet: Address): Hex => encodeFunctionData({ abi, args: [wallet] });

/** The word that balanceOf answers with; null where a contract refused, there is none, or it answered something else. */
export function balanceIn(answer: Hex | null | undefined): bigint | null {
  return answer != null && answer.length >= 66 ? BigInt(answer.slice(0, 66)) : null;
}
