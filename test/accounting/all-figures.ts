/** All that a ledger says of a wallet, read as a client reads it. */
import { costMethods } from '../../src/domain/ids.ts';
import type { Address } from '../../src/domain/model.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';

/** Balances, lots and disposals in USD and ETH, without when they were booked, for comparing to the last digit. */
export async function figuresOf(readModel: ReadModel, caller: Caller, wallet: Address): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const costMethod of costMethods) {
    for (const currency of ['USD', 'ETH'] as const) {
      const figures = await readModel.listBalances(caller, {
        ...{ wallets: [wallet], period: 'MAX', costMethod, currency, filter: {} },
      });
      for (const { asOf: _asOf, ...figure } of figures) {
        const lots = await readModel.listLots(caller, figure.id, { mode: 'cursor', first: 100 });
        const disposals = await readModel.listDisposals(caller, figure.id, { first: 100 });
        // The date of a pool is the moment that it was booked.
        const isPool = costMethod === 'WAC';
        const open = lots.items.map((lot) => ({ ...lot, acquiredAt: isPool ? 0 : lot.acquiredAt }));
        all.push({ figure, open, disposals: disposals.items });
      }
    }
  }
  return all;
}
