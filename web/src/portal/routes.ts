/** The pages of the portal and their URLs. Each is a script of its own, loaded when somebody goes there. */
import { type AnyRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readingOf } from '../app/lens/wrong-links.ts';
import { keepLens } from '../app/places.ts';
import {
  type AuditSearch,
  type RequestsSearch,
  readAudit,
  readRequests,
  readUsage,
  type UsageSearch,
} from './search.ts';

export function portalRoutes<Root extends AnyRootRoute>(root: Root) {
  const at = { getParentRoute: () => root };
  return [
    createRoute({
      ...at,
      path: '/dev',
      beforeLoad: ({ search }) => {
        throw redirect({ to: '/dev/keys', search: keepLens(search), replace: true });
      },
    }),
    createRoute({
      ...at,
      path: '/dev/keys',
      component: lazyRouteComponent(() => import('./keys/keys.tsx'), 'KeysPage'),
    }),
    createRoute({
      ...at,
      path: '/dev/usage',
      component: lazyRouteComponent(() => import('./keys/usage.tsx'), 'UsagePage'),
      validateSearch: readingOf<UsageSearch>(['days'], readUsage),
    }),
    createRoute({
      ...at,
      path: '/dev/requests',
      component: lazyRouteComponent(() => import('./keys/requests.tsx'), 'RequestsPage'),
      validateSearch: readingOf<RequestsSearch>(['request', 'code'], readRequests),
    }),
    createRoute({
      ...at,
      path: '/dev/webhooks',
      component: lazyRouteComponent(() => import('./webhooks/webhooks.tsx'), 'WebhooksPage'),
    }),
    createRoute({
      ...at,
      path: '/dev/webhooks/$id',
      component: lazyRouteComponent(() => import('./webhooks/webhook.tsx'), 'WebhookPage'),
    }),
    createRoute({
      ...at,
      path: '/dev/members',
      component: lazyRouteComponent(() => import('./people/members.tsx'), 'MembersPage'),
    }),
    createRoute({
      ...at,
      path: '/dev/audit',
      component: lazyRouteComponent(() => import('./people/audit.tsx'), 'AuditPage'),
      validateSearch: readingOf<AuditSearch>(['action'], readAudit),
    }),
    createRoute({
      ...at,
      path: '/dev/clients',
      component: lazyRouteComponent(() => import('./service/clients.tsx'), 'ClientsPage'),
    }),
    createRoute({
      ...at,
      path: '/dev/system',
      component: lazyRouteComponent(() => import('./service/system.tsx'), 'SystemPage'),
    }),
    createRoute({
      ...at,
      path: '/dev/graphql',
      component: lazyRouteComponent(() => import('./documents.tsx'), 'GraphqlPage'),
    }),
    createRoute({
      ...at,
      path: '/dev/rest',
      component: lazyRouteComponent(() => import('./documents.tsx'), 'RestPage'),
    }),
  ] as const;
}
