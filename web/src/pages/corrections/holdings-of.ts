/** The holdings that opening lots are of: a lot knows its token, and the page of a holding goes by its id. */
import { useEffect, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { fetchQuery } from 'relay-runtime';
import type { holdingsOfQuery } from '../../__generated__/holdingsOfQuery.graphql.ts';

const query = graphql`
  query holdingsOfQuery($wallets: [Address!]!, $filter: TokenBalanceFilter!) {
    tokenBalances(wallets: $wallets, filter: $filter, first: 200) {
      nodes {
        id
        wallet {
          address
        }
        token {
          address
          blockchain {
            chainId
          }
        }
      }
    }
  }
`;

/** As many tokens as are asked for at once; lots of further ones have no link. */
const mostTokens = 50;

interface Of {
  readonly wallet: { readonly address: string };
  readonly token:
    | { readonly address: string; readonly blockchain: { readonly chainId: number } }
    | null
    | undefined;
}

const nameOf = ({ wallet, token }: Of): string =>
  `${wallet.address} ${token?.blockchain.chainId} ${token?.address}`;

/** Gives the id of the holding of a correction; null: it is not an opening lot's, or not known (yet). */
export function useHoldingsOf(
  wallets: readonly string[],
  corrections: readonly (Of & { readonly kind: string })[],
): (correction: Of) => string | null {
  const environment = useRelayEnvironment();
  const [ids, setIds] = useState<ReadonlyMap<string, string>>(new Map());
  const tokens = corrections.flatMap(({ kind, token }) =>
    kind === 'OPENING_LOT' && token ? [token.address] : [],
  );
  const [ofWallets, ofTokens] = [wallets.join(), [...new Set(tokens)].slice(0, mostTokens).join()];
  useEffect(() => {
    if (ofTokens === '') return undefined;
    const filter = { tokens: ofTokens.split(','), spam: 'INCLUDE' } as const;
    const asked = fetchQuery<holdingsOfQuery>(environment, query, {
      wallets: ofWallets.split(','),
      filter,
    }).subscribe({
      next: ({ tokenBalances }) =>
        setIds(new Map(tokenBalances?.nodes.map((balance) => [nameOf(balance), balance.id]))),
      // The list is of use without the links.
      error: () => undefined,
    });
    return () => asked.unsubscribe();
  }, [environment, ofWallets, ofTokens]);
  return (correction) => ids.get(nameOf(correction)) ?? null;
}
