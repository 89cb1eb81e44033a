/** A transaction: its transfers, their prices and where these come from, what it disposed of, and which lots it opened. */
import type { Address, BookingKind, Hash } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import { PublicError } from '../../errors.ts';
import type { WalletDisposalView, WalletLotView } from '../../use-cases/model/list-model.ts';
import type { TransactionView, TransferView } from '../../use-cases/model/view-model.ts';
import { minuteOf, shortAddress, unknown } from '../text/figures.ts';
import { fenced } from '../text/foreign-text.ts';
import { nameOf, partyOf } from '../tools/activity.ts';
import { transferHash } from '../tools/hashes.ts';
import { loadStateOf } from '../tools/questions.ts';
import type { Call } from '../tools/tool.ts';
import type { Choice, Explanation } from './explanation.ts';
import { disposalLine, lotLine } from './holding.ts';

/** Of each kind: transfers, disposals, lots. */
const shownParts = { brief: 8, full: 40 };
/** Lots of the tokens that came in are looked through so far. */
const mostLots = 2_000;
const pageSize = 500;

export async function explainTransaction(
  call: Call,
  choice: Choice,
  asked: { hash: Hash; chainId?: number; wallet?: Address },
): Promise<Explanation> {
  const { readModel, caller } = call;
  const { hash, chainId, wallet } = asked;
  const transaction = await readModel.findTransaction(caller, {
    ...{ hash, ...(chainId === undefined ? {} : { chainId }), ...(wallet === undefined ? {} : { wallet }) },
  });
  if (transaction === null) throw new PublicError('NOT_FOUND', 'No registered wallet has this transaction.');
  await call.weigh(pageSize);
  const [[transfers = []], [prices], [otherEnd = null], disposals, state] = await Promise.all([
    readModel.transfersOf(caller, [transaction.id]),
    readModel.pricesOfTransactions(caller, [transaction]),
    readModel.otherEndsOf(caller, [transaction]),
    disposalsOf(call, transaction, choice),
    loadStateOf(call, [transaction.wallet]),
  ]);
  const lots = await lotsOf(call, transfers, choice);
  const bookings = await readModel.bookingsOfTransfers(caller, transfers);
  const corrections = (await readModel.correctionsOf(caller, correctable(transfers))).flat();
  const most = shownParts[call.detail];
  return {
    lines: [
      ...headLines(transaction, prices?.feePrice ?? null, prices?.feePriceSource ?? null),
      ...(otherEnd === null ? [] : [otherEndLine(otherEnd)]),
      ...section(
        'transfers (value in USD at the time)',
        transfers.map((transfer, place) => transferLine(transfer, bookings[place] ?? null)),
        most,
      ),
      ...section(
        'corrected by the client',
        corrections.map(({ kind }) => kind),
        most,
      ),
      ...section(
        `disposals (${choice.costMethod}, ${choice.currency}): gain = proceeds - cost`,
        disposals.items.map(disposed),
        most,
      ),
      ...section(
        'lots that it opened, as far as they are still open',
        lots.items.map(({ lot, by }) => `${nameOf(lot)}: ${lotLine(lot, by)}`),
        most,
      ),
    ],
    asOf: state.staleSince ?? call.now,
    missing: [
      ...state.missing,
      ...(disposals.isWhole ? [] : ['some of its disposals are not shown']),
      ...(lots.isWhole ? [] : [`only ${mostLots} lots were looked through for those that it opened`]),
      ...(transfers.some(({ price, isSpam }) => price === null && !isSpam)
        ? ['transfers without a price']
        : []),
    ],
  };
}

