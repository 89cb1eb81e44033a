/** Counterparties: any address that a wallet may have dealt with, as the caller's labels name it. */

import { type ContractKey, counterpartyId } from '../../domain/ids.ts';
import { textProblem } from '../../domain/text/client-text.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  type CounterpartyList,
  chainOfCounterparty,
  countCounterpartiesOf,
  pageCounterparties,
} from '../../store/pages/counterparty-pages.ts';
import { labelOwner, type Ownership, requireScope } from '../access/ownership.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { anyChain, loadReferences } from '../lookups/references.ts';
import type { ReadModel } from '../model/interface.ts';
import type { CounterpartyListRequest } from '../model/requests.ts';
import { type Caller, type CounterpartyView, defaultPageSize } from '../model/view-model.ts';

type Counterparties = Pick<
  ReadModel,
  'getCounterparty' | 'counterpartiesByIds' | 'counterpartyOnChains' | 'listCounterparties'
>;

const longestSearch = 200;
const mostTags = 50;

export function createCounterparties(deps: {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
}): Counterparties {
  const { database, ownership, lookups } = deps;

  async function viewsOf(caller: Caller, keys: readonly ContractKey[]): Promise<CounterpartyView[]> {
    const references = await loadReferences(lookups, labelOwner(caller), { counterparties: keys });
    return keys.map((key) => references.counterparty(key));
  }

  return {
    async getCounterparty(caller, address, chainId = anyChain) {
      requireScope(caller, 'read');
      const references = await loadReferences(lookups, labelOwner(caller), {
        counterparties: [{ chainId, address }],
      });
      return references.counterparty({ chainId, address });
    },

    async counterpartiesByIds(caller, ids) {
      requireScope(caller, 'read');
      const keys = ids.map((id) => counterpartyId.decode(id));
      const views = await viewsOf(
        caller,
        keys.filter((key) => key !== null),
      );
      const byId = new Map(views.map((view) => [view.id, view]));
      return ids.map((id) => byId.get(id) ?? null);
    },

    async counterpartyOnChains(caller, address) {
      requireScope(caller, 'read');
      const [chainId, blockchains] = await Promise.all([
        chainOfCounterparty(database, caller.clientId, address, caller.bounds && [...caller.bounds.wallets]),
        lookups.blockchains(),
      ]);
      // The totals' counterparties have no chain.
      const first = chainId ?? anyChain;
      const chainIds = new Set([first, ...[...blockchains.keys()].sort((a, b) => a - b), anyChain]);
      const keys = [...chainIds].map((id) => ({ chainId: id, address }));
      return viewsOf(caller, keys);
    },

    async listCounterparties(caller, request, { first = defaultPageSize, after }) {
      requireScope(caller, 'read');
      const [registration] = await ownership.require(caller, [request.wallet]);
      if (registration === undefined) throw new Error('a required wallet was not answered');
      const { walletId } = registration;
      const list: CounterpartyList = {
        walletId,
        spam: request.spam,
        label: labelFilter(labelOwner(caller), request),
      };
      const place = after === undefined ? undefined : placeOf(after);
      const found = await pageCounterparties(database, { ...list, after: place, limit: first + 1 });
      const items = await viewsOf(caller, found.slice(0, first));
      const isWhole = place === undefined && found.length <= first;
      return {
        items,
        cursors: items.map(({ id }) => id),
        hasNextPage: found.length > first,
        hasPreviousPage: place !== undefined,
        count: async () => (isWhole ? items.length : countCounterpartiesOf(database, list)),
        ...{ next: null, previous: null, anchor: null },
      };
    },
  };
}

/** Cursors are the counterparties' ids, which say where they stand in the order. */
function placeOf(after: string): ContractKey {
  const key = counterpartyId.decode(after);
  if (key !== null) return key;
  throw refuse('after', 'after is not a cursor of this list');
}

function labelFilter(clientId: number, { search, tags }: CounterpartyListRequest): CounterpartyList['label'] {
  const name = search?.trim();
  const wanted = tags === undefined || tags.length === 0 ? undefined : tags;
  if (name === undefined && wanted === undefined) return undefined;
  if (name === '' || (name !== undefined && name.length > longestSearch)) {
    throw refuse('search', `the search must have 1 to ${longestSearch} characters`);
  }
  if (wanted !== undefined && wanted.length > mostTags) {
    throw refuse('tags', `at most ${mostTags} tags can be searched for`);
  }
  const problem = name === undefined ? null : textProblem(name);
  if (problem !== null) throw refuse('search', `the search ${problem}`);
  const tagProblem = wanted?.map((tag) => textProblem(tag)).find((found) => found !== null) ?? null;
  if (tagProblem !== null) throw refuse('tags', `a tag ${tagProblem}`);
  return { clientId, name, tags: wanted };
}

function refuse(path: string, message: string): PublicError {
  return new PublicError('BAD_INPUT', message, [{ path, message }]);
}
