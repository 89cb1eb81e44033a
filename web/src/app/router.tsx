/** The pages and their URLs. All state stands in the URL; what is wrong in it is left out. */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { ActivityPage, type ActivitySearch, readActivity } from '../pages/activity.tsx';
import { CounterpartiesPage } from '../pages/counterparties.tsx';
import { HoldingPage } from '../pages/holding.tsx';
import { HoldingsPage } from '../pages/holdings.tsx';
import { IssuesPage } from '../pages/issues.tsx';
import { OverviewPage } from '../pages/overview.tsx';
import { TransactionPage } from '../pages/transaction.tsx';
import { WalletsPage } from '../pages/wallets.tsx';
import { Page } from '../parts/page.tsx';
import { Empty } from '../parts/states.tsx';
import { baseUrl } from './base.ts';
import { Frame } from './frame.tsx';
import { type LensSearch, readLens } from './lens-search.ts';

const root = createRootRoute({
  component: Frame,
  validateSearch: (search: Record<string, unknown>): LensSearch => readLens(search),
  notFoundComponent: () => (
    <Page title="Not found">
      <Empty title="There is no such page." />
    </Page>
  ),
});

const at = { getParentRoute: () => root };

const pages = [
  createRoute({ ...at, path: '/', component: OverviewPage }),
  createRoute({ ...at, path: '/holdings', component: HoldingsPage }),
  createRoute({ ...at, path: '/holding/$id', component: HoldingPage }),
  createRoute({
    ...at,
    path: '/activity',
    component: ActivityPage,
    validateSearch: (search: Record<string, unknown>): ActivitySearch => readActivity(search),
  }),
  createRoute({
    ...at,
    path: '/transaction/$chainId/$hash',
    component: TransactionPage,
    validateSearch: (search: Record<string, unknown>): { wallet?: string } => {
      const wallet = readLens({ w: search.wallet }).w;
      return wallet === undefined ? {} : { wallet };
    },
  }),
  createRoute({ ...at, path: '/counterparties', component: CounterpartiesPage }),
  createRoute({ ...at, path: '/issues', component: IssuesPage }),
  createRoute({ ...at, path: '/wallets', component: WalletsPage }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(pages),
  basepath: baseUrl.pathname,
  defaultPreload: false,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
