import { builder } from '../../builder/builder.ts';
import { CostMethod, Currency, PreviewState } from '../../builder/enums.ts';
import { given } from '../../builder/input-values.ts';
import { chosenLedger, ledgerChoice } from '../../builder/ledger-choice.ts';
import {
  CorrectionPreview,
  PreviewedBalance,
  PreviewedFigures,
  TokenBalance,
  Wallet,
} from '../../builder/refs.ts';
import { ownWallet } from '../../builder/wallet-reference.ts';
import { CorrectTransferInput } from './correction.ts';

PreviewedFigures.implement({
  description: 'Figures of all time, in the currency and by the method asked for.',
  fields: (t) => ({
    realizedPnl: t.expose('realizedPnl', {
      type: 'Decimal',
      description: 'The gains of all that was disposed of.',
    }),
    unrealizedPnl: t.expose('unrealizedPnl', {
      type: 'Decimal',
      description: 'Of what has a price now; what has none adds 0.',
    }),
    costBasis: t.expose('costBasis', { type: 'Decimal', description: 'Of all open lots.' }),
    income: t.expose('income', { type: 'Decimal', description: 'At market value.' }),
    expenses: t.expose('expenses', { type: 'Decimal', description: 'What was spent, at market value.' }),
    debtValue: t.expose('debtValue', {
      type: 'Decimal',
      description: 'Of netWorth: what is owed, negative or 0. What has no price now adds 0.',
    }),
    netWorth: t.expose('netWorth', {
      type: 'Decimal',
      description:
        'What there is and what protocols hold of it, less what is owed, at the prices of now; what has none adds 0.',
    }),
  }),
});

PreviewedBalance.implement({
  description: 'A balance that a correction, or its undoing, would move.',
  fields: (t) => ({
    balance: t.expose('balance', { type: TokenBalance }),
    before: t.expose('before', { type: PreviewedFigures }),
    after: t.expose('after', { type: PreviewedFigures }),
  }),
});

CorrectionPreview.implement({
  description: 'What a correction, or its undoing, would move. Nothing was stored.',
  fields: (t) => ({
    wallet: t.field({ type: Wallet, ...ownWallet }),
    state: t.expose('state', { type: PreviewState }),
    before: t.expose('before', {
      type: PreviewedFigures,
      nullable: true,
      description: 'Of the whole wallet, as its totals are. Null unless READY.',
    }),
    after: t.expose('after', {
      type: PreviewedFigures,
      nullable: true,
      description: 'Of the whole wallet, as they would be. Null unless READY.',
    }),
    balances: t.expose('balances', {
      type: [PreviewedBalance],
      description: 'Those of the wallet that would change, without NFTs.',
      complexity: { field: 1, multiplier: 5 },
    }),
    otherWalletCount: t.exposeInt('otherWalletCount', {
      description: 'How many other wallets of yours would change, since something moved between them.',
    }),
    costMethod: t.expose('costMethod', { type: CostMethod }),
    currency: t.expose('currency', { type: Currency }),
  }),
});

builder.queryField('previewCorrection', (t) =>
  t.field({
    type: CorrectionPreview,
    nullable: true,
    description:
      'What `correctTransfer` would move, before it is made: the ledger is booked in memory with it and without it, and nothing is stored. Needs the scope `write`, and refuses what the correction would be refused for.',
    args: {
      input: t.arg({ type: CorrectTransferInput, required: true }),
      ...ledgerChoice,
    },
    // It books up to some thousand rows twice, and reads what totals read.
    complexity: { field: 500, multiplier: 1 },
    resolve: (_root, { input, ...choice }, { readModel, caller }) => {
      const { clientMutationId: _id, transferId, ...fields } = input;
      return readModel.previewCorrection(caller, { ...given(fields), transferId }, chosenLedger(choice));
    },
  }),
);

builder.queryField('previewUndo', (t) =>
  t.field({
    type: CorrectionPreview,
    nullable: true,
    description:
      'What `undoCorrection` would move, in the same way. Of one that is undone already, or whose transfer is gone, that is nothing.',
    args: { id: t.arg.id({ required: true }), ...ledgerChoice },
    complexity: { field: 500, multiplier: 1 },
    resolve: (_root, { id, ...choice }, { readModel, caller }) =>
      readModel.previewUndo(caller, id, chosenLedger(choice)),
  }),
);
