import { builder } from '../../builder/builder.ts';
import { Currency, ValueInterval } from '../../builder/enums.ts';
import { ValuePoint, Wallet } from '../../builder/refs.ts';

ValuePoint.implement({
  description: "A wallet's worth at one moment: its recognised tokens at the prices stored for that time.",
  fields: (t) => ({
    timestamp: t.expose('timestamp', { type: 'DateTime' }),
    value: t.expose('value', {
      type: 'Decimal',
      description: 'In the currency asked for; what has no price is left out.',
    }),
    unpricedCount: t.exposeInt('unpricedCount', {
      description: 'Tokens held that have no price up to then.',
    }),
    staleCount: t.exposeInt('staleCount', {
      description:
        'Tokens valued at a price from more than an hour before. Their prices were asked for by this query: the same query shows them later.',
    }),
  }),
});

builder.objectField(Wallet, 'valueHistory', (t) =>
  t.field({
    type: [ValuePoint],
    description:
      'Its value over time, for charts: at `from`, every step after it, and `to`; at most 1,000 points.',
    args: {
      from: t.arg({ type: 'DateTime', required: true }),
      to: t.arg({ type: 'DateTime', required: true }),
      interval: t.arg({ type: ValueInterval, defaultValue: 'DAY' }),
      currency: t.arg({ type: Currency, defaultValue: 'USD' }),
    },
    // It reads the whole history up to `to`.
    complexity: { field: 100, multiplier: 100 },
    resolve: ({ address }, { from, to, interval, currency }, { readModel, caller }) =>
      readModel.valueHistory(caller, {
        wallet: address,
        from,
        to,
        interval: interval ?? 'DAY',
        currency: currency ?? 'USD',
      }),
  }),
);
