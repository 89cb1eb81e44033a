/** counterparties: how much was paid to whom, and received from whom. */
import { z } from 'zod';
import type { CounterpartyTotalView } from '../../use-cases/model/figures-model.ts';
import { figure } from '../text/figures.ts';
import { partyOf } from './activity.ts';
import { defineListTool, nextOf } from './list-tool.ts';
import { readToken, timeOf } from './questions.ts';
import { type Call, currency, from, to, tokens } from './tool.ts';

export const counterparties = defineListTool({
  name: 'counterparties',
  title: 'Counterparties',
  description: 'What was received from and paid to each counterparty in a time, largest first.',
  shape: {
    ...{ tokens, from, to, currency },
    top: z.int().min(1).max(100).default(10),
  },
  async list(input, call, { wallets: addresses, after }) {
    const { readModel, caller } = call;
    const [fromTime, toTime] = [timeOf(input.from, 'from'), timeOf(input.to, 'to')];
    const filter = {
      ...(fromTime === undefined ? {} : { from: fromTime }),
      ...(toTime === undefined ? {} : { to: toTime }),
      ...(input.tokens === undefined ? {} : { tokens: input.tokens.map(readToken) }),
    };
    const request = { wallets: addresses, filter, currency: input.currency };
    await call.weigh(input.top);
    const [page, all] = await Promise.all([
      readModel.listCounterpartyTotals(caller, request, {
        ...{ mode: 'cursor', first: input.top },
        ...(after === undefined ? {} : { after }),
      }),
      readModel.flowTotals(caller, request),
    ]);
    const show = (value: string): string => figure(value, call.detail);
    return {
      lines: [
        `all: in ${show(all.inflow)}, out ${show(all.outflow)}, net ${show(all.net)} ${input.currency}; transfers without a price are left out`,
      ],
      columns: ['counterparty', 'transfers', 'in', 'out', 'net', 'unpriced'],
      rows: page.items.map((total) => cellsOf(total, call)),
      next: nextOf(page),
      missing: all.unpricedCount > 0 ? [`${all.unpricedCount} transfers without a price are left out`] : [],
    };
  },
});

function cellsOf(total: CounterpartyTotalView, { detail: digits }: Call): string[] {
  const { transferCount, inflow, outflow, net, unpricedCount } = total;
  return [
    ...[partyOf(total), String(transferCount)],
    ...[inflow, outflow, net].map((value) => figure(value, digits)),
    String(unpricedCount),
  ];
}
