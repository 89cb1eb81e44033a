/** What was realised, earned and spent between two moments, such as in a calendar year. */
import { PublicError } from '../../../errors.ts';
import { builder } from '../../builder/builder.ts';
import { chosenLedger, ledgerChoice } from '../../builder/ledger-choice.ts';
import { Results } from '../../builder/refs.ts';

Results.implement({
  description:
    'What was realised, earned and spent from one moment until before another, over all tokens and NFTs of the wallets together.',
  fields: (t) => ({
    realizedPnl: t.expose('realizedPnl', {
      type: 'Decimal',
      description: 'The gains of all that was disposed of; contains neither income nor expenses.',
    }),
    income: t.expose('income', {
      type: 'Decimal',
      description: 'Claims, airdrops and rewards at market value.',
    }),
    expenses: t.expose('expenses', {
      type: 'Decimal',
      description: 'What was spent, and gas that belongs to no acquisition or disposal.',
    }),
    fees: t.expose('fees', {
      type: 'Decimal',
      description:
        'Network fees at market value. Costs, proceeds and expenses contain them already: do not take them off again.',
    }),
    missingCount: t.exposeInt('missingCount', {
      description: 'Parts of what was disposed of whose cost is not known, and taken for 0.',
    }),
    unpricedCount: t.exposeInt('unpricedCount', {
      description:
        'Results that lack a price: what had come without one cost 0, and what went, or was earned, without one is left out.',
    }),
    asOf: t.expose('asOf', {
      type: 'DateTime',
      nullable: true,
      description: 'The moment that the results stand for; null: one of the wallets is not booked yet.',
    }),
  }),
});

builder.queryField('results', (t) =>
  t.field({
    type: Results,
    nullable: true,
    description: 'What was realised, earned and spent between two moments, such as in a calendar year.',
    args: {
      wallets: t.arg({ type: ['Address'], required: true }),
      from: t.arg({ type: 'DateTime', required: true, description: 'At or after it.' }),
      to: t.arg({ type: 'DateTime', required: true, description: 'Before it.' }),
      ...ledgerChoice,
    },
    // It reads all accounts of the wallets, twice.
    complexity: ({ wallets }) => ({ field: 200 * Math.max(1, wallets.length), multiplier: 1 }),
    resolve: (_root, { wallets, from, to, ...choice }, { readModel, caller }) => {
      if (from > to) {
        const message = 'is later than to';
        throw new PublicError('BAD_INPUT', `from ${message}`, [{ path: 'from', message }]);
      }
      return readModel.resultsBetween(caller, { wallets, from, to, ...chosenLedger(choice) });
    },
  }),
);
