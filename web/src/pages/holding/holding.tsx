/** One token of one wallet, as the lens looks at it: what it is worth, its price over time, its lots, and what went of them. */
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { graphql } from 'react-relay';
import type { holdingQuery } from '../../__generated__/holdingQuery.graphql.ts';
import type { holdingWhichQuery } from '../../__generated__/holdingWhichQuery.graphql.ts';
import { useLens } from '../../app/lens/lens.ts';
import { keepLens } from '../../app/places.ts';
import { OpeningLot } from '../../corrections/opening-lot.tsx';
import { cleanName, cutName, tokenName } from '../../money/names.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Part, Skeleton } from '../../parts/states.tsx';
import { AddressText } from '../../parts/text.tsx';
import { useLoaded, useReadAgain } from '../../relay/load.ts';
import { Disposals } from './disposals.tsx';
import { HoldingFigures } from './holding-figures.tsx';
import { Lots } from './lots.tsx';
import { Methods } from './methods.tsx';
import { PriceLine } from './price-line.tsx';

/** Which token of which wallet: an id holds the currency, method and period of another lens, too. */
const whichQuery = graphql`
  query holdingWhichQuery($id: ID!) {
    node(id: $id) {
      __typename
      ... on TokenBalance {
        balance
        wallet {
          address
        }
        rawToken {
          address
        }
        token {
          blockchain {
            chainId
          }
        }
      }
    }
  }
`;

const query = graphql`
  query holdingQuery(
    $wallets: [Address!]!
    $currency: Currency!
    $costMethod: CostMethod!
    $period: Period!
    $filter: TokenBalanceFilter!
  ) {
    tokenBalances(
      wallets: $wallets
      currency: $currency
      costMethod: $costMethod
      period: $period
      filter: $filter
      first: 10
    ) {
      nodes {
        id
        balance
        currency
        costMethod
        basisStatus
        isSpam
        wallet {
          address
          ensName
        }
        rawToken {
          address
          symbol
          name
        }
        token {
          blockchain {
            chainId
            name
          }
          asset {
            symbol
            name
          }
        }
        ...holdingFigures_balance
        ...lots_balance
        ...disposals_balance
      }
    }
  }
`;

type Balance = NonNullable<holdingQuery['response']['tokenBalances']>['nodes'][number];
type Which = Extract<NonNullable<holdingWhichQuery['response']['node']>, { __typename: 'TokenBalance' }>;

const Nothing = (): ReactNode => (
  <Page title="Holding">
    <Empty title="There is no such holding in your wallets.">
      <p>A link to one in another reporting currency leads nowhere, either.</p>
      <Link to="/holdings" search={keepLens}>
        All holdings
      </Link>
    </Empty>
  </Page>
);

/** As the lens looks at it. */
function ByLens({ which }: { which: Which }): ReactNode {
  const [again, readAgain] = useReadAgain();
  const { currency, costMethod, period } = useLens();
  const { wallet, rawToken, token } = which;
  const { tokenBalances } = useLoaded<holdingQuery>(
    query,
    {
      ...{ wallets: [wallet.address], currency, costMethod, period },
      filter: {
        ...{ tokens: [rawToken.address], spam: 'INCLUDE' },
        ...(token ? { chainIds: [token.blockchain.chainId] } : {}),
      },
    },
    { fetchPolicy: 'store-and-network', again },
  );
  const found = tokenBalances?.nodes ?? [];
  // A token that is not recognised does not say its chain: of several at the same address it is the one with its balance.
  const balance = found.length > 1 ? found.find((one) => one.balance === which.balance) : found[0];
  if (balance === undefined) return <Nothing />;
  return <Sections balance={balance} readAgain={readAgain} />;
}

function Holding({ id }: { id: string }): ReactNode {
  const { node } = useLoaded<holdingWhichQuery>(whichQuery, { id });
  return node?.__typename === 'TokenBalance' ? <ByLens which={node} /> : <Nothing />;
}

function Sections({ balance, readAgain }: { balance: Balance; readAgain: () => void }): ReactNode {
  const { token, rawToken, wallet, currency } = balance;
  const [lit, setLit] = useState<string | null>(null);
  const symbol = tokenName(token?.asset.symbol, rawToken.symbol, rawToken.address);
  const title = cutName(token?.asset.name ?? cleanName(rawToken.name), 60) || symbol;
  const which = {
    wallet: wallet.address,
    token: rawToken.address,
    chainId: token?.blockchain.chainId ?? null,
  };
  const resetKey = `${wallet.address}${rawToken.address}${which.chainId}`;
  return (
    <Page
      title={title}
      actions={
        <Link to="/activity" search={keepLens}>
          Activity
        </Link>
      }
    >
      <p className="meta">
        {title === symbol ? null : `${symbol} · `}
        {token?.blockchain.name ?? 'not recognised'} ·{' '}
        <AddressText address={wallet.address} name={wallet.ensName} /> · {balance.costMethod}, in {currency}
        {balance.isSpam ? ' · spam' : ''}
      </p>
      {balance.basisStatus === 'MISSING' && which.chainId !== null ? (
        <OpeningLot {...which} chainId={which.chainId} symbol={symbol} onAdded={readAgain} />
      ) : null}
      <HoldingFigures balance={balance} symbol={symbol} />
      {which.chainId === null ? null : (
        <section className="card" aria-labelledby="methods-title">
          <h2 id="methods-title">By each method</h2>
          <Part fallback={<Skeleton rows={4} />} resetKey={resetKey}>
            <Methods {...which} chainId={which.chainId} />
          </Part>
        </section>
      )}
      <section className="card" aria-labelledby="price-title">
        <h2 id="price-title">Price when it moved</h2>
        <Part fallback={<Skeleton rows={1} height={220} />} resetKey={resetKey}>
          <PriceLine {...which} symbol={symbol} />
        </Part>
      </section>
      <section className="card" aria-labelledby="lots-title">
        <h2 id="lots-title">Open lots</h2>
        <Lots balance={balance} symbol={symbol} lit={lit} />
      </section>
      <section className="card" aria-labelledby="disposals-title">
        <h2 id="disposals-title">Disposals</h2>
        <Disposals balance={balance} symbol={symbol} light={setLit} />
      </section>
    </Page>
  );
}

/** Before it is known what it is called, and where it cannot be. */
const whole = (inner: ReactNode): ReactNode => <Page title="Holding">{inner}</Page>;

export function HoldingPage(): ReactNode {
  const { id } = useParams({ from: '/holding/$id' });
  return (
    <Part fallback={whole(<Skeleton rows={8} />)} around={whole} resetKey={id}>
      <Holding id={id} />
    </Part>
  );
}
