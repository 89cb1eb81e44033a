/** What all pages look through: wallets, currency, cost method and period. It stands in the URL, so that a link shows the same. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import {
  type CostMethod,
  type Currency,
  currenciesWith,
  type LensSearch,
  mostWallets,
  type Period,
  readLens,
} from './lens-search.ts';

export interface Lens {
  /** Lower case, at least one; those that are registered, when the URL names none. */
  wallets: readonly string[];
  /** The ids of those that are registered, as far as the frame knows them. */
  walletIds: readonly string[];
  currency: Currency;
  costMethod: CostMethod;
  period: Period;
}

/** The wallets that stand for "all of mine". */
const OwnWallets = createContext<readonly { id: string; address: string }[]>([]);
export const OwnWalletsProvider = OwnWallets.Provider;
/** As many as the frame asks for: where there are fewer, it knows all. */
export const mostKnown = 100;
/** All that are registered, as far as the frame knows them. */
export const useOwnWallets = (): readonly { id: string; address: string }[] => useContext(OwnWallets);

/** The client's reporting currency; null: none. */
const Reporting = createContext<Currency | null>(null);
export const ReportingProvider = Reporting.Provider;
export const useReporting = (): Currency | null => useContext(Reporting);
/** What figures can be asked for in, in the order of choices. */
export const useCurrencies = (): readonly Currency[] => currenciesWith(useReporting());

export function useLens(): Lens {
  const reporting = useReporting();
  const search = useSearch({ strict: false });
  const own = useContext(OwnWallets);
  const isOwn = (given: string): boolean =>
    own.length >= mostKnown || own.some(({ address }) => address === given);
  // What is not registered has nothing to show; above the page it is said that it is left out.
  const given = search.w?.split(',').filter(isOwn) ?? [];
  // Nor is a currency that the books are not told in.
  const currency = currenciesWith(reporting).find((one) => one === search.cur);
  const chosen = given.length > 0 ? given : own.slice(0, mostWallets).map(({ address }) => address);
  return {
    wallets: chosen,
    walletIds: own.filter(({ address }) => chosen.includes(address)).map(({ id }) => id),
    currency: currency ?? reporting ?? 'USD',
    costMethod: search.method ?? 'FIFO',
    period: search.period ?? 'MAX',
  };
}

type LensChange = { [Key in keyof LensSearch]?: LensSearch[Key] | undefined };

/** What is changed, or how that follows from what stands in the URL when it is changed. */
type Changing = LensChange | ((present: LensSearch) => LensChange);

/** Changes the lens and leaves the page where it is. Back takes it back; `isForGood`: it does not. */
export function useLensChange(): (change: Changing, isForGood?: boolean) => void {
  const navigate = useNavigate();
  return (change, isForGood = false) => {
    void navigate({
      to: '.',
      search: (previous: Record<string, unknown>) => {
        const changed = typeof change === 'function' ? change(readLens(previous)) : change;
        const next = Object.entries({ ...previous, ...changed }).filter(([, value]) => value !== undefined);
        return Object.fromEntries(next);
      },
      replace: isForGood,
    });
  };
}
