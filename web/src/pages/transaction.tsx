/** One transaction as a wallet lived it: what it was and why, what moved, at which prices, and what the ledger makes of it. */
import { useParams, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { transactionLabelMutation } from '../__generated__/transactionLabelMutation.graphql.ts';
import type { transactionQuery } from '../__generated__/transactionQuery.graphql.ts';
import { useLens } from '../app/lens.ts';
import { groupDigits } from '../money/format.ts';
import { unitName } from '../money/names.ts';
import { Amount, Money } from '../parts/figures.tsx';
import { Page } from '../parts/page.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Empty, Part, Skeleton } from '../parts/states.tsx';
import { AddressText, Time, wordsOf } from '../parts/text.tsx';
import { useLoaded } from '../relay/load.ts';
import { kindName } from './transaction-row.tsx';

/** Names an address, or renames it. */
export function LabelForm({
  address,
  name,
}: {
  address: string;
  name: string | null | undefined;
}): ReactNode {
  const [text, setText] = useState(name ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const [commit, isUnderWay] = useMutation<transactionLabelMutation>(graphql`
    mutation transactionLabelMutation($input: SetCustomLabelInput!) {
      setCustomLabel(input: $input) {
        counterparties {
          id
          name
          customLabel {
            id
            name
          }
        }
      }
    }
  `);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    setIsDone(false);
    commit({
      variables: { input: { address, name: text.trim() } },
      onCompleted: () => setIsDone(true),
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <form className="label-form" onSubmit={submit}>
      <label>
        <span className="for-readers">Your name for {address}</span>
        <input
          value={text}
          required
          maxLength={100}
          placeholder="Your name for it"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <button type="submit" disabled={isUnderWay || text.trim() === ''}>
        {isUnderWay ? 'Saving…' : 'Save name'}
      </button>
      <span role="status" className="meta">
        {isDone ? 'Saved.' : ''}
      </span>
      {problem === null ? null : (
        <span className="problem" role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}

/** The API has prices and values of the past in USD alone. */
function PastMoney(): ReactNode {
  const { currency } = useLens();
  if (currency === 'USD') return null;
  return (
    <p className="meta">
      Prices and values of this page are in USD, as of the transaction&apos;s time: not in {currency}.
    </p>
  );
}

function Transaction({
  hash,
  chainId,
  wallet,
}: {
  hash: string;
  chainId: number;
  wallet: string | null;
}): ReactNode {
  const { transaction } = useLoaded<transactionQuery>(
    graphql`
      query transactionQuery($hash: Hash!, $chainId: Int, $wallet: Address) {
        transaction(hash: $hash, chainId: $chainId, wallet: $wallet) {
          id
          hash
          blockNumber
          timestamp
          kind
          kindReason
          function
          isError
          isSpam
          spamReason
          fee
          feePrice
          feePriceSource
          blockchain {
            name
            symbol
          }
          wallet {
            address
            ensName
          }
          counterparty {
            id
            address
            name
            contractName
            customLabel {
              id
              name
            }
          }
          trade {
            value
          }
          transfers {
            id
            amount
            side
            price
            priceSource
            value
            taxTreatment
            isSpam
            heldBy
            counterparty {
              id
              address
              name
            }
            rawToken {
              address
              symbol
            }
            token {
              asset {
                symbol
              }
            }
            nft {
              name
            }
            corrections {
              id
              kind
              note
            }
          }
        }
      }
    `,
    { hash, chainId, wallet },
    { fetchPolicy: 'store-and-network' },
  );
  if (!transaction) {
    return (
      <Page title="Transaction">
        <Empty title="None of your wallets has this transaction.">
          A chain may have taken it back, or its wallet is not registered.
        </Empty>
      </Page>
    );
  }
  const { counterparty, transfers, blockchain } = transaction;
  return (
    <Page title={kindName(transaction.kind)}>
      <p className="meta">
        <Time at={transaction.timestamp} /> · {blockchain.name}, block{' '}
        {groupDigits(String(transaction.blockNumber))} ·{' '}
        <code className="hash private">{transaction.hash}</code>
      </p>
      {transaction.isError ? (
        <p className="banner">It failed: nothing moved, and only the fee was paid.</p>
      ) : null}
      {transaction.isSpam ? (
        <p className="banner">
          Set aside as spam
          {transaction.spamReason ? `: ${wordsOf(transaction.spamReason).toLowerCase()}` : ''}.
        </p>
      ) : null}
      <PastMoney />
      <dl className="card facts">
        <div>
          <dt>Wallet</dt>
          <dd>
            <AddressText address={transaction.wallet.address} name={transaction.wallet.ensName} />
          </dd>
        </div>
        <div>
          <dt>With</dt>
          <dd>
            <AddressText address={counterparty.address} name={counterparty.name} />
            {counterparty.name ? null : counterparty.contractName ? (
              <span className="meta">
                {' '}
                calls itself <bdi>{counterparty.contractName.slice(0, 40)}</bdi>
              </span>
            ) : null}
            <LabelForm
              key={counterparty.id}
              address={counterparty.address}
              name={counterparty.customLabel?.name}
            />
          </dd>
        </div>
        {transaction.kindReason ? (
          <div>
            <dt>Why it is {kindName(transaction.kind).toLowerCase()}</dt>
            <dd>{transaction.kindReason}</dd>
          </div>
        ) : null}
        {transaction.function ? (
          <div>
            <dt>Called</dt>
            <dd>
              <code>{transaction.function}</code>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Fee</dt>
          <dd>
            <Amount value={transaction.fee} symbol={blockchain.symbol} />{' '}
            {transaction.feePrice ? (
              <span className="meta">
                at <Money value={transaction.feePrice} currency="USD" /> ({transaction.feePriceSource})
              </span>
            ) : null}
          </dd>
        </div>
        {transaction.trade ? (
          <div>
            <dt>Traded for</dt>
            <dd>
              <Money value={transaction.trade.value} currency="USD" />
            </dd>
          </div>
        ) : null}
      </dl>
      <section className="card" aria-labelledby="moved-title">
        <h2 id="moved-title">What moved</h2>
        {transfers.length === 0 ? (
          <Empty title="Nothing moved." />
        ) : (
          <Scroll label="Table of transfers">
            <table>
              <caption className="for-readers">Transfers of this transaction</caption>
              <thead>
                <tr>
                  <th scope="col" className="number">
                    Amount
                  </th>
                  <th scope="col">From or to</th>
                  <th scope="col" className="number">
                    Price
                  </th>
                  <th scope="col" className="number">
                    Value
                  </th>
                  <th scope="col">Booked as</th>
                </tr>
              </thead>
              <tbody>
                {transfers.map((leg) => (
                  <tr key={leg.id}>
                    <th scope="row" className="number">
                      <Amount
                        value={leg.amount.replace(/^-/, '')}
                        symbol={unitName(leg)}
                        side={leg.side === 'INFLOW' ? 'INFLOW' : 'OUTFLOW'}
                      />
                    </th>
                    <td>
                      {leg.side === 'INFLOW' ? 'from ' : 'to '}
                      <AddressText address={leg.counterparty.address} name={leg.counterparty.name} />
                    </td>
                    <td className="number">
                      <Money value={leg.price} currency="USD" />
                      <span className="meta">{leg.priceSource ?? ''}</span>
                    </td>
                    <td className="number">
                      <Money value={leg.value} currency="USD" />
                    </td>
                    <td>
                      {wordsOf(leg.taxTreatment ?? (leg.side === 'INFLOW' ? 'ACQUISITION' : 'DISPOSAL'))}
                      {leg.corrections.length > 0 ? <span className="badge">corrected by you</span> : null}
                      {leg.isSpam ? <span className="badge">spam</span> : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </section>
    </Page>
  );
}

export function TransactionPage(): ReactNode {
  const { hash, chainId } = useParams({ from: '/transaction/$chainId/$hash' });
  const { wallet } = useSearch({ from: '/transaction/$chainId/$hash' });
  return (
    <Part fallback={<Skeleton rows={8} />} resetKey={hash}>
      <Transaction hash={hash} chainId={Number(chainId)} wallet={wallet ?? null} />
    </Part>
  );
}
