/** Questions for every tool of agents that reads. */
import { usdc } from '../../support/history.ts';

/** What each tool is asked about a wallet. Nothing else is wrong with it. */
export const toolInputs: Readonly<Record<string, (address: string) => Record<string, unknown>>> = {
  ...Object.fromEntries(
    ['portfolio', 'holdings', 'activity', 'gains', 'counterparties', 'issues', 'sync_status'].map((name) => [
      name,
      (address: string) => ({ wallets: [address] }),
    ]),
  ),
  explain: (address) => ({ id: `1:${usdc}`, wallets: [address] }),
  graphql: (address) => ({ query: `{ transfers(wallets: ["${address}"]) { count } }` }),
};
