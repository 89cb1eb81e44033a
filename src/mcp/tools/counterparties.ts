/** counterparties: how much was paid to whom, and received from whom. */
import { z } from 'zod';
import type { CounterpartyTotalView } from '../../use-cases/model/figures-model.ts';
import { cursorsOf } from '../text/cursors.ts';
import { figure } from '../text/figures.ts';
import { partyOf } from './activity.ts';
import { loadStateOf, readToken, timeOf, walletsOf } from './questions.ts';
import { type Call, currency, cursor, defineTool, detail, from, to, tokens, wallets } from './tool.ts';

const name = 'counterparties';

export const counterparties = defineTool({
  name,
  title: 'Counterparties',
  description: 'What was received from and paid to each counterparty in a time, largest first.',
  shape: {
    ...{ wallets, tokens, from, to, currency },
    top: z.int().min(1).max(100).default(10),
    ...{ cursor, detail },
  },
  async answer(input, call) {
    const { readModel, caller } = call;
    const addresses = await walletsOf(call, input.wallets);
    const [fromTime, toTime] = [timeOf(input.from, 'from'), timeOf(input.to, 'to')];
    const filter = {
      ...(fromTime === undefined ? {} : { from: fromTime }),
      ...(toTime === undefined ? {} : { to: toTime }),
      ...(input.tokens === undefined ? {} : { tokens: input.tokens.map(readToken) }),
    };
    const request = { wallets: addresses, filter, currency: input.currency };
    const cursors = cursorsOf(name, request);
    const after = cursors.decode(input.cursor);
    await call.weigh(input.top);
    const [page, all, state] = await Promise.all([
      readModel.listCounterpartyTotals(caller, request, {
        ...{ mode: 'cursor', first: input.top },
        ...(after === undefined ? {} : { after }),
      }),
      readModel.flowTotals(caller, request),
      loadStateOf(call, addresses),
    ]);
    const show = (value: string): string => figure(value, call.detail);
    return {
      lines: [
        `all: in ${show(all.inflow)}, out ${show(all.outflow)}, net ${show(all.net)} ${input.currency}; transfers without a price are left out`,
      ],
      table: {
        columns: ['counterparty', 'transfers', 'in', 'out', 'net', 'unpriced'],
        rows: page.items.map((total) => cellsOf(total, call)),
        cursorAfter(rows) {
          const inner = page.cursors[rows - 1];
          return inner === undefined || (rows === page.items.length && !page.hasNextPage)
            ? null
            : cursors.encode(inner);
        },
        more: 'go on with next_cursor',
      },
      asOf: state.staleSince ?? call.now,
      missing: [
        ...state.missing,
        ...(all.unpricedCount > 0 ? [`${all.unpricedCount} transfers without a price are left out`] : []),
      ],
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
