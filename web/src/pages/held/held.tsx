/** What protocols hold for the wallets, and what the wallets owe: each by contract, with what it rests on. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { heldQuery } from '../../__generated__/heldQuery.graphql.ts';
import { type Lens, useLens } from '../../app/lens/lens.ts';
import { keepLens } from '../../app/places.ts';
import { addDecimals, compareDecimals, multiply, negate, signOf } from '../../money/decimals.ts';
import { counted } from '../../money/format.ts';
import { tokenName } from '../../money/names.ts';
import { Amount, Money } from '../../parts/figures.tsx';
import { FirstRun } from '../../parts/first-run.tsx';
import { Cut } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty, Part, Skeleton } from '../../parts/states.tsx';
import { AddressText } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';

const query = graphql`
  query heldQuery($wallets: [Address!]!, $currency: Currency!, $costMethod: CostMethod!, $filter: TokenBalanceFilter!) {
    totals(wallets: $wallets, currency: $currency, costMethod: $costMethod) {
      heldValue
      debtValue
      unbookedCount
    }
    tokenBalances(wallets: $wallets, currency: $currency, costMethod: $costMethod, filter: $filter, first: 500) {
      count
      nodes {
        id
        price
        heldAmount
        debt
        rawToken {
          address
          symbol
        }
        token {
          blockchain {
            name
          }
          asset {
            symbol
          }
        }
        wallet {
          address
          ensName
        }
        held {
          contract
          counterparty {
            name
          }
          amount
          costBasis
        }
        debts {
          contract
          counterparty {
            name
          }
          amount
        }
      }
    }
  }
`;

type Balance = NonNullable<heldQuery['response']['tokenBalances']>['nodes'][number];

/** A contract, and what it is called; null: it has no name. */
interface Party {
  contract: string;
  counterparty: { name: string | null | undefined };
}

interface Position {
  balance: Balance;
  by: Party;
  amount: string;
  /** null: no price is known. */
  value: string | null;
  /** Of what is held; null: it is owed. */
  cost: string | null;
}

const positionOf = (balance: Balance, by: Party, amount: string, cost: string | null): Position => ({
  ...{ balance, by, amount, cost },
  value: balance.price ? multiply(amount, balance.price) : null,
});

/** The most valuable first; what has no price is last. */
const byValue = (left: Position, right: Position): number => compareDecimals(sizeOf(right), sizeOf(left));
const sizeOf = ({ value }: Position): string => {
  if (value === null) return '-1';
  return signOf(value) < 0 ? negate(value) : value;
};

/** The contract, which leads to what was done with it. */
function Contract({ contract, counterparty: { name } }: Party): ReactNode {
  return (
    <Link to="/activity" search={(search: Record<string, unknown>) => ({ ...keepLens(search), q: contract })}>
      <AddressText address={contract} name={name} />
    </Link>
  );
}

function Row({
  position,
  currency,
  party,
}: {
  position: Position;
  currency: string;
  party: string;
}): ReactNode {
  const { balance, by, amount, value, cost } = position;
  const symbol = tokenName(balance.token?.asset.symbol, balance.rawToken.symbol, balance.rawToken.address);
  return (
    <tr>
      <th scope="row">
        <Link to="/holding/$id" params={{ id: balance.id }} search={keepLens}>
          <bdi>{symbol}</bdi>
        </Link>
        <span className="meta">
          {balance.token?.blockchain.name ?? 'not recognised'} ·{' '}
          <AddressText address={balance.wallet.address} name={balance.wallet.ensName} />
        </span>
        <span className="meta narrow">
          {party.toLowerCase()} <Contract {...by} />
        </span>
      </th>
      <td className="wide">
        <Contract {...by} />
      </td>
      <td className="number wide">
        <Amount value={amount.replace(/^-/, '')} symbol={symbol} />
      </td>
      <td className="number">
        <Money value={value} currency={currency} />
        <span className="meta narrow">
          <Amount value={amount.replace(/^-/, '')} symbol={symbol} />
        </span>
        {cost === null ? null : (
          <span className="meta narrow">
            cost <Money value={cost} currency={currency} />
          </span>
        )}
      </td>
      {cost === null ? null : (
        <td className="number wide">
          <Money value={cost} currency={currency} />
        </td>
      )}
    </tr>
  );
}

interface ListProps {
  title: string;
  positions: readonly Position[];
  currency: string;
  sum: string;
  /** How it is known. */
  note: string;
  none: string;
  party: string;
}

function Positions({ title, positions, currency, sum, note, none, party }: ListProps): ReactNode {
  const hasCost = positions.some(({ cost }) => cost !== null);
  return (
    <section className="card" aria-label={title}>
      <h2>
        {title} <Money value={sum} currency={currency} />
      </h2>
      <p className="meta">{note}</p>
      {positions.length === 0 ? (
        <Empty title={none} />
      ) : (
        <Scroll label={`Table: ${title}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Token</th>
                <th scope="col" className="wide">
                  {party}
                </th>
                <th scope="col" className="number wide">
                  Amount
                </th>
                <th scope="col" className="number">
                  Value
                </th>
                {hasCost ? (
                  <th scope="col" className="number wide">
                    Cost
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {positions.map((position) => (
                <Row
                  key={`${position.balance.id} ${position.by.contract}`}
                  position={position}
                  currency={currency}
                  party={party}
                />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}

function List({ lens }: { lens: Lens }): ReactNode {
  const { wallets, currency, costMethod } = lens;
  const { totals, tokenBalances } = useLoaded<heldQuery>(
    query,
    // What is owed may be of a token of which nothing is there.
    { wallets, currency, costMethod, filter: { hideZero: false } },
    { fetchPolicy: 'store-and-network' },
  );
  const nodes = tokenBalances?.nodes ?? [];
  const held = nodes.flatMap((balance) =>
    balance.held.map((part) => positionOf(balance, part, part.amount, part.costBasis)),
  );
  const owed = nodes.flatMap((balance) =>
    balance.debts.map((part) => positionOf(balance, part, part.amount, null)),
  );
  const net = totals ? addDecimals(totals.heldValue, totals.debtValue) : null;
  return (
    <>
      <p className="meta">
        Together <Money value={net} currency={currency} />, part of the net worth.
        {totals && totals.unbookedCount > 0
          ? ` Without ${counted(totals.unbookedCount, 'wallet')} not booked yet.`
          : ''}
      </p>
      <Positions
        title="Held for you"
        party="By"
        positions={held.toSorted(byValue)}
        currency={currency}
        sum={totals?.heldValue ?? '0'}
        note="Handed to a contract and not given back, by its own events: stakes, farms, vaults, orders, collateral. Where a token stands for the deposit, that token is among the holdings instead."
        none="No contract holds anything that no token stands for."
      />
      <Positions
        title="Owed"
        party="To"
        positions={owed.toSorted(byValue)}
        currency={currency}
        sum={totals?.debtValue ?? '0'}
        note="Where a token stands for the debt, as it last moved, with the interest up to then; else what was borrowed less what was paid back: interest that no token shows is not known."
        none="Nothing is owed."
      />
      <Cut shown={nodes.length} count={tokenBalances?.count ?? 0} which="Looked through the first" />
    </>
  );
}

export function HeldPage(): ReactNode {
  const lens = useLens();
  if (lens.wallets.length === 0) return <FirstRun title="Held and owed" />;
  return (
    <Page title="Held and owed">
      <Part fallback={<Skeleton rows={8} height={56} />} resetKey={JSON.stringify(lens)}>
        <List lens={lens} />
      </Part>
    </Page>
  );
}
