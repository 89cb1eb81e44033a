import type { WalletName } from '../economy/world-types.ts';
import type { Random } from '../node/random.ts';
import type { Activity } from './context.ts';
import { contractActivities } from './contracts.ts';
import { exchangeActivities } from './exchanges.ts';
import { lendingActivities } from './lending.ts';
import { nftActivities } from './nfts.ts';
import { stakingActivities } from './staking.ts';
import { transferActivities } from './transfers.ts';

/** Everything that can happen to a watched wallet. A new activity is one entry in one of these lists. */
const activities: readonly Activity[] = [
  ...transferActivities,
  ...exchangeActivities,
  ...nftActivities,
  ...contractActivities,
  ...stakingActivities,
  ...lendingActivities,
];

/** An activity, and the wallet it happens to. */
export type Intention = { readonly activity: Activity; readonly wallet: WalletName };

/** Every activity of every wallet once, shuffled: the part of the simulation that leaves nothing out. */
export function everyIntention(random: Random): Intention[] {
  return random.shuffle(
    activities.flatMap((activity) => activity.wallets.map((wallet) => ({ activity, wallet }))),
  );
}

/** Any activity, by weight. */
export function anyIntention(random: Random): Intention {
  const activity = random.weighted(activities);
  return { activity, wallet: random.pick(activity.wallets) };
}
