/** A counterparty as lists name it: its label, else its address, with what a contract calls itself, which nobody checked. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { party_counterparty$key } from '../__generated__/party_counterparty.graphql.ts';
import { cleanName, cutName } from '../money/names.ts';
import { AddressText } from './text.tsx';

export function Party({ party }: { party: party_counterparty$key }): ReactNode {
  const { address, name, contractName } = useFragment(
    graphql`
      fragment party_counterparty on Counterparty {
        address
        name
        contractName
      }
    `,
    party,
  );
  const own = name ? '' : cutName(cleanName(contractName ?? ''), 40);
  return (
    <>
      <AddressText address={address} name={name} />
      {own === '' ? null : (
        <span className="meta">
          {' '}
          calls itself <bdi>{own}</bdi>
        </span>
      )}
    </>
  );
}
