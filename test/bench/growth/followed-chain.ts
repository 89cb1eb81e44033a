/** A real node behind a proxy that counts, and blocks of a given make: some payments to wallets, some between strangers. */
import { startAnvil } from '../../../demo/node/anvil.ts';
import { type ProxiedCall, startNodeProxy } from '../../chains/support/node-proxy.ts';
import { askNode } from '../../support/explorer-fake/chain-index.ts';
import { address } from '../../support/records.ts';

export interface FollowedChain {
  readonly url: string;
  /** How many requests of each kind since the last time that somebody asked; of blocks: looks at the newest, headers, whole ones. */
  takeCounts(): Map<string, number>;
  /** Mines a block that pays each of these, and so many strangers; answers the block's number. */
  mine(paid: readonly string[], strangers: number): Promise<number>;
  stop(): Promise<void>;
}

export const chainId = 31_337;
// Anvil's first account.
const payer = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const firstStranger = 900_000_000;

export async function startFollowedChain(): Promise<FollowedChain> {
  const anvil = await startAnvil({ chainId, timestamp: Math.floor(Date.now() / 1000) - 600 });
  const proxy = await startNodeProxy(anvil.rpcUrl);
  const ask = (method: string, params: readonly unknown[]) => askNode(anvil.rpcUrl, method, params);
  await ask('evm_setAutomine', [false]);
  let nextStranger = firstStranger;
  let counts = new Map<string, number>();
  proxy.interfere({
    answer(call) {
      const kind = kindOf(call);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return undefined;
    },
  });
  return {
    url: proxy.url,
    takeCounts() {
      const taken = counts;
      counts = new Map();
      return taken;
    },
    async mine(paid, strangers) {
      const others = Array.from({ length: strangers }, () => {
        nextStranger += 1;
        return address(nextStranger);
      });
      for (const to of [...paid, ...others]) {
        await ask('eth_sendTransaction', [{ from: payer, to, value: '0x5', gas: '0x5208' }]);
      }
      await ask('evm_mine', []);
      return Number(await ask('eth_blockNumber', []));
    },
    async stop() {
      await proxy.stop();
      await anvil.stop();
    },
  };
}

function kindOf({ method, params }: ProxiedCall): string {
  if (method !== 'eth_getBlockByNumber') return method;
  if (params[0] === 'latest') return 'newest header';
  return params[1] === true ? 'block' : 'header';
}
