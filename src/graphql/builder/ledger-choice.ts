/** By which method and in which currency: the arguments of what the ledger says. */
import type { CostMethod as Method, Currency as Money } from '../../domain/ids.ts';
import { builder } from './builder.ts';
import { CostMethod, Currency } from './enums.ts';

export const ledgerChoice = builder.args((t) => ({
  costMethod: t.field({ type: CostMethod, defaultValue: 'FIFO' }),
  currency: t.field({ type: Currency, defaultValue: 'USD' }),
}));

interface Given {
  costMethod?: Method | null | undefined;
  currency?: Money | null | undefined;
}

/** Arguments may be null, which means their default. */
export const chosenLedger = ({ costMethod, currency }: Given): { costMethod: Method; currency: Money } => ({
  costMethod: costMethod ?? 'FIFO',
  currency: currency ?? 'USD',
});
