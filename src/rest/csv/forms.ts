/**
 * The CSV form of every list. Every field of JSON has a column that holds the same; test/rest/csv-columns.test.ts names the
 * fields that have none, and why. Where JSON rounds to 4 digits, a second column `…_exact` has all of them.
 */

import { type Currency, coinCurrencies } from '../../domain/ids.ts';
import { toFixed4 } from '../../domain/money/money.ts';
import { formatTime } from '../../domain/time/time.ts';
import type { CorrectionView } from '../../use-cases/model/correction-model.ts';
import type {
  CounterpartyTokenTotalView,
  CounterpartyTotalView,
  IssueView,
  TokenBalanceView,
} from '../../use-cases/model/figures-model.ts';
import type { DetailedTransactionView } from '../../use-cases/model/list-model.ts';
import type { ValuePointView } from '../../use-cases/model/value-model.ts';
import type {
  CounterpartyView,
  CustomLabelView,
  TradeLegView,
  TransferView,
} from '../../use-cases/model/view-model.ts';
import type { ChainSyncView, WalletView } from '../../use-cases/model/wallet-view.ts';
import { categoryWireNames } from '../../use-cases/pages/page-links.ts';
import { periodWord } from '../wire/objects/period.ts';
import { maximumNfts } from '../wire/transaction.ts';
import {
  blockchainColumns,
  type Column,
  type CsvForm,
  counterpartyColumns,
  nftColumns,
  rawTokenColumns,
  settlementColumns,
  tokenColumns,
} from './columns.ts';

const textOrNull = (number: number | null) => (number === null ? null : String(number));
const timeOrNull = (seconds: number | null) => (seconds === null ? null : formatTime(seconds));

export const transferCsv: CsvForm<TransferView> = {
  fileName: 'transfers.csv',
  columns: [
    ['id', ({ id }) => id],
    ['tx_id', ({ transactionId }) => transactionId],
    ['hash', ({ hash }) => hash],
    ['wallet', ({ wallet }) => wallet],
    ['timestamp', ({ timestamp }) => formatTime(timestamp)],
    ...blockchainColumns(({ blockchain }: TransferView) => blockchain),
    ['side', ({ side }) => side],
    ['amount', ({ amount }) => toFixed4(amount)],
    ['amount_exact', ({ amount }) => amount],
    ['price', ({ price }) => (price === null ? null : toFixed4(price))],
    ['price_exact', ({ price }) => price],
    ['value_exact', ({ value }) => value],
    ['fee', ({ fee }) => toFixed4(fee)],
    ['fee_exact', ({ fee }) => fee],
    ...tokenColumns(({ token }: TransferView) => token),
    ...nftColumns(({ nft }: TransferView) => nft),
    ...rawTokenColumns(({ rawToken }: TransferView) => rawToken),
    ['tx_category', ({ category }) => categoryWireNames[category]],
    ['is_error', ({ isError }) => isError],
    ['is_spam', ({ isSpam }) => isSpam],
    ...counterpartyColumns(({ counterparty }: TransferView) => counterparty),
    ['spam_reason', ({ spamReason }) => spamReason],
    ['tax_treatment', ({ taxTreatment }) => taxTreatment],
    ['price_source', ({ priceSource }) => priceSource],
    ['price_tier', ({ priceTier }) => priceTier],
    ['position', ({ position }) => position],
    ['held_by', ({ heldBy }) => heldBy],
    ['amount_decimals', ({ amountDecimals }) => amountDecimals],
    ...settlementColumns(({ settles }: TransferView) => settles),
  ],
};

/** The legs of a trade in one cell, so that a transaction is one row: `569.6 USDC; 1 CryptoPunks #7`. */
const legsText = (legs: readonly TradeLegView[]): string =>
  legs
    .map(({ amount, nft, rawToken }) => `${amount} ${nft?.name ?? (rawToken.symbol || rawToken.address)}`)
    .join('; ');

