/** The pages that the frame leads to, and what a way to another page keeps of the URL. */
import { lensNames } from './lens/lens-search.ts';

export const places = [
  { to: '/', name: 'Overview', key: 'o' },
  { to: '/holdings', name: 'Holdings', key: 'h' },
  { to: '/held', name: 'Held and owed', key: 'e' },
  { to: '/nfts', name: 'NFTs', key: 'n' },
  { to: '/activity', name: 'Activity', key: 'a' },
  { to: '/counterparties', name: 'Counterparties', key: 'c' },
  { to: '/reports', name: 'Reports', key: 'r' },
  { to: '/issues', name: 'Issues', key: 'i' },
  { to: '/corrections', name: 'Corrections', key: 'u' },
  { to: '/wallets', name: 'Wallets', key: 'w' },
  { to: '/dev', name: 'Developers', key: 'd' },
] as const;

/** The pages of the developer portal. */
export const devPlaces = [
  { to: '/dev/keys', name: 'API keys' },
  { to: '/dev/usage', name: 'Usage' },
  { to: '/dev/requests', name: 'Requests' },
  { to: '/dev/webhooks', name: 'Webhooks' },
  { to: '/dev/members', name: 'Members' },
  { to: '/dev/audit', name: 'Audit' },
  { to: '/dev/clients', name: 'Clients' },
  { to: '/dev/system', name: 'System' },
  { to: '/dev/graphql', name: 'GraphQL' },
  { to: '/dev/rest', name: 'REST' },
] as const;

/** The lens, and nothing of what belongs to the page that is left. */
export function keepLens(search: Record<string, unknown>): Record<string, unknown> {
  const kept = lensNames.filter((name) => search[name] !== undefined);
  return Object.fromEntries(kept.map((name) => [name, search[name]]));
}
