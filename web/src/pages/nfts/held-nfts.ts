/** Which NFTs are there: what came less what went, over the newest transfers. The API has no list of them. */
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { heldNftsQuery } from '../../__generated__/heldNftsQuery.graphql.ts';
import { addDecimals, negate, signOf } from '../../money/decimals.ts';

const pageSize = 500;
/** More is not looked through: it is said how far. */
const mostTransfers = 5_000;

const query = graphql`
  query heldNftsQuery($wallets: [Address!]!, $first: Int!, $after: String) {
    transfers(wallets: $wallets, first: $first, after: $after) {
      count
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        side
        amount
        isSpam
        timestamp
        hash
        wallet {
          address
          ensName
        }
        blockchain {
          chainId
          name
        }
        nft {
          id
          name
          tokenId
          image
          collection {
            address
            name
            isSpam
          }
        }
      }
    }
  }
`;

type Page = heldNftsQuery['response']['transfers'];
type Transfer = NonNullable<Page>['nodes'][number];
export type HeldNft = Omit<Transfer, 'nft' | 'side'> & { nft: NonNullable<Transfer['nft']> };

export interface Search {
  /** Each with what is left of it, as its newest transfer tells of it; the last that came first. */
  held: readonly HeldNft[];
  looked: number;
  count: number;
  isDone: boolean;
  error: Error | null;
}

const nothing: Search = { held: [], looked: 0, count: 0, isDone: false, error: null };

/** Adds what is left of each NFT of each wallet. Transfers are newest first. */
function fold(left: Map<string, HeldNft>, transfers: readonly Transfer[]): void {
  for (const { nft, side, ...transfer } of transfers) {
    if (!nft) continue;
    const key = `${transfer.wallet.address} ${nft.id}`;
    const size = transfer.amount.replace(/^-/, '');
    const before = left.get(key);
    const amount = addDecimals(before?.amount ?? '0', side === 'INFLOW' ? size : negate(size));
    left.set(key, { ...(before ?? { ...transfer, nft }), amount });
  }
}

/** Looks through the transfers page by page, and answers what is found so far. */
export function useHeldNfts(wallets: readonly string[]): Search {
  const environment = useRelayEnvironment();
  const [found, setFound] = useState(nothing);
  const key = wallets.join(',');
  useEffect(() => {
    let isOver = false;
    const left = new Map<string, HeldNft>();
    const look = async (): Promise<void> => {
      let after: string | null = null;
      let looked = 0;
      for (;;) {
        const answer: heldNftsQuery['response'] | undefined = await fetchQuery<heldNftsQuery>(
          environment,
          query,
          {
            ...{ wallets: key.split(','), first: pageSize, after },
          },
        ).toPromise();
        if (isOver) return;
        const page: Page = answer?.transfers;
        fold(left, page?.nodes ?? []);
        looked += page?.nodes.length ?? 0;
        after = page?.pageInfo.endCursor ?? null;
        const isDone = !page?.pageInfo.hasNextPage || looked >= mostTransfers;
        const held = [...left.values()].filter(({ amount }) => signOf(amount) > 0);
        setFound({ ...{ held, looked, isDone }, count: page?.count ?? looked, error: null });
        if (isDone) return;
      }
    };
    setFound(nothing);
    look().catch((error: unknown) => {
      if (!isOver)
        setFound((before) => ({
          ...before,
          isDone: true,
          error: error instanceof Error ? error : new Error(String(error)),
        }));
    });
    return () => {
      isOver = true;
    };
  }, [environment, key]);
  return found;
}
