/** What a transaction was, why it counts as that, with whom, and what it cost. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  facts_transaction$data,
  facts_transaction$key,
} from '../../__generated__/facts_transaction.graphql.ts';
import { statedTrade } from '../../money/traded.ts';
import { Amount, Money } from '../../parts/figures.tsx';
import { LabelForm } from '../../parts/label-form.tsx';
import { Party } from '../../parts/party.tsx';
import { AddressText, kindName, Time } from '../../parts/text.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';

const fragment = graphql`
  fragment facts_transaction on Transaction {
    kind
    kindReason
    bridgeMessage
    otherEnd {
      hash
      timestamp
      kind
      blockchain {
        name
        chainId
      }
      wallet {
        address
        ensName
      }
    }
    function
    fee
    feePrice
    feePriceSource
    blockchain {
      symbol
    }
    wallet {
      address
      ensName
    }
    counterparty {
      id
      address
      customLabel {
        id
        name
      }
      ...party_counterparty
    }
    trade {
      value
      sold {
        amount
        value
        token {
          id
        }
      }
      bought {
        amount
        value
        token {
          id
        }
      }
    }
    transfers {
      id
      isSpam
      priceTier
      token {
        id
      }
      corrections {
        id
        kind
        price
        currency
        applies
      }
    }
  }
`;

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** By the price that a person has stated, as the ledger has it; what else is corrected is not in it. */
function TradedFor({
  trade,
  transfers,
}: {
  trade: NonNullable<facts_transaction$data['trade']>;
  transfers: facts_transaction$data['transfers'];
}): ReactNode {
  const stated = statedTrade(trade, transfers);
  if (stated !== null) {
    return (
      <>
        <Money value={stated} currency="USD" /> <span className="meta">at the price that you say</span>
      </>
    );
  }
  const isCorrected = transfers.some(({ corrections }) => corrections.some(({ applies }) => applies));
  return (
    <>
      <Money value={trade.value} currency="USD" reason="No price of either side is known." />{' '}
      <span className="meta">at the known prices{isCorrected ? ', before your corrections' : ''}</span>
    </>
  );
}

export function Facts({ transaction }: { transaction: facts_transaction$key }): ReactNode {
  const {
    kind,
    kindReason,
    bridgeMessage,
    otherEnd,
    function: called,
    trade,
    transfers,
    ...rest
  } = useFragment(fragment, transaction);
  const { wallet, counterparty, fee, feePrice, feePriceSource, blockchain } = rest;
  return (
    <dl className="card facts">
      <Fact name="Wallet">
        <AddressText address={wallet.address} name={wallet.ensName} />
      </Fact>
      <Fact name="With">
        <Party party={counterparty} />
        <LabelForm
          key={counterparty.id}
          address={counterparty.address}
          name={counterparty.customLabel?.name}
        />
      </Fact>
      {kindReason ? <Fact name={`${kindName(kind)}, judged by`}>{kindReason}</Fact> : null}
      {bridgeMessage ? (
        <Fact name="Crossing, by its bridge">
          <code>{bridgeMessage}</code>
        </Fact>
      ) : null}
      {otherEnd ? (
        <Fact name={otherEnd.kind === 'BRIDGE_IN' ? 'Arrived' : 'Left'}>
          <TransactionLink to={otherEnd}>
            on {otherEnd.blockchain.name}, <Time at={otherEnd.timestamp} />
          </TransactionLink>{' '}
          <span className="meta">
            in <AddressText address={otherEnd.wallet.address} name={otherEnd.wallet.ensName} />
          </span>
        </Fact>
      ) : null}
      {called ? (
        <Fact name="Called">
          <code>{called}</code>
        </Fact>
      ) : null}
      <Fact name="Fee">
        <Amount value={fee} symbol={blockchain.symbol} />{' '}
        {feePrice ? (
          <span className="meta">
            at <Money value={feePrice} currency="USD" /> ({feePriceSource})
          </span>
        ) : null}
      </Fact>
      {trade ? (
        <Fact name="Traded for">
          <TradedFor {...{ trade, transfers }} />
        </Fact>
      ) : null}
    </dl>
  );
}
