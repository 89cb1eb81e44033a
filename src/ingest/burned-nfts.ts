/**
 * NFTs whose contract says nothing of them any more, because they were burned: their documents are read at the last block in
 * which the wallet's history shows them. A node without that state leaves them unknown.
 */
import type { ChainSource } from '../chains/chain-source.ts';
import type { NftKey } from '../domain/ids.ts';
import { zeroAddress } from '../domain/model.ts';
import type { NormalizedTransaction } from '../domain/normalize/normalized.ts';
import { type NftReading, type NftRequest, readNftMetadata } from '../labels/metadata.ts';

/** Old blocks that one step asks for: contracts whose documents cannot be read at all must not hold it up. */
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

/** The readings, with those that said nothing at the head read once more at the block of `lastBlocks`. */
export async function readBurnedNfts(
  source: Pick<ChainSource, 'chainId' | 'callContracts'>,
  requests: readonly NftRequest[],
  readings: readonly NftReading[],
  lastBlocks: LastBlocks,
): Promise<NftReading[]> {
  const silent = requests.flatMap((request, index) => {
    const block = lastBlocks(request);
    return readings[index]?.isSilent === true && block !== undefined ? [{ request, index, block }] : [];
  });
  const answers = [...readings];
  const byBlock = [...Map.groupBy(silent, ({ block }) => block)].slice(0, maximumBlocks);
  for (const [block, group] of byBlock) {
    const then = {
      chainId: source.chainId,
      callContracts: (calls: Parameters<ChainSource['callContracts']>[0]) =>
        source.callContracts(calls, block),
    };
    try {
      const past = await readNftMetadata(
        then,
        group.map(({ request }) => request),
      );
      for (const [place, { index }] of group.entries()) {
        const reading = past[place];
        if (reading !== undefined && !reading.isSilent) answers[index] = reading;
      }
    } catch {
      // The node does not have that state: it will not have that of other old blocks either.
      break;
    }
  }
  return answers;
}
