import type { HoldingView } from '../../../use-cases/model/value-model.ts';
import { pageOfArray } from '../../../use-cases/pages/offset-page.ts';
import { builder } from '../../builder/builder.ts';
import { connectionArguments, connectionCost, connectionType, readPage } from '../../builder/connections.ts';
import { BasisStatus, CostMethod, Currency } from '../../builder/enums.ts';
import { given } from '../../builder/input-values.ts';
import { chosenLedger, ledgerChoice } from '../../builder/ledger-choice.ts';
import { Blockchain, Holding, Nft, RawToken, Token, Wallet } from '../../builder/refs.ts';
import { ownWallet } from '../../builder/wallet-reference.ts';

Holding.implement({
  description: 'What a wallet held of one token or NFT at a moment, what it was worth and what it had cost.',
  fields: (t) => ({
    wallet: t.field({ type: Wallet, ...ownWallet }),
    blockchain: t.expose('blockchain', { type: Blockchain }),
    token: t.expose('token', {
      type: Token,
      nullable: true,
      description: 'null for NFTs, and when it is not recognised.',
    }),
    nft: t.expose('nft', { type: Nft, nullable: true }),
    rawToken: t.expose('rawToken', { type: RawToken }),
    at: t.expose('at', { type: 'DateTime', description: 'The moment asked for.' }),
    balance: t.expose('balance', {
      type: 'Decimal',
      description:
        'What the wallet had and what protocols held of it; what was owed is in `debt`. May be negative, where history is missing.',
    }),
    heldAmount: t.expose('heldAmount', {
      type: 'Decimal',
      description: 'The part of the balance that protocols held.',
    }),
    inTransitAmount: t.expose('inTransitAmount', {
      type: 'Decimal',
      description: 'The part of heldAmount that was on its way over a bridge.',
    }),
    debt: t.expose('debt', { type: 'Decimal', description: 'What was owed, negative or 0.' }),
    price: t.expose('price', {
      type: 'Decimal',
      nullable: true,
      description: 'The newest that is known of up to then; null when none is.',
    }),
    pricedAt: t.expose('pricedAt', { type: 'DateTime', nullable: true }),
    isPriceStale: t.exposeBoolean('isPriceStale', {
      description:
        'The price is of more than an hour before. One of the hour was asked for by this query: the same query shows it later.',
    }),
    value: t.expose('value', { type: 'Decimal', description: '0 without a price.' }),
    debtValue: t.expose('debtValue', { type: 'Decimal', description: 'Negative; 0 without a price.' }),
    costBasis: t.expose('costBasis', {
      type: 'Decimal',
      description: 'What the lots that were open had cost.',
    }),
    averageCost: t.expose('averageCost', { type: 'Decimal', description: '0 without a known cost.' }),
    unrealizedPnl: t.expose('unrealizedPnl', { type: 'Decimal', description: '0 without a price.' }),
    basisStatus: t.expose('basisStatus', {
      type: BasisStatus,
      description: 'The worst of the lots that were open.',
    }),
    costMethod: t.expose('costMethod', { type: CostMethod }),
    currency: t.expose('currency', { type: Currency }),
  }),
});

const HoldingFilter = builder.inputType('HoldingFilter', {
  description: 'Everything given must hold. An empty list filters nothing.',
  fields: (t) => ({
    chainIds: t.intList(),
    tokens: t.idList({ description: 'Token ids or contract addresses.' }),
  }),
});

const HoldingConnection = connectionType<HoldingView>('Holding', Holding, { links: false });

builder.queryField('holdings', (t) =>
  t.field({
    type: HoldingConnection,
    nullable: true,
    description:
      'One entry per wallet and token or NFT that was held or owed at a moment, as at the end of a year; by wallet, the most valuable first. ' +
      'The ledger is booked up to then, with the prices and corrections of today. Wallets that are not booked yet are refused.',
    args: {
      wallets: t.arg({ type: ['Address'], required: true }),
      at: t.arg({ type: 'DateTime', required: true }),
      ...ledgerChoice,
      filter: t.arg({ type: HoldingFilter }),
      ...connectionArguments,
    },
    // It books the history up to then.
    complexity: (args) => ({ ...connectionCost(args), field: 100 }),
    resolve: (_root, args, { readModel, caller }) =>
      readPage(
        args,
        async (page) =>
          pageOfArray(
            await readModel.holdings(caller, {
              wallets: args.wallets,
              at: args.at,
              ...chosenLedger(args),
              filter: given(args.filter),
            }),
            page,
          ),
        null,
      ),
  }),
);
