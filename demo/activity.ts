import type { Hex } from 'viem';
import { anyIntention } from './activities/all.ts';
import type { Context } from './activities/context.ts';
import { createCalls } from './calls/actions.ts';
import type { World } from './economy/world-types.ts';
import { createChain } from './node/chain.ts';
import { createRandom } from './node/random.ts';
import { marketMoves, refills } from './upkeep.ts';
import { marketOf } from './world.ts';

/** What one step of the live demo did: the activity, its wallet, and its last transaction. */
export type ActivityStep = { readonly kind: string; readonly wallet: string; readonly hash: Hex };

/** How many steps pass between two updates of feeds and pools. */
const stepsPerRound = 8;

/**
 * Goes on where the simulated history ends: each step does one more random thing, now, on the wall clock.
 *
 * @example
 * const activity = createActivity(world);
 * const { kind, hash } = await activity.step();
 */
export function createActivity(world: World, options: { seed?: number } = {}) {
  const random = createRandom(options.seed ?? world.seed + 2);
  const chain = createChain(world);
  const context: Context = {
    deployment: world,
    calls: createCalls(world),
    chain,
    random,
    market: marketOf(world),
    now: () => Math.floor(Date.now() / 1000),
  };
  let steps = 0;

  async function keepUp() {
    const moves = await marketMoves(context);
    await chain.mineBlock(moves.map(({ call }) => call));
  }

  async function step(): Promise<ActivityStep> {
    if (steps % stepsPerRound === 0) await keepUp();
    steps += 1;
    for (const { call } of await refills(context)) await chain.send(call);
    // Some things are not possible just now; sending ether always is, so this ends.
    for (;;) {
      const { activity, wallet } = anyIntention(random);
      const planned = await activity.plan(context, wallet);
      let hash: Hex | undefined;
      for (const { call } of planned ?? []) hash = (await chain.send(call)).transactionHash;
      if (hash !== undefined) return { kind: activity.name, wallet, hash };
    }
  }

  return { step };
}
