/** The pages and their URLs. All state stands in the URL; what is wrong in it is left out. Each page is a script of its own, loaded when it is gone to. */
import { createRootRoute, createRoute, createRouter, Link, lazyRouteComponent } from '@tanstack/react-router';
import { type ActivitySearch, readActivity } from '../pages/activity/activity-search.ts';
import { type HoldingsSearch, readHoldings } from '../pages/holdings/holdings-search.ts';
import { type OverviewSearch, readOverview } from '../pages/overview/overview-search.ts';
import { Page } from '../parts/page.tsx';
import { Empty } from '../parts/states.tsx';
import { portalRoutes } from '../portal/routes.ts';
import { baseUrl } from './base.ts';
import { Frame } from './frame.tsx';
import { type LensSearch, readLens } from './lens/lens-search.ts';
import { keepLens } from './places.ts';

const root = createRootRoute({
  component: Frame,
  validateSearch: (search: Record<string, unknown>): LensSearch => readLens(search),
  notFoundComponent: () => (
    <Page title="Not found">
      <Empty title="There is no such page.">
        <Link to="/" search={keepLens}>
          To the overview
        </Link>
      </Empty>
    </Page>
  ),
});

const at = { getParentRoute: () => root };

const pages = [
  createRoute({
    ...at,
    path: '/',
    component: lazyRouteComponent(() => import('../pages/overview/overview.tsx'), 'OverviewPage'),
    validateSearch: (search: Record<string, unknown>): OverviewSearch => readOverview(search),
  }),
  createRoute({
    ...at,
    path: '/holdings',
    component: lazyRouteComponent(() => import('../pages/holdings/holdings.tsx'), 'HoldingsPage'),
    validateSearch: (search: Record<string, unknown>): HoldingsSearch => readHoldings(search),
  }),
  createRoute({
    ...at,
    path: '/holding/$id',
    component: lazyRouteComponent(() => import('../pages/holding/holding.tsx'), 'HoldingPage'),
  }),
  createRoute({
    ...at,
    path: '/activity',
    component: lazyRouteComponent(() => import('../pages/activity/activity.tsx'), 'ActivityPage'),
    validateSearch: (search: Record<string, unknown>): ActivitySearch => readActivity(search),
  }),
  createRoute({
    ...at,
    path: '/transaction/$chainId/$hash',
    component: lazyRouteComponent(() => import('../pages/transaction/transaction.tsx'), 'TransactionPage'),
    validateSearch: (search: Record<string, unknown>): { wallet?: string } => {
      const wallet = readLens({ w: search.wallet }).w;
      return wallet === undefined ? {} : { wallet };
    },
  }),
  createRoute({
    ...at,
    path: '/counterparties',
    component: lazyRouteComponent(
      () => import('../pages/counterparties/counterparties.tsx'),
      'CounterpartiesPage',
    ),
  }),
  createRoute({
    ...at,
    path: '/issues',
    component: lazyRouteComponent(() => import('../pages/issues/issues.tsx'), 'IssuesPage'),
  }),
  createRoute({
    ...at,
    path: '/held',
    component: lazyRouteComponent(() => import('../pages/held/held.tsx'), 'HeldPage'),
  }),
  createRoute({
    ...at,
    path: '/nfts',
    component: lazyRouteComponent(() => import('../pages/nfts/nfts.tsx'), 'NftsPage'),
  }),
  createRoute({
    ...at,
    path: '/reports',
    component: lazyRouteComponent(() => import('../pages/reports/reports.tsx'), 'ReportsPage'),
  }),
  createRoute({
    ...at,
    path: '/wallets',
    component: lazyRouteComponent(() => import('../pages/wallets/wallets.tsx'), 'WalletsPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([...pages, ...portalRoutes(root)]),
  basepath: baseUrl.pathname,
  // The script of a page is there when its link is pressed.
  defaultPreload: 'intent',
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
