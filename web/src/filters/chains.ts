/** The chains that the service knows, for filters. */
import { graphql } from 'react-relay';
import type { chainsQuery } from '../__generated__/chainsQuery.graphql.ts';
import { useLoaded } from '../relay/load.ts';
import type { Chain } from './pills.ts';

export function useChains(): readonly Chain[] {
  const { blockchains } = useLoaded<chainsQuery>(
    graphql`
      query chainsQuery {
        blockchains {
          chainId
          name
        }
      }
    `,
    {},
  );
  return blockchains;
}