export const transactionCsv: CsvForm<DetailedTransactionView> = {
  fileName: 'transactions.csv',
  columns: [
    ['id', ({ id }) => id],
    ['hash', ({ hash }) => hash],
    ['wallet', ({ wallet }) => wallet],
    ['timestamp', ({ timestamp }) => formatTime(timestamp)],
    ['block_number', ({ blockNumber }) => blockNumber],
    ['fee', ({ fee }) => toFixed4(fee)],
    ['fee_exact', ({ fee }) => fee],
    ['tx_category', ({ category }) => categoryWireNames[category]],
    ['function', (transaction) => transaction.function],
    ['is_error', ({ isError }) => isError],
    ['is_spam', ({ isSpam }) => isSpam],
    ...counterpartyColumns(({ counterparty }: DetailedTransactionView) => counterparty),
    ...blockchainColumns(({ blockchain }: DetailedTransactionView) => blockchain),
    ['kind', ({ kind }) => kind],
    ['trade_sold', ({ trade }) => trade && legsText(trade.sold)],
    ['trade_bought', ({ trade }) => trade && legsText(trade.bought)],
    ['trade_value', ({ trade }) => trade?.value ?? null],
    [
      'nfts',
      ({ nfts }) =>
        nfts
          .slice(0, maximumNfts)
          .map(({ name }) => name)
          .join('; '),
    ],
    ['nft_count', ({ nfts }) => nfts.length],
    ['spam_reason', ({ spamReason }) => spamReason],
    ['position', ({ position }) => position],
    ['fee_price', ({ feePrice }) => feePrice],
    ['fee_price_source', ({ feePriceSource }) => feePriceSource],
    ...coinCurrencies.map(
      (currency): Column<DetailedTransactionView> => [`rates_${currency}`, ({ rates }) => rates[currency]],
    ),
    ['kind_reason', ({ kindReason }) => kindReason],
    ['function_source', ({ functionSource }) => functionSource],
    ['bridge_message', ({ bridgeMessage }) => bridgeMessage],
    ['rates_reporting', ({ rates }) => rates.reporting],
  ],
};

/** Parts in one cell, so that a balance is one row: `70; 30`. */
const sideBySide = <Part>(parts: readonly Part[], text: (part: Part) => string): string =>
  parts.map(text).join('; ');

/** Empty where it has none. What stands between the parts is in no name. */
const nameOf = ({ counterparty: { name } }: { counterparty: CounterpartyView }): string =>
  (name ?? '').replaceAll(';', ',');

export const balanceCsv: CsvForm<TokenBalanceView> = {
  fileName: 'balances.csv',
  columns: [
    ['id', ({ id }) => id],
    ['wallet', ({ wallet }) => wallet],
    ...tokenColumns(({ token }: TokenBalanceView) => token),
    ...rawTokenColumns(({ rawToken }: TokenBalanceView) => rawToken),
    ['balance', ({ balance }) => balance],
    ['price', ({ price }) => price],
    ['value', ({ value }) => value],
    ['average_cost', ({ averageCost }) => averageCost],
    ['unrealized_pnl', ({ unrealizedPnl }) => unrealizedPnl],
    ['total_realized_pnl', ({ totalRealizedPnl }) => totalRealizedPnl],
    ['cost_method', ({ costMethod }) => costMethod],
    ['currency', ({ currency }) => currency],
    ...blockchainColumns(({ blockchain }: TokenBalanceView) => blockchain),
    ['basis_status', ({ basisStatus }) => basisStatus],
    ['is_spam', ({ isSpam }) => isSpam],
    ['cost_basis', ({ costBasis }) => costBasis],
    ['income', ({ income }) => income],
    ['expenses', ({ expenses }) => expenses],
    ['price_source', ({ priceSource }) => priceSource],
    ['priced_at', ({ pricedAt }) => timeOrNull(pricedAt)],
    ['on_chain_balance', ({ reconciliation }) => reconciliation?.onChainBalance ?? null],
    ['on_chain_difference', ({ reconciliation }) => reconciliation?.difference ?? null],
    ['on_chain_block_number', ({ reconciliation }) => reconciliation?.blockNumber ?? null],
    ['on_chain_checked_at', ({ reconciliation }) => timeOrNull(reconciliation?.checkedAt ?? null)],
    ['held_amount', ({ heldAmount }) => heldAmount],
    ['held_contract', ({ held }) => sideBySide(held, ({ contract }) => contract)],
    ['held_part', ({ held }) => sideBySide(held, ({ amount }) => amount)],
    ['held_cost_basis', ({ held }) => sideBySide(held, ({ costBasis }) => costBasis)],
    ['debt', ({ debt }) => debt],
    ['debt_contract', ({ debts }) => sideBySide(debts, ({ contract }) => contract)],
    ['debt_part', ({ debts }) => sideBySide(debts, ({ amount }) => amount)],
    ['is_booked', ({ isBooked }) => isBooked],
    ['period', ({ period }) => periodWord(period)],
    ['held_name', ({ held }) => sideBySide(held, nameOf)],
    ['debt_name', ({ debts }) => sideBySide(debts, nameOf)],
  ],
};

export const issueCsv: CsvForm<IssueView> = {
  fileName: 'issues.csv',
  columns: [
    ['code', ({ code }) => code],
    ['message', ({ message }) => message],
    ['wallet', ({ wallet }) => wallet],
    ...tokenColumns(({ token }: IssueView) => token),
    ['transfer', ({ transferId }) => transferId],
    ['timestamp', ({ timestamp }) => (timestamp === null ? null : formatTime(timestamp))],
    ...blockchainColumns(({ blockchain }: IssueView) => blockchain),
    ['summary', ({ summary }) => summary],
    ['needs_action', ({ needsAction }) => needsAction],
    ['at_stake', ({ atStake }) => atStake],
  ],
};

