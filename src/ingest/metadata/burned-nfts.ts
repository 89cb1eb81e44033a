/**
 * NFTs that were burned. Their contract says nothing of them any more, so their documents are read at the last block in which
 * the wallet's history shows them. A node without that state leaves them unknown.
 */
import type { NftKey } from '../../domain/ids.ts';
import { zeroAddress } from '../../domain/model.ts';
import type { NormalizedTransaction } from '../../domain/normalize/normalized.ts';
import {
  type NftReading,
  type NftRequest,
  readNftMetadata,
} from '../../labels/metadata/contract-metadata.ts';
import type { ContractReader } from '../../labels/metadata/contract-reader.ts';

/** Old blocks that are asked for at once: contracts whose documents cannot be read at all must not hold up a step. */
const maximumBlocks = 20;

type NftInContract = Pick<NftKey, 'address' | 'tokenId'>;
const nameOf = ({ address, tokenId }: NftInContract): string => `${address}:${tokenId}`;

/** The last block at whose end an NFT was there for certain; undefined where the movements show none. */
export type LastBlocks = (nft: NftInContract) => number | undefined;

/** Of the transactions' NFTs. One that was sent to the zero address was there a block before, if it was not made in the same one. */
export function lastBlocksOfNfts(normalized: readonly NormalizedTransaction[]): LastBlocks {
  const blocks = new Map<string, number>();
  for (const { transaction, movements } of normalized) {
    for (const { tokenAddress, tokenId, side, counterparty, amount } of movements) {
      if (tokenId === null || amount === 0n) continue;
      const isBurned = side === 'outflow' && counterparty === zeroAddress;
      const block = isBurned ? transaction.blockNumber - 1 : transaction.blockNumber;
      const name = nameOf({ address: tokenAddress, tokenId });
      blocks.set(name, Math.max(block, blocks.get(name) ?? 0));
    }
  }
  return (nft) => blocks.get(nameOf(nft));
}

/** The readings, with those that the contract refused at the head read once more at the last block of the NFT. */
export async function readBurnedNfts(
  reader: ContractReader,
  requests: readonly (NftRequest & { lastBlock: number | null })[],
  readings: readonly NftReading[],
): Promise<NftReading[]> {
  const refused = requests.flatMap((request, index) =>
    readings[index]?.outcome === 'refused' && request.lastBlock !== null
      ? [{ request, index, block: request.lastBlock }]
      : [],
  );
  const answers = [...readings];
  const [first, ...others] = [...Map.groupBy(refused, ({ block }) => block)].slice(0, maximumBlocks);
  /** Whether the node has the state of the block. */
  const readAt = async ([block, group]: [number, typeof refused]): Promise<boolean> => {
    const then: ContractReader = {
      chainId: reader.chainId,
      callContracts: (calls) => reader.callContracts(calls, block),
    };
    const past = await readNftMetadata(
      then,
      group.map(({ request }) => request),
    );
    for (const [place, { index }] of group.entries()) {
      const reading = past[place];
      if (reading?.outcome === 'read') answers[index] = reading;
    }
    return past.some(({ outcome }) => outcome !== 'unanswered');
  };
  // A node without the state of one old block will not have that of others either. The others share exchanges.
  if (first !== undefined && (await readAt(first))) await Promise.all(others.map(readAt));
  return answers;
}
