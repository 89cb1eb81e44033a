/** A holding: what it is worth and why, the open lots that it cost, and the disposals that it earned. */
import { balanceId, tokenId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import { PublicError } from '../../errors.ts';
import type { TokenBalanceView } from '../../use-cases/model/figures-model.ts';
import type { DisposalView, LotView, WalletDisposalView } from '../../use-cases/model/list-model.ts';
import type { Page, TransferView } from '../../use-cases/model/view-model.ts';
import { minuteOf, shortAddress, unknown } from '../text/figures.ts';
import { fenced } from '../text/foreign-text.ts';
import { disposalHash, transferHash } from '../tools/hashes.ts';
import { loadStateOf } from '../tools/questions.ts';
import type { Call } from '../tools/tool.ts';
import { bySize, type Choice, type Explanation, less, minus, sumOf } from './explanation.ts';

const shownParts = { brief: 4, full: 24 };
/** As many as one page has. */
const mostRead = 500;

export async function explainHolding(
  call: Call,
  asked: Choice & { wallets: readonly Address[]; chainId: number; address: Address },
): Promise<Explanation> {
  const { readModel, caller } = call;
  const { wallets, chainId, address: tokenAddress, period, costMethod: method, currency } = asked;
  const ids = wallets.map((wallet) =>
    balanceId.encode({ wallet, chainId, tokenAddress, period, method, currency }),
  );
  await call.weigh(wallets.length);
  const found = (await readModel.balancesByIds(caller, ids)).filter((balance) => balance !== null);
  const [balance, ...others] = found.sort(bySize(({ value }) => value));
  if (balance === undefined)
    throw new PublicError(
      'NOT_FOUND',
      'None of the wallets has ever held this token, or the ledger is not booked yet.',
    );
  await call.weigh(2 * mostRead);
  const [lots, disposals, state] = await Promise.all([
    readModel.listLots(caller, balance.id, { mode: 'cursor', first: mostRead }),
    disposalsOf(call, balance),
    loadStateOf(call, [balance.wallet]),
  ]);
  const count = shownParts[call.detail];
  const largestLots = lots.items.toSorted(bySize(({ cost }) => cost)).slice(0, count);
  const transfers = await transfersOf(call, largestLots);
  return {
    lines: [
      ...headLines(balance),
      ...lotLines(balance, largestLots, transfers, await lots.count()),
      ...disposalLines(balance, disposals.items, { count, all: await disposals.count() }),
      ...(others.length === 0
        ? []
        : [
            `also held by ${others.map(({ wallet }) => shortAddress(wallet)).join(', ')}: name one in wallets`,
          ]),
    ],
    asOf: balance.asOf,
    missing: [...state.missing, ...missingOf(balance)],
  };
}

/** With the transactions that they happened in, which fees have, too. */
function disposalsOf(
  { readModel, caller }: Call,
  balance: TokenBalanceView,
): Promise<Page<WalletDisposalView>> {
  const { wallet, blockchain, rawToken, costMethod, currency, period } = balance;
  const tokens = [tokenId.encode({ chainId: blockchain.chainId, address: rawToken.address })];
  return readModel.listWalletDisposals(
    caller,
    { wallets: [wallet], tokens, costMethod, currency, period },
    { mode: 'page', page: 1, pageSize: mostRead },
  );
}

function headLines(balance: TokenBalanceView): string[] {
  const { rawToken, blockchain, wallet, costMethod, currency, price, reconciliation: checked } = balance;
  const at = balance.pricedAt === null ? '' : ` of ${minuteOf(balance.pricedAt)}Z`;
  return [
    `${fenced(rawToken.symbol)} on ${blockchain.slug} in ${shortAddress(wallet)}, ${costMethod}, ${currency}`,
    price === null
      ? `value unknown: ${balance.balance} has no price now`
      : `value ${balance.value} = ${balance.balance} x ${price} (price from ${balance.priceSource}${at})`,
    ...(balance.heldAmount === '0' ? [] : [`of which protocols hold ${balance.heldAmount}`]),
    ...(balance.debt === '0' ? [] : [`owed: ${balance.debt}`]),
    ...(checked === null
      ? []
      : [
          `chain at block ${checked.blockNumber}: ${checked.onChainBalance}, difference ${checked.difference}`,
        ]),
    ...(price === null ? [] : [`unrealized ${balance.unrealizedPnl} = ${differenceOf(balance)}`]),
  ];
}

/** Where history is missing, the lots hold another quantity than the wallet. */
function differenceOf({ value, costBasis, unrealizedPnl }: TokenBalanceView): string {
  const isPlain = new Decimal(value).minus(costBasis).eq(unrealizedPnl);
  return isPlain ? `${value} ${minus(costBasis)}` : 'value less the average cost of each held';
}

async function transfersOf(
  { readModel, caller }: Call,
  lots: readonly LotView[],
): Promise<Map<string, TransferView>> {
  const ids = lots.flatMap(({ acquiredById }) => acquiredById ?? []);
  const found = await readModel.transfersByIds(caller, ids);
  return new Map(found.flatMap((transfer) => (transfer === null ? [] : [[transfer.id, transfer]])));
}

function lotLines(
  { costBasis, averageCost }: TokenBalanceView,
  shown: readonly LotView[],
  transfers: ReadonlyMap<string, TransferView>,
  count: number,
): string[] {
  const rest = less(costBasis, sumOf(shown.map(({ cost }) => cost)));
  const others = count - shown.length;
  return [
    `cost ${costBasis} = the sum of ${count} open lots (average ${averageCost} each)`,
    ...(others > 0 ? [`  ${rest} of ${others} more lots, and the largest:`] : []),
    ...shown.map((lot) => `  ${lotLine(lot, transfers.get(lot.acquiredById ?? ''))}`),
  ];
}

export function lotLine(lot: LotView, acquiredBy: TransferView | undefined): string {
  const { remaining, quantity, unitCost, cost, acquiredAt, acquiredById, basisStatus } = lot;
  const left = remaining === quantity ? remaining : `${remaining} left of ${quantity}`;
  const source =
    acquiredBy === undefined
      ? ''
      : `, price then ${acquiredBy.price ?? unknown} USD (${acquiredBy.priceSource ?? 'no source'})`;
  const doubt = basisStatus === 'COMPLETE' ? '' : ` ${basisStatus}`;
  return `${cost} for ${left} at ${unitCost}${doubt}, acquired ${minuteOf(acquiredAt)}Z${source}, tx ${transferHash(acquiredById) ?? 'none'}`;
}

function disposalLines(
  { totalRealizedPnl, period }: TokenBalanceView,
  read: readonly WalletDisposalView[],
  { count, all }: { count: number; all: number },
): string[] {
  const shown = read.toSorted(bySize(({ gain }) => gain)).slice(0, count);
  const rest = less(totalRealizedPnl, sumOf(shown.map(({ gain }) => gain ?? '0')));
  const others = all - shown.length;
  if (all === 0) return [`realized ${totalRealizedPnl} (period ${period}): no disposals`];
  return [
    `realized ${totalRealizedPnl} (period ${period}) = the sum of ${all} disposals`,
    ...(others > 0 ? [`  ${rest} of ${others} more disposals, and the largest:`] : []),
    ...shown.map((disposal) => `  ${disposalLine(disposal)}, tx ${disposalHash(disposal) ?? unknown}`),
  ];
}

/** `1500 = 4500 - 3000: 1.5 on 2023-12-04T22:00Z (DISPOSAL)`. */
export function disposalLine(disposal: DisposalView): string {
  const { gain, proceeds, cost, quantity, disposedAt, acquiredAt, taxTreatment, basisStatus } = disposal;
  const sum =
    gain === null
      ? `${unknown} = ${unknown} ${minus(cost)}`
      : `${gain} = ${proceeds ?? unknown} ${minus(cost)}`;
  const doubt = basisStatus === 'COMPLETE' ? '' : ` ${basisStatus}`;
  const since = acquiredAt === null ? unknown : `${minuteOf(acquiredAt)}Z`;
  return `${sum}: ${quantity} on ${minuteOf(disposedAt)}Z (${taxTreatment}${doubt}, acquired ${since})`;
}

function missingOf({ basisStatus, price, reconciliation }: TokenBalanceView): string[] {
  return [
    ...(basisStatus === 'COMPLETE' ? [] : [`cost basis is ${basisStatus} (see issues)`]),
    ...(price === null ? ['no price now'] : []),
    ...(reconciliation === null || reconciliation.difference === '0'
      ? []
      : [`the chain has ${reconciliation.difference} more`]),
  ];
}