export const correctionCsv: CsvForm<CorrectionView> = {
  fileName: 'corrections.csv',
  columns: [
    ['id', ({ id }) => id],
    ['kind', ({ kind }) => kind],
    ['wallet', ({ wallet }) => wallet],
    ...blockchainColumns(({ blockchain }: CorrectionView) => blockchain),
    ['transfer', ({ transferId }) => transferId],
    ...tokenColumns(({ token }: CorrectionView) => token),
    ['treatment', ({ treatment }) => treatment],
    ['price', ({ price }) => price],
    ['cost', ({ cost }) => cost],
    ['currency', ({ currency }) => currency],
    ['quantity', ({ quantity }) => quantity],
    ['acquired_at', ({ acquiredAt }) => timeOrNull(acquiredAt)],
    ['note', ({ note }) => note],
    ['created_at', ({ createdAt }) => formatTime(createdAt)],
    ['created_by_key_id', ({ createdBy }) => createdBy.keyId],
    ['created_by_name', ({ createdBy }) => createdBy.name],
    ['undone_at', ({ undoneAt }) => timeOrNull(undoneAt)],
    ['undone_by_key_id', ({ undoneBy }) => undoneBy?.keyId ?? null],
    ['undone_by_name', ({ undoneBy }) => undoneBy?.name ?? null],
    ['applies', ({ applies }) => applies],
    ['replaced_by', ({ replacedBy }) => replacedBy],
  ],
};

export const valueCsv: CsvForm<ValuePointView> = {
  fileName: 'values.csv',
  columns: [
    ['timestamp', ({ timestamp }) => formatTime(timestamp)],
    ['value', ({ value }) => value],
    ['unpriced_count', ({ unpricedCount }) => unpricedCount],
    ['stale_count', ({ staleCount }) => staleCount],
  ],
};

export const customLabelCsv: CsvForm<CustomLabelView> = {
  fileName: 'labels.csv',
  columns: [
    ['id', ({ id }) => id],
    ['address', ({ address }) => address],
    ['name', ({ name }) => name],
    ['tags', ({ tags }) => tags.join(',')],
    ['created_at', ({ createdAt }) => formatTime(createdAt)],
    ['updated_at', ({ updatedAt }) => formatTime(updatedAt)],
  ],
};

/** Chains side by side in one cell, so that a wallet is one row: `ethereum FOLLOWING 100%; base BACKFILL 42.5%`. */
const syncText = (text: (sync: ChainSyncView) => string | null) => (wallet: WalletView) =>
  wallet.sync
    .flatMap((sync) => {
      const found = text(sync);
      return found === null ? [] : [`${sync.blockchain.slug} ${found}`];
    })
    .join('; ');

export const walletCsv: CsvForm<WalletView> = {
  fileName: 'wallets.csv',
  columns: [
    ['id', ({ registrationId }) => registrationId],
    ['address', ({ address }) => address],
    ['is_loaded', ({ isLoaded }) => isLoaded],
    ['sync', syncText(({ phase, percent }) => `${phase} ${percent}%`)],
    ['errors', syncText(({ error }) => error)],
    ['warnings', syncText(({ warnings }) => (warnings.length === 0 ? null : warnings.join(', ')))],
    ['stale_since', ({ staleSince }) => timeOrNull(staleSince)],
    ['synced_blocks', syncText(({ syncedBlock }) => textOrNull(syncedBlock))],
    ['head_blocks', syncText(({ headBlock }) => textOrNull(headBlock))],
    ['updated_at', syncText(({ updatedAt }) => formatTime(updatedAt))],
    ['chains_stale_since', syncText(({ staleSince }) => timeOrNull(staleSince))],
    ['seen_within_seconds', syncText(({ seenWithinSeconds }) => textOrNull(seenWithinSeconds))],
    ['wallet_capacities', syncText(({ walletCapacity }) => textOrNull(walletCapacity))],
  ],
};

const byToken =
  (quantity: (total: CounterpartyTokenTotalView) => string) =>
  ({ byToken: totals }: CounterpartyTotalView): string =>
    totals.map((total) => `${quantity(total)} ${total.rawToken.symbol || total.rawToken.address}`).join('; ');

/** One row per counterparty, so that a column can be summed; its tokens' quantities are side by side in one cell. */
export const counterpartyTotalCsv = (currency: Currency): CsvForm<CounterpartyTotalView> => ({
  fileName: 'counterparties.csv',
  columns: [
    ...counterpartyColumns(({ counterparty }: CounterpartyTotalView) => counterparty),
    ['transfer_count', ({ transferCount }) => transferCount],
    ['inflow', ({ inflow }) => inflow],
    ['outflow', ({ outflow }) => outflow],
    ['net', ({ net }) => net],
    ['unpriced_count', ({ unpricedCount }) => unpricedCount],
    ['net_by_token', byToken(({ net }) => net)],
    ['inflow_by_token', byToken(({ inflow }) => inflow)],
    ['outflow_by_token', byToken(({ outflow }) => outflow)],
    ['currency', () => currency],
  ],
});
