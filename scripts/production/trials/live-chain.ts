/** The demo's chain, which goes on while it is told to: wallets do something about once a second. */
import { setTimeout as delay } from 'node:timers/promises';
import { createActivity } from '../../../demo/activity.ts';
import { demoChain } from '../../../demo/demo-chain.ts';
import type { World } from '../../../demo/economy/world-types.ts';
import { startAnvil } from '../../../demo/node/anvil.ts';
import { createChain } from '../../../demo/node/chain.ts';
import { buildWorld } from '../../../demo/world.ts';
import { worldPrices } from '../../../demo/world-prices.ts';

export interface LiveChain {
  readonly world: World;
  /** Content of CONFIG_FILE for services of today, and what every version has understood. */
  readonly configs: { readonly today: object; readonly always: object };
  /** Begins to make blocks. Answers what ends it, and says how many steps there were and which block is the last. */
  live(): () => Promise<{ steps: number; block: number }>;
  stop(): Promise<void>;
}

/** @param transactions of the past. */
export async function startLiveChain(transactions: number): Promise<LiveChain> {
  const anvil = await startAnvil();
  const world = await buildWorld({ rpcUrl: anvil.rpcUrl, seed: 20_240_229, transactions });
  const chain = demoChain(world);
  const { chainId, name, slug, symbol, rpc, confirmations, pollSeconds } = chain;
  const plain = { chainId, name, slug, symbol, rpc, confirmations, pollSeconds };
  return {
    world,
    configs: {
      today: { chains: [chain], prices: worldPrices(world) },
      always: { chains: [plain], prices: { order: [] } },
    },
    live() {
      const activity = createActivity(world);
      let steps = 0;
      let isOver = false;
      const done = (async () => {
        while (!isOver) {
          await activity.step();
          steps += 1;
          await delay(1_000);
        }
      })();
      return async () => {
        isOver = true;
        await done;
        return { steps, block: Number((await createChain(world).latestBlock()).number) };
      };
    },
    stop: anvil.stop,
  };
}
