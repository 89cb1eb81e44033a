/** Which lots the transaction took, with what each had cost: a gain, down to where it came from. */
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { lotsUsedQuery } from '../../__generated__/lotsUsedQuery.graphql.ts';
import { useLens } from '../../app/lens/lens.ts';
import { tokenName } from '../../money/names.ts';
import { Amount, Money } from '../../parts/figures.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty } from '../../parts/states.tsx';
import { Moment } from '../../parts/transaction-link.tsx';
import { useLoaded } from '../../relay/load.ts';

/** Of each token the newest so many disposals are looked through. */
const mostDisposals = 500;
/** Of so many tokens at most the lots are looked up. */
const mostTokens = 8;

const query = graphql`
  query lotsUsedQuery(
    $wallets: [Address!]!
    $currency: Currency!
    $costMethod: CostMethod!
    $filter: TokenBalanceFilter!
    $tokens: Int!
    $first: Int!
  ) {
    tokenBalances(wallets: $wallets, currency: $currency, costMethod: $costMethod, filter: $filter, first: $tokens) {
      nodes {
        id
        rawToken {
          address
          symbol
        }
        token {
          asset {
            symbol
          }
        }
        disposals(first: $first) {
          count
          nodes {
            disposedBy {
              hash
            }
            acquiredAt
            acquiredBy {
              hash
              blockchain {
                chainId
              }
              wallet {
                address
              }
            }
            quantity
            proceeds
            cost
            gain
            basisStatus
          }
        }
      }
    }
  }
`;

type Balance = NonNullable<lotsUsedQuery['response']['tokenBalances']>['nodes'][number];
type Disposal = Balance['disposals']['nodes'][number];

function Acquired({ disposal }: { disposal: Pick<Disposal, 'acquiredAt' | 'acquiredBy'> }): ReactNode {
  const { acquiredAt, acquiredBy } = disposal;
  if (!acquiredAt) return <span className="meta">of an average, or unknown</span>;
  return <Moment at={acquiredAt} by={acquiredBy} />;
}

function Row({
  disposal,
  symbol,
  currency,
}: {
  disposal: Disposal;
  symbol: string;
  currency: string;
}): ReactNode {
  return (
    <tr>
      <th scope="row">
        <Acquired disposal={disposal} />
        <span className="meta narrow">
          <Amount value={disposal.quantity} symbol={symbol} />
        </span>
        {disposal.basisStatus === 'MISSING' ? <span className="meta warn">its cost is not known</span> : null}
      </th>
      <td className="number wide">
        <Amount value={disposal.quantity} symbol={symbol} />
      </td>
      <td className="number wide">
        <Money value={disposal.proceeds} currency={currency} />
      </td>
      <td className="number wide">
        <Money value={disposal.cost} currency={currency} />
      </td>
      <td className="number">
        <Money value={disposal.gain} currency={currency} change />
        <span className="meta narrow">
          brought <Money value={disposal.proceeds} currency={currency} />
        </span>
        <span className="meta narrow">
          cost <Money value={disposal.cost} currency={currency} />
        </span>
      </td>
    </tr>
  );
}

interface LotsUsedProps {
  wallet: string;
  hash: string;
  chainId: number;
  /** Contracts. */
  tokens: readonly string[];
  /** Another one reads anew. */
  round: number;
}

export function LotsUsed({ wallet, hash, chainId, tokens: all, round }: LotsUsedProps): ReactNode {
  const tokens = all.slice(0, mostTokens);
  const { currency, costMethod } = useLens();
  const { tokenBalances } = useLoaded<lotsUsedQuery>(
    query,
    {
      ...{ wallets: [wallet], currency, costMethod, tokens: tokens.length, first: mostDisposals },
      filter: { tokens, chainIds: [chainId], spam: 'INCLUDE' },
    },
    { fetchPolicy: 'store-and-network', again: round },
  );
  const balances = tokenBalances?.nodes ?? [];
  const used = balances.flatMap((balance) =>
    balance.disposals.nodes
      .filter(({ disposedBy }) => disposedBy?.hash === hash)
      .map((disposal) => ({
        disposal,
        symbol: tokenName(balance.token?.asset.symbol, balance.rawToken.symbol, balance.rawToken.address),
      })),
  );
  const isCut = balances.some(({ disposals }) => disposals.count > disposals.nodes.length);
  if (used.length === 0) {
    return (
      <Empty title="None: what went was not sold, or it is not booked yet.">
        {isCut ? `The newest ${mostDisposals} disposals of each token were looked through.` : null}
      </Empty>
    );
  }
  return (
    <>
      <p className="meta">
        In {currency} by {costMethod}.
        {all.length > tokens.length ? ` Of the first ${tokens.length} of ${all.length} tokens.` : ''}
      </p>
      <Scroll label="Table of lots that went">
        <table>
          <caption className="for-readers">Lots that this transaction took</caption>
          <thead>
            <tr>
              <th scope="col">Acquired</th>
              <th scope="col" className="number wide">
                Quantity
              </th>
              <th scope="col" className="number wide">
                Proceeds
              </th>
              <th scope="col" className="number wide">
                Cost
              </th>
              <th scope="col" className="number">
                Gain
              </th>
            </tr>
          </thead>
          <tbody>
            {used.map(({ disposal, symbol }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a disposal has no id of its own, and the list is drawn whole
              <Row key={index} {...{ disposal, symbol, currency }} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
