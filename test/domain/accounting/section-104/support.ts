/** Movements booked, and taken through the pools: amounts of a test's "USD" stand for pounds. */
import type { AssetFlow } from '../../../../src/domain/accounting/amounts/asset-flow.ts';
import type { LedgerMovement } from '../../../../src/domain/accounting/amounts/types.ts';
import { createCrossingOrder } from '../../../../src/domain/accounting/booking/crossing-order.ts';
import { groupMovements } from '../../../../src/domain/accounting/booking/order.ts';
import { createLedger } from '../../../../src/domain/accounting/ledger.ts';
import { createGainsBook } from '../../../../src/domain/accounting/section-104/gains.ts';
import type { Holding } from '../../../../src/domain/accounting/section-104/pool.ts';
import type { MatchedDisposal } from '../../../../src/domain/accounting/section-104/pools.ts';
import { formatUnits } from '../../../../src/domain/money/money.ts';
import { optionsOf, usd } from '../support.ts';

export function flowsOfMovements(
  movements: readonly LedgerMovement[],
  change: Parameters<typeof optionsOf>[0] = {},
): AssetFlow[] {
  const flows: AssetFlow[] = [];
  const ledger = createLedger(optionsOf({ methods: ['WAC'], ...change }), {
    flow: (flow) => flows.push(flow),
  });
  const order = createCrossingOrder<{ movements: readonly LedgerMovement[] }>();
  const book = (placed: ReturnType<typeof order.end>): void => {
    for (const { group, isAhead } of placed) ledger.apply(group.movements, isAhead);
  };
  for (const group of groupMovements(movements)) book(order.add({ movements: group }));
  book(order.end());
  return flows;
}

export const dayOf = (timestamp: number): number => Math.floor(timestamp / 86_400);

export function gainsBookOf(flows: readonly AssetFlow[], wallets: readonly string[] = ['alice', 'bob']) {
  const book = createGainsBook({
    ...{ currency: 0, dayOf, wallets: new Set(wallets) },
    isNft: (token) => token.startsWith('nft'),
  });
  for (const flow of flows) book.add(flow);
  return book;
}

/** Tokens on other chains are written `ETH on 10`: one kind of token. */
export const kindOf = (token: string): string => token.replace(/ on .*/, '');

export const gainsOf = (
  movements: readonly LedgerMovement[],
  change: Parameters<typeof optionsOf>[0] = {},
): MatchedDisposal[] => gainsBookOf(flowsOfMovements(movements, change)).disposals(kindOf);

export const costOf = ({ sameDay, within30Days, pool, fees }: MatchedDisposal): bigint =>
  sameDay.cost + within30Days.cost + pool.cost + fees;

const partText = (name: string, { quantity, cost }: Holding, decimals: number): string[] =>
  quantity === 0n ? [] : [`${name} ${formatUnits(quantity, decimals)} at ${usd(cost)}`];

/** `<day> <quantity> <asset> for <proceeds>: <where it came from>; gain <gain>; left <quantity> at <cost>`, and its status. */
export function gainText(disposal: MatchedDisposal): string {
  const { day, asset, quantity, decimals, proceeds, basis, poolAfter } = disposal;
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
  const from = [
    ...partText('same day', disposal.sameDay, decimals),
    ...partText('30 days', disposal.within30Days, decimals),
    ...partText('pool', disposal.pool, decimals),
    ...(disposal.fees === 0n ? [] : [`fees ${usd(disposal.fees)}`]),
  ];
  const gain = proceeds === null ? '?' : usd(proceeds - costOf(disposal));
  const left = `${formatUnits(poolAfter.quantity, decimals)} at ${usd(poolAfter.cost)}`;
  const status = basis === 'COMPLETE' ? '' : ` ${basis}`;
  if (disposal.isGiven)
    return `${date} ${formatUnits(quantity, decimals)} ${asset} given: ${from.join(', ')}; left ${left}${status}`;
  return `${date} ${formatUnits(quantity, decimals)} ${asset} for ${proceeds === null ? '?' : usd(proceeds)}: ${from.join(', ')}; gain ${gain}; left ${left}${status}`;
}
