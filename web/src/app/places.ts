/** The pages that the frame leads to, and what a way to another page keeps of the URL. */

export const places = [
  { to: '/', name: 'Overview', key: 'o' },
  { to: '/holdings', name: 'Holdings', key: 'h' },
  { to: '/activity', name: 'Activity', key: 'a' },
  { to: '/counterparties', name: 'Counterparties', key: 'c' },
  { to: '/issues', name: 'Issues', key: 'i' },
  { to: '/wallets', name: 'Wallets', key: 'w' },
] as const;

/** The lens, and nothing of what belongs to the page that is left. */
export function keepLens(search: Record<string, unknown>): Record<string, unknown> {
  const kept = ['w', 'cur', 'method', 'period'].filter((name) => search[name] !== undefined);
  return Object.fromEntries(kept.map((name) => [name, search[name]]));
}