function section(title: string, lines: readonly string[], most: number): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - most;
  const shown = lines.slice(0, most).map((line) => `  ${line}`);
  return [`${title}:`, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function headLines(
  transaction: TransactionView,
  feePrice: string | null,
  feeSource: string | null,
): string[] {
  const { hash, blockchain, blockNumber, timestamp, wallet, kind, category, kindReason, fee } = transaction;
  const feeValue = feePrice === null ? unknown : new Decimal(fee).times(feePrice).toFixed();
  const reason = kindReason === null ? '' : ` because ${fenced(kindReason, 100)}`;
  const crossing = transaction.bridgeMessage === null ? '' : `, crossing ${transaction.bridgeMessage}`;
  const called = transaction.function === null ? '' : `, called ${fenced(transaction.function, 60)}`;
  return [
    `tx ${hash} on ${blockchain.slug}, block ${blockNumber}, ${minuteOf(timestamp)}Z, in ${shortAddress(wallet)}`,
    `kind ${kind} (${category})${reason}${called}${crossing}${transaction.isError ? ', FAILED: only its fee was spent' : ''}`,
    ...(fee === '0'
      ? []
      : [
          `fee ${fee} ${blockchain.symbol} x ${feePrice ?? unknown} USD (${feeSource ?? 'no source'}) = ${feeValue}`,
        ]),
  ];
}

const otherEndLine = ({ hash, blockchain, timestamp, wallet, kind }: TransactionView): string =>
  `${kind === 'BRIDGE_IN' ? 'arrived' : 'left'} as tx ${hash} on ${blockchain.slug}, ${minuteOf(timestamp)}Z, in ${shortAddress(wallet)}`;

/** `out 1.5 «ETH» x 3000 (coingecko) = 4500, DISPOSAL, to 0x…`. */
function transferLine(transfer: TransferView, booking: BookingKind | null): string {
  const { side, amount, price, value, priceSource, taxTreatment, isSpam } = transfer;
  const quantity = amount.replace('-', '');
  const worth = value === null ? unknown : value.replace('-', '');
  const way = side === 'inflow' ? 'from' : 'to';
  const treatment = isSpam ? 'set aside as spam' : (booking ?? taxTreatment ?? 'no treatment');
  return (
    `${side === 'inflow' ? 'in' : 'out'} ${quantity} ${nameOf(transfer)} x ${price ?? unknown} (${priceSource ?? 'no price'}) = ${worth}, ` +
    `${treatment}, ${way} ${partyOf(transfer)}`
  );
}

const disposed = (disposal: WalletDisposalView): string =>
  `${fenced(disposal.rawToken.symbol)}${disposal.isFee ? ' (fee)' : ''}: ${disposalLine(disposal)}, lot of tx ${transferHash(disposal.acquiredById) ?? 'none'}`;

const correctable = (transfers: readonly TransferView[]): string[] =>
  transfers.flatMap(({ id, mayBeCorrected }) => (mayBeCorrected ? [id] : []));

/** Those of the transaction's second: other transactions of it are left out. */
async function disposalsOf(
  { readModel, caller }: Call,
  { id, wallet, timestamp }: TransactionView,
  { costMethod, currency }: Choice,
): Promise<{ items: WalletDisposalView[]; isWhole: boolean }> {
  const page = await readModel.listWalletDisposals(
    caller,
    { wallets: [wallet], costMethod, currency, period: 'MAX', from: timestamp, to: timestamp + 1 },
    { mode: 'page', page: 1, pageSize },
  );
  return {
    items: page.items.filter(({ transactionId }) => transactionId === id),
    isWhole: !page.hasNextPage,
  };
}

interface OpenedLots {
  items: { lot: WalletLotView; by: TransferView }[];
  isWhole: boolean;
}

/** Lots are listed by token, so those of all tokens that came in are looked through. */
async function lotsOf(
  { readModel, caller, weigh }: Call,
  transfers: readonly TransferView[],
  { costMethod, currency }: Choice,
): Promise<OpenedLots> {
  const inflows = new Map(
    transfers.filter(({ side, isSpam }) => side === 'inflow' && !isSpam).map((one) => [one.id, one]),
  );
  const [first] = inflows.values();
  if (first === undefined) return { items: [], isWhole: true };
  const tokens = [...new Set([...inflows.values()].map(({ rawToken }) => rawToken.address))];
  const request = { wallets: [first.wallet], tokens, costMethod, currency };
  const items: OpenedLots['items'] = [];
  for (let page = 1; page * pageSize <= mostLots; page += 1) {
    await weigh(pageSize);
    const lots = await readModel.listWalletLots(caller, request, { mode: 'page', page, pageSize });
    for (const lot of lots.items) {
      const by = inflows.get(lot.acquiredById ?? '');
      if (by !== undefined) items.push({ lot, by });
    }
    if (lots.next === null) return { items, isWhole: true };
  }
  return { items, isWhole: false };
}
