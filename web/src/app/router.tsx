/** The pages and their URLs. All state stands in the URL; what is wrong in it is left out. Each page is a script of its own, loaded when it is gone to. */
import { createRootRoute, createRoute, createRouter, Link, lazyRouteComponent } from '@tanstack/react-router';
import { type ActivitySearch, readActivity } from '../pages/activity/activity-search.ts';
import { type CorrectionsSearch, readCorrections } from '../pages/corrections/corrections-search.ts';
import { type HoldingsSearch, readHoldings } from '../pages/holdings/holdings-search.ts';
import { type OverviewSearch, readOverview } from '../pages/overview/overview-search.ts';
import { type ReportsSearch, readReports } from '../pages/reports/reports-search.ts';
import { Page } from '../parts/page.tsx';
import { Empty } from '../parts/states.tsx';
import { portalRoutes } from '../portal/routes.ts';
import { baseUrl } from './base.ts';
import { Frame } from './frame.tsx';
import { type LensSearch, lensNames, readLens } from './lens/lens-search.ts';
import { readingOf } from './lens/wrong-links.ts';
import { keepLens } from './places.ts';

const root = createRootRoute({
  component: Frame,
  validateSearch: readingOf<LensSearch>(lensNames, readLens),
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
    validateSearch: readingOf<OverviewSearch>(['by'], readOverview),
  }),
  createRoute({
    ...at,
    path: '/holdings',
    component: lazyRouteComponent(() => import('../pages/holdings/holdings.tsx'), 'HoldingsPage'),
    validateSearch: readingOf<HoldingsSearch>(['order', 'zero', 'spam'], readHoldings),
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
    validateSearch: readingOf<ActivitySearch>(['kind', 'f', 'q', 'spam'], readActivity),
  }),
  createRoute({
    ...at,
    path: '/transaction/$chainId/$hash',
    component: lazyRouteComponent(() => import('../pages/transaction/transaction.tsx'), 'TransactionPage'),
    validateSearch: readingOf<{ wallet?: string }>(['wallet'], (search) => {
      const [wallet] = readLens({ w: search.wallet }).w?.split(',') ?? [];
      return wallet === undefined ? {} : { wallet };
    }),
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
    path: '/corrections',
    component: lazyRouteComponent(
      () => import('../pages/corrections/corrections-page.tsx'),
      'CorrectionsPage',
    ),
    validateSearch: readingOf<CorrectionsSearch>(['undone'], readCorrections),
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
    validateSearch: readingOf<ReportsSearch>(['year'], readReports),
  }),
  createRoute({
    ...at,
    path: '/summary',
    component: lazyRouteComponent(() => import('../pages/summary/summary.tsx'), 'SummaryPage'),
    validateSearch: readingOf<ReportsSearch>(['year'], readReports),
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
