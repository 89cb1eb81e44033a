/** Counterparties: any address that a wallet may have dealt with, as the caller's labels name it. */
import { type ContractKey, counterpartyId } from '../domain/ids.ts';
import type { ReadModel } from './interface.ts';
import type { Lookups } from './lookups.ts';
import type { Caller, CounterpartyView } from './model.ts';
import { requireScope } from './ownership.ts';
import { anyChain, loadReferences } from './references.ts';

export function createCounterparties(deps: {
  lookups: Lookups;
}): Pick<ReadModel, 'getCounterparty' | 'counterpartiesByIds'> {
  async function viewsOf(
    caller: Caller,
    keys: readonly (ContractKey | null)[],
  ): Promise<(CounterpartyView | null)[]> {
    const counterparties = keys.filter((key) => key !== null);
    const references = await loadReferences(deps.lookups, caller.clientId, { counterparties });
    return keys.map((key) => (key === null ? null : references.counterparty(key)));
  }

  return {
    async getCounterparty(caller, address, chainId = anyChain) {
      requireScope(caller, 'read');
      const references = await loadReferences(deps.lookups, caller.clientId, {
        counterparties: [{ chainId, address }],
      });
      return references.counterparty({ chainId, address });
    },

    async counterpartiesByIds(caller, ids) {
      requireScope(caller, 'read');
      return viewsOf(
        caller,
        ids.map((id) => counterpartyId.decode(id)),
      );
    },
  };
}
