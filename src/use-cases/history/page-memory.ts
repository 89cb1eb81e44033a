/**
 * The views of pages of transfers that are asked for again and again: as long as the rows are the same objects, and nothing has changed of
 * what else goes into the views, the same list of views. Then its JSON can be kept with it (model/shared-views.ts).
 */
import { createMemory } from '../../domain/memory.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';
import { isKept } from '../../store/pages/list-memory.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import type { KnownState } from '../lookups/known-states.ts';
import { shareView } from '../model/shared-views.ts';
import type { TransferView } from '../model/view-model.ts';

/** All that the views of a page are made of. */
export interface PageOrigin {
  /** As it was before anything was read for the views. */
  readonly state: KnownState;
  /** Whose labels they show. */
  readonly clientId: number;
  readonly rows: readonly TransferRow[];
  readonly wallets: readonly RegistrationRow[];
}

export interface PageMemory {
  /** What was made of the same, or what `make` makes of it now. */
  of(origin: PageOrigin, make: () => Promise<readonly TransferView[]>): Promise<readonly TransferView[]>;
}

/** As many rows as store/pages/transfer-pages.ts remembers. */
const mostRows = 20_000;

interface Known {
  readonly state: KnownState;
  readonly rows: readonly TransferRow[];
  readonly corrected: string;
  readonly views: readonly TransferView[];
}

export function createPageMemory(): PageMemory {
  const pages = createMemory<string, Known>({ maximum: mostRows, weightOf: ({ rows }) => rows.length });

  return {
    async of(origin, make) {
      const { state, clientId, rows, wallets } = origin;
      const [first] = rows;
      // What is cleared of spam is looked up each time.
      const isKnowable =
        first !== undefined && isKept(first) && !wallets.some(({ hasCleared }) => hasCleared);
      if (!isKnowable) return make();
      const name = `${clientId} ${first.walletId} ${first.position} ${rows.length}`;
      const corrected = wallets.map(({ walletId, hasCorrections }) => `${walletId}:${hasCorrections}`).join();
      const known = pages.get(name);
      if (known?.state === state && known.corrected === corrected && areSame(known.rows, rows))
        return known.views;
      const views = shareView(Object.freeze(await make()));
      pages.keep(name, { state, rows, corrected, views });
      return views;
    },
  };
}

function areSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
