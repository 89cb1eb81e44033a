import type { InputShapeFromFields } from '@pothos/core';
import type { Address } from '../../../domain/model.ts';
import { builder } from '../../builder/builder.ts';
import type { GraphqlContext } from '../../builder/context.ts';
import { BasisStatus, CostMethod, Currency, Period } from '../../builder/enums.ts';
import { chosenLedger, ledgerChoice } from '../../builder/ledger-choice.ts';
import { pureField } from '../../builder/marks.ts';
import { Wallet, WalletTotals } from '../../builder/refs.ts';
import { walletReference } from '../../builder/wallet-reference.ts';

WalletTotals.implement({
  description:
    'What wallets are worth and earned, over all their tokens and NFTs. Results add up to the exports of the same period.',
  fields: (t) => ({
    wallet: t.field({
      type: Wallet,
      nullable: true,
      description: 'Null for the totals of several wallets.',
      extensions: pureField,
      resolve: ({ wallet }) => (wallet === null ? null : walletReference(wallet)),
    }),
    realizedPnl: t.expose('realizedPnl', {
      type: 'Decimal',
      description:
        'In the period: the gains of all that was disposed of; contains neither income nor expenses.',
    }),
    unrealizedPnl: t.expose('unrealizedPnl', {
      type: 'Decimal',
      description: 'Now, of what has a price: the sum over the balances.',
    }),
    income: t.expose('income', {
      type: 'Decimal',
      description: 'In the period: claims, airdrops and rewards at market value.',
    }),
    expenses: t.expose('expenses', {
      type: 'Decimal',
      description: 'In the period: what was spent, and gas that belongs to no acquisition or disposal.',
    }),
    fees: t.expose('fees', {
      type: 'Decimal',
      description:
        'In the period: network fees at market value. Costs, proceeds and expenses contain them already: do not take them off again.',
    }),
    costBasis: t.expose('costBasis', {
      type: 'Decimal',
      description: 'Now, of all open lots, of what has no price, too.',
    }),
    netWorth: t.expose('netWorth', {
      type: 'Decimal',
      description: 'Now: ownValue + heldValue + debtValue. What has no price, as NFTs, is left out.',
    }),
    unpricedCount: t.exposeInt('unpricedCount', {
      description:
        'Tokens and NFTs held that netWorth and unrealizedPnl leave out, for they have no price now.',
    }),
    staleCount: t.exposeInt('staleCount', {
      description: 'Tokens valued at the last price known, of more than an hour before.',
    }),
    basisStatus: t.expose('basisStatus', {
      type: BasisStatus,
      description:
        'The worst of the open lots and of what was disposed of and earned in the period; UNPRICED until the ledger has booked the wallet.',
    }),
    period: t.expose('period', { type: Period }),
    costMethod: t.expose('costMethod', { type: CostMethod }),
    currency: t.expose('currency', { type: Currency }),
    asOf: t.expose('asOf', { type: 'DateTime', description: 'The moment that the results stand for.' }),
    ownValue: t.expose('ownValue', {
      type: 'Decimal',
      description: 'Of netWorth: what the wallets themselves have.',
    }),
    heldValue: t.expose('heldValue', {
      type: 'Decimal',
      description: 'Of netWorth: what protocols hold for them (TokenBalance.heldAmount).',
    }),
    debtValue: t.expose('debtValue', {
      type: 'Decimal',
      description: 'Of netWorth: what is owed (TokenBalance.debt), negative or 0.',
    }),
    unbookedCount: t.exposeInt('unbookedCount', {
      description: 'Wallets that the ledger has not booked yet: what they cost and earned is left out.',
    }),
  }),
});

const choice = builder.args((t) => ({
  period: t.field({ type: Period, defaultValue: 'MAX' }),
  ...ledgerChoice,
}));

/** Arguments may be null, which means their default. */
async function totalsOf(
  { readModel, caller }: GraphqlContext,
  wallets: readonly Address[],
  { period, ...ofLedger }: InputShapeFromFields<typeof choice>,
) {
  const { overall } = await readModel.walletTotals(caller, {
    ...{ wallets, period: period ?? 'MAX' },
    ...chosenLedger(ofLedger),
  });
  return overall;
}

/** It reads all accounts of the wallets: as much as a page of balances. */
const complexity = { field: 100, multiplier: 1 };

builder.objectField(Wallet, 'totals', (t) =>
  t.field({
    type: WalletTotals,
    description: 'What it is worth and earned, over all its tokens and NFTs.',
    args: choice,
    complexity,
    resolve: ({ address }, args, context) => totalsOf(context, [address], args),
  }),
);

builder.queryField('totals', (t) =>
  t.field({
    type: WalletTotals,
    nullable: true,
    description: 'The same of several wallets together.',
    args: { wallets: t.arg({ type: ['Address'], required: true }), ...choice },
    complexity: ({ wallets }) => ({ field: 100 * Math.max(1, wallets.length), multiplier: 1 }),
    resolve: (_root, { wallets, ...args }, context) => totalsOf(context, wallets, args),
  }),
);
